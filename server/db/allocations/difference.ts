import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#server/db/engine/open.ts'
import { pageWindow, type PageRequest } from '#server/db/records/list-page.ts'
import { readRows } from '#server/db/rollups/snapshot.ts'
import type { DifferencePart, DifferenceRow } from '#src/wire/allocation-lists.ts'
import { owedByThemselves, owedToHeirs, withHeirs } from './owed.ts'

/** A list, and what it is compared with: another list, or the present state. */
export interface Compared {
  project_id: string
  from: number
  to: number | null
}

const rowsOfList = (id: number) =>
  sql`select wallet_address, tokens from allocation_rows where list_id = ${id}`

/** `with changed as (…)`: the wallets whose tokens differ, and by how much. */
function withChanged({ project_id, from, to }: Compared): RawBuilder<unknown> {
  const start = to === null ? sql`${withHeirs(project_id)},` : sql`with`
  const other =
    to === null
      ? sql`select wallet_address, tokens from (${owedByThemselves(project_id)}) as o
          union all select wallet_address, tokens from (${owedToHeirs(project_id)}) as o`
      : rowsOfList(to)
  return sql`${start} changed as materialized (
    select wallet_address, a.tokens as before, b.tokens as after,
      coalesce(b.tokens, 0) - coalesce(a.tokens, 0) as difference
    from (${rowsOfList(from)}) as a full join (${other}) as b using (wallet_address)
    where a.tokens is distinct from b.tokens)`
}

const inPart = (part: DifferencePart | undefined) =>
  ({
    more: sql`difference > 0`,
    less: sql`difference < 0`,
    all: sql`true`,
  })[part ?? 'all']

const sumOf = (part: DifferencePart) => sql`(select json_build_object('wallets', count(*),
  'tokens', trim_scale(coalesce(sum(abs(difference)), 0))::text) from changed where ${inPart(part)})`

interface Difference {
  more: { wallets: number; tokens: string }
  less: { wallets: number; tokens: string }
  rows: DifferenceRow[]
}

/**
 * What has changed since a list, exact, of one instant: the sums of both parts, both positive, and a page
 * of the wallets of one part or both. Those that are owed less are first, then the largest difference.
 */
export async function readDifference(
  db: Db,
  compared: Compared,
  part: DifferencePart | undefined,
  page: PageRequest,
): Promise<Difference> {
  const [found] = await readRows(
    db,
    sql<Difference>`${withChanged(compared)}
    select ${sumOf('more')} as more, ${sumOf('less')} as less, coalesce((
      select json_agg(row) from (
        select json_build_object('wallet_address', wallet_address,
          'from', trim_scale(before)::text, 'to', trim_scale(after)::text,
          'difference', trim_scale(difference)::text) as row
        from changed where ${inPart(part)}
        order by difference > 0, abs(difference) desc, wallet_address ${pageWindow(page)}) as page
    ), '[]') as rows`,
  )
  // An aggregate has one row.
  if (found === undefined) throw new Error('A difference has no row')
  return found
}

/** A wallet of a part of a difference, with its tokens before and after: "0" where it has none. */
export interface ChangedRow {
  wallet_address: string
  before: string
  after: string
  /** Positive. */
  difference: string
}

const STEP_ROWS = 2000

/** The wallets of a part of a difference by address, in steps, of the snapshot of `tx`. */
export async function* walkDifference(
  tx: Tx,
  compared: Compared,
  part: DifferencePart,
): AsyncGenerator<ChangedRow[]> {
  await sql`declare changed_rows no scroll cursor for ${withChanged(compared)}
    select wallet_address, coalesce(before, 0)::text as before, coalesce(after, 0)::text as after,
      trim_scale(abs(difference))::text as difference
    from changed where ${inPart(part)} order by wallet_address`.execute(tx)
  const step = sql<ChangedRow>`fetch ${sql.raw(String(STEP_ROWS))} from changed_rows`
  for (;;) {
    const { rows } = await step.execute(tx)
    if (rows.length > 0) yield rows
    if (rows.length < STEP_ROWS) break
  }
  await sql`close changed_rows`.execute(tx)
}
