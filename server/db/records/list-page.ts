import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import type { Database } from '#server/db/schema/schema.ts'
import { parseId } from './ids.ts'

/** A page of a list; `page` starts at 1. */
export interface PageRequest {
  page: number
  limit: number
}

type ListTable = 'transactions' | 'manual_transactions' | 'bonus_codes' | 'leads' | 'approvals'

/** `limit … offset …` of a page. */
export function pageWindow({ page, limit }: PageRequest): RawBuilder<unknown> {
  return sql`limit ${limit} offset ${(page - 1) * limit}`
}

interface ListOptions<Column> {
  /** Another condition on the row, starting with `and`. */
  where?: RawBuilder<unknown>
  /** Conditions that exclude each other, each starting with `and`: rows of any of them. */
  alternatives?: readonly RawBuilder<unknown>[]
  /** A column without nulls. Rows with equal values are ordered by id. */
  sort?: Column | undefined
  order?: 'asc' | 'desc' | undefined
}

/**
 * One page of several projects' rows, newest first unless ordered otherwise. Each project and
 * alternative is a branch with its own order and limit. Only then does the planner merge one index
 * scan per branch and stop at the page instead of sorting all rows. The full rows are joined to the
 * ids of the page.
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
  options: ListOptions<Column | 'created_at'> = {},
): Promise<Pick<Selectable<Database[Table]>, Column>[]> {
  if (projects.length === 0) return []
  const { where = sql``, alternatives = [sql``], sort = 'created_at', order = 'desc' } = options
  const direction = order === 'asc' ? sql`asc` : sql`desc`
  const [by, last] = [sql.ref(sort), page.page * page.limit]
  const branches = projects.flatMap((project) =>
    alternatives.map(
      (alternative) =>
        sql`(select id, ${by} from ${sql.table(table)}
          where project_id = ${project} ${where} ${alternative}
          order by ${by} ${direction}, id ${direction} limit ${last})`,
    ),
  )
  const { rows } = await sql<Pick<Selectable<Database[Table]>, Column>>`
    select ${sql.join(columns.map((column) => sql.ref(`t.${column}`)))}
    from (
      select id, ${by} from (${sql.join(branches, sql` union all `)}) as rows
      order by ${by} ${direction}, id ${direction} ${pageWindow(page)}
    ) as page
    join ${sql.table(table)} as t on t.id = page.id
    order by page.${by} ${direction}, page.id ${direction}`.execute(db)
  return rows
}

/** The condition for `where` that leaves one record, named by its id on the wire; none without an id. */
export function whereId(id: string | undefined): RawBuilder<unknown> {
  if (id === undefined) return sql``
  const known = parseId(id)
  return known === null ? sql`and false` : sql`and id = ${known}`
}
