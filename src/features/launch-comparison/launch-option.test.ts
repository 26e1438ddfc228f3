import { LineChart } from 'echarts/charts'
import { GridSimpleComponent } from 'echarts/components'
import { init, use as register } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { expect, test } from 'vitest'
import { assignColours, PALETTE } from '#src/domain/colours.ts'
import { CHART_THEME } from '#src/ui/charts/chart-theme.ts'
import { MARGIN, plotOf } from './launch-geometry.ts'
import type { LaunchLine } from './launch-lines.ts'
import { launchOption } from './launch-option.ts'

register([LineChart, GridSimpleComponent, SVGRenderer])

const line = (project: string, values: number[]): LaunchLine => ({
  project,
  launchedAt: 0,
  age: values.length,
  values,
})
const SIZE = { width: 48 + 84 + 970, height: 360 }
const AURA = line(
  'AURA',
  Array.from({ length: 98 }, (_unused, index) => index * 1000),
)

function optionOf(lines: readonly LaunchLine[], privacy = false) {
  const colours = assignColours(lines.map(({ project }) => project))
  const plot = plotOf(lines, SIZE, false)
  return { plot, option: launchOption({ lines, plot, colours, isMoney: true, privacy }) }
}

/** The chart as ECharts draws it. */
function draw(option: ReturnType<typeof optionOf>['option']): string {
  const chart = init(null, CHART_THEME, { renderer: 'svg', ssr: true, ...SIZE })
  chart.setOption({ ...option, animation: false })
  const svg = chart.renderToSVGString()
  chart.dispose()
  return svg
}
const textsOf = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text)
/** Where a path with this paint begins and ends, in px. */
function endsOf(svg: string, paint: string) {
  const [, path = ''] = new RegExp(`<path d="([^"]+)"[^>]*${paint}`).exec(svg) ?? []
  const points = [...path.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [
    Number(x),
    Number(y),
  ])
  return [points[0], points.at(-1)]
}

test('a line is where the names and the pointer find it', () => {
  const { plot, option } = optionOf([AURA, line('HELIX', [5, 50_000])])
  const svg = draw(option)
  expect(plot.y(97_000)).toBeCloseTo(21.6)
  expect(endsOf(svg, `stroke="${PALETTE[0]}"`)).toEqual([
    [plot.x(1), plot.y(0)],
    [plot.x(98), 21.6],
  ])
  expect(endsOf(svg, `stroke="${PALETTE[1]}"`)?.[1]).toEqual([plot.x(2), plot.y(50_000)])
})

test('the axes have the texts of some days and values', () => {
  const texts = textsOf(draw(optionOf([AURA]).option))
  expect(texts).toEqual(
    expect.arrayContaining(['Launch', 'Day 14', 'Day 98', '0', '$25K', '$100K']),
  )
  expect(texts).not.toContain('Day 13')
  expect(textsOf(draw(optionOf([AURA], true).option)).join()).not.toContain('$')
})

test('a project that launched today is a point at the left edge', () => {
  const { plot, option } = optionOf([line('AURA', [5])])
  expect(draw(option)).toContain(`,${MARGIN.left},${plot.y(5)})" fill="${PALETTE[0]}"`)
})

test('a line with the colour of an earlier project is dashed', () => {
  const lines = Array.from({ length: 15 }, (_unused, index) => line(`P${index}`, [index, 100]))
  const svg = draw(optionOf(lines).option)
  expect(svg.match(/stroke-dasharray/g)).toHaveLength(1)
})
