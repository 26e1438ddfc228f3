import { capitalize } from '#src/domain/text/text.ts'
/** Graph units and time periods: the allowed combinations and their reasons. */
import { addUnits, floorWall, UNIT_MS, UNITS, type TimeRange, type Unit } from './calendar.ts'
import { DAY_MS, zoneRules } from './zone.ts'

export type UnitChoice = Unit | 'auto'

/** The periods that end now, as named in a choice of them. */
export const ROLLING_PERIODS = ['day', 'week', 'month', 'year', 'all'] as const
export type RollingPeriod = (typeof ROLLING_PERIODS)[number]
export const PERIODS = [...ROLLING_PERIODS, 'custom'] as const
export type Period = (typeof PERIODS)[number]

export const ROLLING_PERIOD_OPTIONS = ROLLING_PERIODS.map((value) => ({
  value,
  label: capitalize(value),
}))

/** The app and the server reject a range with more buckets than this. */
export const MAX_BUCKETS = 5000

const LONG_CUSTOM_DAYS = 365

/** Units that a period excludes; for custom ranges the length decides. */
const EXCLUDED: Record<RollingPeriod, readonly Unit[]> = {
  day: ['week', 'month', 'year'],
  week: ['month', 'year'],
  month: ['hour', 'year'],
  year: ['hour'],
  all: [],
}

/** The longest range, in local calendar days, for which "auto" selects each unit. */
const AUTO_LIMITS: readonly { unit: Unit; days: number }[] = [
  { unit: 'hour', days: 1 },
  { unit: 'day', days: 56 },
  { unit: 'week', days: 180 },
  { unit: 'month', days: 730 },
]

/**
 * The unit that "auto" selects for the range. Days are local calendar days of any length: a day of
 * 25 hours is one day, and so are 24 hours that contain a shorter day.
 */
export function autoUnit({ start, end }: TimeRange, zone: string): Unit {
  const fits = AUTO_LIMITS.find(
    ({ days }) => end <= Math.max(start + days * DAY_MS, addUnits(start, 'day', days, zone)),
  )
  return fits?.unit ?? 'year'
}

/** The number of buckets of a unit that the range touches. */
export function countBuckets({ start, end }: TimeRange, unit: Unit, zone: string): number {
  if (end <= start) return 0
  const rules = zoneRules(zone)
  const first = start + rules.offsetAt(start)
  // Hours are elapsed hours, so the offset of the start holds for the whole range.
  const last = unit === 'hour' ? first + (end - 1 - start) : end - 1 + rules.offsetAt(end - 1)
  const [from, to] = [floorWall(first, unit), floorWall(last, unit)]
  if (unit === 'month' || unit === 'year') {
    const years = new Date(to).getUTCFullYear() - new Date(from).getUTCFullYear()
    const months = new Date(to).getUTCMonth() - new Date(from).getUTCMonth()
    return (unit === 'year' ? years : years * 12 + months) + 1
  }
  return (to - from) / UNIT_MS[unit] + 1
}

/**
 * The units that can be selected, from hour to year. `customDays` is the number of local calendar
 * days of a custom range (0 while it is incomplete); `range` limits the number of buckets.
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

/** The selected unit if it is allowed, else the first allowed one, else auto. */
export function unitAfterChange(selected: UnitChoice, allowed: readonly Unit[]): UnitChoice {
  if (selected === 'auto' || allowed.includes(selected)) return selected
  return allowed[0] ?? 'auto'
}

/** "Hour" of "hour". */
export function unitName(unit: UnitChoice): string {
  return capitalize(unit)
}

/** The tooltip of a unit that cannot be selected. */
export function unitRefusal(unit: Unit): string {
  return `${unitName(unit)} cannot be selected for the current time period`
}
