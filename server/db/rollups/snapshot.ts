import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/open.ts'
import { untilDone } from '#server/db/transaction.ts'
import { projectRows, RAW, type Source } from './pieces.ts'

/**
 * Runs reads on one state of the database, so that what is read first still holds at the end; again
 * when a replica gave that state up to keep up with its primary.
 */
export function inSnapshot<Result>(db: Db, read: (tx: Tx) => Promise<Result>): Promise<Result> {
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return untilDone(() => snapshot.execute(read))
}

/** The first and last instant of the projects' rows (of any status), or null without rows. */
export async function findBounds(
  tx: Db,
  source: Source,
  projects: readonly string[],
): Promise<{ first: number; last: number } | null> {
  const { table } = RAW[source]
  // Two looks at the index for each project, however many rows it has.
  const { rows } = await sql<{ first: Date | null; last: Date | null }>`
    select min(x.first) as first, max(x.last) as last
    from ${projectRows(projects)} cross join lateral (select
      (select t.created_at from ${table} t where t.project_id = p.id
        order by t.created_at limit 1) as first,
      (select t.created_at from ${table} t where t.project_id = p.id
        order by t.created_at desc limit 1) as last) x`.execute(tx)
  const [row] = rows
  // JavaScript's instants are whole milliseconds: rows may lie up to one after what it reads.
  return row?.first && row.last
    ? { first: row.first.getTime(), last: row.last.getTime() + 1 }
    : null
}
