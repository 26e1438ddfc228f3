import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Db } from './open.ts'
import type { Database } from './schema.ts'

/** A page of a list; `page` starts at 1. */
export interface PageRequest {
  page: number
  limit: number
}

type ListTable = 'transactions' | 'manual_transactions' | 'bonus_codes' | 'leads'

/** `limit … offset …` of a page. */
export function pageWindow({ page, limit }: PageRequest): RawBuilder<unknown> {
  return sql`limit ${limit} offset ${(page - 1) * limit}`
}

/**
 * One page of several projects' rows, newest first. Each project is a branch with its own order and
 * limit. Only then does the planner merge one index scan per project and stop at the page instead of
 * sorting all rows. The full rows are joined to the ids of the page.
 * @param where another condition on the row, starting with `and`
 */
export async function listPage<
  Table extends ListTable,
  Column extends string & keyof Selectable<Database[Table]>,
>(
  db: Db,
  table: Table,
  columns: readonly Column[],
  projects: readonly string[],
  page: PageRequest,
  where: RawBuilder<unknown> = sql``,
): Promise<Pick<Selectable<Database[Table]>, Column>[]> {
  if (projects.length === 0) return []
  const last = page.page * page.limit
  const branches = projects.map(
    (project) =>
      sql`(select id, created_at from ${sql.table(table)} where project_id = ${project} ${where}
        order by created_at desc, id desc limit ${last})`,
  )
  const { rows } = await sql<Pick<Selectable<Database[Table]>, Column>>`
    select ${sql.join(columns.map((column) => sql.ref(`t.${column}`)))}
    from (
      select id, created_at from (${sql.join(branches, sql` union all `)}) as rows
      order by created_at desc, id desc ${pageWindow(page)}
    ) as page
    join ${sql.table(table)} as t on t.id = page.id
    order by page.created_at desc, page.id desc`.execute(db)
  return rows
}
