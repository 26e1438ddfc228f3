/** CSV of RFC 4180: CRLF, doubled quotes. Used by the app's downloads and the server's export. */

const FORMULA_START = /^[=+\-@\t\r]/
/** A strict E.164 number is harmless, although it starts with a plus. */
const PHONE_NUMBER = /^\+[1-9]\d{1,14}$/
const NEEDS_QUOTES = /[",\r\n]/

/**
 * Encodes a cell. A text that a spreadsheet would run as a formula gets a leading apostrophe. Numbers
 * never come from users and stay unchanged.
 */
export function csvCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const isFormula = FORMULA_START.test(value) && !PHONE_NUMBER.test(value)
  const safe = isFormula ? `'${value}` : value
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Encodes rows, the header first. Ends with a line break. */
export function toCsv(rows: readonly (readonly (string | number | null)[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')
}
