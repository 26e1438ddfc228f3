import { hasRepeatedColour } from '#src/domain/colours.ts'
import { sumUsd, UsdSum } from '#src/domain/money/money.ts'
import type { Metric, Sums } from '#src/domain/money/ranked-rows.ts'
import type { FigureFormat } from '#src/domain/text/mask.ts'
import {
  bucketIndex,
  bucketStarts,
  formatBucket,
  nextBucket,
  describeBucket,
} from '#src/domain/time/buckets.ts'
import type { ResolvedQuery } from '#src/figures/period-request.ts'
import { CHART_COLOURS } from '#src/ui/charts/chart-colours.ts'
import type { Bars } from '#src/ui/charts/stacked-bars.ts'

export interface GraphItem extends Sums {
  /** The bucket's start, in milliseconds. */
  at: number
}

export interface GraphSeries {
  resolvedQuery: ResolvedQuery
  /** Starts of all buckets of the range, including those without data. */
  starts: number[]
  /** One row per project in the order of the selection, one value per bucket. */
  rows: { project: string; values: number[] }[]
  /** All projects together, per bucket. */
  totals: number[]
  /** Index of the bucket that is unfinished at the frozen now; -1 if there is none. */
  unfinished: number
}

/** Index of the bucket that contains the frozen now, or -1. */
function unfinishedBucket(starts: readonly number[], { asOf, unit, zone }: ResolvedQuery): number {
  const index = bucketIndex(starts, asOf)
  const start = starts[index]
  return start !== undefined && nextBucket(start, unit, zone) > asOf ? index : -1
}

/**
 * Maps a result to the drawn series. Rows are assigned to buckets by instant, independent of their
 * offset, so that the bars add up to the response; a row before the range is added to the first bucket.
 */
export function toGraphSeries(
  resolvedQuery: ResolvedQuery,
  items: readonly GraphItem[],
  metric: Metric,
): GraphSeries {
  const starts = bucketStarts(resolvedQuery.range, resolvedQuery.unit, resolvedQuery.zone)
  const rows = new Map(
    resolvedQuery.projects.map((project) => [project, Array.from(starts, () => new UsdSum())]),
  )
  for (const item of items) {
    const index = Math.max(0, bucketIndex(starts, item.at))
    rows.get(item.project)?.[index]?.add(item[metric])
  }
  const list = [...rows].map(([project, sums]) => ({
    project,
    values: sums.map(({ value }) => value),
  }))
  return {
    resolvedQuery,
    starts,
    rows: list,
    totals: starts.map((_start, index) => sumUsd(list.map(({ values }) => values[index] ?? 0))),
    unfinished: unfinishedBucket(starts, resolvedQuery),
  }
}

/** The series as bars: stacked by project, bottom up in the order of the selection. */
export function graphBars(options: {
  series: GraphSeries
  /** Totals of the compared period, bucket by bucket; null without a comparison. */
  previous: readonly number[] | null
  colours: ReadonlyMap<string, string>
  isMoney: boolean
}): Bars {
  const { series, previous, colours, isMoney } = options
  const { starts, rows, totals, unfinished } = series
  const { unit, zone } = series.resolvedQuery
  return {
    labels: starts.map((start) => formatBucket(start, unit, zone)),
    stacks: rows.map(({ project, values }) => ({
      name: project,
      colour: colours.get(project) ?? CHART_COLOURS.label,
      isHatched: hasRepeatedColour(colours, project),
      values,
    })),
    totals,
    previous,
    unfinished,
    isMoney,
  }
}

/** All projects of a summary together. */
export function sumOf(items: readonly Sums[], metric: Metric): number {
  return sumUsd(items.map((item) => item[metric]))
}

/** Rows beyond this limit are counted, but have no cells. */
const MAX_WRITTEN_ROWS = 400
const UNWRITTEN: string[] = []

/** A graph for assistive technology: a row per bucket, a column per project. */
export function graphTable(series: GraphSeries, figures: FigureFormat, isMoney: boolean) {
  const { starts, rows, resolvedQuery } = series
  const format = (value: number) => (isMoney ? figures.usd(value) : figures.count(value))
  return {
    columns: ['Date', ...rows.map(({ project }) => project)],
    makeRows: () =>
      starts.map((start, index) =>
        index < MAX_WRITTEN_ROWS
          ? [
              describeBucket(start, resolvedQuery.unit, resolvedQuery.zone),
              ...rows.map(({ values }) => format(values[index] ?? 0)),
            ]
          : UNWRITTEN,
      ),
  }
}
