import type { BarSeriesOption, PieSeriesOption } from 'echarts/charts'
import type { GridComponentOption } from 'echarts/components'
import type { ComposeOption } from 'echarts/core'

/** What this product draws: bars and rings, without ECharts' own tooltip and legend. */
export type ChartOption = ComposeOption<BarSeriesOption | PieSeriesOption | GridComponentOption>

/** What the pointer is over. */
export type ChartHover = {
  /** The bucket of a bar chart, the slice of a ring. */
  index: number
  /** Where, in viewport pixels, for the tooltip. */
  x: number
  y: number
}
