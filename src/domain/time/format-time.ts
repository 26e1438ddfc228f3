import { pluralize } from '#src/domain/text/text.ts'
import { monthName, twoDigits } from './date-parts.ts'

/** Local time of day of an instant in ms: '14:05'. */
export function formatTime(instant: number): string {
  const date = new Date(instant)
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`
}

/** Local time and day of an instant in ms: '14:05, 3 Nov'. */
export function formatDateTime(instant: number): string {
  const date = new Date(instant)
  return `${formatTime(instant)}, ${date.getDate()} ${monthName(date.getMonth() + 1)}`
}

/** The time if the instant is today, else the time and day. Instants in ms. */
export function formatAge(instant: number, now: number = Date.now()): string {
  const isToday = new Date(instant).toDateString() === new Date(now).toDateString()
  return isToday ? formatTime(instant) : formatDateTime(instant)
}

/** The seconds to follow `formatAge`: ':09', or nothing after a day. */
export function formatSeconds(instant: number, now: number = Date.now()): string {
  const isToday = formatAge(instant, now) === formatTime(instant)
  return isToday ? `:${twoDigits(new Date(instant).getSeconds())}` : ''
}

const MINUTE_MS = 60_000
const DURATION_UNITS = [
  ['day', 1440],
  ['hour', 60],
  ['minute', 1],
] as const

/** A duration in ms, in its largest unit: '3 minutes', '1 hour', '365 days'. */
export function formatDuration(ms: number): string {
  const minutes = Math.max(1, Math.round(Math.abs(ms) / MINUTE_MS))
  const [name, size] =
    DURATION_UNITS.find(([, inMinutes]) => minutes >= inMinutes) ?? DURATION_UNITS[2]
  const count = Math.round(minutes / size)
  return pluralize(count, name)
}

function dayParts(day: string): { month: string; day: number; year: number } {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  return { month: monthName(month), day: date, year }
}

/**
 * Formats two local days 'YYYY-MM-DD': 'Oct 22 – Nov 20, 2025'. The short form has years of two
 * digits; the shortest form also omits days if the years differ.
 */
export function formatDateRange(
  first: string,
  last: string,
  size: 'long' | 'short' | 'shortest' = 'long',
): string {
  const from = dayParts(first)
  const to = dayParts(last)
  const end = `${to.month} ${to.day}`
  if (first === last) return `${end}, ${to.year}`
  const start = `${from.month} ${from.day}`
  if (from.year === to.year) return `${start} – ${end}${size === 'shortest' ? '' : `, ${to.year}`}`
  if (size === 'long') return `${start}, ${from.year} – ${end}, ${to.year}`
  const years = [` ’${twoDigits(from.year % 100)}`, ` ’${twoDigits(to.year % 100)}`]
  if (size === 'short') return `${start}${years[0]} – ${end}${years[1]}`
  return `${from.month}${years[0]} – ${to.month}${years[1]}`
}
