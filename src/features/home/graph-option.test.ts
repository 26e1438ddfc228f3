import { BarChart } from 'echarts/charts'
import { GridSimpleComponent } from 'echarts/components'
import { init, use as register } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { expect, test } from 'vitest'
import { assignColours, PALETTE } from '#src/domain/colours.ts'
import { labelStep } from '#src/ui/chart-axes.ts'
import { CHART_COLOURS } from '#src/ui/chart-colours.ts'
import { CHART_THEME } from '#src/ui/chart-theme.ts'
import { barWidths, graphOption } from './graph-option.ts'
import type { GraphOptions } from './graph-option.ts'
import { toGraphSeries } from './graph-series.ts'
import type { GraphItem } from './graph-series.ts'

const at = (iso: string) => Date.parse(iso)
const resolvedQuery = {
  range: { start: at('2026-11-18T00:00:00Z'), end: at('2026-11-20T14:32:00Z') },
  unit: 'day',
  zone: 'UTC',
  projects: ['AURA', 'HELIX'],
  asOf: at('2026-11-20T14:32:00Z'),
} as const
const items: GraphItem[] = [
  { project: 'AURA', at: at('2026-11-18T00:00:00Z'), amount: 7391.53, count: 3 },
  { project: 'HELIX', at: at('2026-11-18T00:00:00Z'), amount: 10, count: 1 },
  { project: 'AURA', at: at('2026-11-20T00:00:00Z'), amount: 20, count: 2 },
]
const options = (changes: Partial<GraphOptions> = {}): GraphOptions => ({
  series: toGraphSeries(resolvedQuery, items, 'amount'),
  previous: null,
  colours: new Map([
    ['AURA', PALETTE[0]],
    ['HELIX', PALETTE[1]],
  ]),
  isMoney: true,
  privacy: false,
  width: 344,
  isHero: true,
  ...changes,
})

/** The axis label of a value. */
function axisText(option: ReturnType<typeof graphOption>, value: number): string {
  const axis = option.yAxis as { axisLabel: { formatter: (value: number) => string } }
  return axis.axisLabel.formatter(value)
}

test('bars stack by project in the order of the selection, in the colours of the projects', () => {
  const { series } = graphOption(options())
  expect(series).toMatchObject([
    { name: 'AURA', stack: 'projects', itemStyle: { color: PALETTE[0] } },
    { name: 'HELIX', stack: 'projects', itemStyle: { color: PALETTE[1] } },
  ])
})

test('only the last segment with a value has a rounded top, and empty buckets have no bar', () => {
  const { series } = graphOption(options())
  expect(series).toMatchObject([
    { data: [7391.53, '-', { value: 20 }] },
    { data: [{ value: 10, itemStyle: { borderRadius: [2, 2, 0, 0] } }, '-', '-'] },
  ])
})

test('the unfinished bucket is hatched', () => {
  expect(graphOption(options()).series).toMatchObject([
    { data: [7391.53, '-', { itemStyle: { decal: { symbol: 'rect' } } }] },
    {},
  ])
})

test('axis labels are short for dollars, plain for zero, and masked in privacy mode', () => {
  expect(axisText(graphOption(options()), 7500)).toBe('$7.5K')
  expect(axisText(graphOption(options({ isMoney: false })), 7500)).toBe('7.5K')
  expect(axisText(graphOption(options()), 0)).toBe('0')
  expect(axisText(graphOption(options({ privacy: true })), 7500)).toBe('{mask|███}')
})

test('a date that would exceed the end of the chart is left out', () => {
  const range = { start: at('2026-10-29T00:00:00Z'), end: resolvedQuery.range.end }
  const series = toGraphSeries({ ...resolvedQuery, range }, items, 'amount')
  const written = (width: number) => {
    const [axis] = graphOption(options({ series, width })).xAxis as [
      { data: string[]; axisLabel: { interval: (index: number, label: string) => boolean } },
    ]
    return axis.data.filter((label, index) => axis.axisLabel.interval(index, label))
  }
  expect(written(274)).toEqual(['Oct 29', 'Nov 9'])
  expect(written(600)).toEqual(['Oct 29', 'Nov 3', 'Nov 8', 'Nov 13', 'Nov 18'])
})

test('a compared period has hollow bars behind the others, and the scale covers both', () => {
  const option = graphOption(options({ previous: [0, 9000, 10] }))
  expect(option.series).toMatchObject([
    { xAxisIndex: 1, data: ['-', 9000, 10], itemStyle: { color: 'transparent' } },
    { name: 'AURA' },
    { name: 'HELIX' },
  ])
  expect(option.yAxis).toMatchObject({ max: 10_000, interval: 2500 })
})

register([BarChart, GridSimpleComponent, SVGRenderer])

/** Left and right end of the first rendered bar with the chart's theme, in whole px. */
function drawnEnds(option: ReturnType<typeof graphOption>, paint: string): number[] {
  const chart = init(null, CHART_THEME, { renderer: 'svg', ssr: true, width: 344, height: 256 })
  chart.setOption({ ...option, animation: false })
  const svg = chart.renderToSVGString()
  chart.dispose()
  const bar = new RegExp(`<path d="(M[^"]+)"[^>]*${paint}[^>]*ecmeta_data_index="0"`).exec(svg)
  const points = bar?.[1]?.matchAll(/[ML](-?[\d.]+) /g) ?? []
  const xs = Array.from(points, ([, x]) => Number(x))
  return [Math.floor(Math.min(...xs)), Math.ceil(Math.max(...xs))]
}

test.each([
  ['the first card', true, [77, 111]],
  ['a half card', false, [78, 110]],
])('the hollow bar of %s is visible on both sides of a stack of 28 px', (_name, isHero, ends) => {
  const option = graphOption(options({ previous: [9000, 9000, 9000], isHero }))
  expect(drawnEnds(option, `fill="${PALETTE[1]}"`)).toEqual([80, 108])
  expect(drawnEnds(option, `stroke="${CHART_COLOURS.previous}"`)).toEqual(ends)
})

test('bars with the colour of an earlier project are hatched', () => {
  const projects = Array.from({ length: 15 }, (_, index) => `P${index}`)
  const series = toGraphSeries({ ...resolvedQuery, projects }, [], 'amount')
  const option = graphOption(options({ series, colours: assignColours(projects) }))
  const drawn = option.series as { name: string; itemStyle: { decal?: object } }[]
  expect(drawn.filter(({ itemStyle }) => itemStyle.decal).map(({ name }) => name)).toEqual(['P14'])
})

test.each([
  ['alone', null, true, 28, 34],
  ['compared', [1, 2, 3], true, 28, 34],
  ['compared in a narrow card', [1, 2, 3], false, 28, 32],
])('stacks %s are at most 28 px wide', (_name, previous, isHero, bar, hollow) => {
  const widths = barWidths(options({ previous, isHero }))
  expect(widths.slot).toBe(100)
  expect(widths.bar).toBe(bar)
  expect(widths.hollow).toBe(hollow)
})

test.each([
  [110, 1],
  [109, 2],
  [22.2, 5],
  [0.1, 1100],
])('with %d px per bucket, one in %d has a label', (slot, step) => {
  expect(labelStep(slot)).toBe(step)
})
