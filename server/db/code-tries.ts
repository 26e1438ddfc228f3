import { sql } from 'kysely'
import type { Db, Tx } from './open.ts'

/** The count of a try that has failed; one that is still checked has 1. */
const FAILED = 2

/**
 * Takes the first of the keys that is free or whose time is over. The caller holds the lock of the account.
 * @returns null if none is
 */
export async function takeTry(
  tx: Tx,
  keys: readonly string[],
  end: Date,
  now: Date,
): Promise<string | null> {
  const { rows } = await sql<{ key: string }>`
    insert into rate_counters (key, count, window_ends_at)
    select k.key, 1, ${end}::timestamptz from unnest(${[...keys]}::text[]) as k (key)
    where not exists (
      select from rate_counters as r where r.key = k.key and r.window_ends_at > ${now})
    order by k.key limit 1
    on conflict (key) do update set count = 1, window_ends_at = excluded.window_ends_at
    returning key`.execute(tx)
  return rows[0]?.key ?? null
}

export async function markFailed(tx: Tx, key: string): Promise<void> {
  await tx.updateTable('rate_counters').set({ count: FAILED }).where('key', '=', key).execute()
}

export async function countFailedTries(
  db: Db,
  keys: readonly string[],
  now: Date,
): Promise<number> {
  const { n } = await db
    .selectFrom('rate_counters')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('key', 'in', keys)
    .where('count', '=', FAILED)
    .where('window_ends_at', '>', now)
    .executeTakeFirstOrThrow()
  return n
}

/** When the first of the counters that run ends; null if none runs. */
export async function findFirstEnd(
  db: Db,
  keys: readonly string[],
  now: Date,
): Promise<Date | null> {
  const row = await db
    .selectFrom('rate_counters')
    .select('window_ends_at')
    .where('key', 'in', keys)
    .where('window_ends_at', '>', now)
    .orderBy('window_ends_at')
    .limit(1)
    .executeTakeFirst()
  return row?.window_ends_at ?? null
}
