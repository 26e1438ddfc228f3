import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import {
  findReached,
  tokensOfStages,
  USD_OF_PROJECT,
  type Target,
} from '#server/db/figures/stage-reached.ts'
import { LEVEL, SOURCE } from '#server/db/rollups/definition.ts'
import { exceedsDecimal, subtractDecimal } from '#src/domain/money/decimals.ts'
import { MINUTE_MS } from '#src/domain/time/zone.ts'
import type { Firing, Span, Watch } from './firing.ts'

// What planned stages and caps reach. A stage is known by its id, which it keeps when it is renamed.

const QUARTER_MS = 15 * MINUTE_MS
/** Whether a quarter of an hour `q` is in the span: only in such a one can something be reached. */
const isInSpan = ({ from, to }: Span) => sql`
  q.bucket >= ${new Date(Math.floor(from.getTime() / QUARTER_MS) * QUARTER_MS)} and q.bucket <= ${to}`

/** A stage that has sold enough. */
interface SoldStage {
  id: number
  project_id: string
  name: string
  keys: string[]
  ticker: string | null
  counts_bonuses: boolean
  supply: string
  ends_at: Date | null
  sold: string
  /** The tokens of which it must have sold at least so many, or more. */
  needed: string
}

/** The purchases with which stages had sold `threshold` percent of their supply. */
export const findSoldStages = (
  db: Db,
  watch: Watch,
  span: Span,
  known: readonly string[] = [],
): Promise<Firing[]> => findSales(db, watch, span, { known, isExceeded: false })

/** The purchases with which stages had sold more than their supply. */
export const findOversoldStages = (
  db: Db,
  watch: Watch,
  span: Span,
  known: readonly string[] = [],
): Promise<Firing[]> =>
  findSales(db, { ...watch, threshold: null }, span, { known, isExceeded: true })

/** @param options `known`: keys that need not be found again */
async function findSales(
  db: Db,
  { projects, threshold }: Watch,
  span: Span,
  { known, isExceeded }: { known: readonly string[]; isExceeded: boolean },
): Promise<Firing[]> {
  const needed = sql`s.supply * ${threshold ?? '100'}::numeric * 0.01`
  const { rows } = await sql<SoldStage>`
    select s.id, s.project_id, s.name, n.keys, p.project_ticker as ticker,
      l.count_bonuses as counts_bonuses, trim_scale(s.supply) as supply, s.ends_at,
      trim_scale(r.sold) as sold, trim_scale(${needed}) as needed
    from stages as s join stage_plans as l on l.project_id = s.project_id
      join projects as p on p.id = s.project_id
      cross join lateral (
        select array_agg(key) as keys from stage_names where stage_id = s.id) as n
      cross join lateral (
        select coalesce(sum(tokens), 0) as sold from stage_rollups
        where project_id = s.project_id and key = any(n.keys) and level = ${LEVEL.allTime}
          and (source = ${SOURCE.purchases}
            or (l.count_bonuses and source = ${SOURCE.bonuses}))) as r
    where s.project_id = any(${[...projects]}::text[])
      and ${isExceeded ? sql`r.sold > ${needed}` : sql`r.sold >= ${needed}`}
      and exists (
        select from stage_rollups as q
        where q.project_id = s.project_id and q.key = any(n.keys)
          and q.source = ${SOURCE.purchases} and q.level = ${LEVEL.quarterHour}
          and ${isInSpan(span)})`.execute(db)
  const keyOf = ({ id, supply }: SoldStage) =>
    isExceeded ? `oversold:${id}:${supply}` : `sold:${id}:${supply}:${threshold}`
  const open = rows.filter((stage) => !known.includes(keyOf(stage)))
  const reached = new Map<string, Date>()
  for (const countsBonuses of [false, true]) {
    const targets = open
      .filter((stage) => stage.counts_bonuses === countsBonuses)
      .map((stage): Target => {
        const { project_id, keys, needed: amount } = stage
        return { key: keyOf(stage), project_id, keys, amount, isExceeded }
      })
    for (const [key, at] of await findReached(db, tokensOfStages(countsBonuses), targets))
      reached.set(key, at)
  }
  return firingsOf(open, reached, span, keyOf, ({ id, name, supply, sold, ticker, ends_at }) => ({
    stage_id: String(id),
    stage_name: name,
    supply,
    ticker,
    ...(isExceeded
      ? { over: subtractDecimal(sold, supply) }
      : {
          threshold,
          left: exceedsDecimal(supply, sold) ? subtractDecimal(supply, sold) : '0',
          ends_at: ends_at?.toISOString() ?? null,
        }),
  }))
}

