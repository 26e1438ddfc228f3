import type { BarSeriesOption } from 'echarts/charts'
import { formatBucket } from '#src/domain/buckets.ts'
import { AXIS_WIDTH, barGrid, dateAxis, valueAxis } from '#src/ui/chart-axes.ts'
import { CHART_COLOURS } from '#src/ui/chart-colours.ts'
import type { ChartOption } from '#src/ui/EChart.tsx'
import type { CodeDays } from './code-days.ts'

const MAX_BAR = 28
const BAR_SHARE = 0.66
/** Above this many days bars are drawn as one batch, without gaps and rounded tops. */
const BATCH_DAYS = 600

/** The sales with the code, and on them the other sales of the project, in stacks. */
export function codeDaysOption(options: {
  days: CodeDays
  /** Of the project. */
  colour: string
  privacy: boolean
  /** Of the whole chart, in px. */
  width: number
}): ChartOption {
  const { days, width } = options
  const count = Math.max(1, days.starts.length)
  const bar = Math.min(MAX_BAR, (Math.max(0, width - AXIS_WIDTH) / count) * BAR_SHARE)
  const isBatch = count > BATCH_DAYS
  const stack = (
    name: string,
    color: string,
    values: readonly number[],
    isTop: (index: number) => boolean,
  ): BarSeriesOption => ({
    type: 'bar',
    name,
    stack: 'sales',
    // The column under the pointer is found by EChart.tsx.
    silent: true,
    barWidth: bar,
    barMaxWidth: MAX_BAR,
    itemStyle: { color, borderWidth: bar < 3 ? 0 : 0.5 },
    ...(isBatch ? { large: true, largeThreshold: BATCH_DAYS } : {}),
    data: values.map((value, index) => {
      if (value <= 0) return '-'
      const isRounded = !isBatch && isTop(index)
      return isRounded ? { value, itemStyle: { borderRadius: [2, 2, 0, 0] } } : value
    }),
  })
  return {
    grid: barGrid(),
    xAxis: dateAxis({
      labels: days.starts.map((start) => formatBucket(start, 'day', days.zone)),
      width,
    }),
    yAxis: valueAxis({
      tallest: Math.max(0, ...days.totals),
      isMoney: true,
      privacy: options.privacy,
    }),
    series: [
      stack('with', options.colour, days.withCode, (index) => (days.others[index] ?? 0) <= 0),
      stack('others', CHART_COLOURS.rest, days.others, () => true),
    ],
  }
}
