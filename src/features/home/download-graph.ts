import { csvName } from '#src/domain/csv-name.ts'
import type { Metric } from '#src/domain/ranked-rows.ts'
import { downloadCsv } from '#src/ui/save-file.ts'
import { graphCsv, pieCsv } from './card-csv.ts'
import type { GraphCardRow } from './cards.ts'
import type { GraphSeries } from './graph-series.ts'
import type { Slice } from './ring-option.ts'

/** Downloads the buckets of a graph, or the slices of its ring. */
export function downloadGraph(options: {
  card: Pick<GraphCardRow, 'id'>
  metric: Metric
  /** Head of the column with the values. */
  column: string
  series: GraphSeries
  slices: readonly Slice[] | null
}): void {
  const { card, metric, column, series, slices } = options
  const { range, zone } = series.resolvedQuery
  const text = slices === null ? graphCsv(series, column) : pieCsv(slices, column)
  downloadCsv(csvName(`${card.id}-${metric}`, range, zone), text)
}
