import { csvCell, csvName } from '#src/domain/text/csv.ts'
import { isoWithOffset } from '#src/domain/time/calendar.ts'
import { tokenName, tokenRounding, whereItWent } from './settlement-lines.ts'
import type { SettlementResult } from './settlement-query.ts'
import { secondIn, termsLine, termsNote, zoneText } from './settlement-text.ts'

/** An exact amount of the settlement: "-46030.16" is a number to a spreadsheet, not a formula. */
interface Exact {
  decimal: string
}
type Row = readonly (string | number | Exact | null)[]

const exact = (decimal: string): Exact => ({ decimal })
const cellText = (cell: Row[number]) =>
  typeof cell === 'object' && cell !== null ? cell.decimal : csvCell(cell)

/**
 * The settlement of a project with its exact figures: first what it is of, then a line per amount.
 * What goes away is negative, in dollars; amounts are in the payment token, bonuses in the project's.
 */
export function settlementCsv(projectId: string, result: SettlementResult): string {
  const { figures, resolvedQuery, computedAt } = result
  const { range, zone } = resolvedQuery
  const head: Row[] = [
    ['Project', projectId],
    ['From', isoWithOffset(range.start, zone)],
    ['Until', isoWithOffset(range.end, zone)],
    ['Time zone', zoneText(zone, range.end)],
    ['As of', secondIn(computedAt, zone)],
    ['Terms', termsLine(figures, zone)],
    ['Note', termsNote(figures, range, zone)],
    [],
    ['Part', 'Line', 'Amount', 'Count', 'USD'],
  ]
  const purchases = 'Completed purchases'
  const rounding = tokenRounding(figures)
  const tokens: Row[] = [
    ...figures.by_token.map(({ payment_token_name, amount, purchases: count, usd }) => [
      purchases,
      tokenName(payment_token_name),
      exact(amount),
      count,
      exact(usd),
    ]),
    ...(rounding === null ? [] : [[purchases, 'Rounding', null, null, exact(rounding)]]),
    [purchases, 'Total', null, figures.purchases, exact(figures.gross_usd)],
  ]
  const lines: Row[] = whereItWent(figures).map(({ name, note, usd }) => [
    'Where it went',
    name,
    null,
    typeof note === 'object' ? note.count : null,
    exact(usd),
  ])
  const memo = 'For information'
  const rows: Row[] = [
    ...head,
    ...tokens,
    ...lines,
    [memo, 'Refunded later', null, figures.refunded_purchases, exact(figures.refunded_usd)],
    [memo, 'Bonuses given', exact(figures.bonus_tokens), figures.bonuses, null],
  ]
  return rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('')
}

/** "settlement-AURA-2025-10-22-2025-11-20.csv"; a name's other signs become hyphens. */
export function settlementFileName(projectId: string, result: SettlementResult): string {
  const { range, zone } = result.resolvedQuery
  const name = projectId.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
  return csvName(`settlement-${name}`, range, zone)
}
