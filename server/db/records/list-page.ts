import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import type { Database } from '#server/db/schema/schema.ts'
import type { NoteKind } from '#src/wire/notes.ts'
import { parseId } from './ids.ts'
import { whereNoted } from './note-counts.ts'

/** A page of a list; `page` starts at 1. */
export interface PageRequest {
  page: number
  limit: number
}

type ListTable = 'transactions' | 'manual_transactions' | 'bonus_codes' | 'leads' | 'approvals'

/** The rows of a list by their `created_at`: from `start_date` on, before `end_date`. */
export interface ListPeriod {
  start_date?: string | undefined
  end_date?: string | undefined
}

/** The number of a list's rows and their exact sums; null where it has no such amount. */
export interface ListTotal {
  rows: number
  usd: string | null
  tokens: string | null
}

/** Which rows a list has, in which order. */
export interface ListRows {
  table: ListTable | 'wallets'
  /** Columns that order rows with equal values; together they are unique. */
  key: readonly string[]
  /** What the rows are sorted by, without nulls: a column, or an expression of columns. */
  by: RawBuilder<unknown>
  order: 'asc' | 'desc'
  /** Another condition on the row, starting with `and`. */
  where: RawBuilder<unknown>
  /** What the rows are, if only those with notes are left. */
  noted?: NoteKind | undefined
  /** Conditions that exclude each other, each starting with `and`: rows of any of them. */
  alternatives?: readonly RawBuilder<unknown>[] | undefined
}

/** `limit … offset …` of a page. */
export function pageWindow({ page, limit }: PageRequest): RawBuilder<unknown> {
  return sql`limit ${limit} offset ${(page - 1) * limit}`
}

/** No condition, for each project. */
const FROM_START = () => sql``

/**
 * The keys of a part of several projects' rows, and `by`, in the order of the list. Each project and
 * alternative is a branch with its own order and limit. Only then does the planner merge one index
 * scan per branch and stop at the page instead of sorting all rows.
 * @param last the place of the last row that is needed, from 1
 * @param after the condition of a project's rows behind those that were read, starting with `and`
 */
export function keysOf(
  { table, key, by, order, where, noted, alternatives = [sql``] }: ListRows,
  projects: readonly string[],
  last: number,
  after: (project: string) => RawBuilder<unknown> = FROM_START,
): RawBuilder<unknown> {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  const ordered = orderOf(order, ['by', ...key])
  const branches = projects.flatMap((project) =>
    alternatives.map(
      (alternative) =>
        sql`(select ${columns}, ${by} as by from ${sql.table(table)}
          where project_id = ${project} ${where} ${whereNoted(noted, [project])}
            ${alternative} ${after(project)}
          order by ${ordered} limit ${last})`,
    ),
  )
  return sql`select * from (${sql.join(branches, sql` union all `)}) as rows order by ${ordered}`
}

/** `a desc, b desc` */
function orderOf(order: 'asc' | 'desc', columns: readonly string[]): RawBuilder<unknown> {
  const direction = order === 'asc' ? sql`asc` : sql`desc`
  return sql.join(columns.map((column) => sql`${sql.ref(column)} ${direction}`))
}

/** What is read of each row `t` of a list. */
export interface Selection<Row> {
  columns: RawBuilder<Row>
  /** Joins of further tables, each with one row. */
  join?: RawBuilder<unknown>
}

/** The full rows of a part of a list, in its order: `t`, and `page` with their keys. */
export function rowsOf<Row>(
  { table, key, order }: ListRows,
  { columns, join = sql`` }: Selection<Row>,
  keys: RawBuilder<unknown>,
): RawBuilder<Row> {
  const isSame = key.map((name) => sql`${sql.ref(`t.${name}`)} = ${sql.ref(`page.${name}`)}`)
  return sql<Row>`
    select ${columns} from (${keys}) as page
    join ${sql.table(table)} as t on ${sql.join(isSame, sql` and `)}
    ${join}
    order by ${orderOf(
      order,
      ['by', ...key].map((name) => `page.${name}`),
    )}`
}

/** One page of several projects' rows. */
export async function readPage<Row>(
  db: Db,
  rows: ListRows,
  selection: Selection<Row>,
  projects: readonly string[],
  page: PageRequest,
): Promise<Row[]> {
  if (projects.length === 0) return []
  const keys = sql`${keysOf(rows, projects, page.page * page.limit)} ${pageWindow(page)}`
  return (await rowsOf(rows, selection, keys).execute(db)).rows
}

interface ListOptions<Column> {
  /** Another condition on the row, starting with `and`. */
  where?: RawBuilder<unknown>
  /** As in `ListRows`. */
  alternatives?: readonly RawBuilder<unknown>[] | undefined
  /** A column without nulls. Rows with equal values are ordered by id. */
  sort?: Column | undefined
  order?: 'asc' | 'desc' | undefined
}

/** One page of several projects' rows of a table with ids, newest first unless ordered otherwise. */
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
  const { where = sql``, alternatives, sort = 'created_at', order = 'desc' } = options
  const own = sql.join(columns.map((column) => sql.ref(`t.${column}`)))
  const rows = { table, key: ['id'], by: sql.ref(sort), order, where, alternatives }
  const all = sql<Pick<Selectable<Database[Table]>, Column>>`${own}`
  return readPage(db, rows, { columns: all }, projects, page)
}

/** The condition for `where` that leaves the rows of a period. */
export function whereCreated({
  start_date: start,
  end_date: end,
}: ListPeriod): RawBuilder<unknown> {
  // The database accepts fewer formats of an instant than the wire.
  const from = start === undefined ? sql`` : sql`and created_at >= ${new Date(start)}`
  const until = end === undefined ? sql`` : sql`and created_at < ${new Date(end)}`
  return sql`${from} ${until}`
}

/** The condition for `where` that leaves one record, named by its id on the wire; none without an id. */
export function whereId(id: string | undefined): RawBuilder<unknown> {
  if (id === undefined) return sql``
  const known = parseId(id)
  return known === null ? sql`and false` : sql`and id = ${known}`
}
