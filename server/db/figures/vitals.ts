import { sql } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import { DAY_MS } from '#src/domain/time/zone.ts'
import type { Vitals } from '#src/wire/vitals.ts'

/** How long the counts are stored. */
export const VITALS_DAYS = 28

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** Rounds up to two digits, so that the number of rows has a limit: 261 counts as 270. */
export function roundVital(value: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1)
  return Math.ceil(value / step) * step
}

/** Counts each value of one page, by the UTC day. Nothing of the person or the session is stored. */
export async function addVitals(
  db: Db,
  { page, device, metrics }: Vitals,
  now: Date,
): Promise<void> {
  const day = dayOf(now.getTime())
  const counts = new Map<string, { name: string; value: number; count: number }>()
  for (const { name, value } of metrics) {
    const rounded = roundVital(value)
    const key = `${name} ${rounded}`
    counts.set(key, { name, value: rounded, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  // In one order, so that two requests cannot wait for each other.
  const rows = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
  await db
    .insertInto('vitals')
    .values(rows.map((row) => ({ day, page, device, ...row })))
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'page', 'device', 'name', 'value'])
        .doUpdateSet({ count: sql`vitals.count + excluded.count` }),
    )
    .execute()
}

/** How often each value was measured in the last days, up to now. */
export async function listVitals(db: Db, days: number, now: Date) {
  return db
    .selectFrom('vitals')
    .select(['name', 'page', 'device', 'value', sql<number>`sum(count)::float8`.as('count')])
    .where('day', '>', dayOf(now.getTime() - days * DAY_MS))
    .groupBy(['name', 'page', 'device', 'value'])
    .orderBy('value')
    .execute()
}

export async function deleteOldVitals(db: Db, now: Date): Promise<void> {
  const last = dayOf(now.getTime() - VITALS_DAYS * DAY_MS)
  await db.deleteFrom('vitals').where('day', '<=', last).execute()
}
