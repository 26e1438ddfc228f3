import type { Db, Tx } from '#server/db/engine/open.ts'
import { SOURCE } from '#server/db/rollups/definition.ts'
import { inSnapshot } from '#server/db/rollups/snapshot.ts'
import {
  listPlans,
  listStages,
  noPlan,
  type PlanRow,
  type StageRow,
} from '#server/db/stages/plans.ts'
import {
  addDecimals,
  divideDecimal,
  exceedsDecimal,
  floorPercent,
  isZeroDecimal,
  medianDecimal,
  subtractDecimal,
} from '#src/domain/money/decimals.ts'
import { forecastSoldOut } from '#src/domain/sale/forecast.ts'
import { bucketEdges } from '#src/domain/time/buckets.ts'
import { addUnits, localDate, startOf } from '#src/domain/time/calendar.ts'
import type {
  Forecast,
  NoForecast,
  PaceDays,
  StageFigures,
  StageSummary,
  UnplannedFigures,
} from '#src/wire/stages.ts'
import { findReached, tokensOfStages, USD_OF_PROJECT } from './stage-reached.ts'
import {
  listBuyers,
  listNameSales,
  listOutside,
  listPrices,
  listRaised,
  sumSlots,
  type NameSales,
  type PriceSums,
  type RaisedRow,
  type SlotSales,
} from './stage-sales.ts'

export interface SummaryOptions {
  /** An IANA zone. */
  zone: string
  /** The completed days that pace and forecasts look at. */
  days: PaceDays
  now: Date
}

/**
 * Plan and sales of projects side by side, from one snapshot. All of it comes from sums; rows are read
 * only within a quarter of an hour, and at the first and last purchase of a name.
 * @returns by project, in the order of `projects`
 */
export function sumStages(
  db: Db,
  projects: readonly string[],
  options: SummaryOptions,
): Promise<Map<string, StageSummary>> {
  if (projects.length === 0) return Promise.resolve(new Map())
  return inSnapshot(db, async (tx) => {
    const found = await readAll(tx, projects, options)
    return new Map(projects.map((project) => [project, summaryOf(project, found, options)]))
  })
}

type Found = Awaited<ReturnType<typeof readAll>>

async function readAll(tx: Tx, projects: readonly string[], { zone, days, now }: SummaryOptions) {
  const saved = await listPlans(tx, projects)
  const plans = projects.map(
    (project) => saved.find(({ project_id }) => project_id === project) ?? noPlan(project),
  )
  const stages = await listStages(tx, projects)
  const sales = await listNameSales(tx, projects)
  const counting = plans.flatMap((one) => (one.count_bonuses ? one.project_id : []))
  const today = startOf(now.getTime(), 'day', zone)
  const range = { start: addUnits(today, 'day', -days, zone), end: today }
  const edges = bucketEdges(range, 'day', zone)
  const raised = await listRaised(tx, projects)
  return {
    plans,
    stages,
    sales,
    raised,
    edges,
    buyers: await listBuyers(tx, projects),
    prices: await listPrices(tx, projects),
    outside: await listOutside(tx, projects),
    usd: await sumSlots(tx, SOURCE.purchases, projects, range, edges),
    tokens: [
      ...(await sumSlots(tx, SOURCE.all, projects, range, edges)),
      ...(await sumSlots(tx, SOURCE.bonuses, counting, range, edges)),
    ],
    reached: await readReached(tx, plans, stages, sales, raised),
  }
}

