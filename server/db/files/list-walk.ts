import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#server/db/engine/open.ts'
import { keysOf, rowsOf, type ListRows } from '#server/db/records/list-page.ts'
import { projectRows } from '#server/db/rollups/pieces.ts'

/** A step takes a fraction of a second, so a client that goes away is noticed soon. */
const STEP_ROWS = 5000

/** A column of a file, and its text of a row `t`, as SQL. */
export type TextColumns = Readonly<Record<string, RawBuilder<unknown>>>

/** The cells of a row, in the order of the columns. */
type Cells = readonly (string | null)[]

/**
 * All rows of a list in its order, in steps. Each continues behind the last row of the one before: an
 * offset would read all of these again.
 * @param join joins of further tables, each with one row
 */
export async function* walkRows(
  tx: Tx,
  rows: ListRows,
  { columns, join = sql`` }: { columns: TextColumns; join?: RawBuilder<unknown> },
  projects: readonly string[],
): AsyncGenerator<Cells[]> {
  if (projects.length === 0) return
  const sorted = await inOrder(tx, projects)
  const cells = Object.values(columns)
  const place = ['by', ...rows.key].map((name) => sql`${sql.ref(`page.${name}`)}::text`)
  const selection = {
    columns: sql<{ row: Cells }>`json_build_array(${sql.join([...cells, ...place])}) as row`,
    join,
  }
  let last: ReadonlyMap<string, string | null> | undefined
  do {
    const after = afterRow(rows, sorted, last)
    const keys = sql`${keysOf(rows, sorted, STEP_ROWS, after)} limit ${STEP_ROWS}`
    // One value for all rows: to read a row takes longer than to read its text.
    const { rows: read } = await sql<{ found: Cells[] | null }>`
      select json_agg(step.row) as found
      from (${rowsOf(rows, selection, keys)}) as step`.execute(tx)
    const found = read[0]?.found ?? []
    if (found.length > 0) yield found.map((row) => row.slice(0, cells.length))
    const end = found.length < STEP_ROWS ? undefined : found.at(-1)?.slice(cells.length)
    last = end && new Map(['by', ...rows.key].map((name, at) => [name, end[at] ?? null]))
  } while (last !== undefined)
}

/** The projects in the database's order of their names. */
async function inOrder(tx: Tx, projects: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from ${projectRows(projects)} order by p.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The condition of a project's rows behind the last one that was read. */
function afterRow(
  { key, by, order }: ListRows,
  sorted: readonly string[],
  last: ReadonlyMap<string, string | null> | undefined,
): (project: string) => RawBuilder<unknown> {
  if (last === undefined) return () => sql``
  const is = sql.raw(order === 'desc' ? '<' : '>')
  const behind = (names: readonly string[]) => {
    const columns = [by, ...names.map((name) => sql.ref(name))]
    const values = ['by', ...names].map((name) => last.get(name))
    return sql`and (${sql.join(columns)}) ${is} (${sql.join(values)})`
  }
  if (!key.includes('project_id')) return () => behind(key)
  // Rows with equal values are ordered by project first. One index has the others of a project.
  const place = sorted.indexOf(last.get('project_id') ?? '')
  const others = key.filter((name) => name !== 'project_id')
  return (project) => {
    const distance = sorted.indexOf(project) - place
    if (distance === 0) return behind(others)
    const isRead = distance > 0 === (order === 'desc')
    const value = last.get('by')
    return isRead ? sql`and ${by} ${is} ${value}` : sql`and ${by} ${is}= ${value}`
  }
}

/** The number of a list's rows; of more than `most`, one more than that. */
export async function countRows(
  tx: Tx,
  { table, where, alternatives = [sql``] }: ListRows,
  projects: readonly string[],
  most: number,
): Promise<number> {
  if (projects.length === 0) return 0
  const branches = projects.flatMap((project) =>
    alternatives.map(
      (alternative) => sql`(select from ${sql.table(table)}
        where project_id = ${project} ${where} ${alternative} limit ${most + 1})`,
    ),
  )
  const { rows } = await sql<{ n: number }>`
    select count(*)::bigint as n
    from (select from (${sql.join(branches, sql` union all `)}) as rows limit ${most + 1}) as found`.execute(
    tx,
  )
  return rows[0]?.n ?? 0
}

/** An instant as ISO 8601 in UTC with milliseconds, as text. */
export const isoTime = (at: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** An amount with all its places, as text. */
export const exact = (amount: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`trim_scale(${amount})::text`
