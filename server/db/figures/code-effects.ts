import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Db, Tx } from '#server/db/engine/open.ts'
import { countNotes } from '#server/db/records/note-counts.ts'
import { DIMENSIONS, SOURCE } from '#server/db/rollups/definition.ts'
import { instants, whereCounted } from '#server/db/rollups/pieces.ts'
import { findBounds, inSnapshot } from '#server/db/rollups/snapshot.ts'
import type { BonusCodesTable } from '#server/db/schema/schema.ts'
import type { TimeRange } from '#src/domain/time/calendar.ts'
import { MAX_COUNTED_PURCHASES } from '#src/wire/analytics.ts'
import { sumBuckets, sumPurchases } from './analytics-time.ts'
import type { EffectWindows } from './effect-windows.ts'

/** Completed purchases of a window. USD is rounded to cents. */
interface PurchaseFigures {
  purchases: number
  new_buyers: number
  amount: number
}

export interface WindowFigures extends PurchaseFigures {
  buyers: number
  /** Exact. */
  bonus_tokens: string
  /** In percent, rounded to two places. */
  share_of_project: number | null
  /** Buyers are null if there are too many purchases to count them. */
  project: PurchaseFigures & { buyers: number | null }
}

interface Sums {
  purchases: number
  amount: number
}

export interface CodeEffectFigures {
  during: WindowFigures
  before: WindowFigures | null
  after: WindowFigures | null
  first_use: Date | null
  last_use: Date | null
  /** `at` is the start of the local day, in milliseconds since 1970. */
  days: (Sums & { at: number; project_amount: number })[]
  sources: (Sums & { utm_source: string; utm_medium: string })[]
  countries: (Sums & { country: string })[]
}

