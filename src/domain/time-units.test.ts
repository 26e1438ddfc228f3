import { expect, test } from 'vitest'
import {
  allowedUnits,
  autoUnit,
  countBuckets,
  MAX_BUCKETS,
  unitAfterChange,
  unitRefusal,
} from './time-units.ts'
import type { Period, Unit, UnitChoice } from './time-units.ts'

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
test.each(ALLOWED)('the period %s of %d custom days offers %s', (period, days, units) => {
  expect(allowedUnits(period, days, null, 'UTC').join(' ')).toBe(units)
})

test('a unit that would make more than 5,000 buckets is not offered', () => {
  const start = at('2026-01-01T00:00:00Z')
  const range = (hours: number) => ({ start, end: start + hours * 3_600_000 })
  expect(allowedUnits('all', 0, range(MAX_BUCKETS), 'UTC')).toContain('hour')
  expect(allowedUnits('all', 0, range(MAX_BUCKETS + 1), 'UTC')).not.toContain('hour')
})

const AUTO: [string, string, string, Unit][] = [
  ['2026-06-01T00:00:00Z', '2026-06-02T00:00:00Z', 'UTC', 'hour'],
  ['2026-06-01T00:00:00Z', '2026-06-02T00:00:00.001Z', 'UTC', 'day'],
  // A local day of 25 hours, and 24 hours across the day of 23.
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
]
test.each(AUTO)('from %s to %s in %s auto draws by the %s', (start, end, zone, unit) => {
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
]
test.each(COUNTS)('%s to %s touches, by the %s in %s, %d buckets', (start, end, unit, zone, n) => {
  expect(countBuckets({ start: at(start), end: at(end) }, unit, zone)).toBe(n)
})

const MOVES: [UnitChoice, Unit[], UnitChoice][] = [
  ['auto', [], 'auto'],
  ['day', ['hour', 'day'], 'day'],
  ['year', ['hour', 'day'], 'hour'],
  ['hour', ['day', 'week', 'month'], 'day'],
  ['hour', [], 'auto'],
]
test.each(MOVES)('the unit %s, with %j to choose from, becomes %s', (chosen, allowed, next) => {
  expect(unitAfterChange(chosen, allowed)).toBe(next)
})

test('a unit that cannot be chosen says so', () => {
  expect(unitRefusal('hour')).toBe('Hour cannot be selected for the current time period')
})
