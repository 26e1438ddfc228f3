import { sql, type Insertable, type Selectable } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import { pageWindow, type PageRequest } from '#server/db/records/list-page.ts'
import type { SettlementStatementsTable } from '#server/db/schema/schema-statements.ts'

export type StatementRow = Selectable<SettlementStatementsTable>

/** The projects' saved statements, newest first; those of exactly this period where it is given. */
export async function listStatements(
  db: Db,
  projects: readonly string[],
  page: PageRequest,
  period: { start?: Date | undefined; end?: Date | undefined },
): Promise<StatementRow[]> {
  const { rows } = await sql<StatementRow>`
    select * from settlement_statements
    where project_id = any(${[...projects]}::text[])
      and coalesce(start_date = ${period.start ?? null}::timestamptz, true)
      and coalesce(end_date = ${period.end ?? null}::timestamptz, true)
    order by created_at desc, id desc ${pageWindow(page)}`.execute(db)
  return rows
}

export function insertStatement(
  tx: Db,
  statement: Insertable<SettlementStatementsTable>,
): Promise<StatementRow> {
  return tx
    .insertInto('settlement_statements')
    .values(statement)
    .returningAll()
    .executeTakeFirstOrThrow()
}
