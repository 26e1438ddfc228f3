import { expect, test } from 'vitest'
import { assignColours, PALETTE } from '#src/domain/colours.ts'
import type { ResolvedQuery } from '#src/figures/period-request.ts'
import { graphBars, sumOf, toGraphSeries } from './graph-series.ts'
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

test('buckets without data are empty', () => {
  const series = toGraphSeries(resolvedQuery(), [item('AURA', '2026-11-19T00:00:00Z', 5)], 'amount')
  expect(series.rows).toEqual([
    { project: 'AURA', values: [0, 5, 0] },
    { project: 'HELIX', values: [0, 0, 0] },
  ])
  expect(series.totals).toEqual([0, 5, 0])
})

test('every row is in one bucket, independent of its offset, so that bars add up', () => {
  const items = [
    item('AURA', '2026-11-18T00:00:00+00:00', 0.1),
    item('AURA', '2026-11-18T02:00:00+02:00', 0.2),
    item('AURA', '2026-11-17T23:00:00Z', 0.3),
    item('HELIX', '2026-11-20T05:30:00+05:30', 0.4),
  ]
  const { totals } = toGraphSeries(resolvedQuery(), items, 'amount')
  expect(totals).toEqual([0.6, 0, 0.4])
})

test('projects that were not requested are not drawn', () => {
  const series = toGraphSeries(
    resolvedQuery(),
    [item('OTHER', '2026-11-19T00:00:00Z', 5)],
    'amount',
  )
  expect(series.totals).toEqual([0, 0, 0])
})

test.each([
  ['today is unfinished', {}, 2],
  ['one second before midnight', { asOf: at('2026-11-20T23:59:59Z') }, 2],
  ['a past range is finished', { asOf: at('2026-11-21T00:00:00Z') }, -1],
  [
    'in a custom range that ends after now it is the current day, not the last',
    {
      range: { start: at('2026-11-18T00:00:00Z'), end: at('2026-11-25T00:00:00Z') },
      asOf: at('2026-11-20T14:32:00Z'),
    },
    2,
  ],
  ['a time before the range is in no bucket', { asOf: at('2026-11-01T00:00:00Z') }, -1],
])('the unfinished bucket: %s', (_name, changes, index) => {
  expect(toGraphSeries(resolvedQuery(changes), [], 'count').unfinished).toBe(index)
})

test('the two hours with the same name at the end of daylight saving time are separate buckets', () => {
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

test('a summary sums up projects exactly to the cent', () => {
  const sums = [
    { project: 'AURA', amount: 0.1, count: 1 },
    { project: 'HELIX', amount: 0.2, count: 2 },
  ]
  expect([sumOf(sums, 'amount'), sumOf(sums, 'count')]).toEqual([0.3, 3])
})

test('bars are stacked in the order of the selection, in the colours of the projects', () => {
  const series = toGraphSeries(resolvedQuery(), [item('AURA', '2026-11-18T00:00:00Z', 5)], 'amount')
  const colours = new Map([
    ['AURA', PALETTE[0]],
    ['HELIX', PALETTE[1]],
  ])
  expect(graphBars({ series, previous: [1, 2, 3], colours, isMoney: true })).toEqual({
    labels: ['Nov 18', 'Nov 19', 'Nov 20'],
    stacks: [
      { name: 'AURA', colour: PALETTE[0], isHatched: false, values: [5, 0, 0] },
      { name: 'HELIX', colour: PALETTE[1], isHatched: false, values: [0, 0, 0] },
    ],
    totals: [5, 0, 0],
    previous: [1, 2, 3],
    unfinished: 2,
    isMoney: true,
  })
})

test('bars with the colour of an earlier project are hatched', () => {
  const projects = Array.from({ length: 15 }, (_, index) => `P${index}`)
  const series = toGraphSeries(resolvedQuery({ projects }), [], 'amount')
  const colours = assignColours(projects)
  const { stacks } = graphBars({ series, previous: null, colours, isMoney: true })
  expect(stacks.filter(({ isHatched }) => isHatched).map(({ name }) => name)).toEqual(['P14'])
})
