import type { FigureFormat } from '#src/domain/mask.ts'
import { describeBucket } from '#src/domain/buckets.ts'
import type { Metric, GraphSeries } from './graph-series.ts'
import { rowName } from './ranked-rows.ts'
import type { RankedRow } from './ranked-rows.ts'

/** A ranked card for assistive technology: Label, Value, Share (names.md). */
export function rankedTable(
  rows: readonly RankedRow[],
  options: { metric: Metric; decimals: 0 | 2; total: number; figures: FigureFormat },
) {
  const { metric, decimals, total, figures } = options
  return {
    columns: ['Label', 'Value', 'Share'],
    makeRows: () =>
      rows.map((row, index) => [
        figures.label(rowName(row), index),
        metric === 'amount' ? figures.usd(row[metric], decimals) : figures.count(row[metric]),
        figures.share(row[metric], total),
      ]),
  }
}

/** Rows beyond this limit are counted, but have no cells. */
const MAX_WRITTEN_ROWS = 400
const UNWRITTEN: string[] = []

/** A graph for assistive technology: a row per bucket, a column per project. */
export function graphTable(series: GraphSeries, figures: FigureFormat, isMoney: boolean) {
  const { starts, rows, resolvedQuery } = series
  const write = (value: number) => (isMoney ? figures.usd(value) : figures.count(value))
  return {
    columns: ['Date', ...rows.map(({ project }) => project)],
    makeRows: () =>
      starts.map((start, index) =>
        index < MAX_WRITTEN_ROWS
          ? [
              describeBucket(start, resolvedQuery.unit, resolvedQuery.zone),
              ...rows.map(({ values }) => write(values[index] ?? 0)),
            ]
          : UNWRITTEN,
      ),
  }
}
