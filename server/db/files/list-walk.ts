import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#server/db/engine/open.ts'
import { keysOf, rowsOf, type ListRows } from '#server/db/records/list-page.ts'
import { projectRows } from '#server/db/rollups/pieces.ts'

/** A step takes a fraction of a second, so a client that goes away is noticed soon. */
const STEP_ROWS = 5000

/** A column of a file, and its text of a row `t`, as SQL. */
export type TextColumns = Readonly<Record<string, RawBuilder<unknown>>>

/** The cells of a row. */
type Cells = Record<string, string | null>

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
  const cells = Object.entries(columns).map(([name, text]) => sql`${text} as ${sql.ref(name)}`)
  const place = ['by', ...rows.key].map(
    (name) => sql`${sql.ref(`page.${name}`)}::text as ${sql.ref(placeOf(name))}`,
  )
  const selection = { columns: sql<Cells>`${sql.join([...cells, ...place])}`, join }
  let last: Cells | undefined
  do {
    const after = afterRow(rows, sorted, last)
    const keys = sql`${keysOf(rows, sorted, STEP_ROWS, after)} limit ${STEP_ROWS}`
    const { rows: found } = await rowsOf(rows, selection, keys).execute(tx)
    if (found.length > 0) yield found
    last = found.length < STEP_ROWS ? undefined : found.at(-1)
  } while (last !== undefined)
}

/** The cell with a part of the row's place in the list. */
const placeOf = (name: string) => `page_${name}`

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
  last: Cells | undefined,
): (project: string) => RawBuilder<unknown> {
  if (last === undefined) return () => sql``
  const is = sql.raw(order === 'desc' ? '<' : '>')
  const behind = (names: readonly string[]) => {
    const columns = [by, ...names.map((name) => sql.ref(name))]
    const values = ['by', ...names].map((name) => last[placeOf(name)])
    return sql`and (${sql.join(columns)}) ${is} (${sql.join(values)})`
  }
  if (!key.includes('project_id')) return () => behind(key)
  // Rows with equal values are ordered by project first. One index has the others of a project.
  const place = sorted.indexOf(last[placeOf('project_id')] ?? '')
  const others = key.filter((name) => name !== 'project_id')
  return (project) => {
    const distance = sorted.indexOf(project) - place
    if (distance === 0) return behind(others)
    const isRead = distance > 0 === (order === 'desc')
    const value = last[placeOf('by')]
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
