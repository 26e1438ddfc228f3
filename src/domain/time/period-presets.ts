/**
 * Named ranges of days of the device's calendar, and how days are written beside their name. Days are
 * local dates "YYYY-MM-DD", both ends included.
 */
import { addToWall, daysBetween, floorWall, localDate, type Unit } from './calendar.ts'
import { monthName } from './date-parts.ts'
import { formatDateRange } from './format-time.ts'

export interface PresetDays {
  start: string
  end: string
}

export interface PeriodPreset {
  name: string
  /** Null when nothing can have happened: it ends before the launch, or the launch is unknown. */
  days: PresetDays | null
}

const DAYS_A_WEEK = 7

/** The day that a wall time at midnight belongs to. */
function toDay(wall: number): string {
  return new Date(wall).toISOString().slice(0, 10)
}

/** The whole week or month before the one that starts at the wall time `start`. */
function unitBefore(start: number, unit: Unit): PresetDays {
  return { start: toDay(addToWall(start, unit, -1)), end: toDay(addToWall(start, 'day', -1)) }
}

/**
 * The presets in the order of the list. The present week and month end today; weeks start on Monday.
 * Dates are counted, not hours, so that a change of the clock moves no day.
 * @param now the instant in ms whose local day is today
 * @param minDate the launch: the earliest instant in ms of the selected projects; null while unknown
 */
export function periodPresets(now: number, minDate: number | null, zone: string): PeriodPreset[] {
  const end = localDate(now, zone)
  const launch = minDate === null ? null : localDate(Math.min(minDate, now), zone)
  const today = Date.parse(end)
  const yesterday = toDay(addToWall(today, 'day', -1))
  const week = floorWall(today, 'week')
  const month = floorWall(today, 'month')
  const presets = {
    Today: { start: end, end },
    Yesterday: { start: yesterday, end: yesterday },
    'This week': { start: toDay(week), end },
    'Last week': unitBefore(week, 'week'),
    'This month': { start: toDay(month), end },
    'Last month': unitBefore(month, 'month'),
    'Since launch': launch === null ? null : { start: launch, end },
  }
  return Object.entries(presets).map(([name, days]) => ({
    name,
    days: days !== null && launch !== null && days.end < launch ? null : days,
  }))
}

/**
 * The preset of these days. Several may have the same days (on a Monday "Today" and "This week"):
 * the one named `chosen` if it is among them, else the first.
 */
export function presetOf(
  presets: readonly PeriodPreset[],
  start: string | null,
  end: string | null,
  chosen?: string | null,
): PeriodPreset | undefined {
  const equal = presets.filter(({ days }) => days?.start === start && days?.end === end)
  return equal.find(({ name }) => name === chosen) ?? equal[0]
}

/** Whether the days are one or more whole weeks, from a Monday to a Sunday. */
export function isWholeWeeks({ start, end }: PresetDays): boolean {
  const first = Date.parse(start)
  return floorWall(first, 'week') === first && (daysBetween(start, end) + 1) % DAYS_A_WEEK === 0
}

function formatDay(day: string): string {
  return `${monthName(Number(day.slice(5, 7)))} ${Number(day.slice(8))}`
}

/**
 * The days as short as they are clear: "Nov 20", "Nov 10 – 16", "Oct 22 – Nov 20", and with the year
 * if it is not the year of `today`: "Nov 10 – 16, 2024", "Oct 22 ’24 – Nov 20 ’25".
 */
export function formatShortDays({ start, end }: PresetDays, today: string): string {
  const year = end.slice(0, 4)
  if (start.slice(0, 4) !== year) return formatDateRange(start, end, 'short')
  const isOneMonth = start.slice(0, 7) === end.slice(0, 7)
  const last = isOneMonth ? String(Number(end.slice(8))) : formatDay(end)
  const days = start === end ? formatDay(end) : `${formatDay(start)} – ${last}`
  return year === today.slice(0, 4) ? days : `${days}, ${year}`
}
