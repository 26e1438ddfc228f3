import { expect, test } from 'vitest'
import { bucketStarts } from '#src/domain/buckets.ts'
import { autoUnit as autoUnitOfApp, UNITS, type Unit } from '#src/domain/time-units.ts'
import { chance } from '#server/demo/random.ts'
import { autoUnit, bucketEdges, countBuckets, isoWithOffset } from './buckets.ts'
import { fixedZone, namedZone, zoneOf, type Zone } from './zones.ts'

const at = Date.parse

function zone(name: string): Zone {
  const found = /^[+-]/.test(name) ? fixedZone(name) : namedZone(name)
  if (!found) throw new Error(`No zone ${name}`)
  return found
}

function edges(start: string, end: string, unit: Unit, name: string): string[] {
  const there = zone(name)
  return bucketEdges(at(start), at(end), unit, there).map((edge) => isoWithOffset(edge, there))
}

test.each<[what: string, start: string, end: string, unit: Unit, zone: string, edges: string[]]>([
  [
    'hours by an offset of three quarters',
    '2026-11-01T00:00:00Z',
    '2026-11-01T01:00:00Z',
    'hour',
    '+05:45',
    ['2026-11-01T05:00:00+05:45', '2026-11-01T06:00:00+05:45', '2026-11-01T07:00:00+05:45'],
  ],
  [
    'the hour that Berlin repeats stays two',
    '2026-10-25T00:00:00Z',
    '2026-10-25T02:00:00Z',
    'hour',
    'Europe/Berlin',
    ['2026-10-25T02:00:00+02:00', '2026-10-25T02:00:00+01:00', '2026-10-25T03:00:00+01:00'],
  ],
  [
    'the hour that Berlin skips is none',
    '2026-03-29T00:30:00Z',
    '2026-03-29T01:30:00Z',
    'hour',
    'Europe/Berlin',
    ['2026-03-29T01:00:00+01:00', '2026-03-29T03:00:00+02:00', '2026-03-29T04:00:00+02:00'],
  ],
  [
    'Lord Howe turns its clocks by half an hour, and the hour is cut there',
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
    'a day that begins at one, because midnight is skipped',
    '2026-04-23T12:00:00Z',
    '2026-04-24T12:00:00Z',
    'day',
    'Africa/Cairo',
    ['2026-04-23T00:00:00+02:00', '2026-04-24T01:00:00+03:00', '2026-04-25T00:00:00+03:00'],
  ],
  [
    'a day that Apia never had',
    '2011-12-29T12:00:00Z',
    '2011-12-31T09:00:00Z',
    'day',
    'Pacific/Apia',
    ['2011-12-29T00:00:00-10:00', '2011-12-31T00:00:00+14:00', '2012-01-01T00:00:00+14:00'],
  ],
  [
    'weeks begin on Monday',
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
  expect(edges(start, end, unit, name)).toEqual(expected)
})

test.each<[start: string, end: string, zone: string, unit: Unit]>([
  ['2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z', '+00:00', 'hour'],
  ['2026-11-01T00:00:00Z', '2026-11-02T00:00:00.001Z', '+00:00', 'day'],
  ['2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', 'Europe/Berlin', 'hour'],
  ['2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', '+02:00', 'day'],
  // 24 hours that a shorter day is part of.
  ['2026-03-28T12:00:00Z', '2026-03-29T12:00:00Z', 'Europe/Berlin', 'hour'],
  ['2026-03-28T12:00:00Z', '2026-03-29T12:00:00.001Z', 'Europe/Berlin', 'day'],
  ['2026-01-01T00:00:00Z', '2026-02-26T00:00:00Z', '+00:00', 'day'],
  ['2026-01-01T00:00:00Z', '2026-02-26T00:00:00.001Z', '+00:00', 'week'],
  ['2026-01-01T00:00:00Z', '2026-06-30T00:00:00Z', '+00:00', 'week'],
  ['2026-01-01T00:00:00Z', '2026-06-30T00:00:00.001Z', '+00:00', 'month'],
  ['2024-01-01T00:00:00Z', '2025-12-31T00:00:00Z', '+00:00', 'month'],
  ['2024-01-01T00:00:00Z', '2025-12-31T00:00:00.001Z', '+00:00', 'year'],
])('%s to %s in %s is drawn by the %s', (start, end, name, unit) => {
  expect(autoUnit(at(start), at(end), zone(name))).toBe(unit)
})

test('a range that ends as the clocks go back ends on the day before it goes back to', () => {
  const range = [at('2026-10-31T12:00:00Z'), at('2026-11-01T05:00:00Z')] as const
  expect(countBuckets(...range, 'day', zone('America/Havana'))).toBe(2)
})

test.each<[start: string, end: string, unit: Unit, count: number]>([
  ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z', 'hour', 0],
  ['2026-01-01T00:30:00Z', '2026-01-01T00:30:00Z', 'hour', 0],
  ['2026-01-01T00:30:00Z', '2026-01-01T00:30:00Z', 'day', 0],
  ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', 'day', 1],
  ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00.001Z', 'day', 2],
  ['2025-12-29T00:00:00Z', '2026-01-05T00:00:00Z', 'week', 1],
  ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z', 'month', 1],
  ['2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z', 'year', 1],
  ['2025-12-31T23:59:59.999Z', '2027-01-01T00:00:00Z', 'year', 2],
  ['2026-01-01T00:00:00Z', '2026-07-28T08:00:00Z', 'hour', 5000],
  ['2026-01-01T00:00:00Z', '2026-07-28T08:00:00.001Z', 'hour', 5001],
  ['2026-01-01T00:30:00Z', '2026-01-01T01:30:00Z', 'hour', 2],
  ['2026-01-04T00:00:00Z', '2026-01-05T00:00:00.001Z', 'week', 2],
  ['2025-12-31T23:00:00Z', '2026-02-01T00:00:00.001Z', 'month', 3],
])('%s to %s touches, by the %s, %i buckets', (start, end, unit, count) => {
  expect(countBuckets(at(start), at(end), unit, zone('+00:00'))).toBe(count)
})

test('the app draws the very buckets that the server cuts', () => {
  const random = chance('buckets')
  const names = ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Africa/Casablanca', 'UTC']
  for (let round = 0; round < 60; round++) {
    const start = at('2019-01-01T00:00:00Z') + Math.floor(random.next() * 2.5e11)
    const name = random.pick(names)
    for (const unit of UNITS) {
      const end = start + Math.floor(random.next() * (unit === 'hour' ? 8e8 : 2e10))
      const mine = bucketEdges(start, end, unit, zone(name)).slice(0, -1)
      expect({ name, unit, start, mine }).toEqual({
        name,
        unit,
        start,
        mine: bucketStarts({ start, end }, unit, name),
      })
      expect(countBuckets(start, end, unit, zone(name))).toBe(mine.length)
    }
    const end = start + Math.floor(random.next() * 7e10)
    expect(autoUnit(start, end, zone(name))).toBe(autoUnitOfApp({ start, end }, name))
  }
})

test('a zone is taken by its rules, an unknown one by the offset beside it', () => {
  const summer = at('2026-07-01T00:00:00Z')
  const hours = (query: { timezone?: string; tz?: string }) =>
    zoneOf(query).offsetAt(summer) / 3_600_000
  expect(hours({ tz: 'Europe/Berlin', timezone: '+01:00' })).toBe(2)
  expect(hours({ tz: 'Mars/Olympus', timezone: '+01:00' })).toBe(1)
  expect(hours({ tz: '', timezone: '-03:30' })).toBe(-3.5)
  expect(hours({})).toBe(0)
})

test('the same zone in another spelling is kept once', () => {
  expect(namedZone('EUROPE/berlin')).toBe(namedZone('Europe/Berlin'))
})