/** When stages sold out and were oversold (`<id>`, `<id>+`), and caps were reached (`soft <project>`, …). */
async function readReached(
  tx: Tx,
  plans: readonly PlanRow[],
  stages: readonly StageRow[],
  sales: readonly NameSales[],
  raised: readonly RaisedRow[],
): Promise<Map<string, Date>> {
  const reached = new Map<string, Date>()
  for (const countsBonuses of [false, true]) {
    const targets = stages.flatMap(({ id, project_id, keys, supply }) => {
      const plan = plans.find((one) => one.project_id === project_id)
      if (supply === null || plan?.count_bonuses !== countsBonuses) return []
      const sold = soldOf(
        sales.filter(({ stage_id }) => stage_id === id),
        countsBonuses,
      )
      if (exceedsDecimal(supply, sold)) return []
      const target = { project_id, keys, amount: supply }
      return [
        { ...target, key: String(id), isExceeded: false },
        ...(exceedsDecimal(sold, supply) ? [{ ...target, key: `${id}+`, isExceeded: true }] : []),
      ]
    })
    for (const [key, at] of await findReached(tx, tokensOfStages(countsBonuses), targets))
      reached.set(key, at)
  }
  const caps = plans.flatMap(({ project_id, soft_cap_usd, hard_cap_usd }) =>
    Object.entries({ soft: soft_cap_usd, hard: hard_cap_usd }).flatMap(([cap, amount]) =>
      amount === null || exceedsDecimal(amount, raisedOf(raised, project_id))
        ? []
        : { key: `${cap} ${project_id}`, project_id, keys: [], amount, isExceeded: false },
    ),
  )
  for (const [key, at] of await findReached(tx, USD_OF_PROJECT, caps)) reached.set(key, at)
  return reached
}

const raisedOf = (raised: readonly RaisedRow[], project: string) =>
  raised.find(({ project_id }) => project_id === project)?.raised ?? '0'

const soldOf = (sales: readonly NameSales[], countsBonuses: boolean) =>
  addDecimals(
    ...sales.map(({ tokens }) => tokens),
    ...(countsBonuses ? sales.map(({ bonus_tokens }) => bonus_tokens) : []),
  )

function summaryOf(
  project: string,
  found: Found,
  { zone, days, now }: SummaryOptions,
): StageSummary {
  const plan = found.plans.find(({ project_id }) => project_id === project) ?? noPlan(project)
  const stages = found.stages.filter(({ project_id }) => project_id === project)
  const sales = found.sales.filter(({ project_id }) => project_id === project)
  const raised = raisedOf(found.raised, project)
  const launched = found.raised.find(({ project_id }) => project_id === project)?.launched_at
  const inSlots = (sums: readonly SlotSales[]) =>
    found.edges
      .slice(0, -1)
      .map((_, at) =>
        addDecimals(
          '0',
          ...sums
            .filter(({ project_id, slot }) => project_id === project && slot === at)
            .map(({ amount }) => amount),
        ),
      )
  const [tokens, amounts] = [inSlots(found.tokens), inSlots(found.usd)]
  const current = currentStage(stages, sales, now)
  const today = localDate(now.getTime(), zone)
  /** When `left` is gone at the pace of these days. */
  const forecast = (what: string, left: string, sold: readonly string[]) =>
    forecastSoldOut({
      left: Number(left),
      days: sold.map(Number),
      now: now.getTime(),
      zone,
      seed: `${project} ${what} ${today} ${days}`,
    })
  const hard = plan.hard_cap_usd
  return {
    as_of: now.toISOString(),
    soft_cap_usd: plan.soft_cap_usd,
    hard_cap_usd: hard,
    soft_cap_at: toText(found.reached.get(`soft ${project}`)),
    hard_cap_at: toText(found.reached.get(`hard ${project}`)),
    raised_usd: raised,
    raised_share: hard && shareOf(raised, hard),
    cap_forecast:
      hard === null
        ? none('no_cap')
        : exceedsDecimal(hard, raised)
          ? forecast('cap', subtractDecimal(hard, raised), amounts)
          : none('reached'),
    current: current === null ? null : String(current),
    launched_at: toText(launched),
    count_bonuses: plan.count_bonuses ? 1 : 0,
    pace: {
      days: tokens.map((sold, at) => ({
        date: localDate(found.edges[at] ?? 0, zone),
        tokens: sold,
        amount: amounts[at] ?? '0',
      })),
      tokens_per_day: medianDecimal(tokens),
      amount_per_day: medianDecimal(amounts),
    },
    stages: stages.map((stage) => {
      const own = sales.filter(({ stage_id }) => stage_id === stage.id)
      const buyers = found.buyers.find(({ stage_id }) => stage_id === stage.id)?.buyers
      const figures = salesOf(own, plan.count_bonuses, buyers)
      const off = found.prices.find(({ stage_id }) => stage_id === stage.id)
      const left = leftOf(stage, figures.sold)
      return {
        ...planOf(stage),
        ...figures,
        ...left,
        sold_out_at: toText(found.reached.get(String(stage.id))),
        oversold_at: toText(found.reached.get(`${stage.id}+`)),
        outside: outsideOf(found.outside.find(({ stage_id }) => stage_id === stage.id)),
        off_price: offPriceOf(off),
        forecast:
          left.left === null
            ? none('no_supply')
            : isZeroDecimal(left.left)
              ? none('sold_out')
              : stage.id === current
                ? forecast(String(stage.id), left.left, tokens)
                : none('no_open_stage'),
      }
    }),
    unplanned: sales
      .filter(({ stage_id }) => stage_id === null)
      .toSorted(byFirst)
      .map((own): UnplannedFigures => {
        const isOwn = (one: { project_id: string; key: string }) =>
          one.project_id === project && one.key === own.key
        return {
          name: own.name.trim(),
          ...salesOf([own], plan.count_bonuses, found.buyers.find(isOwn)?.buyers),
          usual_price: found.prices.find(isOwn)?.usual_price ?? null,
        }
      }),
  }
}