/** The code with its time of disabling; undefined if the project has no such code. */
export function findCode(
  db: Db,
  projectId: string,
  id: number,
): Promise<(Selectable<BonusCodesTable> & { notes: number }) | undefined> {
  return db
    .selectFrom('bonus_codes')
    .selectAll()
    .select(countNotes('bonus_code', 'bonus_codes').as('notes'))
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/**
 * The figures of a code in its windows, all from one snapshot. A purchase belongs to the code by a bonus
 * transaction and counts once, however many it has. Only completed purchases count, by `created_at`.
 *
 * A day at the edge of all windows has what lies inside; a day in which one window meets the next has
 * both. So the days add up to the windows, in USD except for the rounding of each day to cents.
 * @param zone of the days
 */
export function readCodeEffect(
  db: Db,
  code: { id: number; project_id: string },
  { before, during, after }: EffectWindows,
  zone: string,
): Promise<CodeEffectFigures> {
  // A code that has not begun has no purchases yet, also not future ones that its project has.
  const counted = before === null ? { ...during, end: during.start } : during
  const ranges = [counted, before, after].map((range) => range ?? { start: 0, end: 0 })
  const whole = { start: before?.start ?? counted.start, end: after?.end ?? counted.end }
  const projects = [code.project_id]
  return inSnapshot(db, async (tx) => {
    const sold = await sumWindows(tx, code.project_id, ranges)
    const days = await sumBuckets(tx, SOURCE.purchases, projects, whole, 'day', zone)
    const sums = await sumCode(
      tx,
      code,
      { ranges, sold },
      days.map(({ at }) => at),
    )
    const figuresOf = (slot: number): WindowFigures => {
      const [own, project] = [sums.figures[slot], sold[slot]]
      if (!own || !project) throw new Error('A window has no figures')
      const { project_amount, ...rest } = own
      return { ...rest, project: { ...project, amount: project_amount } }
    }
    const ofDay = new Map(sums.days.map(({ day, ...own }) => [day, own]))
    return {
      during: figuresOf(0),
      before: before && figuresOf(1),
      after: after && figuresOf(2),
      first_use: sums.first_use,
      last_use: sums.last_use,
      days: days.map(({ at, amount }, day) => ({
        at,
        purchases: 0,
        amount: 0,
        ...ofDay.get(day),
        project_amount: Number(amount),
      })),
      sources: sums.sources,
      countries: sums.countries,
    }
  })
}

/** Of a project's purchases in a window. */
interface Sold {
  purchases: number
  buyers: number | null
  new_buyers: number
  /** USD, exact */
  amount: string
}

async function sumWindows(
  tx: Tx,
  projectId: string,
  ranges: readonly TimeRange[],
): Promise<Sold[]> {
  const bounds = await findBounds(tx, SOURCE.purchases, [projectId])
  const sold: Sold[] = []
  for (const range of ranges) {
    const [sums] = await sumPurchases(tx, [projectId], range)
    const { n, first_deposits, amount } = sums ?? { n: 0, first_deposits: 0, amount: '0' }
    // In a window that reaches back to the first purchase, each wallet has its first one.
    const hasOlder = bounds !== null && bounds.first < range.start
    const isCounted = n <= MAX_COUNTED_PURCHASES
    const buyers =
      n === 0 || !hasOlder
        ? first_deposits
        : isCounted
          ? await countBuyers(tx, projectId, range)
          : null
    sold.push({ purchases: n, buyers, new_buyers: first_deposits, amount })
  }
  return sold
}

/** Sums do not show how many wallets two of their parts have in common, so the wallets are counted. */
async function countBuyers(tx: Tx, projectId: string, { start, end }: TimeRange): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::bigint as n from (
      select distinct wallet_address from transactions
      where project_id = ${projectId} and ${whereCounted('')}
        and created_at >= ${new Date(start)} and created_at < ${new Date(end)}) as buyers`.execute(
    tx,
  )
  return rows[0]?.n ?? 0
}

/** `w(low, high, slot)`: one row per window, which may be empty. */
function windowRows(ranges: readonly TimeRange[]): RawBuilder<unknown> {
  return sql`unnest(${instants(ranges.map(({ start }) => start))},
    ${instants(ranges.map(({ end }) => end))}, ${[...ranges.keys()]}::integer[]) as w (low, high, slot)`
}

interface CodeSums {
  /** One per window, in their order. */
  figures: (Omit<WindowFigures, 'project'> & { project_amount: number })[]
  /** Sparse; `day` is the position in the given days. */
  days: (Sums & { day: number })[]
  /** Of the first window, the most USD first. */
  sources: (Sums & { utm_source: string; utm_medium: string })[]
  countries: (Sums & { country: string })[]
  /** Of all time. */
  first_use: Date | null
  last_use: Date | null
}

/**
 * The purchases with a code, read once for all sums.
 * @param days the starts of the local days with sales, ascending: no purchase lies on any other day
 */
async function sumCode(
  tx: Tx,
  code: { id: number; project_id: string },
  { ranges, sold }: { ranges: readonly TimeRange[]; sold: readonly Sold[] },
  days: readonly number[],
): Promise<CodeSums> {
  const [utmSource, utmMedium, country] = DIMENSIONS.utm_plus.keys.map((key) => sql.raw(key))
  const sums = sql`count(*) as purchases, round(sum(usd), 2) as amount`
  const largestFirst = sql`order by sum(usd) desc, purchases desc`
  const list = (rows: RawBuilder<unknown>) =>
    sql`(select coalesce(json_agg(x), '[]') from (${rows}) as x)`
  const { rows } = await sql<CodeSums>`
    with windows as materialized (
      select w.*, (${sold.map(({ amount }) => amount)}::numeric[])[w.slot + 1] as project_usd
      from ${windowRows(ranges)}
    ), bonuses as (
      select transaction_id, sum(bonus_token_amount) as tokens from bonus_transactions
      where bonus_code_id = ${code.id} group by transaction_id
    ), used as materialized (
      select t.created_at, t.wallet_address, t.payment_usd_amount as usd, t.deposit_class, b.tokens,
        ${utmSource} as utm_source, ${utmMedium} as utm_medium, ${country} as country, w.slot
      from bonuses as b join transactions as t on t.id = b.transaction_id
      left join windows as w on t.created_at >= w.low and t.created_at < w.high
      where t.project_id = ${code.project_id} and ${whereCounted('t.')}
    )
    select (select min(created_at) from used) as first_use,
      (select max(created_at) from used) as last_use,
      ${list(sql`
        select count(u.slot) as purchases, count(distinct u.wallet_address) as buyers,
          count(*) filter (where u.deposit_class = 1) as new_buyers,
          round(coalesce(sum(u.usd), 0), 2) as amount,
          trim_scale(coalesce(sum(u.tokens), 0))::text as bonus_tokens,
          trunc(100 * coalesce(sum(u.usd), 0) / nullif(w.project_usd, 0), 2) as share_of_project,
          round(w.project_usd, 2) as project_amount
        from windows as w left join used as u on u.slot = w.slot
        group by w.slot, w.project_usd order by w.slot`)} as figures,
      ${list(sql`
        select width_bucket(created_at, ${instants(days)}) - 1 as day, ${sums}
        from used where slot is not null group by 1`)} as days,
      ${list(sql`
        select utm_source, utm_medium, ${sums} from used where slot = 0
        group by utm_source, utm_medium ${largestFirst}, utm_source, utm_medium`)} as sources,
      ${list(sql`
        select country, ${sums} from used where slot = 0
        group by country ${largestFirst}, country`)} as countries`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('A query without a table has a row')
  return row
}
