import type { BarSeriesOption } from 'echarts/charts'
import { hasRepeatedColour, withAlpha } from '#src/domain/colours.ts'
import type { Metric } from '#src/domain/money/ranked-rows.ts'
import type { RankedRow } from '#src/domain/money/ranked-rows.ts'
import { CHART_COLOURS, DIMMED, REPEATED_HATCH } from '#src/ui/charts/chart-colours.ts'
import type { ChartOption } from '#src/ui/charts/EChart.tsx'
import { hollowBars } from '#src/ui/charts/stacked-bars.ts'

/** Position of the bars in the card's rows, in px. */
export interface RowGeometry {
  /** Height of a row. */
  row: number
  /** From the top of a row to the top of its bar. */
  barTop: number
  bar: number
  /** Height of the hollow bar of the compared period. */
  hollow: number
}

export interface RankedOptions {
  /** The rows of the page; unused slots stay empty. */
  rows: readonly RankedRow[]
  slots: number
  metric: Metric
  /** Value of a full bar: see `fullBar`. */
  full: number
  projects: readonly string[]
  colours: ReadonlyMap<string, string>
  /** The compared period's values of these rows; null without a comparison. */
  previous: readonly number[] | null
  geometry: RowGeometry
  /** The segment under the pointer; the others of its row are dimmed. */
  hot: { row: number; project: string } | null
}

/** The value of a full bar: the largest one of all pages, including the compared period. */
export function fullBar(
  rows: readonly RankedRow[],
  metric: Metric,
  previous: ReadonlyMap<string, RankedRow> | null,
): number {
  return rows.reduce(
    (most, row) => Math.max(most, row[metric], previous?.get(row.key)?.[metric] ?? 0),
    0,
  )
}

/** The bars of a ranked card: one per row, with a segment per project. */
export function rankedOption(options: RankedOptions): ChartOption {
  const { rows, slots, previous, geometry } = options
  const category = {
    type: 'category' as const,
    show: false,
    inverse: true,
    data: Array.from({ length: slots }, (_, index) => String(index)),
  }
  return {
    grid: {
      left: 0,
      right: 0,
      // Centres the bands on the bars.
      top: geometry.barTop + geometry.bar / 2 - geometry.row / 2,
      height: slots * geometry.row,
      outerBoundsMode: 'none',
    },
    xAxis: { type: 'value', show: false, min: 0, max: options.full || 1 },
    yAxis: [category, category],
    series: [
      ...(previous ? [{ ...hollowBars(previous, geometry.hollow, 3), yAxisIndex: 1 }] : []),
      ...options.projects.map((project) => segmentSeries(options, project, rows)),
    ],
  }
}

function segmentSeries(
  options: RankedOptions,
  project: string,
  rows: readonly RankedRow[],
): BarSeriesOption {
  const colour = options.colours.get(project) ?? CHART_COLOURS.label
  return {
    type: 'bar',
    name: project,
    stack: 'projects',
    z: 2,
    barWidth: options.geometry.bar,
    silent: true,
    itemStyle: {
      color: colour,
      borderWidth: 0.5,
      borderColor: CHART_COLOURS.card,
      ...(hasRepeatedColour(options.colours, project) ? REPEATED_HATCH : {}),
    },
    data: rows.map((row, index) => {
      const value = row.byProject.get(project)?.[options.metric] ?? 0
      if (value <= 0) return '-'
      const isDimmed = options.hot?.row === index && options.hot.project !== project
      return {
        value,
        itemStyle: {
          ...(isDimmed ? { color: withAlpha(colour, DIMMED) } : {}),
          borderRadius: cornersOf(row, project, options),
        },
      }
    }),
  }
}

/** Only the outer corners of a stacked bar are rounded. */
function cornersOf(row: RankedRow, project: string, { projects, metric }: RankedOptions): number[] {
  const present = projects.filter((name) => (row.byProject.get(name)?.[metric] ?? 0) > 0)
  const left = present[0] === project ? 2 : 0
  const right = present.at(-1) === project ? 2 : 0
  return [left, right, right, left]
}

/** The project of the segment at that fraction (0 to 1) of the width; null beside the bar. */
export function segmentAt(
  row: RankedRow,
  part: number,
  full: number,
  options: Pick<RankedOptions, 'projects' | 'metric'>,
): string | null {
  let end = 0
  for (const project of options.projects) {
    end += row.byProject.get(project)?.[options.metric] ?? 0
    if (part * full < end) return project
  }
  return null
}
