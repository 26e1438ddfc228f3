/** Graph units and time periods: what may be combined, and why not (spec 4 and 9, decisions 1). */
import { addUnits, DAY_MS, HOUR_MS, startOf, toLocal } from './zone.ts'
import type { TimeRange } from './time-range.ts'

export const UNITS = ['hour', 'day', 'week', 'month', 'year'] as const
export type Unit = (typeof UNITS)[number]
export type UnitChoice = Unit | 'auto'

export const PERIODS = ['day', 'week', 'month', 'year', 'all', 'custom'] as const
export type Period = (typeof PERIODS)[number]

/** A range that would make more buckets of a unit than this is refused by app and server alike. */
export const MAX_BUCKETS = 5000

const LONG_CUSTOM_DAYS = 365

/** Units that a period excludes; custom ranges go by their length instead. */
const EXCLUDED: Record<Exclude<Period, 'custom'>, readonly Unit[]> = {
  day: ['week', 'month', 'year'],
  week: ['month', 'year'],
  month: ['hour', 'year'],
  year: ['hour'],
  all: [],
}

/** Longest range, in local calendar days, that the automatic unit draws by each unit. */
const AUTO_LIMITS: readonly { unit: Unit; days: number }[] = [
  { unit: 'hour', days: 1 },
  { unit: 'day', days: 56 },
  { unit: 'week', days: 180 },
  { unit: 'month', days: 730 },
]

/**
 * The unit that "auto" stands for, by the length of the range. Days are local calendar days,
 * however long: a day of 25 hours is still one day, and so are 24 hours across a shorter day.
 */
export function autoUnit({ start, end }: TimeRange, zone: string): Unit {
  const fits = AUTO_LIMITS.find(
    ({ days }) => end <= Math.max(start + days * DAY_MS, addUnits(start, 'day', days, zone)),
  )
  return fits?.unit ?? 'year'
}

/** How many buckets of a unit the range touches. */
export function countBuckets({ start, end }: TimeRange, unit: Unit, zone: string): number {
  if (end <= start) return 0
  const last = end - 1
  if (unit === 'hour') {
    return Math.round((startOf(last, 'hour', zone) - startOf(start, 'hour', zone)) / HOUR_MS) + 1
  }
  if (unit === 'day' || unit === 'week') {
    const span = startOf(last, unit, zone) - startOf(start, unit, zone)
    return Math.round(span / (unit === 'day' ? DAY_MS : 7 * DAY_MS)) + 1
  }
  const from = toLocal(start, zone)
  const to = toLocal(last, zone)
  const years = to.year - from.year
  return (unit === 'year' ? years : years * 12 + to.month - from.month) + 1
}

/**
 * Units that can be chosen, in the order hour to year. `customDays` is the number of local calendar
 * days of a custom range (0 while it is not complete); the range serves the cap on buckets.
 */
export function allowedUnits(
  period: Period,
  customDays: number,
  range: TimeRange | null,
  zone: string,
): Unit[] {
  const excluded = period === 'custom' ? customExcluded(customDays) : EXCLUDED[period]
  return UNITS.filter(
    (unit) =>
      !excluded.includes(unit) && (!range || countBuckets(range, unit, zone) <= MAX_BUCKETS),
  )
}

function customExcluded(days: number): readonly Unit[] {
  if (days >= LONG_CUSTOM_DAYS) return ['hour', 'day']
  return days >= 1 ? ['hour'] : []
}

/** The unit to go on with: the chosen one while it is allowed, else the first allowed, else auto. */
export function unitAfterChange(chosen: UnitChoice, allowed: readonly Unit[]): UnitChoice {
  if (chosen === 'auto' || allowed.includes(chosen)) return chosen
  return allowed[0] ?? 'auto'
}

const UNIT_NAMES: Record<UnitChoice, string> = {
  auto: 'Auto',
  hour: 'Hour',
  day: 'Day',
  week: 'Week',
  month: 'Month',
  year: 'Year',
}

export function unitName(unit: UnitChoice): string {
  return UNIT_NAMES[unit]
}

/** The tooltip of a unit that can't be chosen (spec 8). */
export function unitRefusal(unit: Unit): string {
  return `${UNIT_NAMES[unit]} cannot be selected for the current time period`
}
