import { toCsv } from '#src/domain/csv.ts'
import { percentOf } from '#src/domain/money.ts'
import { totalHead } from './card-csv.ts'
import type { Metric } from './graph-series.ts'
import type { RankedRow } from './ranked-rows.ts'
import { totalOf } from './ranked-rows.ts'

/** All rows of a ranked card, not only those of its page, with a column a project. */
export function rankedCsv(
  rows: readonly RankedRow[],
  look: { column: string; metric: Metric; shown: string; projects: readonly string[] },
): string {
  const { column, metric, projects } = look
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
    totalHead(look.shown),
    'Share %',
  ]
  return toCsv([head, ...lines])
}

/** The full list as it is searched and sorted; shares stay those of the whole. */
export function detailsCsv(
  rows: readonly RankedRow[],
  look: { column: string; metric: Metric; whole: RankedRow; hasAmount: boolean },
): string {
  const hasDetail = rows.some((row) => row.detail !== undefined)
  const head = [
    look.column,
    ...(hasDetail ? ['Medium'] : []),
    ...(look.hasAmount ? ['Amount', 'Transactions'] : ['Deposits']),
    'Share %',
  ]
  const lines = rows.map((row) => [
    row.label,
    ...(hasDetail ? [row.detail ?? ''] : []),
    ...(look.hasAmount ? [row.amount, row.count] : [row.count]),
    percentOf(row[look.metric], look.whole[look.metric]),
  ])
  return toCsv([head, ...lines])
}
