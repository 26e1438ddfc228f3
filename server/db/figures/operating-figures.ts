import { sql } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'

/** What operators watch, at one time. */
export interface OperatingFigures {
  sizeBytes: number
  /** The position of the log, for the lag of a replica; null if this is a replica. */
  position: string | null
  /** `notices` to chats and mailing lists, and `alerts` to people, that have not been sent. */
  outboxes: readonly Outbox[]
  /** Until when alert conditions have been evaluated; null if no evaluation was needed. */
  evaluatedUntil: Date | null
}

interface Outbox {
  queue: 'notices' | 'alerts'
  waiting: number
  /** When the oldest should have been sent; null if none is due. */
  dueSince: Date | null
}

export async function readOperatingFigures(db: Db, now: Date): Promise<OperatingFigures> {
  const { rows } = await sql<Omit<OperatingFigures, 'outboxes'>>`
    select pg_database_size(current_database()) as "sizeBytes",
      case when pg_is_in_recovery() then null else pg_current_wal_lsn()::text end as position,
      (select evaluated_until from alert_evaluation) as "evaluatedUntil"`.execute(db)
  const [row] = rows
  if (!row) throw new Error('A select without a table gives one row')
  const { rows: outboxes } = await sql<Outbox>`
    select 'notices' as queue, count(*) as waiting,
      min(next_attempt_at) filter (where next_attempt_at <= ${now}) as "dueSince"
    from notices where state = 'waiting'
    union all
    select 'alerts', count(*), min(next_attempt_at) filter (where next_attempt_at <= ${now})
    from alert_messages where state = 'waiting'`.execute(db)
  return { ...row, outboxes }
}

/** How many bytes of the primary's log a replica has not replayed; null if it is no replica. */
export async function readReplicaLag(replica: Db, position: string): Promise<number | null> {
  const { rows } = await sql<{ bytes: number | null }>`
    select case when pg_is_in_recovery()
      then greatest(0, pg_wal_lsn_diff(${position}::pg_lsn, pg_last_wal_replay_lsn()))::float8
      end as bytes`.execute(replica)
  return rows[0]?.bytes ?? null
}
