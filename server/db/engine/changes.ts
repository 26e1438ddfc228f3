import { sql } from 'kysely'
import type { Db } from './open.ts'

// The rows that triggers write for live figures (migrations/023-changes.ts).

export const CHANGES_CHANNEL = 'saleroom_changes'

const RETENTION_MINUTES = 3
const CLEANING_LOCK = 7_253_368

/** What has changed in a project, by one or more transactions. */
export interface Change {
  projectId: string
  /** One of LIVE_KINDS. */
  kind: string
  /** The last time. */
  at: Date
  /** The ids of the transactions. */
  transactions: string[]
}

/** The position of `readChanges` for changes that are committed from now on. */
export async function readPosition(db: Db): Promise<string> {
  const { rows } = await sql<{
    position: string
  }>`select pg_current_snapshot()::text as position`.execute(db)
  return rows[0]?.position ?? ''
}

/**
 * The changes that were committed since a position, each once. A position is a snapshot, so a
 * transaction that commits late is not missed: xids are not in the order of commits.
 */
export async function readChanges(
  db: Db,
  since: string,
): Promise<{ changes: Change[]; position: string }> {
  const { rows } = await sql<{
    position: string
    project_id: string | null
    kind: string
    at: Date
    transactions: string[]
  }>`
    select n.position::text, c.*
    from (select pg_current_snapshot() as position) n
    left join lateral (
      select project_id, kind, max(at) as at, array_agg(xid::text) as transactions from changes
      where xid >= pg_snapshot_xmin(${since}::pg_snapshot)
        and not pg_visible_in_snapshot(xid, ${since}::pg_snapshot)
        and pg_visible_in_snapshot(xid, n.position)
      group by project_id, kind
    ) c on true`.execute(db)
  const changes = rows.flatMap(({ project_id: projectId, kind, at, transactions }) =>
    projectId === null ? [] : [{ projectId, kind, at, transactions }],
  )
  return { changes, position: rows[0]?.position ?? since }
}

/** Those of these transactions whose changes a replica has. */
export async function findReplayed(
  replica: Db,
  transactions: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ xid: string }>`
    select distinct xid::text as xid from changes where xid = any(${transactions}::xid8[])`.execute(
    replica,
  )
  return new Set(rows.map(({ xid }) => xid))
}

/** Deletes changes that every reader has seen. One process at a time: the others do nothing. */
export async function deleteOldChanges(db: Db): Promise<void> {
  await sql`
    with turn as materialized (
      select pg_try_advisory_xact_lock(${sql.lit(CLEANING_LOCK)}) as is_ours)
    delete from changes using turn
    where is_ours and at < clock_timestamp() - make_interval(mins => ${RETENTION_MINUTES})`.execute(
    db,
  )
}
