import { csvName, exact, toCsv, type Cell } from '#src/domain/text/csv.ts'
import { isoWithOffset } from '#src/domain/time/calendar.ts'
import type { Statement } from '#src/wire/settlement.ts'
import { tokenName, tokenRounding, whereItWent } from './settlement-lines.ts'
import type { DatedFigures, SettlementResult } from './settlement-query.ts'
import { secondIn, termsLine, termsNote, zoneText } from './settlement-text.ts'
import { figuresOfStatement } from './statement-list.ts'

type Row = readonly Cell[]

/**
 * The settlement of a project with its exact figures: first what it is of, then a line per amount.
 * What goes away is negative, in dollars; amounts are in the payment token, bonuses in the project's.
 */
export function settlementCsv(projectId: string, result: SettlementResult): string {
  const { zone } = result.resolvedQuery
  return toFile([['Project', projectId]], result, [['As of', secondIn(result.computedAt, zone)]])
}

/** A statement with its exact figures as they were saved, as `settlementCsv`. */
export function statementCsv(statement: Statement): string {
  const { project_id, number, created_at, created_by } = statement
  const dated = figuresOfStatement(statement)
  const savedAt = secondIn(Date.parse(created_at), dated.resolvedQuery.zone)
  return toFile([['Project', project_id], ...(number ? [['Statement', number]] : [])], dated, [
    ['Saved at', savedAt],
    ['Saved by', created_by],
  ])
}

/** The file, with what the figures are of before their period, and where they come from after it. */
function toFile(of: readonly Row[], dated: DatedFigures, origin: readonly Row[]): string {
  const { figures, resolvedQuery } = dated
  const { range, zone } = resolvedQuery
  const head: Row[] = [
    ...of,
    ['From', isoWithOffset(range.start, zone)],
    ['Until', isoWithOffset(range.end, zone)],
    ['Time zone', zoneText(zone, range.end)],
    ...origin,
    ['Terms', termsLine(dated)],
    ['Note', termsNote(dated)],
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
  return toCsv(rows)
}

/** "settlement-AURA-2025-10-22-2025-11-20.csv"; a name's other signs become hyphens. */
export function settlementFileName(projectId: string, result: DatedFigures): string {
  const { range, zone } = result.resolvedQuery
  const name = projectId.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
  return csvName(`settlement-${name}`, range, zone)
}

/** "statement-3-settlement-AURA-2025-10-22-2025-11-20.csv" */
export function statementFileName(statement: Statement): string {
  const { number, project_id } = statement
  const name = settlementFileName(project_id, figuresOfStatement(statement))
  return number ? `statement-${number}-${name}` : name
}
