import { SettingsError } from '#server/settings-error.ts'

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

/** A line of a table: its cells by column, or why it can't be read. */
export type TableLine = { line: number } & ({ cells: Record<string, string> } | { fault: string })

/**
 * Reads a CSV file whose first line names the columns. A line with a cell too many or too few may
 * hold any figure in any column: it is faulty. Blank cells after the last column are passed over.
 * @param given what stands where a column or its cell is blank
 * @throws SettingsError for a column that is named twice
 */
export async function* readTable(
  pieces: AsyncIterable<string>,
  given: Readonly<Record<string, string>> = {},
): AsyncGenerator<TableLine> {
  let heads: string[] | undefined
  for await (const { line, cells: raw } of readCsv(pieces)) {
    const cells = raw.map((cell) => cell.trim())
    while (cells.length > (heads?.length ?? 0) && cells.at(-1) === '') cells.pop()
    if (!heads) {
      heads = cells
      const twice = cells.find((head, at) => cells.indexOf(head) !== at)
      if (twice !== undefined)
        throw new SettingsError(`Line ${line}: the column "${twice}" is named twice.`)
    } else if (cells.length === heads.length) {
      const named = heads.map((head, at) => [head, cells[at] || (given[head] ?? '')] as const)
      yield { line, cells: { ...given, ...Object.fromEntries(named) } }
    } else {
      const fault = `${cells.length} cells below ${heads.length} columns. A cell with a comma in it needs quotes.`
      yield { line, fault }
    }
  }
}