/** What was reached within the span, oldest first. */
function firingsOf<Row extends { project_id: string }>(
  rows: readonly Row[],
  reached: ReadonlyMap<string, Date>,
  { from, to }: Span,
  keyOf: (row: Row) => string,
  dataOf: (row: Row) => Record<string, unknown>,
): Firing[] {
  return rows
    .flatMap((row): Firing[] => {
      const key = keyOf(row)
      const at = reached.get(key)
      if (at === undefined || at <= from || at > to) return []
      return [{ project_id: row.project_id, key, at, data: dataOf(row) }]
    })
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || a.key.localeCompare(b.key))
}

interface ReachedCap {
  project_id: string
  amount: string
  launched_at: Date
}

/** The purchases with which projects had raised their soft or hard cap. */
export async function findReachedCaps(
  db: Db,
  { projects, cap }: Watch,
  span: Span,
  known: readonly string[] = [],
): Promise<Firing[]> {
  const column: RawBuilder<string> = sql.ref(cap === 'hard' ? 'l.hard_cap_usd' : 'l.soft_cap_usd')
  const { rows } = await sql<ReachedCap>`
    select l.project_id, trim_scale(${column}) as amount, p.created_at as launched_at
    from stage_plans as l join projects as p on p.id = l.project_id
    where l.project_id = any(${[...projects]}::text[])
      and ${column} <= (
        select sum(amount) from time_rollups
        where project_id = l.project_id and source = ${SOURCE.purchases} and level = ${LEVEL.month})
      and exists (
        select from time_rollups as q
        where q.project_id = l.project_id and q.source = ${SOURCE.purchases}
          and q.level = ${LEVEL.quarterHour} and ${isInSpan(span)})`.execute(db)
  const keyOf = ({ project_id, amount }: ReachedCap) => `cap:${cap}:${project_id}:${amount}`
  const open = rows.filter((row) => !known.includes(keyOf(row)))
  const targets = open.map((row): Target => {
    const { project_id, amount } = row
    return { key: keyOf(row), project_id, keys: [], amount, isExceeded: false }
  })
  const reached = await findReached(db, USD_OF_PROJECT, targets)
  return firingsOf(open, reached, span, keyOf, ({ amount, launched_at }) => ({
    cap,
    amount,
    launched_at: launched_at.toISOString(),
  }))
}

/**
 * The stages that had `hours` left, or less when their plan was saved; each end once. `end_date` is the
 * end.
 */
export async function findEndingStages(
  db: Db,
  { projects, hours }: Watch,
  { from, to }: Span,
): Promise<Firing[]> {
  const { rows } = await sql<Firing>`
    select s.project_id, x.at, concat_ws(':', 'ends', s.id, extract(epoch from s.ends_at)::bigint,
        ${hours}::integer) as key,
      jsonb_build_object('stage_id', s.id::text, 'stage_name', s.name, 'ticker', p.project_ticker,
        'end_date', s.ends_at, 'left', (
          select trim_scale(greatest(s.supply - coalesce(sum(r.tokens), 0), 0))::text
          from stage_names as n join stage_rollups as r on r.project_id = n.project_id
            and r.key = n.key and r.level = ${LEVEL.allTime}
            and (r.source = ${SOURCE.purchases}
              or (l.count_bonuses and r.source = ${SOURCE.bonuses}))
          where n.stage_id = s.id)) as data
    from stages as s join stage_plans as l on l.project_id = s.project_id
      join projects as p on p.id = s.project_id
      cross join lateral (
        select s.ends_at - make_interval(hours => ${hours}::integer) as due) as d
      cross join lateral (
        select case when l.changed_at < s.ends_at then greatest(d.due, l.changed_at)
          else d.due end as at) as x
    where s.project_id = any(${[...projects]}::text[]) and x.at > ${from} and x.at <= ${to}
    order by x.at, key`.execute(db)
  return rows
}
