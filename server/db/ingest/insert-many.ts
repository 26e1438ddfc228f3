import { sql, type Insertable } from 'kysely'
import type { Tx } from '#server/db/engine/open.ts'
import type { Database } from '#server/db/schema/schema.ts'
import { asJson, columnsOf } from './ingest-events.ts'

// Large enough for few round trips, small enough for short statements.
const BATCH_ROWS = 4000

/** Inserts many rows with few statements. All rows have the columns of the first. */
export async function insertMany<Table extends keyof Database>(
  tx: Tx,
  table: Table,
  rows: readonly Insertable<Database[Table]>[],
  overriding = '',
): Promise<void> {
  const { columns } = columnsOf(rows)
  for (let from = 0; from < rows.length; from += BATCH_ROWS)
    await sql`insert into ${sql.table(table)} (${columns}) ${sql.raw(overriding)}
      select ${columns} from jsonb_populate_recordset(null::${sql.table(table)},
        ${asJson(rows.slice(from, from + BATCH_ROWS))})`.execute(tx)
}

/** Orders rows by time, the oldest first. */
export function byTime(a: { created_at: Date }, b: { created_at: Date }): number {
  return a.created_at.getTime() - b.created_at.getTime()
}
