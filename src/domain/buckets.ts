/** The buckets of a graph, and how their dates read. */
import { monthName, twoDigits } from './date-parts.ts'
import { addUnits, formatOffset, offsetMinutes, startOf, toLocal } from './zone.ts'
import type { TimeRange } from './time-range.ts'
import { MAX_BUCKETS, type Unit } from './time-units.ts'

/**
 * The starts of every bucket that the range touches, ascending; the first may lie before the range.
 * Never more than the 5,000 that a server answers.
 */
export function bucketStarts({ start, end }: TimeRange, unit: Unit, zone: string): number[] {
  const starts: number[] = []
  let bucket = startOf(start, unit, zone)
  while (bucket < end && starts.length < MAX_BUCKETS) {
    starts.push(bucket)
    bucket = nextBucket(bucket, unit, zone)
  }
  return starts
}

/** The start of the bucket after the one that starts at `bucket`. */
export function nextBucket(bucket: number, unit: Unit, zone: string): number {
  const next = startOf(addUnits(bucket, unit, 1, zone), unit, zone)
  // Midnight that the clock skips or repeats can throw a whole unit back on itself.
  return next > bucket ? next : startOf(addUnits(bucket, unit, 2, zone), unit, zone)
}

/**
 * The index of the bucket that an instant falls in, or -1 when it lies before the first.
 * Going by instant and not by label keeps every row in exactly one bucket, whatever offset a
 * server cut its rows with.
 */
export function bucketIndex(starts: readonly number[], instant: number): number {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    // middle is below starts.length.
    if ((starts[middle] as number) <= instant) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The X axis: HH:mm by the hour, "Nov 6" by day and week, "Nov 2026" by month, "2026" by year. */
export function formatBucket(bucket: number, unit: Unit, zone: string): string {
  const { year, month, day, hour, minute } = toLocal(bucket, zone)
  const name = monthName(month)
  if (unit === 'hour') return `${twoDigits(hour)}:${twoDigits(minute)}`
  if (unit === 'month') return `${name} ${year}`
  return unit === 'year' ? String(year) : `${name} ${day}`
}

/**
 * A bucket named in full, for tooltips and tables: "Nov 6, 2026, 14:00", "Nov 6, 2026",
 * "Week of Nov 2, 2026". An hour that the clock repeats also names its offset.
 */
export function describeBucket(bucket: number, unit: Unit, zone: string): string {
  const { year, month, day } = toLocal(bucket, zone)
  const date = `${monthName(month)} ${day}, ${year}`
  if (unit === 'day') return date
  if (unit === 'week') return `Week of ${date}`
  if (unit !== 'hour') return formatBucket(bucket, unit, zone)
  const time = `${date}, ${formatBucket(bucket, unit, zone)}`
  return isRepeatedHour(bucket, zone) ? `${time} (${offsetOf(bucket, zone)})` : time
}

function isRepeatedHour(bucket: number, zone: string): boolean {
  const label = formatBucket(bucket, 'hour', zone)
  return [-1, 1].some(
    (n) => formatBucket(addUnits(bucket, 'hour', n, zone), 'hour', zone) === label,
  )
}

function offsetOf(instant: number, zone: string): string {
  return formatOffset(offsetMinutes(instant, zone))
}

/** "Nov 20, 2026" in the zone. */
function formatDate(instant: number, zone: string): string {
  return describeBucket(instant, 'day', zone)
}

/** "Oct 22 – Nov 20, 2026"; the year is named twice only when it differs. */
export function formatRange({ start, end }: TimeRange, zone: string): string {
  const last = Math.max(start, end - 1)
  const from = toLocal(start, zone)
  const to = toLocal(last, zone)
  const until = formatDate(last, zone)
  if (from.year !== to.year) return `${formatDate(start, zone)} – ${until}`
  if (from.month === to.month && from.day === to.day) return until
  return `${formatBucket(start, 'day', zone)} – ${until}`
}
