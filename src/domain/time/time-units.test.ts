import { expect, test } from 'vitest'
import type { Unit } from './calendar.ts'
import {
  allowedUnits,
  autoUnit,
  countBuckets,
  MAX_BUCKETS,
  unitAfterChange,
  unitRefusal,
} from './time-units.ts'
import type { Period, UnitChoice } from './time-units.ts'

const at = (iso: string) => Date.parse(iso)

const ALLOWED: [Period, number, string][] = [
  ['day', 0, 'hour day'],
  ['week', 0, 'hour day week'],
  ['month', 0, 'day week month'],
  ['year', 0, 'day week month year'],
  ['all', 0, 'hour day week month year'],
  ['custom', 0, 'hour day week month year'],
  ['custom', 1, 'day week month year'],
  ['custom', 364, 'day week month year'],
  ['custom', 365, 'week month year'],
]
test.each(ALLOWED)('the period %s with %d custom days allows %s', (period, days, units) => {
  expect(allowedUnits(period, days, null, 'UTC').join(' ')).toBe(units)
})

test('a unit with more than 5,000 buckets is not allowed', () => {
  const start = at('2026-01-01T00:00:00Z')
  const range = (hours: number) => ({ start, end: start + hours * 3_600_000 })
  expect(allowedUnits('all', 0, range(MAX_BUCKETS), 'UTC')).toContain('hour')
  expect(allowedUnits('all', 0, range(MAX_BUCKETS + 1), 'UTC')).not.toContain('hour')
})

const AUTO: [string, string, string, Unit][] = [
  ['2026-06-01T00:00:00Z', '2026-06-02T00:00:00Z', 'UTC', 'hour'],
  ['2026-06-01T00:00:00Z', '2026-06-02T00:00:00.001Z', 'UTC', 'day'],
  // A local day of 25 hours, and 24 hours that contain the day of 23.
  ['2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', 'Europe/Berlin', 'hour'],
  ['2026-10-24T22:00:00Z', '2026-10-25T23:00:00.001Z', 'Europe/Berlin', 'day'],
  ['2026-03-28T15:00:00Z', '2026-03-29T14:59:00Z', 'Europe/Berlin', 'hour'],
  ['2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z', 'America/New_York', 'hour'],
  ['2026-01-01T00:00:00Z', '2026-02-26T00:00:00Z', 'UTC', 'day'],
  ['2026-01-01T00:00:00Z', '2026-02-26T00:00:00.001Z', 'UTC', 'week'],
  ['2026-01-01T00:00:00Z', '2026-06-30T00:00:00Z', 'UTC', 'week'],
  ['2026-01-01T00:00:00Z', '2026-06-30T00:00:00.001Z', 'UTC', 'month'],
  ['2025-01-01T00:00:00Z', '2027-01-01T00:00:00Z', 'UTC', 'month'],
  ['2025-01-01T00:00:00Z', '2027-01-01T00:00:00.001Z', 'UTC', 'year'],
  ['2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z', '+00:00', 'hour'],
  ['2026-11-01T00:00:00Z', '2026-11-02T00:00:00.001Z', '+00:00', 'day'],
  ['2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', '+02:00', 'day'],
  ['2026-03-28T12:00:00Z', '2026-03-29T12:00:00Z', 'Europe/Berlin', 'hour'],
  ['2026-03-28T12:00:00Z', '2026-03-29T12:00:00.001Z', 'Europe/Berlin', 'day'],
  ['2024-01-01T00:00:00Z', '2025-12-31T00:00:00Z', '+00:00', 'month'],
  ['2024-01-01T00:00:00Z', '2025-12-31T00:00:00.001Z', '+00:00', 'year'],
]
test.each(AUTO)('from %s to %s in %s, auto selects %s', (start, end, zone, unit) => {
  expect(autoUnit({ start: at(start), end: at(end) }, zone)).toBe(unit)
})

const COUNTS: [string, string, Unit, string, number][] = [
  ['2026-06-01T00:00:00Z', '2026-06-01T00:00:00Z', 'day', 'UTC', 0],
  ['2026-06-01T00:00:00Z', '2026-06-02T00:00:00Z', 'day', 'UTC', 1],
  ['2026-06-01T00:00:00Z', '2026-06-02T00:00:00.001Z', 'day', 'UTC', 2],
  ['2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', 'hour', 'Europe/Berlin', 25],
  ['2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z', 'hour', 'Europe/Berlin', 23],
  ['2025-12-15T00:00:00Z', '2026-01-15T00:00:00Z', 'month', 'UTC', 2],
  ['2025-12-15T00:00:00Z', '2026-01-15T00:00:00Z', 'year', 'UTC', 2],
  ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z', 'hour', '+00:00', 0],
  ['2026-01-01T00:30:00Z', '2026-01-01T00:30:00Z', 'hour', '+00:00', 0],
  ['2026-01-01T00:30:00Z', '2026-01-01T00:30:00Z', 'day', '+00:00', 0],
  ['2025-12-29T00:00:00Z', '2026-01-05T00:00:00Z', 'week', '+00:00', 1],
  ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z', 'month', '+00:00', 1],
  ['2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z', 'year', '+00:00', 1],
  ['2025-12-31T23:59:59.999Z', '2027-01-01T00:00:00Z', 'year', '+00:00', 2],
  ['2026-01-01T00:00:00Z', '2026-07-28T08:00:00Z', 'hour', '+00:00', 5000],
  ['2026-01-01T00:00:00Z', '2026-07-28T08:00:00.001Z', 'hour', '+00:00', 5001],
  ['2026-01-01T00:30:00Z', '2026-01-01T01:30:00Z', 'hour', '+00:00', 2],
  ['2026-01-04T00:00:00Z', '2026-01-05T00:00:00.001Z', 'week', '+00:00', 2],
  ['2025-12-31T23:00:00Z', '2026-02-01T00:00:00.001Z', 'month', '+00:00', 3],
  // The range ends as the clock goes back from one to midnight, on the second day.
  ['2026-10-31T12:00:00Z', '2026-11-01T05:00:00Z', 'day', 'America/Havana', 2],
]
test.each(COUNTS)('%s to %s touches, by %s in %s, %d buckets', (start, end, unit, zone, n) => {
  expect(countBuckets({ start: at(start), end: at(end) }, unit, zone)).toBe(n)
})

const MOVES: [UnitChoice, Unit[], UnitChoice][] = [
  ['auto', [], 'auto'],
  ['day', ['hour', 'day'], 'day'],
  ['year', ['hour', 'day'], 'hour'],
  ['hour', ['day', 'week', 'month'], 'day'],
  ['hour', [], 'auto'],
]
test.each(MOVES)('of the unit %s with %j allowed, %s remains', (chosen, allowed, next) => {
  expect(unitAfterChange(chosen, allowed)).toBe(next)
})

test('the tooltip of a unit that cannot be selected', () => {
  expect(unitRefusal('hour')).toBe('Hour cannot be selected for the current time period')
})
