/**
 * The period of a list, which its page's URL keeps: days of the device's zone, as the picker gives
 * them, or instants, as a link from a figure gives them.
 */
import { dayStart, localDate, type TimeRange } from '#src/domain/time/calendar.ts'
import { formatDateRange, formatTime } from '#src/domain/time/format-time.ts'
import type { PresetDays } from '#src/domain/time/period-presets.ts'
import { instantSchema } from '#src/wire/primitives.ts'

/** The parameters of the page's URL, named like those of the API call. */
const START = 'start_date'
const END = 'end_date'

/** Two days "YYYY-MM-DD", both included; or two instants, the second one excluded. */
export interface ListPeriod {
  start: string
  end: string
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

function isDay(text: string): boolean {
  const instant = DAY.test(text) ? Date.parse(text) : NaN
  return Number.isFinite(instant) && new Date(instant).toISOString().startsWith(text)
}

const isInstant = (text: string) => instantSchema.safeParse(text).success

/** The period of a URL; null for all time, and for one that is no period. */
export function readPeriod(params: URLSearchParams): ListPeriod | null {
  const start = params.get(START) ?? ''
  const end = params.get(END) ?? ''
  const isOfDays = isDay(start) && isDay(end) && start <= end
  const isExact = isInstant(start) && isInstant(end) && Date.parse(start) <= Date.parse(end)
  return isOfDays || isExact ? { start, end } : null
}

/** The parameters with this period; null is all time. */
export function withPeriod(params: URLSearchParams, period: ListPeriod | null): URLSearchParams {
  const next = new URLSearchParams(params)
  next.delete(START)
  next.delete(END)
  if (period !== null) {
    next.set(START, period.start)
    next.set(END, period.end)
  }
  return next
}

/** The period in ms, its end excluded. Days begin and end in `zone`. */
function periodRange({ start, end }: ListPeriod, zone: string): TimeRange {
  return isDay(start)
    ? { start: dayStart(start, zone), end: dayStart(end, zone, 1) }
    : { start: Date.parse(start), end: Date.parse(end) }
}

/** The parameters of the list's call. */
export function periodQuery(period: ListPeriod, zone: string) {
  const { start, end } = periodRange(period, zone)
  return { [START]: new Date(start).toISOString(), [END]: new Date(end).toISOString() }
}

/** The days that a period touches, both included. */
export function periodDays(period: ListPeriod, zone: string): PresetDays {
  const { start, end } = periodRange(period, zone)
  return { start: localDate(start, zone), end: localDate(Math.max(start, end - 1), zone) }
}

/** "Nov 1 – Nov 20, 2025"; with the times where it does not begin or end with a day. Device's zone. */
export function describePeriod(period: ListPeriod, zone: string): string {
  const { start, end } = periodRange(period, zone)
  const days = periodDays(period, zone)
  const isFromMidnight = dayStart(days.start, zone) === start
  if (isFromMidnight && dayStart(days.end, zone, 1) === end)
    return formatDateRange(days.start, days.end)
  const bound = (day: string, instant: number) =>
    `${formatDateRange(day, day)} ${formatTime(instant)}`
  return `${isFromMidnight ? formatDateRange(days.start, days.start) : bound(days.start, start)} – ${bound(localDate(end, zone), end)}`
}
