import { describe, expect, test } from 'vitest'
import { chance } from '#server/demo/random.ts'
import {
  bucketEdges,
  bucketIndex,
  bucketStarts,
  describeBucket,
  formatBucket,
  formatRange,
  nextBucket,
  bucketPosition,
} from './buckets.ts'
import { dayStart, isoWithOffset, startOf, UNITS, type Unit } from './calendar.ts'
import { countBuckets, MAX_BUCKETS } from './time-units.ts'

const at = (iso: string) => Date.parse(iso)
const HOUR = 3_600_000
const day = (date: string, next: string, zone: string) => ({
  start: dayStart(date, zone),
  end: dayStart(next, zone),
})

describe('days with a clock change, by hour', () => {
  const DAYS: [string, string, string, number][] = [
    ['2026-03-29', '2026-03-30', 'Europe/Berlin', 23],
    ['2026-10-25', '2026-10-26', 'Europe/Berlin', 25],
    ['2026-03-08', '2026-03-09', 'America/New_York', 23],
    ['2026-11-01', '2026-11-02', 'America/New_York', 25],
    ['2026-11-01', '2026-11-02', 'Asia/Kolkata', 24],
    ['2026-11-01', '2026-11-02', 'UTC', 24],
    // 24.5 hours: the change cuts one hour in two.
    ['2026-04-05', '2026-04-06', 'Australia/Lord_Howe', 25],
  ]
  test.each(DAYS)('%s to %s in %s has %4$d buckets', (from, to, zone, count) => {
    const range = day(from, to, zone)
    const starts = bucketStarts(range, 'hour', zone)
    expect(starts).toHaveLength(count)
    expect(starts[0]).toBe(range.start)
    expect(starts.every((start, i) => i === 0 || start > (starts[i - 1] ?? 0))).toBe(true)
  })

  test('only an hour that occurs twice shows its offset', () => {
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

test.each<[what: string, start: string, end: string, unit: Unit, zone: string, edges: string[]]>([
  [
    'hours at an offset of three quarters of an hour',
    '2026-11-01T00:00:00Z',
    '2026-11-01T01:00:00Z',
    'hour',
    '+05:45',
    ['2026-11-01T05:00:00+05:45', '2026-11-01T06:00:00+05:45', '2026-11-01T07:00:00+05:45'],
  ],
  [
    'an hour that Berlin repeats is two buckets',
    '2026-10-25T00:00:00Z',
    '2026-10-25T02:00:00Z',
    'hour',
    'Europe/Berlin',
    ['2026-10-25T02:00:00+02:00', '2026-10-25T02:00:00+01:00', '2026-10-25T03:00:00+01:00'],
  ],
  [
    'an hour that Berlin skips has no bucket',
    '2026-03-29T00:30:00Z',
    '2026-03-29T01:30:00Z',
    'hour',
    'Europe/Berlin',
    ['2026-03-29T01:00:00+01:00', '2026-03-29T03:00:00+02:00', '2026-03-29T04:00:00+02:00'],
  ],
  [
    'Lord Howe sets its clock back by half an hour, which cuts the hour',
    '2026-04-04T14:00:00Z',
    '2026-04-04T15:45:00Z',
    'hour',
    'Australia/Lord_Howe',
    [
      '2026-04-05T01:00:00+11:00',
      '2026-04-05T01:30:00+10:30',
      '2026-04-05T02:00:00+10:30',
      '2026-04-05T03:00:00+10:30',
    ],
  ],
  [
    'a day of 25 hours, then one of 24',
    '2026-10-25T12:00:00Z',
    '2026-10-26T12:00:00Z',
    'day',
    'Europe/Berlin',
    ['2026-10-25T00:00:00+02:00', '2026-10-26T00:00:00+01:00', '2026-10-27T00:00:00+01:00'],
  ],
  [
    'a day that starts at one, because midnight is skipped',
    '2026-04-23T12:00:00Z',
    '2026-04-24T12:00:00Z',
    'day',
    'Africa/Cairo',
    ['2026-04-23T00:00:00+02:00', '2026-04-24T01:00:00+03:00', '2026-04-25T00:00:00+03:00'],
  ],
  [
    'a day that Apia skips has no bucket',
    '2011-12-29T12:00:00Z',
    '2011-12-31T09:00:00Z',
    'day',
    'Pacific/Apia',
    ['2011-12-29T00:00:00-10:00', '2011-12-31T00:00:00+14:00', '2012-01-01T00:00:00+14:00'],
  ],
  [
    'a range that starts in the repeated hour before midnight starts in the next day',
    '2010-11-07T03:00:00Z',
    '2010-11-07T12:00:00Z',
    'day',
    'America/St_Johns',
    ['2010-11-07T00:00:00-02:30', '2010-11-08T00:00:00-03:30'],
  ],
  [
    'years from the year 1 on',
    '0001-06-01T00:00:00Z',
    '0002-06-01T00:00:00Z',
    'year',
    '+05:45',
    ['0001-01-01T00:00:00+05:45', '0002-01-01T00:00:00+05:45', '0003-01-01T00:00:00+05:45'],
  ],
  [
    'weeks start on Monday',
    '2026-11-01T12:00:00Z',
    '2026-11-03T00:00:00Z',
    'week',
    '-03:30',
    ['2026-10-26T00:00:00-03:30', '2026-11-02T00:00:00-03:30', '2026-11-09T00:00:00-03:30'],
  ],
  [
    'months',
    '2026-01-31T23:30:00Z',
    '2026-03-01T00:00:00Z',
    'month',
    '+14:00',
    ['2026-02-01T00:00:00+14:00', '2026-03-01T00:00:00+14:00', '2026-04-01T00:00:00+14:00'],
  ],
  [
    'years',
    '2025-12-31T23:30:00Z',
    '2026-06-01T00:00:00Z',
    'year',
    '-03:30',
    ['2025-01-01T00:00:00-03:30', '2026-01-01T00:00:00-03:30', '2027-01-01T00:00:00-03:30'],
  ],
])('%s', (_what, start, end, unit, name, expected) => {
  const edges = bucketEdges({ start: at(start), end: at(end) }, unit, name)
  expect(edges.map((edge) => isoWithOffset(edge, name))).toEqual(expected)
})

test.each<[Unit, number]>([
  ['day', 365],
  ['week', 53],
  ['month', 12],
  ['year', 1],
])('the year 2026 in Berlin, by %s, has %d buckets', (unit, count) => {
  const range = day('2026-01-01', '2027-01-01', 'Europe/Berlin')
  expect(bucketStarts(range, unit, 'Europe/Berlin')).toHaveLength(count)
})

test('every instant of a range is in exactly one bucket', () => {
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

test('the edges, the start of a unit, the next bucket and the count agree', () => {
  const random = chance('buckets')
  const names = ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Africa/Casablanca', 'UTC']
  for (let round = 0; round < 60; round++) {
    const start = at('2019-01-01T00:00:00Z') + Math.floor(random.next() * 2.5e11)
    const zone = random.pick(names)
    for (const unit of UNITS) {
      const end = start + Math.floor(random.next() * (unit === 'hour' ? 8e8 : 2e10))
      const edges = bucketEdges({ start, end }, unit, zone)
      const buckets = edges.slice(0, -1)
      const expected = [startOf(start, unit, zone)]
      while ((expected.at(-1) ?? end) < end) {
        expected.push(nextBucket(expected.at(-1) ?? end, unit, zone))
      }
      expect({ zone, unit, start, edges }).toEqual({ zone, unit, start, edges: expected })
      expect(buckets.map((bucket) => startOf(bucket, unit, zone))).toEqual(buckets)
      expect(countBuckets({ start, end }, unit, zone)).toBe(buckets.length)
    }
  }
})

test('there are at most 5,000 buckets', () => {
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
])('among the buckets %j, %d is in number %d', (starts, instant, index) => {
  expect(bucketIndex(starts, instant)).toBe(index)
})

test.each<[Unit, string, string]>([
  ['hour', '23:00', 'Nov 5, 2026, 23:00'],
  ['day', 'Nov 5', 'Nov 5, 2026'],
  ['week', 'Nov 5', 'Week of Nov 5, 2026'],
  ['month', 'Nov 2026', 'Nov 2026'],
  ['year', '2026', '2026'],
])('by %s, the axis shows %s and the tooltip %s', (unit, axis, full) => {
  const bucket = at('2026-11-06T04:00:00Z')
  expect(formatBucket(bucket, unit, 'America/New_York')).toBe(axis)
  expect(describeBucket(bucket, unit, 'America/New_York')).toBe(full)
})

test.each([
  ['2026-10-22T00:00:00Z', '2026-11-20T14:00:00Z', 'Oct 22 – Nov 20, 2026'],
  ['2025-11-20T00:00:00Z', '2026-11-20T14:00:00Z', 'Nov 20, 2025 – Nov 20, 2026'],
  ['2026-11-20T00:00:00Z', '2026-11-21T00:00:00Z', 'Nov 20, 2026'],
])('%s to %s is formatted as "%s"', (start, end, text) => {
  expect(formatRange({ start: at(start), end: at(end) }, 'UTC')).toBe(text)
})

test.each([
  [-5, 0],
  [0, 0],
  [5, 0.5],
  [10, 1],
  [25, 1.75],
  [29, 1.95],
  [30, 2],
  [99, 2],
])('%s on buckets of 10 and 20 is at %s', (instant, place) => {
  expect(bucketPosition([0, 10, 30], instant)).toBe(place)
})

test('an axis without buckets has one place', () => {
  expect(bucketPosition([], 5)).toBe(0)
  expect(bucketPosition([3], 5)).toBe(0)
})
