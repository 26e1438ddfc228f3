import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/domain/time/zone.ts'
import { LEVEL, type Level } from './definition.ts'

/** The levels of a plan: all but the sums of all time. */
export type PlanLevel = Exclude<Level, typeof LEVEL.allTime>

/** The levels of `time_rollups`, coarse to fine. */
export const TIME_LEVELS: readonly PlanLevel[] = [
  LEVEL.month,
  LEVEL.day,
  LEVEL.hour,
  LEVEL.quarterHour,
]

const WIDTH_MS = {
  [LEVEL.quarterHour]: 15 * MINUTE_MS,
  [LEVEL.hour]: HOUR_MS,
  [LEVEL.day]: DAY_MS,
}

/** Whole buckets of one level that fill [from, to). */
export interface Segment {
  level: PlanLevel
  from: number
  to: number
}

export interface Edge {
  from: number
  to: number
}

/** The parts of a range: whole buckets, and the edges that need raw rows. */
export interface Plan {
  segments: Segment[]
  /** At most two, each shorter than a bucket of the finest level. */
  raw: Edge[]
}

/** The start of the UTC bucket that an instant falls in. */
export function floorTo(level: PlanLevel, instant: number): number {
  if (level === LEVEL.month || level === LEVEL.third) {
    const date = new Date(instant)
    const third = level === LEVEL.month ? 0 : Math.min(2, Math.floor((date.getUTCDate() - 1) / 10))
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1 + 10 * third)
  }
  return Math.floor(instant / WIDTH_MS[level]) * WIDTH_MS[level]
}

/** The end of the UTC bucket that an instant falls in. */
export function ceilTo(level: PlanLevel, instant: number): number {
  const start = floorTo(level, instant)
  if (level !== LEVEL.month && level !== LEVEL.third) return start + WIDTH_MS[level]
  const date = new Date(start)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  return level === LEVEL.third && day < 21
    ? Date.UTC(year, month, day + 10)
    : Date.UTC(year, month + 1, 1)
}

/** The bound of the level that is nearest to an instant; of two, the earlier one. */
export function roundTo(level: PlanLevel, instant: number): number {
  const [low, high] = [floorTo(level, instant), ceilTo(level, instant)]
  return high - instant < instant - low ? high : low
}

/** The starts of the buckets of a level between two of its bounds, in either order. */
export function bucketsBetween(level: PlanLevel, one: number, other: number): number[] {
  const starts: number[] = []
  const end = Math.max(one, other)
  for (let at = Math.min(one, other); at < end; at = ceilTo(level, at)) starts.push(at)
  return starts
}

/** Splits [from, to) into whole buckets of the levels, coarse to fine, and raw edges. */
export function planRange(from: number, to: number, levels: readonly PlanLevel[]): Plan {
  const plan: Plan = { segments: [], raw: [] }
  split(plan, from, to, levels)
  return plan
}

function split(plan: Plan, from: number, to: number, levels: readonly PlanLevel[]): void {
  if (from >= to) return
  const [level, ...finer] = levels
  if (!level) {
    plan.raw.push({ from, to })
    return
  }
  const low = floorTo(level, from) === from ? from : ceilTo(level, from)
  const high = floorTo(level, to)
  if (low >= high) {
    split(plan, from, to, finer)
    return
  }
  split(plan, from, low, finer)
  plan.segments.push({ level, from: low, to: high })
  split(plan, high, to, finer)
}

/** A range as the difference of two plans. */
export interface Balance {
  add: Plan
  subtract: Plan
}

/**
 * Splits [from, to) like `planRange`, but where most of a bucket is in the range, it adds the whole
 * bucket and subtracts the rest. Sums are exact, so their differences are too. Worth it if a bucket
 * has many rows.
 * @param last no row lies after this instant
 */
export function balanceRange(
  from: number,
  to: number,
  levels: readonly PlanLevel[],
  last: number,
): Balance {
  const balance: Balance = { add: { segments: [], raw: [] }, subtract: { segments: [], raw: [] } }
  splitBalance(balance, from, to, levels, last)
  return balance
}

function splitBalance(
  { add, subtract }: Balance,
  from: number,
  to: number,
  levels: readonly PlanLevel[],
  last: number,
): void {
  if (from >= to) return
  const [level, ...finer] = levels
  if (!level) {
    add.raw.push({ from, to })
    return
  }
  const [start, end] = [floorTo(level, from), ceilTo(level, to - 1)]
  const isOneBucket = ceilTo(level, from) >= to
  const rest = { before: from - start, after: Math.max(0, Math.min(end, last) - to) }
  const length = (bound: number) => (isOneBucket ? to - from : Math.abs(bound))
  const isWorthIt = (uncovered: number, covered: number) => 2 * uncovered < covered
  const all = rest.before + rest.after
  const addsFirst = isWorthIt(isOneBucket ? all : rest.before, length(ceilTo(level, from) - from))
  const addsLast = isWorthIt(isOneBucket ? all : rest.after, length(to - floorTo(level, to - 1)))
  const low = addsFirst ? start : ceilTo(level, from)
  const high = addsLast ? end : floorTo(level, to - 1)
  if (low >= high) {
    splitBalance({ add, subtract }, from, to, finer, last)
    return
  }
  add.segments.push({ level, from: low, to: high })
  // A rest is subtracted on this side, so the two plans swap.
  splitBalance({ add: subtract, subtract: add }, low, from, finer, last)
  splitBalance({ add, subtract }, from, low, finer, last)
  splitBalance({ add, subtract }, high, to, finer, last)
  splitBalance({ add: subtract, subtract: add }, to, high, finer, last)
}
