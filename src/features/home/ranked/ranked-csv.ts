import { percentOf } from '#src/domain/money/money.ts'
import type { Metric } from '#src/domain/money/ranked-rows.ts'
import type { RankedRow } from '#src/domain/money/ranked-rows.ts'
import { rowName, totalOf } from '#src/domain/money/ranked-rows.ts'
import { toCsv } from '#src/domain/text/csv.ts'
import type { FigureFormat } from '#src/domain/text/mask.ts'
import { totalHead } from '#src/features/home/cards/card-csv.ts'

/** All pages of a ranked card as CSV, with a column per project. */
export function rankedCsv(
  rows: readonly RankedRow[],
  options: { column: string; metric: Metric; shown: string; projects: readonly string[] },
): string {
  const { column, metric, projects } = options
  const total = totalOf(rows, metric)
  const hasDetail = rows.some((row) => row.detail !== undefined)
  const lines = rows.map((row) => [
    row.label,
    ...(hasDetail ? [row.detail ?? ''] : []),
    ...projects.map((project) => row.byProject.get(project)?.[metric] ?? 0),
    row[metric],
    percentOf(row[metric], total),
  ])
  const head = [
    column,
    ...(hasDetail ? ['Medium'] : []),
    ...projects,
    totalHead(options.shown),
    'Share %',
  ]
  return toCsv([head, ...lines])
}

/** The full list as searched and sorted; shares are of the whole. */
export function detailsCsv(
  rows: readonly RankedRow[],
  options: { column: string; metric: Metric; whole: RankedRow; hasAmount: boolean },
): string {
  const hasDetail = rows.some((row) => row.detail !== undefined)
  const head = [
    options.column,
    ...(hasDetail ? ['Medium'] : []),
    ...(options.hasAmount ? ['Amount', 'Transactions'] : ['Deposits']),
    'Share %',
  ]
  const lines = rows.map((row) => [
    row.label,
    ...(hasDetail ? [row.detail ?? ''] : []),
    ...(options.hasAmount ? [row.amount, row.count] : [row.count]),
    percentOf(row[options.metric], options.whole[options.metric]),
  ])
  return toCsv([head, ...lines])
}

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
