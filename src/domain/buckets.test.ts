import { describe, expect, test } from 'vitest'
import { bucketIndex, bucketStarts, describeBucket, formatBucket, formatRange } from './buckets.ts'
import { dayStart } from './zone.ts'
import { MAX_BUCKETS, type Unit } from './time-units.ts'

const at = (iso: string) => Date.parse(iso)
const HOUR = 3_600_000
const day = (date: string, next: string, zone: string) => ({
  start: dayStart(date, zone),
  end: dayStart(next, zone),
})

describe('days with a change of the clock, by the hour', () => {
  const DAYS: [string, string, string, number][] = [
    ['2026-03-29', '2026-03-30', 'Europe/Berlin', 23],
    ['2026-10-25', '2026-10-26', 'Europe/Berlin', 25],
    ['2026-03-08', '2026-03-09', 'America/New_York', 23],
    ['2026-11-01', '2026-11-02', 'America/New_York', 25],
    ['2026-11-01', '2026-11-02', 'Asia/Kolkata', 24],
    ['2026-11-01', '2026-11-02', 'UTC', 24],
    // Half an hour: one bucket more than hours, two of them short.
    ['2026-04-05', '2026-04-06', 'Australia/Lord_Howe', 25],
  ]
  test.each(DAYS)('%s to %s in %s has %4$d buckets', (from, to, zone, count) => {
    const range = day(from, to, zone)
    const starts = bucketStarts(range, 'hour', zone)
    expect(starts).toHaveLength(count)
    expect(starts[0]).toBe(range.start)
    expect(starts.every((start, i) => i === 0 || start > (starts[i - 1] ?? 0))).toBe(true)
  })

  test('an hour that comes twice is named with its offset, others are not', () => {
    const starts = bucketStarts(
      day('2026-10-25', '2026-10-26', 'Europe/Berlin'),
      'hour',
      'Europe/Berlin',
    )
    expect(starts.slice(1, 5).map((s) => describeBucket(s, 'hour', 'Europe/Berlin'))).toEqual([
      'Oct 25, 2026, 01:00',
      'Oct 25, 2026, 02:00 (+02:00)',
      'Oct 25, 2026, 02:00 (+01:00)',
      'Oct 25, 2026, 03:00',
    ])
  })
})

test.each<[Unit, number]>([
  ['day', 365],
  ['week', 53],
  ['month', 12],
  ['year', 1],
])('the year 2026 in Berlin, by the %s, is %d buckets', (unit, count) => {
  const range = day('2026-01-01', '2027-01-01', 'Europe/Berlin')
  expect(bucketStarts(range, unit, 'Europe/Berlin')).toHaveLength(count)
})

test('every instant of a range falls into exactly one bucket', () => {
  for (const zone of ['UTC', 'Europe/Berlin', 'America/Havana', 'Asia/Kolkata', 'Pacific/Apia']) {
    const range = { start: at('2026-10-20T07:13:00Z'), end: at('2026-11-10T01:02:00Z') }
    for (const unit of ['hour', 'day', 'week', 'month'] as const) {
      const starts = bucketStarts(range, unit, zone)
      for (let t = range.start; t < range.end; t += 7 * HOUR + 1234) {
        const index = bucketIndex(starts, t)
        expect(index).toBeGreaterThanOrEqual(0)
        expect(t).toBeLessThan(starts[index + 1] ?? Infinity)
      }
    }
  }
})

test('no more than 5,000 buckets are made', () => {
  const range = { start: 0, end: (MAX_BUCKETS + 10) * HOUR }
  expect(bucketStarts(range, 'hour', 'UTC')).toHaveLength(MAX_BUCKETS)
})

test.each([
  [[], 5, -1],
  [[10, 20], 9, -1],
  [[10, 20], 10, 0],
  [[10, 20], 19, 0],
  [[10, 20], 20, 1],
  [[10, 20], 999, 1],
])('of buckets %j, %d falls into number %d', (starts, instant, index) => {
  expect(bucketIndex(starts, instant)).toBe(index)
})

test.each<[Unit, string, string]>([
  ['hour', '23:00', 'Nov 5, 2026, 23:00'],
  ['day', 'Nov 5', 'Nov 5, 2026'],
  ['week', 'Nov 5', 'Week of Nov 5, 2026'],
  ['month', 'Nov 2026', 'Nov 2026'],
  ['year', '2026', '2026'],
])('by the %s the axis says %s and the tooltip %s', (unit, axis, full) => {
  const bucket = at('2026-11-06T04:00:00Z')
  expect(formatBucket(bucket, unit, 'America/New_York')).toBe(axis)
  expect(describeBucket(bucket, unit, 'America/New_York')).toBe(full)
})

test.each([
  ['2026-10-22T00:00:00Z', '2026-11-20T14:00:00Z', 'Oct 22 – Nov 20, 2026'],
  ['2025-11-20T00:00:00Z', '2026-11-20T14:00:00Z', 'Nov 20, 2025 – Nov 20, 2026'],
  ['2026-11-20T00:00:00Z', '2026-11-21T00:00:00Z', 'Nov 20, 2026'],
])('%s to %s reads "%s"', (start, end, text) => {
  expect(formatRange({ start: at(start), end: at(end) }, 'UTC')).toBe(text)
})
