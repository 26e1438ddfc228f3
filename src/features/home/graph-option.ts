import type { BarSeriesOption } from 'echarts/charts'
import { formatBucket } from '#src/domain/buckets.ts'
import { darken, hasRepeatedColour, withAlpha } from '#src/domain/colours.ts'
import { AXIS_WIDTH, barGrid, dateAxis, valueAxis } from '#src/ui/chart-axes.ts'
import { CHART_COLOURS, REPEATED_HATCH } from '#src/ui/chart-colours.ts'
import type { ChartOption } from '#src/ui/EChart.tsx'
import type { GraphSeries } from './graph-series.ts'

export interface GraphOptions {
  series: GraphSeries
  /** Totals of the compared period, bucket by bucket; null without a comparison. */
  previous: readonly number[] | null
  colours: ReadonlyMap<string, string>
  isMoney: boolean
  privacy: boolean
  /** Of the whole chart, in px. */
  width: number
  isHero: boolean
  /** Between the baseline and the dates, in px. */
  room?: number
}

const MAX_BAR = 28
const BAR_SHARE = 0.66
const COMPARED_BAR_SHARE = 0.54
/** Above this many buckets bars are drawn as one batch, without gaps and rounded tops. */
const BATCH_BUCKETS = 600

type BarDatum = NonNullable<BarSeriesOption['data']>[number]

/** The width of a stack and of the hollow bar behind it, in px. */
export function barWidths(options: Pick<GraphOptions, 'width' | 'isHero' | 'previous' | 'series'>) {
  const slot = Math.max(0, options.width - AXIS_WIDTH) / Math.max(1, options.series.starts.length)
  const share = options.previous ? COMPARED_BAR_SHARE : BAR_SHARE
  const bar = Math.min(MAX_BAR, slot * share)
  const overhang = options.isHero ? 3 : 2
  return { slot, bar, hollow: Math.min(bar + 2 * overhang, slot * 0.92) }
}

/** A series as bars: stacked by project, bottom up in the order of the selection. */
export function graphOption(options: GraphOptions): ChartOption {
  const { series, previous, isMoney, privacy } = options
  const { starts, resolvedQuery, totals } = series
  const tallest = Math.max(0, ...totals, ...(previous ?? []))
  const { bar, hollow } = barWidths(options)
  const labels = starts.map((start) => formatBucket(start, resolvedQuery.unit, resolvedQuery.zone))
  const axis = dateAxis({ labels, width: options.width, room: options.room ?? 0 })
  return {
    grid: barGrid(options.room),
    xAxis: [axis, { type: 'category', data: labels, show: false }],
    yAxis: valueAxis({ tallest, isMoney, privacy }),
    series: [...(previous ? [previousSeries(previous, hollow)] : []), ...stackSeries(options, bar)],
  }
}

/** The compared period as hollow bars behind the stacks, on a second axis so that they are centred. */
function previousSeries(previous: readonly number[], width: number): BarSeriesOption {
  return {
    type: 'bar',
    xAxisIndex: 1,
    z: 1,
    barWidth: width,
    // Overrides the theme's limit: this bar is wider than the stack.
    barMaxWidth: width,
    silent: true,
    itemStyle: {
      color: 'transparent',
      borderColor: CHART_COLOURS.previous,
      borderWidth: 1,
      borderRadius: [3, 3, 0, 0],
    },
    data: previous.map((value) => (value > 0 ? value : '-')),
  }
}

function stackSeries({ series, colours }: GraphOptions, width: number): BarSeriesOption[] {
  const isBatch = series.starts.length > BATCH_BUCKETS
  const tops = topSegments(series)
  return series.rows.map(({ project, values }, row) => {
    const colour = colours.get(project) ?? CHART_COLOURS.label
    return {
      type: 'bar',
      name: project,
      stack: 'projects',
      z: 2,
      // EChart.tsx handles the pointer by column: hit tests on bars fail between two renders.
      silent: true,
      barWidth: width,
      barMaxWidth: MAX_BAR,
      itemStyle: {
        color: colour,
        borderWidth: width < 3 ? 0 : 0.5,
        ...(hasRepeatedColour(colours, project) ? REPEATED_HATCH : {}),
      },
      ...(isBatch ? { large: true, largeThreshold: BATCH_BUCKETS } : {}),
      data: values.map((value, index): BarDatum => {
        if (value <= 0) return '-'
        const itemStyle = {
          ...(tops[index] === row ? { borderRadius: [2, 2, 0, 0] } : {}),
          ...(index === series.unfinished ? hatched(colour) : {}),
        }
        return isBatch || Object.keys(itemStyle).length === 0 ? value : { value, itemStyle }
      }),
    }
  })
}

/** The topmost project with a value, per bucket: only its bar has rounded corners. */
function topSegments({ rows, starts }: GraphSeries): number[] {
  return starts.map((_start, index) => rows.findLastIndex(({ values }) => (values[index] ?? 0) > 0))
}

/** The bar of an unfinished bucket: stripes of its colour on a darker shade. */
export function hatched(colour: string) {
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
