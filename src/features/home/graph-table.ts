import { describeBucket } from '#src/domain/buckets.ts'
import type { FigureFormat } from '#src/domain/mask.ts'
import type { GraphSeries } from './graph-series.ts'

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
