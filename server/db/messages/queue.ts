import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Db, Tx } from '#server/db/engine/open.ts'
import type { Database } from '#server/db/schema/schema.ts'

// Notices of projects and messages to people wait in their tables until they are sent. Each table
// decides what comes next; claiming it, storing what became of it, and trying it again are the same.

type Queue = 'notices' | 'alert_messages'
type Row<Of extends Queue> = Selectable<Database[Of]>

/** What became of an attempt. */
export interface Outcome {
  state: 'waiting' | 'sent' | 'failed'
  reason: string | null
  /** When it is tried again while it waits. */
  nextAttemptAt?: Date
  /** Nothing was tried, or the receiver asked to wait: this attempt does not count. */
  isUncounted?: boolean
}

/** Whether a row of a queue is due and not claimed. To be tested again on locked rows. */
export const isFree = (now: Date): RawBuilder<boolean> =>
  sql`state = 'waiting' and next_attempt_at <= ${now}
    and (claimed_until is null or claimed_until <= ${now})`

/**
 * The statement that claims rows for this process, and returns them. The claim of a killed process ends
 * by itself.
 * @param ids a query of rows that are free and locked
 * @param claimMs longer than the longest delivery, so no other process claims what is being sent
 */
export const claim = <Of extends Queue>(
  queue: Of,
  ids: RawBuilder<unknown>,
  claimMs: number,
  now: Date,
): RawBuilder<Row<Of>> => sql`
  update ${sql.table(queue)}
  set claimed_until = ${new Date(now.getTime() + claimMs)}, attempts = attempts + 1, updated_at = ${now}
  where id in (${ids}) returning *`

/** Stores the outcome of claimed rows, and ends their claim. */
export async function releaseQueued(
  db: Db,
  queue: Queue,
  rows: readonly { id: number }[],
  { state, reason, nextAttemptAt, isUncounted = false }: Outcome,
  now: Date,
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update ${sql.table(queue)}
    set state = ${state}, reason = ${reason}, next_attempt_at = ${nextAttemptAt ?? now},
      attempts = attempts - ${isUncounted ? 1 : 0}, claimed_until = null, updated_at = ${now}
    where id = any(${idsOf(rows)}::bigint[])`.execute(db)
}

/** Deletes rows that need not be sent any more. */
export async function deleteQueued(
  db: Db,
  queue: Queue,
  rows: readonly { id: number }[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`delete from ${sql.table(queue)} where id = any(${idsOf(rows)}::bigint[])`.execute(db)
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

/** Makes a row due, one that failed with a new count of attempts. */
export async function retryQueued(tx: Tx, queue: Queue, id: number, now: Date): Promise<void> {
  await sql`
    update ${sql.table(queue)}
    set attempts = case when state = 'failed' then 0 else attempts end, state = 'waiting',
      next_attempt_at = ${now}, updated_at = ${now}
    where id = ${id}`.execute(tx)
}
