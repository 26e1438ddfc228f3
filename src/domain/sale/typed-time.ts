import { fromWall } from '#src/domain/time/calendar.ts'
import { zoneRules } from '#src/domain/time/zone.ts'
import { cleanCell, readTime, type DATE_READINGS } from './import-cells.ts'

type DateReading = (typeof DATE_READINGS)[number]

/** A zone at the end of a time, or an instant in seconds since 1970. */
const NAMES_ZONE = /(?:z|utc|gmt)\)?$|^\d{10,13}(?:\.\d+)?$/i

/**
 * Reads a typed or pasted time as an instant (ISO 8601 in UTC): ISO, "Dec 15, 2025 09:00", "15.12.2025",
 * "12/15/2025 9:00 am". Without an offset it is a wall time of `zone`, and a date is its start. A time that
 * the clock skips is the instant of the skip, one that occurs twice the earlier one.
 * @param reading how a date that can be two days is read; without it such a date is refused
 */
export function readTypedTime(
  text: string,
  zone: string,
  reading: DateReading | null = null,
): { value: string } | { reason: string } {
  const read = readTime(text)
  if ('reason' in read) return read
  const days = [...new Set(Object.values(read.values))]
  const value = reading === null ? undefined : read.values[reading]
  const [only = ''] = days
  if (value === undefined && days.length > 1)
    return { reason: 'Can be two days. Write it as 2025-03-01.' }
  return { value: toInstant(value ?? only, zone, NAMES_ZONE.test(cleanCell(text))) }
}

/** `readTime` takes a time without a zone for UTC. */
function toInstant(iso: string, zone: string, hasZone: boolean): string {
  const time = Date.parse(iso)
  const isLocal = iso.endsWith('Z') && !hasZone
  return new Date(isLocal ? fromWall(time, zoneRules(zone)) : time).toISOString()
}

/** The reading that the unambiguous dates of these cells have; null if they have none, or both. */
export function dateReadingOf(cells: readonly string[]): DateReading | null {
  const found = new Set<DateReading>()
  for (const cell of cells) {
    const read = readTime(cell)
    if ('reason' in read) continue
    const { 'day-first': day, 'month-first': month } = read.values
    if (month === undefined) found.add('day-first')
    if (day === undefined) found.add('month-first')
  }
  const [only, other] = found
  return only === undefined || other !== undefined ? null : only
}
