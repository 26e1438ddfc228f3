import { describe, expect, test } from 'vitest'
import {
  addUnits,
  daysBetween,
  dayStart,
  fromWall,
  isoWithOffset,
  localDate,
  startOf,
  toLocal,
  type Unit,
} from './calendar.ts'
import { zoneRules } from './zone.ts'

const at = (iso: string) => Date.parse(iso)
const iso = (instant: number) => new Date(instant).toISOString()

test.each([
  ['2026-06-01', 'UTC', '2026-06-01T00:00:00.000Z'],
  ['2026-06-01', 'Europe/Berlin', '2026-05-31T22:00:00.000Z'],
  ['2026-06-01', 'America/New_York', '2026-06-01T04:00:00.000Z'],
  ['2026-06-01', 'Asia/Kolkata', '2026-05-31T18:30:00.000Z'],
  // On these days midnight occurs twice in Havana and is skipped in Santiago.
  ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z'],
  ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
])('the day %s in %s starts at %s', (date, zone, start) => {
  expect(iso(dayStart(date, zone))).toBe(start)
  expect(localDate(dayStart(date, zone), zone)).toBe(date)
})

test.each([
  ['that the clock skips', '2026-03-29T02:30:00Z', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
  ['that occurs twice', '2026-10-25T02:30:00Z', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ['half an hour skips', '2026-10-04T02:15:00Z', 'Australia/Lord_Howe', '2026-10-03T15:30:00.000Z'],
  [
    'of a day that Apia never had',
    '2011-12-30T12:00:00Z',
    'Pacific/Apia',
    '2011-12-30T10:00:00.000Z',
  ],
  ['of the year 1', '0001-01-01T00:00:00Z', 'Europe/Berlin', '0000-12-31T23:06:32.000Z'],
])('a wall time %s: %s in %s is %s', (_what, wall, zone, instant) => {
  expect(iso(fromWall(at(wall), zoneRules(zone)))).toBe(instant)
})

test('local time in the year 1', () => {
  const instant = at('0001-06-01T00:00:00Z')
  expect(localDate(instant, 'America/New_York')).toBe('0001-05-31')
  expect(toLocal(instant, '+05:45')).toEqual({ year: 1, month: 6, day: 1, hour: 5, minute: 45 })
  expect(iso(startOf(instant, 'year', 'UTC'))).toBe('0001-01-01T00:00:00.000Z')
  expect(iso(addUnits(instant, 'month', -6, 'UTC'))).toBe('0000-12-01T00:00:00.000Z')
})

test.each([
  ['2026-10-25T00:30:00Z', 'Europe/Berlin', '2026-10-25T02:30:00+02:00'],
  ['2026-10-25T01:30:00Z', 'Europe/Berlin', '2026-10-25T02:30:00+01:00'],
  ['2026-01-01T00:00:00Z', '-03:30', '2025-12-31T20:30:00-03:30'],
  ['2026-01-01T00:00:00Z', 'UTC', '2026-01-01T00:00:00+00:00'],
])('%s in %s is %s', (instant, zone, text) => {
  expect(isoWithOffset(at(instant), zone)).toBe(text)
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
  // Lord Howe sets its clock back by half an hour at 15:00Z, which cuts the hour.
  ['2026-04-04T14:59:59Z', 'hour', 'Australia/Lord_Howe', '2026-04-04T14:00:00.000Z'],
  ['2026-04-04T15:00:00Z', 'hour', 'Australia/Lord_Howe', '2026-04-04T15:00:00.000Z'],
  ['2026-04-04T15:30:00Z', 'hour', 'Australia/Lord_Howe', '2026-04-04T15:30:00.000Z'],
]
test.each(STARTS)('%s is in the %s that starts, in %s, at %s', (instant, unit, zone, start) => {
  expect(iso(startOf(at(instant), unit, zone))).toBe(start)
})

test('an hour that the clock repeats is two hours', () => {
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
])('%s to %s is %d days', (from, to, days) => {
  expect(daysBetween(from, to)).toBe(days)
})
