import type { LineSeriesOption } from 'echarts/charts'
import { hasRepeatedColour } from '#src/domain/colours.ts'
import { valueAxis } from '#src/ui/charts/chart-axes.ts'
import { CHART_COLOURS } from '#src/ui/charts/chart-colours.ts'
import type { ChartOption } from '#src/ui/charts/EChart.tsx'
import { MARGIN, type LaunchPlot } from './launch-geometry.ts'
import type { LaunchLine } from './launch-lines.ts'

/** A line per project, with a point at its end. */
export function launchOption(options: {
  lines: readonly LaunchLine[]
  plot: LaunchPlot
  colours: ReadonlyMap<string, string>
  isMoney: boolean
  privacy: boolean
}): ChartOption {
  const { lines, plot, colours, isMoney, privacy } = options
  const { width, days, tallest, ticks } = plot
  const axis = valueAxis({ tallest, isMoney, privacy })
  return {
    grid: {
      left: MARGIN.left,
      top: MARGIN.top,
      right: width - plot.right,
      bottom: MARGIN.bottom,
      outerBoundsMode: 'none',
    },
    xAxis: {
      type: 'category',
      boundaryGap: false,
      // Of a single day too, the launch is at the left edge.
      data: Array.from(
        { length: Math.max(2, days) },
        (_unused, index) => ticks.get(index + 1) ?? '',
      ),
      axisLabel: { interval: (index) => ticks.has(index + 1), alignMinLabel: 'left', margin: 15 },
    },
    yAxis: { ...axis, axisLabel: { ...axis.axisLabel, margin: MARGIN.left } },
    series: lines.map(({ project, values }): LineSeriesOption => {
      const color = colours.get(project) ?? CHART_COLOURS.label
      return {
        type: 'line',
        name: project,
        // LaunchGraph.tsx handles the pointer.
        silent: true,
        color,
        lineStyle: {
          width: 2,
          join: 'round',
          // Another project has the same colour.
          ...(hasRepeatedColour(colours, project) ? { type: [6, 3] } : {}),
        },
        showAllSymbol: true,
        symbolSize: 7,
        symbol: (_value: unknown, { dataIndex }: { dataIndex: number }) =>
          dataIndex === values.length - 1 ? 'circle' : 'none',
        itemStyle: { color },
        data: [...values],
      }
    }),
  }
}
