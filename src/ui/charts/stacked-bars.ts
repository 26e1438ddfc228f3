import type { BarSeriesOption } from 'echarts/charts'
import { darken, withAlpha } from '#src/domain/colours.ts'
import { barGrid, dateAxis, slotWidth, valueAxis } from './chart-axes.ts'
import { CHART_COLOURS, REPEATED_HATCH } from './chart-colours.ts'
import type { ChartOption } from './EChart.tsx'

/** A stack of bars per date. */
export interface Bars {
  /** The dates. */
  labels: string[]
  /** From the bottom up, each with a value per date. */
  stacks: readonly {
    name: string
    colour: string
    isHatched?: boolean
    values: readonly number[]
  }[]
  /** All stacks together, per date. */
  totals: readonly number[]
  /** Totals of the compared period, per date; null without a comparison. */
  previous: readonly number[] | null
  /** Index of the date that is not over; -1 if there is none. */
  unfinished: number
  isMoney: boolean
}

/** How bars are drawn. Sizes in px. */
export interface BarsLayout {
  /** Of the whole chart. */
  width: number
  /** Between the baseline and the dates. */
  room: number
  /** Of the hollow bar of the compared period, on each side of the stack. */
  overhang: number
  privacy: boolean
}

const MAX_BAR = 28
const BAR_SHARE = 0.66
const COMPARED_BAR_SHARE = 0.54
/** Above this many dates bars are drawn as one batch, without gaps and rounded tops. */
const BATCH_DATES = 600

type BarDatum = NonNullable<BarSeriesOption['data']>[number]

/** The width of a stack and of the hollow bar behind it, in px. */
export function barWidths(
  { labels, previous }: Pick<Bars, 'labels' | 'previous'>,
  { width, overhang }: Pick<BarsLayout, 'width' | 'overhang'>,
) {
  const slot = slotWidth(width, labels.length)
  const bar = Math.min(MAX_BAR, slot * (previous ? COMPARED_BAR_SHARE : BAR_SHARE))
  return { bar, hollow: Math.min(bar + 2 * overhang, slot * 0.92) }
}

/** The chart of these bars. */
export function barsOption(bars: Bars, layout: BarsLayout): ChartOption {
  const { labels, totals, previous, isMoney } = bars
  const { width, room, privacy } = layout
  const { bar, hollow } = barWidths(bars, layout)
  return {
    grid: barGrid(room),
    xAxis: [dateAxis({ labels, width, room }), { type: 'category', data: labels, show: false }],
    yAxis: valueAxis({ tallest: Math.max(0, ...totals, ...(previous ?? [])), isMoney, privacy }),
    series: [
      ...(previous ? [{ ...hollowBars(previous, hollow, [3, 3, 0, 0]), xAxisIndex: 1 }] : []),
      ...stackSeries(bars, bar),
    ],
  }
}

/** The compared period as hollow bars behind the others. Their axis is a second one, so that they are centred. */
export function hollowBars(
  values: readonly number[],
  width: number,
  borderRadius: number | number[],
): BarSeriesOption {
  return {
    type: 'bar',
    z: 1,
    barWidth: width,
    // Overrides the theme's limit: this bar is wider than the stack.
    barMaxWidth: width,
    silent: true,
    itemStyle: {
      color: 'transparent',
      borderColor: CHART_COLOURS.previous,
      borderWidth: 1,
      borderRadius,
    },
    data: values.map((value) => (value > 0 ? value : '-')),
  }
}

function stackSeries({ labels, stacks, unfinished }: Bars, width: number): BarSeriesOption[] {
  const isBatch = labels.length > BATCH_DATES
  // Only the topmost bar of a date has rounded corners.
  const tops = labels.map((_label, index) =>
    stacks.findLastIndex(({ values }) => (values[index] ?? 0) > 0),
  )
  return stacks.map(({ name, colour, isHatched, values }, stack) => ({
    type: 'bar',
    name,
    stack: 'all',
    z: 2,
    // EChart.tsx handles the pointer by column: hit tests on bars fail between two renders.
    silent: true,
    barWidth: width,
    barMaxWidth: MAX_BAR,
    itemStyle: {
      color: colour,
      borderWidth: width < 3 ? 0 : 0.5,
      ...(isHatched ? REPEATED_HATCH : {}),
    },
    ...(isBatch ? { large: true, largeThreshold: BATCH_DATES } : {}),
    data: values.map((value, index): BarDatum => {
      if (value <= 0) return '-'
      const itemStyle = {
        ...(tops[index] === stack ? { borderRadius: [2, 2, 0, 0] } : {}),
        ...(index === unfinished ? hatched(colour) : {}),
      }
      return isBatch || Object.keys(itemStyle).length === 0 ? value : { value, itemStyle }
    }),
  }))
}

/** The bar of a date that is not over: stripes of its colour on a darker shade. */
function hatched(colour: string) {
  return {
    color: withAlpha(darken(colour, 10), 0.36),
    decal: {
      symbol: 'rect',
      color: withAlpha(colour, 0.9),
      dashArrayX: [1, 0],
      dashArrayY: [2, 3],
      rotation: -Math.PI / 4,
    },
  }
}
