import { sql } from 'kysely'
import type { Tx } from '#server/db/open.ts'

/** A column: its name, its SQL type, and its value for a row. */
export type Column<Row> = readonly [name: string, type: string, value: (row: Row) => Cell]
export type Cell = string | number | boolean | null

// Large enough for few round trips, small enough for short statements.
const BATCH_ROWS = 4000

/** Inserts many rows with few statements, which have one parameter per column. */
export async function insertMany<Row>(
  tx: Tx,
  table: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  overriding = '',
): Promise<void> {
  const names = sql.join(columns.map(([name]) => sql.ref(name)))
  for (let from = 0; from < rows.length; from += BATCH_ROWS) {
    const batch = rows.slice(from, from + BATCH_ROWS)
    const arrays = columns.map(
      ([, type, value]) => sql`${batch.map((row) => value(row))}::text[]::${sql.raw(type)}[]`,
    )
    await sql`insert into ${sql.table(table)} (${names}) ${sql.raw(overriding)}
      select * from unnest(${sql.join(arrays)})`.execute(tx)
  }
}

/** A timestamp for PostgreSQL. @param ms milliseconds since 1970 */
export function instant(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}
