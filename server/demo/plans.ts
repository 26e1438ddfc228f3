import type { PlanToSave, StageToSave } from '#server/db/stages/save-plan.ts'
import { DAY_MS } from '#src/domain/time/zone.ts'
import type { DemoProject } from './projects.ts'
import type { DemoPurchase, DemoSale } from './sales.ts'
import { otherName, stageName, stagePrice, stageStart, TWO_NAMES } from './stages.ts'

const TEAM = { name: 'Team round', from: 40, purchases: 3, price: 0.008 }
const OVERSOLD = 3

/**
 * Gives purchases what a plan makes special: a few of the first are of the team, and the last ones of some
 * stages sell them out to the token, so that their supplies are round.
 */
export function fitToPlan({ project, purchases }: DemoSale): void {
  if (project.plan === null) return
  const counted = purchases.filter(({ status }) => status === 'completed')
  if (project.plan.isImprecise)
    for (const purchase of counted.slice(TEAM.from, TEAM.from + TEAM.purchases)) {
      purchase.stage = TEAM.name
      purchase.tokens = (Number(purchase.usd) / TEAM.price).toFixed(6)
    }
  for (let place = 1; place < project.stages; place++) {
    if (!isSoldOut(project, place)) continue
    const own = counted.filter((one) => isOf(one, place))
    const price = stagePrice(project, place)
    const last = own.findLast(({ tokens }) => Number(tokens) > 2 * ROUND_TO)
    if (last === undefined) continue
    const tokens = Number(last.tokens) - (sumOf(own, 'tokens') % ROUND_TO)
    const [rate, decimals] = [Number(last.usd) / Number(last.paid), placesOf(last.paid)]
    last.tokens = tokens.toFixed(6)
    last.paid = ((tokens * price) / rate).toFixed(decimals)
    last.usd = (tokens * price).toFixed(placesOf(last.usd))
  }
}

/** Supplies of stages that are sold out are multiples of it. */
const ROUND_TO = 1000
const isSoldOut = ({ plan }: DemoProject, place: number) =>
  place % 4 !== 0 && !plan?.countsBonuses && !(plan?.isImprecise && place === OVERSOLD)

const placesOf = (amount: string) => amount.split('.')[1]?.length ?? 0
const isOf = ({ stage }: DemoPurchase, place: number) =>
  stage === stageName(place) || stage === otherName(place)
/** In millionths while it is added up, so that it is exact. */
const sumOf = (purchases: readonly DemoPurchase[], of: 'tokens' | 'usd') =>
  purchases.reduce((sum, purchase) => sum + Math.round(Number(purchase[of]) * 1e6), 0) / 1e6

/** Up to the next number with two digits and zeros. */
function roundUp(value: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1)
  return Math.ceil(value / unit) * unit
}

/** Down to the next number with three digits and zeros. */
function roundDown(value: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 2)
  return Math.floor(value / unit) * unit
}

/** Of what is sold of the current stage, and of the hard cap, when the demo begins. */
const SHARE = { stage: 0.62, hardCap: 0.57, softCap: 0.27 }
const SETTLED_MS = 3 * DAY_MS
const NEXT_DAYS = 30

/** The planned stages and caps that fit a sale; null where nothing is planned. */
export function planOf(sale: DemoSale, now: number): PlanToSave | null {
  const { project, start, purchases } = sale
  const { plan, stages } = project
  if (plan === null) return null
  const today = Math.floor(now / DAY_MS) * DAY_MS
  const course = { start, end: today + DAY_MS }
  // Later ones change with the time of day.
  const counted = purchases.filter(
    ({ status, createdAt }) => status === 'completed' && createdAt < today - SETTLED_MS,
  )
  const raised = sumOf(counted, 'usd')
  const supplyOf = (place: number): number | null => {
    const sold = sumOf(
      counted.filter((one) => isOf(one, place)),
      'tokens',
    )
    if (place > stages) return supplyOf(place - 1)
    if (place === stages) return plan.hasSupply ? roundUp(sold / SHARE.stage) : null
    if (plan.isImprecise && place === OVERSOLD) return roundDown(sold * 0.997) || null
    if (plan.countsBonuses) return roundUp(sold * 1.2)
    return isSoldOut(project, place) ? Math.round(sold / ROUND_TO) * ROUND_TO : roundUp(sold * 1.02)
  }
  const stageOf = (place: number): StageToSave => {
    const supply = supplyOf(place)
    return {
      id: null,
      name: stageName(place),
      also: plan.isImprecise && place === TWO_NAMES ? [otherName(place)] : [],
      price_usd: String(stagePrice(project, place)),
      supply: supply ? String(supply) : null,
      starts_at: new Date(startOf(place)).toISOString(),
      ends_at: new Date(startOf(place + 1)).toISOString(),
    }
  }
  const startOf = (place: number): number =>
    place <= stages
      ? stageStart(project, course, place)
      : today + (place - stages) * NEXT_DAYS * DAY_MS
  const places = Array.from({ length: stages + Number(plan.hasNext) }, (_, index) => index + 1)
  const capOf = (share: number) => String(roundUp((raised * share) / SHARE.hardCap))
  return {
    stages: places.map(stageOf),
    soft_cap_usd: plan.hasSoftCap ? capOf(SHARE.softCap) : null,
    hard_cap_usd: plan.hasHardCap ? capOf(1) : null,
    count_bonuses: plan.countsBonuses,
  }
}
