import { percentOf, sumUsd } from '#src/domain/money/money.ts'
import { toCsv } from '#src/domain/text/csv.ts'
import { localDate, toLocal, type Unit } from '#src/domain/time/calendar.ts'
import { twoDigits } from '#src/domain/time/date-parts.ts'
import { formatOffset, offsetMinutes } from '#src/domain/time/zone.ts'
import type { GraphSeries } from '#src/features/home/graph/graph-series.ts'
import type { Slice } from '#src/features/home/graph/ring-option.ts'
import type { ConversionItem } from './sources.ts'

type Rows = (string | number)[][]

/** Head of the totals column: "Total amount", "Total transactions". */
export const totalHead = (shown: string) => `Total ${shown.toLowerCase()}`

/** A bucket in a sortable format: "2026-11-06", or "2026-11-06 14:00+01:00" for hours. */
function bucketCell(start: number, unit: Unit, zone: string): string {
  const date = localDate(start, zone)
  if (unit !== 'hour') return date
  const { hour, minute } = toLocal(start, zone)
  return `${date} ${twoDigits(hour)}:${twoDigits(minute)}${formatOffset(offsetMinutes(start, zone))}`
}

/** A graph as CSV: a line per bucket, a column per project, and a total column. */
export function graphCsv(
  { starts, rows, totals, resolvedQuery }: GraphSeries,
  shown: string,
): string {
  const lines: Rows = starts.map((start, index) => [
    bucketCell(start, resolvedQuery.unit, resolvedQuery.zone),
    ...rows.map(({ values }) => values[index] ?? 0),
    totals[index] ?? 0,
  ])
  return toCsv([['Date', ...rows.map(({ project }) => project), totalHead(shown)], ...lines])
}

/** The list beside a pie as CSV: a line per project, shares in percent. */
export function pieCsv(slices: readonly Slice[], column: string): string {
  const total = sumUsd(slices.map(({ value }) => value))
  const lines = slices.map(({ name, value }) => [name, value, percentOf(value, total)])
  return toCsv([['Project', column, 'Share %'], ...lines])
}

/** Totals of all projects: registrations, those with and without a purchase, and the rate in percent. */
export function conversionSums(items: readonly ConversionItem[]) {
  const total = items.reduce((sum, item) => sum + item.registrations, 0)
  const converted = items.reduce((sum, item) => sum + item.converted, 0)
  return { total, converted, unconverted: total - converted, rate: percentOf(converted, total) }
}

function conversionLine(name: string, registrations: number, converted: number) {
  const rate = percentOf(converted, registrations)
  return [name, converted, registrations - converted, registrations, rate]
}

/** Registrations and conversions per project, and their total. */
export function conversionsCsv(items: readonly ConversionItem[]): string {
  const { total, converted } = conversionSums(items)
  return toCsv([
    ['Project', 'Converted', 'Unconverted', 'Total', 'Conversion rate %'],
    ...items.map((item) => conversionLine(item.project, item.registrations, item.converted)),
    conversionLine('Total', total, converted),
  ])
}
