import { expect, test } from 'vitest'
import { newsOf } from './since-last-visit.ts'

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
/** What was known: its sums, and the same by day. */
const look = (amount: number, count: number, asOf: number, days: readonly number[] = []) => ({
  summary: result(amount, count, asOf),
  records: {
    resolvedQuery: resolvedQuery(asOf),
    items: days.map((one, day) => ({ project: 'AURA', at: day * DAY, amount: one, count: 1 })),
  },
  at: 1234,
})

function withTerms(known: ReturnType<typeof look>, more: object) {
  const { summary } = known
  return { ...known, summary: { ...summary, resolvedQuery: { ...summary.resolvedQuery, ...more } } }
}

test('what came in is the difference to what this device knew', () => {
  expect(newsOf(result(100.3, 12, 2000), look(100.1, 10, 1000))).toEqual({
    amount: 0.2,
    count: 2,
    since: 1234,
  })
})

test('a period that has rolled on by a day is compared without that day', () => {
  const before = look(70, 3, 3 * DAY, [40, 20, 10])
  expect(newsOf(result(35, 4, 4 * DAY, DAY), before)).toEqual({ amount: 5, count: 2, since: 1234 })
})

test.each([
  ['nothing came in', result(100, 10, 2000), look(100, 10, 1000)],
  ['purchases were refunded', result(90, 9, 2000), look(100, 10, 1000)],
  ['the range began within a bucket', result(110, 11, 2000, 500), look(100, 10, 1000, [100])],
  ['the range was moved back', result(110, 11, 2000, -DAY), look(100, 10, 1000, [100])],
  ['these are the figures that were known', result(110, 11, 1000), look(100, 10, 1000)],
  [
    'other projects were asked for',
    { ...result(110, 11, 2000), resolvedQuery: { ...resolvedQuery(2000), projects: ['HELIX'] } },
    look(100, 10, 1000),
  ],
  [
    'one of several projects is another',
    {
      ...result(110, 11, 2000),
      resolvedQuery: { ...resolvedQuery(2000), projects: ['AURA', 'HELIX'] },
    },
    withTerms(look(100, 10, 1000), { projects: ['AURA', 'NOVA'] }),
  ],
  [
    'a project is asked for as well',
    {
      ...result(110, 11, 2000),
      resolvedQuery: { ...resolvedQuery(2000), projects: ['AURA', 'HELIX'] },
    },
    look(100, 10, 1000),
  ],
  [
    'the zone is another',
    { ...result(110, 11, 2000), resolvedQuery: { ...resolvedQuery(2000), zone: 'Asia/Tokyo' } },
    look(100, 10, 1000),
  ],
])('there is no news when %s', (_name, now, before) => {
  expect(newsOf(now, before)).toBeNull()
})
