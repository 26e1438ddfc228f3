import { expect, test } from 'vitest'
import { PALETTE, withAlpha } from '#src/domain/colours.ts'
import { fullBar, rankedOption, segmentAt } from './ranked-option.ts'
import type { RankedOptions } from './ranked-option.ts'
import { byLabel } from './ranked-rules.ts'
import { toRankedRows } from './ranked-rows.ts'
import { rowGeometry } from './RankedPlaceholder.tsx'

const item = (project: string, label: string, amount: number) => ({
  project,
  label,
  amount,
  count: 1,
})
const rows = toRankedRows(
  [item('AURA', 'ETH', 60), item('HELIX', 'ETH', 40), item('HELIX', 'BTC', 50)],
  byLabel,
  'amount',
  false,
)
const look = (changes: Partial<RankedOptions> = {}): RankedOptions => ({
  rows,
  slots: 5,
  metric: 'amount',
  full: 100,
  projects: ['AURA', 'HELIX'],
  colours: new Map([
    ['AURA', PALETTE[0]],
    ['HELIX', PALETTE[1]],
  ]),
  previous: null,
  geometry: rowGeometry('plain', false),
  hot: null,
  ...changes,
})

test('a bar is as long as its share of the first row, a segment per project', () => {
  const option = rankedOption(look())
  expect(option.xAxis).toMatchObject({ max: 100 })
  expect(option.series).toMatchObject([
    { name: 'AURA', data: [{ value: 60 }, '-'] },
    { name: 'HELIX', data: [{ value: 40 }, { value: 50 }] },
  ])
})

test('only the outer corners of a whole bar are round', () => {
  expect(rankedOption(look()).series).toMatchObject([
    { data: [{ itemStyle: { borderRadius: [2, 0, 0, 2] } }, '-'] },
    {
      data: [
        { itemStyle: { borderRadius: [0, 2, 2, 0] } },
        { itemStyle: { borderRadius: [2, 2, 2, 2] } },
      ],
    },
  ])
})

test('the segments beside the one that is pointed at step back, in that row only', () => {
  const { series } = rankedOption(look({ hot: { row: 0, project: 'AURA' } }))
  expect(series).toMatchObject([
    { data: [{ value: 60 }, '-'] },
    { data: [{ itemStyle: { color: withAlpha(PALETTE[1], 0.32) } }, { value: 50 }] },
  ])
  expect(JSON.stringify(series)).toContain('0.32')
  expect(JSON.stringify(rankedOption(look()).series)).not.toContain('0.32')
})

test('compared values are hollow bars, and a longer one of any page widens the scale', () => {
  const before = toRankedRows([item('AURA', 'BTC', 150)], byLabel, 'amount', false)
  const full = fullBar(rows, 'amount', new Map(before.map((row) => [row.key, row])))
  const option = rankedOption(look({ previous: [0, 150], full }))
  expect(option.xAxis).toMatchObject({ max: 150 })
  expect(option.series).toMatchObject([{ yAxisIndex: 1, data: ['-', 150] }, {}, {}])
  const [first] = rows
  // 75 of 150: past the 60 of AURA.
  expect(first && segmentAt(first, 0.5, full, look())).toBe('HELIX')
  expect(rankedOption(look({ rows: rows.slice(0, 1), previous: [0], full })).xAxis).toEqual(
    option.xAxis,
  )
})

test('a full bar is the first row where nothing longer is compared', () => {
  expect(fullBar(rows, 'amount', null)).toBe(100)
  expect(fullBar([], 'amount', null)).toBe(0)
})

test.each([
  [0, 'AURA'],
  [0.59, 'AURA'],
  [0.6, 'HELIX'],
  [0.99, 'HELIX'],
  [1, null],
])('at %d of the width of the first bar lies %s', (part, project) => {
  const [first] = rows
  expect(first && segmentAt(first, part, 100, look())).toBe(project)
})
