import { describe, expect, test } from 'vitest'
import { chance, type Chance } from '#server/demo/random.ts'
import { DAY_MS } from '#src/domain/time/zone.ts'
import { forecastSoldOut, median, type ForecastInput } from './forecast.ts'

const NOON = Date.parse('2026-11-20T12:00:00Z')
const MIDNIGHT = Date.parse('2026-11-20T00:00:00Z')
const STEADY = [10, 10, 10, 10, 10, 10, 10]
const forecast = (input: Partial<ForecastInput>) =>
  forecastSoldOut({ left: 100, days: STEADY, now: NOON, zone: 'UTC', seed: 'a', ...input })
const always = (date: string) => ({ earliest: date, likely: date, latest: date })

test.each([
  [[], 0],
  [[3], 3],
  [[4, 1], 2.5],
  [[9, 1, 5], 5],
  [[4, 1, 3, 2], 2.5],
])('the median of %j is %d', (values, expected) => {
  expect(median(values)).toBe(expected)
})

test.each([
  ['what is left is sold at the pace, from now on', { left: 5 }, '2026-11-20'],
  ['a little more needs the next day', { left: 5.001 }, '2026-11-21'],
  ['exactly one day more', { left: 15 }, '2026-11-21'],
  ['exactly ten days', { left: 105 }, '2026-11-30'],
  ['the last unit', { left: 1e-18 }, '2026-11-20'],
  ['a whole day before midnight', { left: 10, now: MIDNIGHT }, '2026-11-20'],
  ['the last millisecond of a day', { left: 10, now: MIDNIGHT + DAY_MS - 1 }, '2026-11-21'],
  [
    'a quotient that is not exact',
    { left: 0.3, days: STEADY.map(() => 0.1), now: MIDNIGHT },
    '2026-11-22',
  ],
  ['never after a hundred years', { left: 1e30 }, '2126-11-21'],
  ['no sum of tokens is too large', { left: 1e24, days: STEADY.map(() => 1e24) }, '2026-11-21'],
])('%s', (_what, input, date) => {
  expect(forecast(input)).toEqual(always(date))
})

test.each([
  ['no days', []],
  ['four days with sales', [1, 1, 1, 1, 0, 0, 0]],
  ['a median of 0', [1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
  ['days without any', [0, 0, 0, 0, 0, 0, 0]],
])('%s are too few days', (_what, days) => {
  expect(forecast({ days })).toEqual({ none: 'too_few_days' })
})

test('a slow pace of 0 is that of the slowest day that sold, so that a date remains', () => {
  const found = forecast({ days: [10, 0, 0, 10, 0, 0, 10, 0, 10, 10, 10, 10, 10, 0], left: 100 })
  expect(found).toEqual({ earliest: '2026-11-30', likely: '2026-11-30', latest: '2026-12-10' })
})

test('equal seeds give equal dates, in this form in every process; earliest is never after latest', () => {
  const input = { left: 100, days: [3, 14, 1, 5, 9, 2, 6] }
  expect(forecast(input)).toEqual({
    earliest: '2026-12-01',
    likely: '2026-12-10',
    latest: '2027-01-09',
  })
  expect(forecast(input)).toEqual(forecast({ ...input }))
  const random = chance('order')
  for (let n = 0; n < 200; n++) {
    const days = Array.from({ length: 14 }, () => random.whole(0, 5))
    const found = forecast({ days, left: random.whole(1, 500), seed: String(n) })
    const dates = 'none' in found ? [] : [found.earliest, found.likely, found.latest]
    expect(dates).toEqual(dates.toSorted())
  }
})

describe('days are those of the zone', () => {
  test.each([
    ['UTC', '2026-11-20T23:30:00Z', '2026-11-21'],
    // There the next day has begun, and half an hour of it is gone.
    ['Europe/Berlin', '2026-11-20T23:30:00Z', '2026-11-22'],
    ['America/New_York', '2026-11-20T03:30:00Z', '2026-11-20'],
    ['Asia/Kathmandu', '2026-11-20T18:15:00Z', '2026-11-21'],
  ])('10 of 10 a day in %s at %s are gone on %s', (zone, now, date) => {
    expect(forecast({ left: 10, zone, now: Date.parse(now) })).toEqual(always(date))
  })

  test.each([
    // 23 hours: at noon 12 of them are left.
    ['2026-03-29T10:00:00Z', (10 * 12) / 23, '2026-03-29'],
    ['2026-03-29T10:00:00Z', (10 * 12) / 23 + 0.001, '2026-03-30'],
    // 25 hours.
    ['2026-10-25T11:00:00Z', (10 * 12) / 25, '2026-10-25'],
    ['2026-10-25T11:00:00Z', (10 * 12) / 25 + 0.001, '2026-10-26'],
  ])('Berlin at %s: %d are gone on %s', (now, left, date) => {
    expect(forecast({ left, zone: 'Europe/Berlin', now: Date.parse(now) })).toEqual(always(date))
  })
})

/** What a sale sells on its n-th day, before chance. */
const SALES: Record<string, (day: number, random: Chance) => number> = {
  steady: () => 1,
  growing: (day) => 1.01 ** day,
  falling: (day) => 0.99 ** day,
  weekends: (day) => (day % 7 < 2 ? 0.5 : 1.2),
  'one whale': (day) => (day === 4 ? 20 : 1),
  gaps: (_day, random) => (random.happens(0.1) ? 0 : 1),
}
const HORIZONS = [3, 7, 14, 30]

test('the range holds the true day of most of 500 simulated sales, and not of nearly all', () => {
  const random = chance('sales')
  const shares: Record<string, Record<string, string>> = {}
  const held: boolean[] = []
  for (const [kind, shape] of Object.entries(SALES)) {
    shares[kind] = {}
    for (const horizon of HORIZONS) {
      const own = Array.from({ length: 21 }, (_, n) => {
        const days = Array.from(
          { length: 7 + horizon },
          (__, day) => random.around(1000, 0.4) * shape(day, random),
        )
        // Sold out at some time of the last day.
        const rest = days.slice(7)
        const left = rest.reduce((sum, sold) => sum + sold, 0) - random.next() * (rest.at(-1) ?? 0)
        const input = { days: days.slice(0, 7), now: MIDNIGHT, seed: `${kind} ${horizon} ${n}` }
        const made = forecast({ ...input, left })
        if ('none' in made) return []
        const day = new Date(MIDNIGHT + (horizon - 1) * DAY_MS).toISOString().slice(0, 10)
        return made.earliest <= day && day <= made.latest
      }).flat()
      const within = own.filter(Boolean).length
      shares[kind][`${horizon} days`] = `${Math.round((100 * within) / own.length)} %`
      held.push(...own)
    }
  }
  console.table(shares)
  expect(held.length).toBeGreaterThan(490)
  const share = held.filter(Boolean).length / held.length
  expect(share).toBeGreaterThanOrEqual(0.7)
  expect(share).toBeLessThanOrEqual(0.9)
})
