import { sql, type RawBuilder } from 'kysely'

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
 * A subquery with the ids of one page of several projects' rows, newest first. Each project is a
 * branch with its own order and limit. Only then does the planner merge one index scan per project
 * and stop at the page instead of sorting all rows. The caller joins the full rows to these ids.
 * @param projects at least one
 * @param where another condition on the row, starting with `and`
 */
export function pageOfIds(
  table: ListTable,
  projects: readonly string[],
  page: PageRequest,
  where: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  const last = page.page * page.limit
  const branches = projects.map(
    (project) =>
      sql`(select id, created_at from ${sql.table(table)} where project_id = ${project} ${where}
        order by created_at desc, id desc limit ${last})`,
  )
  return sql`select id, created_at from (${sql.join(branches, sql` union all `)}) as rows
    order by created_at desc, id desc ${pageWindow(page)}`
}
