import type { FigureFormat } from '#src/domain/mask.ts'
import type { Metric } from './graph-series.ts'
import { rowName } from './ranked-rows.ts'
import type { RankedRow } from './ranked-rows.ts'

/** A ranked card for assistive technology: Label, Value, Share (names.md). */
export function rankedTable(
  rows: readonly RankedRow[],
  look: { metric: Metric; decimals: 0 | 2; total: number; figures: FigureFormat },
) {
  const { metric, decimals, total, figures } = look
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
