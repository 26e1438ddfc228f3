import { expect, test } from 'vitest'
import { PALETTE, withAlpha } from '#src/domain/colours.ts'
import { toRankedRows } from '#src/domain/money/ranked-rows.ts'
import { byLabel } from '#src/domain/money/ranked-rules.ts'
import { fullBar, rankedOption, segmentAt } from './ranked-option.ts'
import type { RankedOptions } from './ranked-option.ts'
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
const options = (changes: Partial<RankedOptions> = {}): RankedOptions => ({
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

test('the length of a bar is its share of the first row, with a segment per project', () => {
  const option = rankedOption(options())
  expect(option.xAxis).toMatchObject({ max: 100 })
  expect(option.series).toMatchObject([
    { name: 'AURA', data: [{ value: 60 }, '-'] },
    { name: 'HELIX', data: [{ value: 40 }, { value: 50 }] },
  ])
})

test('only the outer corners of a stacked bar are rounded', () => {
  expect(rankedOption(options()).series).toMatchObject([
    { data: [{ itemStyle: { borderRadius: [2, 0, 0, 2] } }, '-'] },
    {
      data: [
        { itemStyle: { borderRadius: [0, 2, 2, 0] } },
        { itemStyle: { borderRadius: [2, 2, 2, 2] } },
      ],
    },
  ])
})

test('the other segments of the row under the pointer are dimmed', () => {
  const { series } = rankedOption(options({ hot: { row: 0, project: 'AURA' } }))
  expect(series).toMatchObject([
    { data: [{ value: 60 }, '-'] },
    { data: [{ itemStyle: { color: withAlpha(PALETTE[1], 0.32) } }, { value: 50 }] },
  ])
  expect(JSON.stringify(series)).toContain('0.32')
  expect(JSON.stringify(rankedOption(options()).series)).not.toContain('0.32')
})

test('compared values are hollow bars, and a longer one on any page extends the scale', () => {
  const before = toRankedRows([item('AURA', 'BTC', 150)], byLabel, 'amount', false)
  const full = fullBar(rows, 'amount', new Map(before.map((row) => [row.key, row])))
  const option = rankedOption(options({ previous: [0, 150], full }))
  expect(option.xAxis).toMatchObject({ max: 150 })
  expect(option.series).toMatchObject([{ yAxisIndex: 1, data: ['-', 150] }, {}, {}])
  const [first] = rows
  // 75 of 150 is beyond AURA's 60.
  expect(first && segmentAt(first, 0.5, full, options())).toBe('HELIX')
  expect(rankedOption(options({ rows: rows.slice(0, 1), previous: [0], full })).xAxis).toEqual(
    option.xAxis,
  )
})

test('the first row is a full bar if no compared value is longer', () => {
  expect(fullBar(rows, 'amount', null)).toBe(100)
  expect(fullBar([], 'amount', null)).toBe(0)
})

test.each([
  [0, 'AURA'],
  [0.59, 'AURA'],
  [0.6, 'HELIX'],
  [0.99, 'HELIX'],
  [1, null],
])('at %d of the width of the first bar is %s', (part, project) => {
  const [first] = rows
  expect(first && segmentAt(first, part, 100, options())).toBe(project)
})
