import { sql } from 'kysely'
import type { Tx } from '#server/db/open.ts'

/** A column by its name and SQL type, and what it holds for a row. */
export type Column<Row> = readonly [name: string, type: string, value: (row: Row) => Cell]
export type Cell = string | number | boolean | null

// One statement for so many rows: few round trips, and no statement that holds others up for long.
const ROWS_AT_ONCE = 4000

/** Inserts many rows with few statements: a parameter per column, not per value. */
export async function insertMany<Row>(
  tx: Tx,
  table: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  overriding = '',
): Promise<void> {
  const names = sql.join(columns.map(([name]) => sql.ref(name)))
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const some = rows.slice(from, from + ROWS_AT_ONCE)
    const arrays = columns.map(
      ([, type, value]) => sql`${some.map((row) => value(row))}::text[]::${sql.raw(type)}[]`,
    )
    await sql`insert into ${sql.table(table)} (${names}) ${sql.raw(overriding)}
      select * from unnest(${sql.join(arrays)})`.execute(tx)
  }
}

/** Milliseconds as PostgreSQL reads them. */
export function instant(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}
