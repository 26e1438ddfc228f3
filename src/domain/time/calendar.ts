/**
 * Calendar arithmetic in a zone, by the zone's own rules: days may have 23 or 25 hours. Instants are
 * milliseconds since 1970 in UTC, zones are strings as in zone.ts. Nothing here reads the clock.
 */
import { DAY_MS, formatOffset, HOUR_MS, offsetMinutes, zoneRules, type ZoneRules } from './zone.ts'

export const UNITS = ['hour', 'day', 'week', 'month', 'year'] as const
export type Unit = (typeof UNITS)[number]

/** The length of the units that always have the same wall time. */
export const UNIT_MS = { hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS }

/** Instants in milliseconds: `start` is included, `end` is not. */
export interface TimeRange {
  start: number
  end: number
}

/** A wall-clock reading. `month` is 1 to 12. */
export interface LocalTime {
  year: number
  month: number
  day: number
  hour: number
  minute: number
}

function toWall(instant: number, zone: string): number {
  return instant + zoneRules(zone).offsetAt(instant)
}

/** The wall clock of the zone at that instant. */
export function toLocal(instant: number, zone: string): LocalTime {
  const wall = new Date(toWall(instant, zone))
  return {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
  }
}

/**
 * The instant of a wall time. A time that occurs twice is the earlier one; a time that the clock
 * skips is the instant of the skip.
 */
export function fromWall(wall: number, rules: ZoneRules): number {
  // A day on either side is beyond any change that could affect this time.
  const before = rules.offsetAt(wall - DAY_MS)
  const after = rules.offsetAt(wall + DAY_MS)
  const earlier = wall - Math.max(before, after)
  const later = wall - Math.min(before, after)
  if (earlier + rules.offsetAt(earlier) === wall) return earlier
  if (later + rules.offsetAt(later) === wall) return later
  return rules.nextChange(earlier, later + 1)
}

/** The start of the day "YYYY-MM-DD", or of the day `later` days after it. */
export function dayStart(date: string, zone: string, later = 0): number {
  return fromWall(Date.parse(date) + later * DAY_MS, zoneRules(zone))
}

/** The local date at that instant, "YYYY-MM-DD". */
export function localDate(instant: number, zone: string): string {
  return new Date(toWall(instant, zone)).toISOString().slice(0, 10)
}

/** Local ISO time with the offset at that instant: "2026-11-01T00:00:00+02:00". */
export function isoWithOffset(instant: number, zone: string): string {
  const local = new Date(toWall(instant, zone)).toISOString().slice(0, 19)
  return `${local}${formatOffset(offsetMinutes(instant, zone))}`
}

/** Whole calendar days from one "YYYY-MM-DD" to another, negative if the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS
}

/** The wall time at which the hour, day, ISO week (Monday), month or year of a wall time starts. */
export function floorWall(wall: number, unit: Unit): number {
  if (unit === 'month' || unit === 'year') {
    const date = new Date(wall)
    const month = unit === 'month' ? date.getUTCMonth() : 0
    // Date.UTC maps the years 0 to 99 to 1900 to 1999.
    return new Date(0).setUTCFullYear(date.getUTCFullYear(), month, 1)
  }
  // 1970 starts on a Thursday.
  const shift = unit === 'week' ? 3 * DAY_MS : 0
  return Math.floor((wall + shift) / UNIT_MS[unit]) * UNIT_MS[unit] - shift
}

/** The wall time n units later; a day that the month does not have becomes its last day. */
export function addToWall(wall: number, unit: Unit, n: number): number {
  if (unit !== 'month' && unit !== 'year') return wall + n * UNIT_MS[unit]
  const date = new Date(wall)
  const day = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() + (unit === 'year' ? 12 * n : n))
  // Day 31 overflows into the month after a shorter one; day 0 is the last day of the month before.
  if (date.getUTCDate() !== day) date.setUTCDate(0)
  return date.getTime()
}

/**
 * The start of the hour, day, ISO week (Monday), month or year of an instant. A change of the clock
 * starts a new hour, so a repeated hour counts as two.
 */
export function startOf(instant: number, unit: Unit, zone: string): number {
  const rules = zoneRules(zone)
  const offset = rules.offsetAt(instant)
  const wall = floorWall(instant + offset, unit)
  if (unit !== 'hour') return fromWall(wall, rules)
  const change = rules.nextChange(wall - offset, instant + 1)
  return change <= instant ? change : wall - offset
}

/**
 * The same wall-clock time n units later (earlier if negative); hours are elapsed hours. A day that
 * the month does not have becomes its last day: 31 March minus one month is 28 February.
 */
export function addUnits(instant: number, unit: Unit, n: number, zone: string): number {
  if (unit === 'hour') return instant + n * HOUR_MS
  return fromWall(addToWall(toWall(instant, zone), unit, n), zoneRules(zone))
}
