import { sql, Transaction, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#server/db/engine/open.ts'
import { withRetries } from '#server/db/engine/transaction.ts'
import type { Source } from './definition.ts'
import { projectRows, rawOf } from './pieces.ts'

/**
 * Runs reads on one snapshot of the database. Retries if a replica cancels the snapshot to keep up
 * with its primary. Within the snapshot of a caller it runs on that one, so that the figures of several
 * functions agree.
 */
export function inSnapshot<Result>(db: Db, read: (tx: Tx) => Promise<Result>): Promise<Result> {
  if (db instanceof Transaction) return read(db)
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return withRetries(() => snapshot.execute(read))
}

/** Reads with one statement, which needs no transaction: it is a snapshot by itself. Retries too. */
export async function readRows<Row>(db: Db, query: RawBuilder<Row>): Promise<Row[]> {
  const read = async () => (await query.execute(db)).rows
  // After a failure only the whole transaction can be retried.
  return db instanceof Transaction ? read() : withRetries(read)
}

/** The first and last instant of the projects' rows (of any status), or null without rows. */
export async function findBounds(
  tx: Db,
  source: Source,
  projects: readonly string[],
): Promise<{ first: number; last: number } | null> {
  const { table } = rawOf(source)
  // Two index lookups per project, however many rows it has.
  const { rows } = await sql<{ first: Date | null; last: Date | null }>`
    select min(x.first) as first, max(x.last) as last
    from ${projectRows(projects)} cross join lateral (select
      (select t.created_at from ${table} t where t.project_id = p.id
        order by t.created_at limit 1) as first,
      (select t.created_at from ${table} t where t.project_id = p.id
        order by t.created_at desc limit 1) as last) x`.execute(tx)
  const [row] = rows
  // JavaScript reads whole milliseconds, so a row can lie up to one later.
  return row?.first && row.last
    ? { first: row.first.getTime(), last: row.last.getTime() + 1 }
    : null
}
