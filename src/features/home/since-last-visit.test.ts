import { expect, test } from 'vitest'
import { newsOf, newCountries } from './since-last-visit.ts'

const DAY = 86_400_000
const resolvedQuery = (asOf: number, start = 0) => ({
  range: { start, end: asOf },
  unit: 'day' as const,
  zone: 'UTC',
  projects: ['AURA'],
  asOf,
})
const result = (amount: number, count: number, asOf: number, start = 0) => ({
  resolvedQuery: resolvedQuery(asOf, start),
  items: [{ project: 'AURA', amount, count }],
})
/** The previous visit: its sums, and the same by day. */
const visit = (amount: number, count: number, asOf: number, days: readonly number[] = []) => ({
  summary: result(amount, count, asOf),
  records: {
    resolvedQuery: resolvedQuery(asOf),
    items: days.map((one, day) => ({ project: 'AURA', at: day * DAY, amount: one, count: 1 })),
  },
  at: 1234,
})

function withQuery(before: ReturnType<typeof visit>, more: object) {
  const { summary } = before
  return {
    ...before,
    summary: { ...summary, resolvedQuery: { ...summary.resolvedQuery, ...more } },
  }
}

test('the news is the difference to the previous visit', () => {
  expect(newsOf(result(100.3, 12, 2000), visit(100.1, 10, 1000))).toEqual({
    amount: 0.2,
    count: 2,
    since: 1234,
  })
})

test('a period that moved on by a day is compared without the first day', () => {
  const before = visit(70, 3, 3 * DAY, [40, 20, 10])
  expect(newsOf(result(35, 4, 4 * DAY, DAY), before)).toEqual({ amount: 5, count: 2, since: 1234 })
})

test.each([
  ['there are no new purchases', result(100, 10, 2000), visit(100, 10, 1000)],
  ['purchases were refunded', result(90, 9, 2000), visit(100, 10, 1000)],
  ['the range begins within a bucket', result(110, 11, 2000, 500), visit(100, 10, 1000, [100])],
  ['the range moved back', result(110, 11, 2000, -DAY), visit(100, 10, 1000, [100])],
  ['both results have the same time', result(110, 11, 1000), visit(100, 10, 1000)],
  [
    'other projects are selected',
    { ...result(110, 11, 2000), resolvedQuery: { ...resolvedQuery(2000), projects: ['HELIX'] } },
    visit(100, 10, 1000),
  ],
  [
    'one of several projects is different',
    {
      ...result(110, 11, 2000),
      resolvedQuery: { ...resolvedQuery(2000), projects: ['AURA', 'HELIX'] },
    },
    withQuery(visit(100, 10, 1000), { projects: ['AURA', 'NOVA'] }),
  ],
  [
    'a project was added',
    {
      ...result(110, 11, 2000),
      resolvedQuery: { ...resolvedQuery(2000), projects: ['AURA', 'HELIX'] },
    },
    visit(100, 10, 1000),
  ],
  [
    'the zone is different',
    { ...result(110, 11, 2000), resolvedQuery: { ...resolvedQuery(2000), zone: 'Asia/Tokyo' } },
    visit(100, 10, 1000),
  ],
])('there is no news when %s', (_name, now, before) => {
  expect(newsOf(now, before)).toBeNull()
})

const countriesUntil = (asOf: number, labels: readonly (string | null)[], count = 1) => ({
  resolvedQuery: {
    range: { start: 0, end: asOf },
    unit: 'day' as const,
    zone: 'UTC',
    projects: ['AURA'],
    asOf,
  },
  items: labels.map((label) => ({ project: 'AURA', label, amount: 5, count })),
})

test.each([
  ['by name, in order', ['DE'], ['DE', 'PE', 'TD'], ['Chad', 'Peru']],
  ['not another spelling', ['DE'], ['Germany', 'DEU'], []],
  ['not unknown ones', ['DE'], ['DE', null, 'unknown', ''], []],
  ['also a label that is no country', ['DE'], ['DE', 'Atlantis'], ['Atlantis']],
])('new countries are found: %s', (_how, before, now, names) => {
  expect(newCountries(countriesUntil(2, now), countriesUntil(1, before))).toEqual(names)
})

test('countries without purchases are not new, and neither are those of an older countriesUntil', () => {
  expect(newCountries(countriesUntil(2, ['PE'], 0), countriesUntil(1, []))).toEqual([])
  expect(newCountries(countriesUntil(1, ['PE']), countriesUntil(1, []))).toEqual([])
  expect(newCountries(countriesUntil(2, ['PE']), countriesUntil(1, ['PE'], 0))).toEqual(['Peru'])
})
