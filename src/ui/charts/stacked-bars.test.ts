import { BarChart } from 'echarts/charts'
import { GridSimpleComponent } from 'echarts/components'
import { init, use as register } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { expect, test } from 'vitest'
import { PALETTE } from '#src/domain/colours.ts'
import { labelStep } from './chart-axes.ts'
import { CHART_COLOURS, REPEATED_HATCH } from './chart-colours.ts'
import { CHART_THEME } from './chart-theme.ts'
import { barsOption, barWidths, type Bars, type BarsLayout } from './stacked-bars.ts'

const BARS: Bars = {
  labels: ['Nov 18', 'Nov 19', 'Nov 20'],
  stacks: [
    { name: 'AURA', colour: PALETTE[0], values: [7391.53, 0, 20] },
    { name: 'HELIX', colour: PALETTE[1], values: [10, 0, 0] },
  ],
  totals: [7401.53, 0, 20],
  previous: null,
  unfinished: 2,
  isMoney: true,
}
const LAYOUT: BarsLayout = { width: 344, room: 0, overhang: 3, privacy: false }
const optionOf = (bars: Partial<Bars> = {}, layout: Partial<BarsLayout> = {}) =>
  barsOption({ ...BARS, ...bars }, { ...LAYOUT, ...layout })

/** The axis label of a value. */
function axisText(option: ReturnType<typeof optionOf>, value: number): string {
  const axis = option.yAxis as { axisLabel: { formatter: (value: number) => string } }
  return axis.axisLabel.formatter(value)
}

test('bars stack in the given order and colours', () => {
  const { series } = optionOf()
  expect(series).toMatchObject([
    { name: 'AURA', stack: 'all', itemStyle: { color: PALETTE[0] } },
    { name: 'HELIX', stack: 'all', itemStyle: { color: PALETTE[1] } },
  ])
})

test('only the last segment with a value has a rounded top, and empty dates have no bar', () => {
  const { series } = optionOf()
  expect(series).toMatchObject([
    { data: [7391.53, '-', { value: 20 }] },
    { data: [{ value: 10, itemStyle: { borderRadius: [2, 2, 0, 0] } }, '-', '-'] },
  ])
})

test('the unfinished date is hatched', () => {
  expect(optionOf().series).toMatchObject([
    { data: [7391.53, '-', { itemStyle: { decal: { symbol: 'rect' } } }] },
    {},
  ])
})

test('axis labels are short for dollars, plain for zero, and masked in privacy mode', () => {
  expect(axisText(optionOf(), 7500)).toBe('$7.5K')
  expect(axisText(optionOf({ isMoney: false }), 7500)).toBe('7.5K')
  expect(axisText(optionOf(), 0)).toBe('0')
  expect(axisText(optionOf({}, { privacy: true }), 7500)).toBe('{mask|███}')
})

test('a date that would exceed the end of the chart is left out', () => {
  const labels = Array.from({ length: 23 }, (_unused, index) =>
    index < 3 ? `Oct ${index + 29}` : `Nov ${index - 2}`,
  )
  const written = (width: number) => {
    const [axis] = optionOf({ labels }, { width }).xAxis as [
      { data: string[]; axisLabel: { interval: (index: number, label: string) => boolean } },
    ]
    return axis.data.filter((label, index) => axis.axisLabel.interval(index, label))
  }
  expect(written(274)).toEqual(['Oct 29', 'Nov 9'])
  expect(written(600)).toEqual(['Oct 29', 'Nov 3', 'Nov 8', 'Nov 13', 'Nov 18'])
})

test('a compared period has hollow bars behind the others, and the scale covers both', () => {
  const option = optionOf({ previous: [0, 9000, 10] })
  expect(option.series).toMatchObject([
    { xAxisIndex: 1, data: ['-', 9000, 10], itemStyle: { color: 'transparent' } },
    { name: 'AURA' },
    { name: 'HELIX' },
  ])
  expect(option.yAxis).toMatchObject({ max: 10_000, interval: 2500 })
})

register([BarChart, GridSimpleComponent, SVGRenderer])

/** Left and right end of the first rendered bar with the chart's theme, in whole px. */
function drawnEnds(option: ReturnType<typeof optionOf>, paint: string): number[] {
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
  [3, [77, 111]],
  [2, [78, 110]],
])('the hollow bar is %d px wider on both sides of a stack of 28 px', (overhang, ends) => {
  const option = optionOf({ previous: [9000, 9000, 9000] }, { overhang })
  expect(drawnEnds(option, `fill="${PALETTE[1]}"`)).toEqual([80, 108])
  expect(drawnEnds(option, `stroke="${CHART_COLOURS.previous}"`)).toEqual(ends)
})

test('bars with the colour of an earlier project are hatched', () => {
  const stacks = BARS.stacks.map((stack) => ({ ...stack, isHatched: stack.name === 'HELIX' }))
  const [first, second] = optionOf({ stacks }).series as { itemStyle: { decal?: object } }[]
  expect([first?.itemStyle.decal, second?.itemStyle.decal]).toEqual([
    undefined,
    REPEATED_HATCH.decal,
  ])
})

test('several years are drawn as one batch', () => {
  const labels = Array.from({ length: 1100 }, (_unused, index) => `${index}`)
  expect(optionOf({ labels }).series).toMatchObject([{ large: true }, { large: true }])
})

test.each([
  ['alone', null, 3, 28, 34],
  ['compared', [1, 2, 3], 3, 28, 34],
  ['compared in a narrow card', [1, 2, 3], 2, 28, 32],
])('stacks %s are at most 28 px wide', (_name, previous, overhang, bar, hollow) => {
  expect(barWidths({ ...BARS, previous }, { ...LAYOUT, overhang })).toEqual({
    bar,
    hollow,
  })
})

test.each([
  [110, 1],
  [109, 2],
  [22.2, 5],
  [0.1, 1100],
])('with %d px per bucket, one in %d has a label', (slot, step) => {
  expect(labelStep(slot)).toBe(step)
})
