/**
 * Calendar arithmetic in an IANA zone, by the zone's own rules (days of 23 and 25 hours included).
 * Instants are milliseconds since 1970 in UTC. Nothing here asks what time it is.
 */
import { twoDigits } from './date-parts.ts'
import type { Unit } from './time-units.ts'

export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000

/** A wall-clock reading. `month` is 1 to 12. */
export interface LocalTime {
  year: number
  month: number
  day: number
  hour: number
  minute: number
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formats.set(zone, format)
  }
  return format
}

/** Whether the runtime knows a zone by this name. */
export function isZone(name: string): boolean {
  try {
    formatOf(name)
    return true
  } catch {
    return false
  }
}

/** A traveller's device may change its zone while the app is open: it is asked again after so long. */
const ZONE_KEPT_MS = 1000
let device = { zone: 'UTC', until: Number.NEGATIVE_INFINITY }

/** The device's zone, or UTC where the browser does not tell. */
export function deviceZone(): string {
  // Asking takes long, and one render asks many times.
  const now = performance.now()
  if (now > device.until) {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    device = { zone: zone && isZone(zone) ? zone : 'UTC', until: now + ZONE_KEPT_MS }
  }
  return device.zone
}

/** So many instants a zone’s offset is remembered for: a few long graphs. */
const MAX_REMEMBERED = 2000
const offsets = new Map<string, Map<number, number>>()

/**
 * What the zone is ahead of UTC at that instant, in milliseconds. Asking the runtime takes long, and
 * the same few instants, the edges of buckets, are asked for again and again.
 */
function offsetMs(instant: number, zone: string): number {
  if (zone === 'UTC') return 0
  let known = offsets.get(zone)
  if (!known) offsets.set(zone, (known = new Map()))
  let offset = known.get(instant)
  if (offset === undefined) {
    offset = readOffsetMs(instant, zone)
    if (known.size >= MAX_REMEMBERED) known.clear()
    known.set(instant, offset)
  }
  return offset
}

function readOffsetMs(instant: number, zone: string): number {
  const read: Record<string, number> = {}
  for (const { type, value } of formatOf(zone).formatToParts(instant)) read[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = read
  const asUtc = Date.UTC(year, month - 1, day, hour, minute, second)
  return asUtc - Math.floor(instant / 1000) * 1000
}

/** Minutes that the zone is ahead of UTC at that instant: 120 in Berlin's summer, -210 in St John's. */
export function offsetMinutes(instant: number, zone: string): number {
  return Math.round(offsetMs(instant, zone) / MINUTE_MS)
}

/** The wire's form of an offset: 330 is "+05:30". */
export function formatOffset(minutes: number): string {
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`
}

/** The wall clock of the zone at that instant. */
export function toLocal(instant: number, zone: string): LocalTime {
  const shifted = new Date(instant + offsetMs(instant, zone))
  return {
    year: shifted.getUTCFullYear(),
    month: shifted.getUTCMonth() + 1,
    day: shifted.getUTCDate(),
    hour: shifted.getUTCHours(),
    minute: shifted.getUTCMinutes(),
  }
}

/**
 * The instant of a wall-clock reading. Fields may overflow (day 32, month 0).
 * A reading that occurs twice is the earlier one; one that the clock skips is the moment of the skip.
 */
export function fromLocal(local: LocalTime, zone: string): number {
  const asUtc = Date.UTC(local.year, local.month - 1, local.day, local.hour, local.minute)
  // A day on either side is past any change of the clock that could concern this reading.
  const before = offsetMs(asUtc - DAY_MS, zone)
  const after = offsetMs(asUtc + DAY_MS, zone)
  const early = asUtc - Math.max(before, after)
  const late = asUtc - Math.min(before, after)
  if (early + offsetMs(early, zone) === asUtc) return early
  if (late + offsetMs(late, zone) === asUtc) return late
  return firstAfterSkip(early, late, zone)
}

/** The instant between the two at which the offset changes: where a skipped reading resumes. */
function firstAfterSkip(low: number, high: number, zone: string): number {
  const start = offsetMs(low, zone)
  let from = low
  let to = high
  while (to - from > 1000) {
    const middle = Math.floor((from + to) / 2000) * 1000
    if (offsetMs(middle, zone) === start) from = middle
    else to = middle
  }
  return to
}

/** The local midnight that begins the day "YYYY-MM-DD". */
export function dayStart(date: string, zone: string): number {
  const [year = 1970, month = 1, day = 1] = date.split('-').map(Number)
  return fromLocal({ year, month, day, hour: 0, minute: 0 }, zone)
}

/** The local date at that instant, "YYYY-MM-DD". */
export function localDate(instant: number, zone: string): string {
  return new Date(instant + offsetMs(instant, zone)).toISOString().slice(0, 10)
}

/** Whole calendar days from one "YYYY-MM-DD" to another, negative when it is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
}

/**
 * The start of the hour, day, ISO week (Monday), month or year that the instant falls in.
 * An hour is cut with the offset of its own instant, so that a repeated hour stays two.
 */
export function startOf(instant: number, unit: Unit, zone: string): number {
  if (unit === 'hour') {
    const offset = offsetMs(instant, zone)
    return Math.floor((instant + offset) / HOUR_MS) * HOUR_MS - offset
  }
  const { year, month, day } = toLocal(instant, zone)
  const midnight = { year, month, day, hour: 0, minute: 0 }
  if (unit === 'week') {
    const weekday = (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7
    return fromLocal({ ...midnight, day: day - weekday }, zone)
  }
  if (unit === 'month') return fromLocal({ ...midnight, day: 1 }, zone)
  if (unit === 'year') return fromLocal({ ...midnight, month: 1, day: 1 }, zone)
  return fromLocal(midnight, zone)
}

/**
 * The same wall-clock time n units later (earlier when negative); hours are hours that pass.
 * A day that the month does not have becomes its last: 31 March less one month is 28 February.
 */
export function addUnits(instant: number, unit: Unit, n: number, zone: string): number {
  if (unit === 'hour') return instant + n * HOUR_MS
  const local = toLocal(instant, zone)
  const rest = instant + offsetMs(instant, zone)
  const belowMinute = ((rest % MINUTE_MS) + MINUTE_MS) % MINUTE_MS
  if (unit === 'day') return fromLocal({ ...local, day: local.day + n }, zone) + belowMinute
  if (unit === 'week') return fromLocal({ ...local, day: local.day + 7 * n }, zone) + belowMinute
  const months = unit === 'year' ? 12 * n : n
  const year = local.year + Math.floor((local.month - 1 + months) / 12)
  const month = ((((local.month - 1 + months) % 12) + 12) % 12) + 1
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return fromLocal({ ...local, year, month, day: Math.min(local.day, lastDay) }, zone) + belowMinute
}