/** Purchases of one instant are in the order of their ids. */
const byFirst = (a: NameSales, b: NameSales) =>
  a.first_at.getTime() - b.first_at.getTime() || a.first_id - b.first_id

const toText = (at: Date | null | undefined) => at?.toISOString() ?? null
const none = (reason: NoForecast): Forecast => ({ none: reason })

/** Per cent, rounded down, and never above 100. */
const shareOf = (part: string, whole: string) =>
  exceedsDecimal(part, whole) ? '100.00' : floorPercent(part, whole)

/** The stage of the newest purchase that has one, unless its end has passed. */
function currentStage(
  stages: readonly StageRow[],
  sales: readonly NameSales[],
  now: Date,
): number | null {
  const [newest] = sales
    .filter(({ stage_id }) => stage_id !== null)
    .toSorted((a, b) => b.last_at.getTime() - a.last_at.getTime() || b.last_id - a.last_id)
  const stage = stages.find(({ id }) => id === newest?.stage_id)
  if (stage === undefined || (stage.ends_at !== null && stage.ends_at <= now)) return null
  return stage.id
}

const planOf = (stage: StageRow) => ({
  id: String(stage.id),
  name: stage.name,
  also: stage.also,
  price_usd: stage.price_usd,
  supply: stage.supply,
  starts_at: toText(stage.starts_at),
  ends_at: toText(stage.ends_at),
})

/** The sales of all names of a stage. */
function salesOf(sales: readonly NameSales[], countsBonuses: boolean, buyers = 0) {
  const amount = addDecimals('0', ...sales.map((one) => one.amount))
  const bought = addDecimals('0', ...sales.map(({ tokens }) => tokens))
  const [first] = sales.toSorted(byFirst)
  const [last] = sales.toSorted(
    (a, b) => b.last_at.getTime() - a.last_at.getTime() || b.last_id - a.last_id,
  )
  return {
    sold: soldOf(sales, countsBonuses),
    purchases: sales.reduce((sum, { n }) => sum + n, 0),
    buyers,
    amount,
    average_price: isZeroDecimal(bought) ? null : divideDecimal(amount, bought),
    first_at: toText(first?.first_at),
    last_at: toText(last?.last_at),
    first_id: first === undefined ? null : String(first.first_id),
    last_id: last === undefined ? null : String(last.last_id),
  } satisfies Partial<StageFigures>
}

function leftOf({ supply }: StageRow, sold: string) {
  if (supply === null) return { sold_share: null, left: null, oversold: '0' }
  const isOver = exceedsDecimal(sold, supply)
  return {
    sold_share: shareOf(sold, supply),
    left: isOver ? '0' : subtractDecimal(supply, sold),
    oversold: isOver ? subtractDecimal(sold, supply) : '0',
  }
}

const outsideOf = (found: { before: number; after: number } | undefined) => ({
  before: found?.before ?? 0,
  after: found?.after ?? 0,
})

const offPriceOf = (found: PriceSums | undefined) => ({
  purchases: found?.purchases ?? 0,
  amount: found?.amount ?? '0',
  usual_price: found?.usual_price ?? null,
})
