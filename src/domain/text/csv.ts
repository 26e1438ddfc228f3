/** CSV of RFC 4180: CRLF, doubled quotes. Used by the app's downloads and the server's export. */
import { localDate, type TimeRange } from '#src/domain/time/calendar.ts'

const FORMULA_START = /^[=+\-@\t\r]/
/** A strict E.164 number is harmless, although it starts with a plus. */
const PHONE_NUMBER = /^\+[1-9]\d{1,14}$/
const NEEDS_QUOTES = /[",\r\n]/

/** A text that a spreadsheet would run as a formula gets a leading apostrophe. */
function defuse(text: string): string {
  const isFormula = FORMULA_START.test(text) && !PHONE_NUMBER.test(text)
  return isFormula ? `'${text}` : text
}

/** An exact amount: "-46030.16" is a number to a spreadsheet, not a formula. */
export interface Exact {
  decimal: string
}
export const exact = (decimal: string): Exact => ({ decimal })

export type Cell = string | number | Exact | null

/** Encodes a cell, defused. Numbers never come from users and stay unchanged. */
export function csvCell(value: Cell): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  if (typeof value === 'object') return value.decimal
  const safe = defuse(value)
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Encodes rows, the header first. Ends with a line break. */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')
}

/** Rows for the clipboard, which a spreadsheet pastes into cells: separated by tabs, and defused. */
export function toTabText(rows: readonly (readonly (string | null)[])[]): string {
  // Quotes would be pasted as they are, so a cell has no tab and no line break.
  const cell = (value: string | null) => defuse(value ?? '').replaceAll(/[\t\r\n]+/g, ' ')
  return rows.map((row) => row.map(cell).join('\t')).join('\n')
}

/** "transactions-amount-2026-10-22-2026-11-20.csv": content, first and last local day. */
export function csvName(what: string, { start, end }: TimeRange, zone: string): string {
  return `${what}-${localDate(start, zone)}-${localDate(Math.max(start, end - 1), zone)}.csv`
}

/** A text as a part of a file's name: characters that a file system may refuse become hyphens. */
export const fileNamePart = (text: string): string =>
  text.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-').slice(0, 80)
