import { toCsv } from '#src/domain/csv.ts'
import { twoDigits } from '#src/domain/date-parts.ts'
import { percentOf, sumUsd } from '#src/domain/money.ts'
import type { TimeRange } from '#src/domain/time-range.ts'
import type { Unit } from '#src/domain/time-units.ts'
import { formatOffset, localDate, offsetMinutes, toLocal } from '#src/domain/zone.ts'
import { saveCsv } from '#src/ui/save-csv.ts'
import type { GraphSeries, Metric } from './graph-series.ts'
import type { RankedRow } from './ranked-rows.ts'
import { totalOf } from './ranked-rows.ts'
import type { ConversionItem } from './sources.ts'
import type { Slice } from './ring-option.ts'

type Rows = (string | number)[][]

/** A bucket as a spreadsheet sorts it: "2026-11-06", by the hour "2026-11-06 14:00+01:00". */
function bucketCell(start: number, unit: Unit, zone: string): string {
  const date = localDate(start, zone)
  if (unit !== 'hour') return date
  const { hour, minute } = toLocal(start, zone)
  return `${date} ${twoDigits(hour)}:${twoDigits(minute)}${formatOffset(offsetMinutes(start, zone))}`
}

/** The bars of a graph: a line a bucket, a column a project. */
export function graphCsv({ starts, rows, totals, terms }: GraphSeries): string {
  const lines: Rows = starts.map((start, index) => [
    bucketCell(start, terms.unit, terms.zone),
    ...rows.map(({ values }) => values[index] ?? 0),
    totals[index] ?? 0,
  ])
  return toCsv([['Date', ...rows.map(({ project }) => project), 'Total'], ...lines])
}

/** The list beside a pie: a line a project, its share in per cent. */
export function pieCsv(slices: readonly Slice[], column: string): string {
  const total = sumUsd(slices.map(({ value }) => value))
  const lines = slices.map(({ name, value }) => [name, value, percentOf(value, total)])
  return toCsv([['Project', column, 'Share %'], ...lines])
}

/** All rows of a ranked card, not only those of its page, with a column a project. */
export function rankedCsv(
  rows: readonly RankedRow[],
  { column, metric, projects }: { column: string; metric: Metric; projects: readonly string[] },
): string {
  const total = totalOf(rows, metric)
  const hasDetail = rows.some((row) => row.detail !== undefined)
  const lines: Rows = rows.map((row) => [
    row.label,
    ...(hasDetail ? [row.detail ?? ''] : []),
    ...projects.map((project) => row.byProject.get(project)?.[metric] ?? 0),
    row[metric],
    percentOf(row[metric], total),
  ])
  const head = [column, ...(hasDetail ? ['Medium'] : []), ...projects, 'Total', 'Share %']
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
  const lines: Rows = rows.map((row) => [
    row.label,
    ...(hasDetail ? [row.detail ?? ''] : []),
    ...(look.hasAmount ? [row.amount, row.count] : [row.count]),
    percentOf(row[look.metric], look.whole[look.metric]),
  ])
  return toCsv([head, ...lines])
}

function conversionLine(name: string, registrations: number, converted: number) {
  const rate = percentOf(converted, registrations)
  return [name, converted, registrations - converted, registrations, rate]
}

/** Registrations and purchases a project, and all together. */
export function conversionsCsv(items: readonly ConversionItem[]): string {
  const sum = (key: 'registrations' | 'converted') =>
    items.reduce((total, item) => total + item[key], 0)
  return toCsv([
    ['Project', 'Converted', 'Unconverted', 'Total', 'Conversion rate %'],
    ...items.map((item) => conversionLine(item.project, item.registrations, item.converted)),
    conversionLine('Total', sum('registrations'), sum('converted')),
  ])
}

/** "transactions-2026-10-22-2026-11-20.csv": the card and the days it shows. */
export function csvName(cardId: string, { start, end }: TimeRange, zone: string): string {
  return `${cardId}-${localDate(start, zone)}-${localDate(Math.max(start, end - 1), zone)}.csv`
}

/** Saves a CSV of the app's own; the mark tells spreadsheets that it is UTF-8. */
export function downloadCsv(name: string, text: string): void {
  saveCsv(name, `\uFEFF${text}`)
}
