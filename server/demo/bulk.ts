import { sql, type Insertable } from 'kysely'
import { asJson } from '#server/db/ingest-events.ts'
import type { Tx } from '#server/db/open.ts'
import type { Database } from '#server/db/schema.ts'

// Large enough for few round trips, small enough for short statements.
const BATCH_ROWS = 4000

/** Inserts many rows with few statements. All rows have the columns of the first. */
export async function insertMany<Table extends keyof Database>(
  tx: Tx,
  table: Table,
  rows: readonly Insertable<Database[Table]>[],
  overriding = '',
): Promise<void> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)))
  for (let from = 0; from < rows.length; from += BATCH_ROWS)
    await sql`insert into ${sql.table(table)} (${columns}) ${sql.raw(overriding)}
      select ${columns} from jsonb_populate_recordset(null::${sql.table(table)},
        ${asJson(rows.slice(from, from + BATCH_ROWS))})`.execute(tx)
}
