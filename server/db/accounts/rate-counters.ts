import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/engine/open.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'

/**
 * Counts an attempt for `key` and returns the number of attempts in its window, including this one. A
 * window starts with the first attempt and ends `windowMs` later. The database counts, so all
 * processes share the limit.
 * @param by counts as so many attempts
 */
export async function incrementCounter(
  db: Db,
  key: string,
  windowMs: number,
  now: Date,
  by = 1,
): Promise<{ count: number; windowEndsAt: Date }> {
  const end = new Date(now.getTime() + windowMs)
  const row = await db
    .insertInto('rate_counters')
    .values({ key, count: by, window_ends_at: end })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql`case when rate_counters.window_ends_at <= ${now} then ${by} else rate_counters.count + ${by} end`,
        window_ends_at: sql`case when rate_counters.window_ends_at <= ${now} then ${end} else rate_counters.window_ends_at end`,
      }),
    )
    .returning(['count', 'window_ends_at'])
    .executeTakeFirstOrThrow()
  return { count: row.count, windowEndsAt: row.window_ends_at }
}

/** When the window of this counter ends; null if none runs. */
export async function findCounterEnd(db: Db, key: string, now: Date): Promise<Date | null> {
  const row = await db
    .selectFrom('rate_counters')
    .select('window_ends_at')
    .where('key', '=', key)
    .where('window_ends_at', '>', now)
    .executeTakeFirst()
  return row?.window_ends_at ?? null
}

/**
 * As `incrementCounter`, without waiting for the disk: a crash may lose the attempts of its last
 * second. For limits of load, not of guesses.
 */
export function incrementLoadCounter(db: Db, key: string, windowMs: number, now: Date) {
  return inTransaction(db, async (tx) => {
    await sql`set local synchronous_commit = off`.execute(tx)
    return incrementCounter(tx, key, windowMs, now)
  })
}

/** Removes one attempt, because it did not fail. */
export async function decrementCounter(db: Db, key: string): Promise<void> {
  await db
    .updateTable('rate_counters')
    .set({ count: sql`greatest(count - 1, 0)` })
    .where('key', '=', key)
    .execute()
}

export async function resetCounters(db: Db, ...keys: [string, ...string[]]): Promise<void> {
  await db.deleteFrom('rate_counters').where('key', 'in', keys).execute()
}

const TAKEN = 1_000_000

/**
 * Ends a counter for the rest of its window: what it counts is above every limit from now on.
 * @returns false if it does not exist or was ended already; of two callers at once, one gets true
 */
export async function takeCounter(tx: Tx, key: string): Promise<boolean> {
  const taken = await tx
    .updateTable('rate_counters')
    .set({ count: TAKEN })
    .where('key', '=', key)
    .where('count', '<', TAKEN)
    .returning('key')
    .executeTakeFirst()
  return taken !== undefined
}
