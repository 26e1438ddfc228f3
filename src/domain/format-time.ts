import { pluralize } from './pluralize.ts'
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

/** As short as it is clear: the time alone today, with the day otherwise. Instants in ms. */
export function formatAge(instant: number, now: number = Date.now()): string {
  const isToday = new Date(instant).toDateString() === new Date(now).toDateString()
  return isToday ? formatTime(instant) : formatDateTime(instant)
}

const MINUTE_MS = 60_000
const LENGTHS = [
  ['day', 1440],
  ['hour', 60],
  ['minute', 1],
] as const

/** A stretch of time in its largest whole unit: '3 minutes', '1 hour', '365 days'. In ms. */
export function formatDuration(ms: number): string {
  const minutes = Math.max(1, Math.round(Math.abs(ms) / MINUTE_MS))
  // The last one divides by 1.
  const [name, size] = LENGTHS.find(([, inMinutes]) => minutes >= inMinutes) ?? LENGTHS[2]
  const count = Math.round(minutes / size)
  return pluralize(count, name)
}

function dayParts(day: string): { month: string; day: number; year: number } {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  return { month: monthName(month), day: date, year }
}

/**
 * Two local days 'YYYY-MM-DD' in words: 'Oct 22 – Nov 20, 2025'. Where there is little room, years
 * are two digits ('short') or days go where the years differ ('shortest').
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
