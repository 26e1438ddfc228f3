/** CSV as RFC 4180 has it: CRLF, quotes doubled. Written by the app's downloads and the server's export. */

const RUNS_IN_A_SPREADSHEET = /^[=+\-@\t\r]/
/** A strict E.164 number is only a number, whatever a spreadsheet makes of its plus. */
const PHONE_NUMBER = /^\+[1-9]\d{1,14}$/
const NEEDS_QUOTES = /[",\r\n]/

/**
 * One cell. Texts that a spreadsheet would run are defused with a leading apostrophe;
 * numbers are our own and stay as they are.
 */
export function csvCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const isFormula = RUNS_IN_A_SPREADSHEET.test(value) && !PHONE_NUMBER.test(value)
  const safe = isFormula ? `'${value}` : value
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows of cells, the header first; ends with a line break. */
export function toCsv(rows: readonly (readonly (string | number | null)[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')
}
