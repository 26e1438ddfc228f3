import { SettingsError } from '#server/settings-error.ts'

/** A line of a CSV file: the number of its first line of text, and its cells. */
export interface CsvLine {
  line: number
  cells: string[]
}

/**
 * Parses RFC 4180 text chunk by chunk. Quoted cells may contain commas, quotes and line breaks; lines
 * end with LF or CRLF; a byte-order mark and empty lines are skipped.
 * @throws SettingsError for a quoted cell that is never closed
 */
export async function* readCsv(pieces: AsyncIterable<string>): AsyncGenerator<CsvLine> {
  let cell = ''
  let cells: string[] = []
  let line = 1
  let startLine = 1
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
        if (cells.length > 1 || cells[0] !== '') yield { line: startLine, cells }
        cells = []
        cell = ''
        startLine = line
      } else cell += char
    }
    isFirst = false
  }
  if (isQuoted && !wasQuote)
    throw new SettingsError(`Line ${startLine}: a quoted cell is not closed.`)
  cells.push(cell.replace(/\r$/, ''))
  if (cells.length > 1 || cells[0] !== '') yield { line: startLine, cells }
}

/** A line of a table: its cells by column, or why it is invalid. */
export type TableLine = { line: number } & ({ cells: Record<string, string> } | { error: string })

/**
 * Parses a CSV file with a header line. A line with too many or too few cells is invalid, because its
 * values may be in the wrong columns. Blank cells after the last column are ignored.
 * @param defaults values for blank cells and missing columns
 * @throws SettingsError for a column name that occurs twice
 */
export async function* readTable(
  pieces: AsyncIterable<string>,
  defaults: Readonly<Record<string, string>> = {},
): AsyncGenerator<TableLine> {
  let header: string[] | undefined
  for await (const { line, cells: raw } of readCsv(pieces)) {
    const cells = raw.map((cell) => cell.trim())
    while (cells.length > (header?.length ?? 0) && cells.at(-1) === '') cells.pop()
    if (!header) {
      header = cells
      const twice = cells.find((name, at) => cells.indexOf(name) !== at)
      if (twice !== undefined)
        throw new SettingsError(`Line ${line}: the column "${twice}" occurs twice.`)
    } else if (cells.length === header.length) {
      const named = header.map((name, at) => [name, cells[at] || (defaults[name] ?? '')] as const)
      yield { line, cells: { ...defaults, ...Object.fromEntries(named) } }
    } else {
      const error = `${cells.length} cells for ${header.length} columns. A cell that contains a comma needs quotes.`
      yield { line, error }
    }
  }
}
