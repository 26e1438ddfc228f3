import { SettingsError } from './faults.ts'

/** A line of a CSV file: where it begins, and its cells. */
export interface CsvLine {
  line: number
  cells: string[]
}

/**
 * Reads RFC 4180 text piece by piece: quoted cells may hold commas, quotes and line breaks; lines end
 * with LF or CRLF; a byte-order mark and empty lines are passed over.
 * @throws SettingsError when a quoted cell is never closed
 */
export async function* readCsv(pieces: AsyncIterable<string>): AsyncGenerator<CsvLine> {
  let cell = ''
  let cells: string[] = []
  let line = 1
  let begunAt = 1
  let isQuoted = false
  let wasQuote = false
  let isFirst = true
  for await (const piece of pieces) {
    for (const char of isFirst ? piece.replace(/^\uFEFF/, '') : piece) {
      if (char === '\n') line += 1
      if (isQuoted && !wasQuote) {
        if (char === '"') wasQuote = true
        else cell += char
        continue
      }
      if (wasQuote && char === '"') {
        cell += char
        wasQuote = false
        continue
      }
      if (wasQuote) isQuoted = wasQuote = false
      if (char === '"' && cell === '') isQuoted = true
      else if (char === ',') {
        cells.push(cell)
        cell = ''
      } else if (char === '\n') {
        cells.push(cell.replace(/\r$/, ''))
        if (cells.length > 1 || cells[0] !== '') yield { line: begunAt, cells }
        cells = []
        cell = ''
        begunAt = line
      } else cell += char
    }
    isFirst = false
  }
  if (isQuoted && !wasQuote)
    throw new SettingsError(`Line ${begunAt}: a quoted cell is not closed.`)
  cells.push(cell.replace(/\r$/, ''))
  if (cells.length > 1 || cells[0] !== '') yield { line: begunAt, cells }
}
