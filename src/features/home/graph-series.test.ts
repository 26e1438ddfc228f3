import { expect, test } from 'vitest'
import type { ResolvedQuery } from './graph-query.ts'
import { sumOf, toGraphSeries } from './graph-series.ts'
import type { GraphItem } from './graph-series.ts'

const at = (iso: string) => Date.parse(iso)
const resolvedQuery = (changes: Partial<ResolvedQuery> = {}): ResolvedQuery => ({
  range: { start: at('2026-11-18T00:00:00Z'), end: at('2026-11-20T14:32:00Z') },
  unit: 'day',
  zone: 'UTC',
  projects: ['AURA', 'HELIX'],
  asOf: at('2026-11-20T14:32:00Z'),
  ...changes,
})
const item = (project: string, date: string, amount: number, count = 1): GraphItem => ({
  project,
  at: at(date),
  amount,
  count,
})

test('buckets without data are there, empty', () => {
  const series = toGraphSeries(resolvedQuery(), [item('AURA', '2026-11-19T00:00:00Z', 5)], 'amount')
  expect(series.rows).toEqual([
    { project: 'AURA', values: [0, 5, 0] },
    { project: 'HELIX', values: [0, 0, 0] },
  ])
  expect(series.totals).toEqual([0, 5, 0])
})

test('every row lands in one bucket, whatever offset it was cut with, so that bars add up', () => {
  const items = [
    item('AURA', '2026-11-18T00:00:00+00:00', 0.1),
    item('AURA', '2026-11-18T02:00:00+02:00', 0.2),
    item('AURA', '2026-11-17T23:00:00Z', 0.3),
    item('HELIX', '2026-11-20T05:30:00+05:30', 0.4),
  ]
  const { totals } = toGraphSeries(resolvedQuery(), items, 'amount')
  expect(totals).toEqual([0.6, 0, 0.4])
})

test('projects that were not asked for are not drawn', () => {
  const series = toGraphSeries(
    resolvedQuery(),
    [item('OTHER', '2026-11-19T00:00:00Z', 5)],
    'amount',
  )
  expect(series.totals).toEqual([0, 0, 0])
})

test.each([
  ['today is not finished', {}, 2],
  ['one second before midnight', { asOf: at('2026-11-20T23:59:59Z') }, 2],
  ['a past range is finished', { asOf: at('2026-11-21T00:00:00Z') }, -1],
  [
    'a custom range that reaches past now marks the day of now, not its last',
    {
      range: { start: at('2026-11-18T00:00:00Z'), end: at('2026-11-25T00:00:00Z') },
      asOf: at('2026-11-20T14:32:00Z'),
    },
    2,
  ],
  ['before the range nothing has begun', { asOf: at('2026-11-01T00:00:00Z') }, -1],
])('the unfinished bucket: %s', (_name, changes, index) => {
  expect(toGraphSeries(resolvedQuery(changes), [], 'count').unfinished).toBe(index)
})

test('the two hours that an autumn night names alike keep their own sales', () => {
  const night = resolvedQuery({
    range: { start: at('2026-10-24T22:00:00Z'), end: at('2026-10-25T23:00:00Z') },
    unit: 'hour',
    zone: 'Europe/Berlin',
    projects: ['AURA'],
  })
  const items = [
    item('AURA', '2026-10-25T02:00:00+02:00', 40),
    item('AURA', '2026-10-25T02:00:00+01:00', 20),
  ]
  const { totals } = toGraphSeries(night, items, 'amount')
  expect(totals).toHaveLength(25)
  expect(totals.slice(1, 5)).toEqual([0, 40, 20, 0])
})

test('a summary adds projects up to the cent', () => {
  const sums = [
    { project: 'AURA', amount: 0.1, count: 1 },
    { project: 'HELIX', amount: 0.2, count: 2 },
  ]
  expect([sumOf(sums, 'amount'), sumOf(sums, 'count')]).toEqual([0.3, 3])
})
