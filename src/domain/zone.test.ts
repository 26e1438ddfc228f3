import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  addUnits,
  daysBetween,
  dayStart,
  formatOffset,
  fromLocal,
  isZone,
  localDate,
  offsetMinutes,
  startOf,
} from './zone.ts'
import type { Unit } from './time-units.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const at = (iso: string) => Date.parse(iso)
const iso = (instant: number) => new Date(instant).toISOString()

test.each([
  ['2026-01-15T12:00:00Z', 'UTC', '+00:00'],
  ['2026-01-15T12:00:00Z', 'Europe/Berlin', '+01:00'],
  ['2026-07-15T12:00:00Z', 'Europe/Berlin', '+02:00'],
  ['2026-03-29T00:59:59Z', 'Europe/Berlin', '+01:00'],
  ['2026-03-29T01:00:00Z', 'Europe/Berlin', '+02:00'],
  ['2026-07-15T12:00:00Z', 'America/New_York', '-04:00'],
  ['2026-01-15T12:00:00Z', 'America/St_Johns', '-03:30'],
  ['2026-01-15T12:00:00Z', 'Asia/Kolkata', '+05:30'],
  ['2026-01-15T12:00:00Z', 'Asia/Kathmandu', '+05:45'],
  ['2026-01-15T12:00:00Z', 'Pacific/Kiritimati', '+14:00'],
])('at %s %s is %s of UTC', (instant, zone, offset) => {
  expect(formatOffset(offsetMinutes(at(instant), zone))).toBe(offset)
})

test('only names of real zones count as zones', () => {
  expect([isZone('Europe/Berlin'), isZone('Mars/Olympus'), isZone('')]).toEqual([
    true,
    false,
    false,
  ])
})

test.each([
  ['Asia/Tokyo', 'Asia/Tokyo'],
  ['Etc/Unknown', 'UTC'],
  ['', 'UTC'],
])('a device that calls its zone "%s" is taken to be in %s', async (named, zone) => {
  vi.resetModules()
  const real = new Intl.DateTimeFormat('en-US').resolvedOptions()
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    ...real,
    timeZone: named,
  })
  const { deviceZone } = await import('./zone.ts')
  expect(deviceZone()).toBe(zone)
})

test.each([
  ['2026-06-01', 'UTC', '2026-06-01T00:00:00.000Z'],
  ['2026-06-01', 'Europe/Berlin', '2026-05-31T22:00:00.000Z'],
  ['2026-06-01', 'America/New_York', '2026-06-01T04:00:00.000Z'],
  ['2026-06-01', 'Asia/Kolkata', '2026-05-31T18:30:00.000Z'],
  // Havana's midnight comes twice on this day, Santiago's not at all.
  ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z'],
  ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
])('the day %s of %s begins at %s', (date, zone, start) => {
  expect(iso(dayStart(date, zone))).toBe(start)
  expect(localDate(dayStart(date, zone), zone)).toBe(date)
})

test('a wall-clock time that the clock skips is the moment of the skip, one that comes twice the first', () => {
  const spring = { year: 2026, month: 3, day: 29, hour: 2, minute: 30 }
  expect(iso(fromLocal(spring, 'Europe/Berlin'))).toBe('2026-03-29T01:00:00.000Z')
  const autumn = { year: 2026, month: 10, day: 25, hour: 2, minute: 30 }
  expect(iso(fromLocal(autumn, 'Europe/Berlin'))).toBe('2026-10-25T00:30:00.000Z')
})

const STARTS: [string, Unit, string, string][] = [
  ['2026-11-20T14:32:00Z', 'hour', 'UTC', '2026-11-20T14:00:00.000Z'],
  ['2026-11-20T14:32:00Z', 'hour', 'Asia/Kolkata', '2026-11-20T14:30:00.000Z'],
  ['2026-11-20T14:29:59Z', 'hour', 'Asia/Kolkata', '2026-11-20T13:30:00.000Z'],
  ['2026-11-20T04:59:59Z', 'day', 'America/New_York', '2026-11-19T05:00:00.000Z'],
  ['2026-11-20T05:00:00Z', 'day', 'America/New_York', '2026-11-20T05:00:00.000Z'],
  ['2026-11-22T23:59:59Z', 'week', 'UTC', '2026-11-16T00:00:00.000Z'],
  ['2026-11-23T00:00:00Z', 'week', 'UTC', '2026-11-23T00:00:00.000Z'],
  ['2026-10-26T12:00:00Z', 'week', 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
  ['2026-10-25T22:59:59Z', 'week', 'Europe/Berlin', '2026-10-18T22:00:00.000Z'],
  ['2026-03-31T22:00:00Z', 'month', 'Europe/Berlin', '2026-03-31T22:00:00.000Z'],
  ['2026-03-31T21:59:59Z', 'month', 'Europe/Berlin', '2026-02-28T23:00:00.000Z'],
  ['2026-12-31T23:59:59Z', 'year', 'Asia/Kolkata', '2026-12-31T18:30:00.000Z'],
]
test.each(STARTS)('%s lies in the %s that begins, in %s, at %s', (instant, unit, zone, start) => {
  expect(iso(startOf(at(instant), unit, zone))).toBe(start)
})

test('the hour that an autumn night repeats is two hours', () => {
  const first = startOf(at('2026-10-25T00:30:00Z'), 'hour', 'Europe/Berlin')
  const second = startOf(at('2026-10-25T01:30:00Z'), 'hour', 'Europe/Berlin')
  expect([iso(first), iso(second)]).toEqual([
    '2026-10-25T00:00:00.000Z',
    '2026-10-25T01:00:00.000Z',
  ])
})

describe('moving by calendar units', () => {
  const MOVES: [string, Unit, number, string, string][] = [
    ['2026-03-28T12:00:00Z', 'day', 1, 'Europe/Berlin', '2026-03-29T11:00:00.000Z'],
    ['2026-10-24T12:00:00Z', 'day', 1, 'Europe/Berlin', '2026-10-25T13:00:00.000Z'],
    ['2026-03-31T00:00:00Z', 'month', -1, 'UTC', '2026-02-28T00:00:00.000Z'],
    ['2028-03-31T00:00:00Z', 'month', -1, 'UTC', '2028-02-29T00:00:00.000Z'],
    ['2026-01-15T00:00:00Z', 'month', -1, 'UTC', '2025-12-15T00:00:00.000Z'],
    ['2028-02-29T00:00:00Z', 'year', -1, 'UTC', '2027-02-28T00:00:00.000Z'],
    ['2026-11-20T14:32:07.123Z', 'week', -1, 'UTC', '2026-11-13T14:32:07.123Z'],
    ['2026-11-20T14:32:00Z', 'hour', -23, 'UTC', '2026-11-19T15:32:00.000Z'],
  ]
  test.each(MOVES)('%s moved by one %s × %d in %s is %s', (from, unit, n, zone, to) => {
    expect(iso(addUnits(at(from), unit, n, zone))).toBe(to)
  })
})

test.each([
  ['2026-11-01', '2026-11-01', 0],
  ['2026-11-01', '2026-11-02', 1],
  ['2024-02-28', '2024-03-01', 2],
  ['2026-11-02', '2026-11-01', -1],
])('from %s to %s are %d days', (from, to, days) => {
  expect(daysBetween(from, to)).toBe(days)
})
