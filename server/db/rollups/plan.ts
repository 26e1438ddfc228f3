const QUARTER_MS = 900_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** Widths of a rollup's buckets, in UTC: 15 minutes, hour, day, third of a month, month. */
export type Level = 'q' | 'h' | 'd' | 't' | 'm'

/** Whole buckets of one level that fill [from, to). */
export interface Segment {
  level: Level
  from: number
  to: number
}

export interface Edge {
  from: number
  to: number
}

/** How a range is put together: whole buckets, and what only the raw rows can tell. */
export interface Plan {
  segments: Segment[]
  /** At most two, each shorter than a bucket of the finest level. */
  raw: Edge[]
}

/** The start of the UTC bucket that an instant falls in. */
export function floorTo(level: Level, instant: number): number {
  if (level === 'm' || level === 't') {
    const date = new Date(instant)
    // Thirds begin on the 1st, 11th and 21st.
    const third = level === 'm' ? 0 : Math.min(2, Math.floor((date.getUTCDate() - 1) / 10))
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1 + 10 * third)
  }
  const width = { q: QUARTER_MS, h: HOUR_MS, d: DAY_MS }[level]
  return Math.floor(instant / width) * width
}

/** The end of the UTC bucket that an instant falls in. */
export function ceilTo(level: Level, instant: number): number {
  const start = floorTo(level, instant)
  if (level !== 'm' && level !== 't') return start + { q: QUARTER_MS, h: HOUR_MS, d: DAY_MS }[level]
  const date = new Date(start)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  return level === 't' && day < 21 ? Date.UTC(year, month, day + 10) : Date.UTC(year, month + 1, 1)
}

/** Splits [from, to) into whole buckets of the levels (coarse to fine) and raw edges. */
export function planRange(from: number, to: number, levels: readonly Level[]): Plan {
  const plan: Plan = { segments: [], raw: [] }
  split(plan, from, to, levels)
  return plan
}

function split(plan: Plan, from: number, to: number, levels: readonly Level[]): void {
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

/** A range as what to add up and what of it to take away again. */
export interface Balance {
  add: Plan
  less: Plan
}

/**
 * Splits [from, to) like `planRange`, but takes a whole bucket less the rest of it where the rest is
 * much shorter: sums are exact, so that a difference of them is too. It pays where a bucket has many
 * rows.
 * @param last no rows lie after it
 */
export function balanceRange(
  from: number,
  to: number,
  levels: readonly Level[],
  last: number,
): Balance {
  const balance: Balance = { add: { segments: [], raw: [] }, less: { segments: [], raw: [] } }
  weigh(balance, from, to, levels, last)
  return balance
}

function weigh(
  { add, less }: Balance,
  from: number,
  to: number,
  levels: readonly Level[],
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
  const isWhole = (uncovered: number, covered: number) => 2 * uncovered < covered
  const all = rest.before + rest.after
  const takesFirst = isWhole(isOneBucket ? all : rest.before, length(ceilTo(level, from) - from))
  const takesLast = isWhole(isOneBucket ? all : rest.after, length(to - floorTo(level, to - 1)))
  const low = takesFirst ? start : ceilTo(level, from)
  const high = takesLast ? end : floorTo(level, to - 1)
  if (low >= high) {
    weigh({ add, less }, from, to, finer, last)
    return
  }
  add.segments.push({ level, from: low, to: high })
  // What is taken away is added to the other side, and the other way round.
  weigh({ add: less, less: add }, low, from, finer, last)
  weigh({ add, less }, from, low, finer, last)
  weigh({ add, less }, high, to, finer, last)
  weigh({ add: less, less: add }, to, high, finer, last)
}
