import type { Unit } from '#src/domain/time-units.ts'
import { instantOf, type Zone } from './zones.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** Longest range, in local calendar days, that the automatic unit cuts by each unit. */
const AUTO_LIMITS: readonly (readonly [unit: Unit, days: number])[] = [
  ['hour', 1],
  ['day', 56],
  ['week', 180],
  ['month', 730],
]

/**
 * The unit of a request that names none, by the length of its range in local calendar days: a day
 * of 25 hours is one day, and so are 24 hours across a shorter one.
 */
export function autoUnit(start: number, end: number, zone: Zone): Unit {
  const wall = start + zone.offsetAt(start)
  const fits = AUTO_LIMITS.find(
    ([, days]) => end <= Math.max(start + days * DAY_MS, instantOf(wall + days * DAY_MS, zone)),
  )
  return fits?.[0] ?? 'year'
}

/** How many buckets of a unit the range [start, end) touches. */
export function countBuckets(start: number, end: number, unit: Unit, zone: Zone): number {
  if (end <= start) return 0
  const first = start + zone.offsetAt(start)
  if (unit === 'hour') {
    // Hours that pass, whatever the clocks do in between.
    return Math.floor((end - 1 - start + first) / HOUR_MS) - Math.floor(first / HOUR_MS) + 1
  }
  const last = end - 1 + zone.offsetAt(end - 1)
  const [from, to] = [floorWall(first, unit), floorWall(last, unit)]
  if (unit === 'day' || unit === 'week') {
    return Math.round((to - from) / (unit === 'day' ? DAY_MS : 7 * DAY_MS)) + 1
  }
  const years = new Date(to).getUTCFullYear() - new Date(from).getUTCFullYear()
  const months = new Date(to).getUTCMonth() - new Date(from).getUTCMonth()
  return (unit === 'year' ? years : years * 12 + months) + 1
}

/**
 * The instants at which buckets begin, from the one that `start` falls in, and one more at the end
 * that closes the last bucket before `end`. Hours are cut at every change of the clocks too, so
 * that a repeated hour stays two.
 */
export function bucketEdges(start: number, end: number, unit: Unit, zone: Zone): number[] {
  return unit === 'hour' ? hourEdges(start, end, zone) : calendarEdges(start, end, unit, zone)
}

function hourEdges(start: number, end: number, zone: Zone): number[] {
  const edges: number[] = []
  let offset = zone.offsetAt(start)
  let at = floorTo(start + offset, HOUR_MS) - offset
  let change = zone.nextChange(at, end)
  // The clocks may have changed within this very hour.
  if (change <= start) {
    at = change
    change = zone.nextChange(at, end)
  }
  while (at < end) {
    edges.push(at)
    offset = zone.offsetAt(at)
    at = Math.min(floorTo(at + offset, HOUR_MS) + HOUR_MS - offset, change)
    if (at === change) change = zone.nextChange(at, end)
  }
  return [...edges, at]
}

function calendarEdges(start: number, end: number, unit: Unit, zone: Zone): number[] {
  let wall = floorWall(start + zone.offsetAt(start), unit)
  const edges = [instantOf(wall, zone)]
  let at = edges[0] ?? start
  while (at < end) {
    wall = nextWall(wall, unit)
    const next = instantOf(wall, zone)
    // A day that the clocks skip is none, and a repeated midnight can end before it began.
    if (next <= at) continue
    if (next <= start) edges.pop()
    edges.push(next)
    at = next
  }
  return edges
}

function floorTo(n: number, step: number): number {
  return Math.floor(n / step) * step
}

function floorWall(wall: number, unit: Unit): number {
  const date = new Date(wall)
  if (unit === 'hour') return floorTo(wall, HOUR_MS)
  const day = floorTo(wall, DAY_MS)
  if (unit === 'day') return day
  if (unit === 'week') return day - ((date.getUTCDay() + 6) % 7) * DAY_MS
  return new Date(0).setUTCFullYear(
    date.getUTCFullYear(),
    unit === 'month' ? date.getUTCMonth() : 0,
    1,
  )
}

function nextWall(wall: number, unit: Unit): number {
  if (unit === 'day') return wall + DAY_MS
  if (unit === 'week') return wall + 7 * DAY_MS
  const date = new Date(wall)
  const months = unit === 'month' ? 1 : 12
  return new Date(wall).setUTCMonth(date.getUTCMonth() + months)
}

/** An instant as local ISO time with the offset that holds then: `2026-11-01T00:00:00+02:00`. */
export function isoWithOffset(instant: number, zone: Zone): string {
  const offset = zone.offsetAt(instant)
  const minutes = Math.abs(Math.round(offset / MINUTE_MS))
  const suffix = `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
  return `${new Date(instant + offset).toISOString().slice(0, 19)}${suffix}`
}

function two(n: number): string {
  return String(n).padStart(2, '0')
}
