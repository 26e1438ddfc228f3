/** The buckets of a graph, and the format of their dates. */
import {
  addToWall,
  addUnits,
  floorWall,
  fromWall,
  localDate,
  startOf,
  toLocal,
  type TimeRange,
  type Unit,
} from './calendar.ts'
import { monthName, twoDigits } from './date-parts.ts'
import { formatDateRange } from './format-time.ts'
import { MAX_BUCKETS } from './time-units.ts'
import { formatOffset, HOUR_MS, offsetMinutes, zoneRules } from './zone.ts'

/**
 * The start of each bucket that the range touches, ascending, then the end of the last one. The
 * first may lie before the range. A change of the clock starts a new hour, so a repeated hour is two
 * buckets.
 * @param max stops after this many buckets
 */
export function bucketEdges(
  { start, end }: TimeRange,
  unit: Unit,
  zone: string,
  max = Number.POSITIVE_INFINITY,
): number[] {
  const edges: number[] = []
  let at = startOf(start, unit, zone)
  while (at < end && edges.length < max) {
    const next = nextBucket(at, unit, zone)
    // After a repeated midnight the next day can start before `start`.
    if (next > start) edges.push(at)
    at = next
  }
  return [...edges, at]
}

/** The start of the bucket after the one that starts at `bucket`. */
export function nextBucket(bucket: number, unit: Unit, zone: string): number {
  const rules = zoneRules(zone)
  const offset = rules.offsetAt(bucket)
  let wall = floorWall(bucket + offset, unit)
  if (unit === 'hour') {
    const next = wall + HOUR_MS - offset
    return Math.min(next, rules.nextChange(bucket, next))
  }
  // A day that the clock skips has no bucket.
  let next = bucket
  while (next <= bucket) {
    wall = addToWall(wall, unit, 1)
    next = fromWall(wall, rules)
  }
  return next
}

/** The starts of the buckets that the range touches, at most the 5,000 that the server accepts. */
export function bucketStarts(range: TimeRange, unit: Unit, zone: string): number[] {
  return bucketEdges(range, unit, zone, MAX_BUCKETS).slice(0, -1)
}

/**
 * The index of the bucket of an instant, or -1 if it lies before the first. The instant, not the
 * label, decides, so every row belongs to exactly one bucket whatever the server's offsets are.
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
 * The full name of a bucket, for tooltips and tables: "Nov 6, 2026, 14:00", "Nov 6, 2026",
 * "Week of Nov 2, 2026". An hour that the clock repeats includes its offset.
 */
export function describeBucket(bucket: number, unit: Unit, zone: string): string {
  const { year, month, day } = toLocal(bucket, zone)
  const date = `${monthName(month)} ${day}, ${year}`
  if (unit === 'day') return date
  if (unit === 'week') return `Week of ${date}`
  if (unit !== 'hour') return formatBucket(bucket, unit, zone)
  const time = `${date}, ${formatBucket(bucket, unit, zone)}`
  const isRepeated = [-1, 1].some((n) => {
    const other = addUnits(bucket, 'hour', n, zone)
    return formatBucket(other, 'hour', zone) === formatBucket(bucket, 'hour', zone)
  })
  return isRepeated ? `${time} (${formatOffset(offsetMinutes(bucket, zone))})` : time
}

/** "Oct 22 – Nov 20, 2026"; the year appears twice only if it differs. */
export function formatRange({ start, end }: TimeRange, zone: string): string {
  return formatDateRange(localDate(start, zone), localDate(Math.max(start, end - 1), zone))
}

/** "Sep 22 – Oct 21": without the year if it is the year in which the range `shown` ends. */
export function formatPreviousRange(range: TimeRange, shown: TimeRange, zone: string): string {
  const text = formatRange(range, zone)
  const yearOf = (instant: number) => toLocal(instant, zone).year
  return yearOf(range.start) === yearOf(shown.end - 1) ? text.replace(/, \d{4}$/, '') : text
}

/**
 * The place of an instant on an axis of buckets, in buckets from its start: 2.5 is the middle of the
 * third. An instant outside of the axis has the place of its end.
 * @param edges the start of each bucket, ascending, then the end of the last one; epoch ms
 */
export function bucketPosition(edges: readonly number[], instant: number): number {
  const last = edges.length - 1
  const index = bucketIndex(edges, instant)
  if (index < 0) return 0
  const [start, end] = [edges[index], edges[index + 1]]
  if (start === undefined || end === undefined) return Math.max(0, last)
  return index + (instant - start) / (end - start)
}
