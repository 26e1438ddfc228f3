import { expect, test } from 'vitest'
import { customDays, previousRange, rangeOf } from './time-range.ts'
import type { PeriodChoice } from './time-range.ts'
import type { Period } from './time-units.ts'

const at = (iso: string) => Date.parse(iso)
const iso = (instant: number) => new Date(instant).toISOString()
const NOW = at('2026-11-20T14:32:07.500Z')
const MIN_DATE = at('2025-05-01T10:00:00Z')

function choice(period: Period, customStart = '', customEnd = ''): PeriodChoice {
  return { period, customStart: customStart || null, customEnd: customEnd || null }
}

const RANGES: [Period, string, string][] = [
  ['day', 'UTC', '2026-11-19T15:00:00.000Z'],
  ['day', 'Asia/Kolkata', '2026-11-19T15:30:00.000Z'],
  ['day', 'America/St_Johns', '2026-11-19T15:30:00.000Z'],
  ['week', 'UTC', '2026-11-13T00:00:00.000Z'],
  ['week', 'Asia/Kolkata', '2026-11-12T18:30:00.000Z'],
  ['week', 'America/New_York', '2026-11-13T05:00:00.000Z'],
  ['month', 'UTC', '2026-10-20T00:00:00.000Z'],
  ['month', 'Europe/Berlin', '2026-10-19T22:00:00.000Z'],
  ['year', 'UTC', '2025-11-20T00:00:00.000Z'],
  ['year', 'America/New_York', '2025-11-20T05:00:00.000Z'],
  ['all', 'America/New_York', '2025-05-01T10:00:00.000Z'],
]
test.each(RANGES)('the period %s in %s starts at %s and ends now', (period, zone, start) => {
  const range = rangeOf(choice(period), NOW, MIN_DATE, zone)
  expect(range && iso(range.start)).toBe(start)
  expect(range?.end).toBe(NOW)
})

test('the day period is 24 hourly bars, also across a change of the clock', () => {
  const now = at('2026-10-25T09:30:00Z')
  const range = rangeOf(choice('day'), now, null, 'Europe/Berlin')
  expect(range && iso(range.start)).toBe('2026-10-24T10:00:00.000Z')
})

test.each([
  ['2026-03-29', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  ['2026-10-25', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
  ['2026-02-01', '2026-02-28', '2026-01-31T23:00:00.000Z', '2026-02-28T23:00:00.000Z'],
])('the custom range %s to %s in Berlin is %s to %s', (from, to, start, end) => {
  const range = rangeOf(choice('custom', from, to), NOW, null, 'Europe/Berlin')
  expect(range && [iso(range.start), iso(range.end)]).toEqual([start, end])
})

test('there is no range while a custom end or the earliest date is missing', () => {
  expect(rangeOf(choice('custom', '2026-01-01'), NOW, null, 'UTC')).toBeNull()
  expect(rangeOf(choice('custom', '2026-01-02', '2026-01-01'), NOW, null, 'UTC')).toBeNull()
  expect(rangeOf(choice('all'), NOW, null, 'UTC')).toBeNull()
})

test.each([
  ['', '', 0],
  ['2026-01-01', '', 0],
  ['2026-01-01', '2026-01-01', 1],
  ['2026-01-01', '2026-12-31', 365],
])('a custom range from "%s" to "%s" is %d days long', (from, to, days) => {
  expect(customDays(choice('custom', from, to))).toBe(days)
})

const PREVIOUS: [string, PeriodChoice, string, [string, string]][] = [
  ['day', choice('day'), 'UTC', ['2026-11-18T15:00:00.000Z', '2026-11-19T14:32:07.500Z']],
  ['week', choice('week'), 'UTC', ['2026-11-06T00:00:00.000Z', '2026-11-13T14:32:07.500Z']],
  // 31 days: five whole weeks back, so that no whole day counts twice.
  ['month', choice('month'), 'UTC', ['2026-09-15T00:00:00.000Z', '2026-10-16T14:32:07.500Z']],
  // Berlin changes its clock in between; the wall-clock times are equal.
  [
    'month',
    choice('month'),
    'Europe/Berlin',
    ['2026-09-14T22:00:00.000Z', '2026-10-16T13:32:07.500Z'],
  ],
  ['year', choice('year'), 'UTC', ['2024-11-20T00:00:00.000Z', '2025-11-20T14:32:07.500Z']],
  [
    'custom, over',
    choice('custom', '2026-11-01', '2026-11-10'),
    'UTC',
    ['2026-10-22T00:00:00.000Z', '2026-11-01T00:00:00.000Z'],
  ],
  [
    'custom, still open',
    choice('custom', '2026-11-16', '2026-11-20'),
    'UTC',
    ['2026-11-11T00:00:00.000Z', '2026-11-15T14:32:07.500Z'],
  ],
]
test.each(PREVIOUS)('the previous range: %s', (_name, chosen, zone, expected) => {
  const range = rangeOf(chosen, NOW, MIN_DATE, zone)
  const previous = range && previousRange(chosen, range, NOW, zone)
  expect(previous && [iso(previous.start), iso(previous.end)]).toEqual(expected)
})

test('a week and a month are compared with the same weekdays', () => {
  for (const period of ['week', 'month'] as const) {
    const range = rangeOf(choice(period), NOW, null, 'America/New_York')
    const previous = range && previousRange(choice(period), range, NOW, 'America/New_York')
    expect(previous && new Date(previous.start).getUTCDay()).toBe(
      range && new Date(range.start).getUTCDay(),
    )
  }
})

test('"all" has no previous range', () => {
  const range = rangeOf(choice('all'), NOW, MIN_DATE, 'UTC')
  expect(range && previousRange(choice('all'), range, NOW, 'UTC')).toBeNull()
})
