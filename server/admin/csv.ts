import { SettingsError } from '#server/settings-error.ts'

/** A place between two lines of a file. Lines are numbered from 1. */
export interface CsvPosition {
  byte: number
  line: number
}

/** A line of a CSV file: the number of its first line of text, its cells, and where it ends. */
export interface CsvLine {
  line: number
  cells: string[]
  end: CsvPosition
}

export interface CsvOptions {
  /** Detected from the first line unless given. */
  delimiter?: string
  /** Where the bytes start in the file. */
  from?: CsvPosition
}

const LINE_FEED = 10
const DELIMITERS = [',', ';', '\t'] as const
/** Bounds the memory for a line: a quote that is never closed would read the rest of the file. */
const MAX_LINE_BYTES = 1_000_000

/** The delimiter that separates the most cells of a header line. */
export function detectDelimiter(line: string): string {
  const unquoted = line.replaceAll(/"[^"]*(?:"|$)/g, '')
  const count = (delimiter: string) => unquoted.split(delimiter).length
  return DELIMITERS.reduce((best, one) => (count(one) > count(best) ? one : best))
}

/**
 * Parses RFC 4180 text in UTF-8 piece by piece. Quoted cells may contain delimiters, quotes and line
 * breaks; lines end with LF or CRLF; a byte-order mark and empty lines are skipped.
 * @throws SettingsError for a quoted cell that is never closed, and for bytes that are not UTF-8
 */
export async function* readCsv(
  pieces: AsyncIterable<Uint8Array>,
  { delimiter, from = { byte: 0, line: 1 } }: CsvOptions = {},
): AsyncGenerator<CsvLine> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let record = delimiter === undefined ? undefined : openRecord(delimiter)
  let { byte, line } = from
  let start = from
  let rest: Uint8Array = new Uint8Array()

  const decode = (bytes: Uint8Array): string => {
    try {
      const text = decoder.decode(bytes)
      return byte === 0 ? text.replace(/^\uFEFF/, '') : text
    } catch {
      throw new SettingsError(`Line ${line} is not UTF-8 text. Save the file as CSV in UTF-8.`)
    }
  }
  /** Adds a line of text to the record, and returns the record if the line ends it. */
  const take = (bytes: Uint8Array, breakBytes: number): CsvLine | undefined => {
    const text = decode(bytes)
    record ??= openRecord(detectDelimiter(text))
    byte += bytes.length + breakBytes
    line += breakBytes
    const cells = record.add(text)
    if (!cells) {
      requireShort(start.line, byte - start.byte)
      return undefined
    }
    const taken = { line: start.line, cells, end: { byte, line } }
    start = taken.end
    return cells.length > 1 || cells[0] !== '' ? taken : undefined
  }

  for await (const piece of pieces) {
    let read = 0
    for (let at = piece.indexOf(LINE_FEED); at !== -1; at = piece.indexOf(LINE_FEED, read)) {
      const bytes = piece.subarray(read, at)
      const taken = take(rest.length === 0 ? bytes : Buffer.concat([rest, bytes]), 1)
      rest = rest.subarray(0, 0)
      read = at + 1
      if (taken) yield taken
    }
    rest = Buffer.concat([rest, piece.subarray(read)])
    requireShort(start.line, rest.length)
  }
  const last = take(rest, 0)
  if (last) yield last
  else if (record?.isOpen() === true) throw notClosed(start.line)
}

function requireShort(line: number, bytes: number): void {
  if (bytes > MAX_LINE_BYTES)
    throw new SettingsError(`Line ${line} is longer than 1 MB. A quoted cell may not be closed.`)
}

const notClosed = (line: number) => new SettingsError(`Line ${line}: a quoted cell is not closed.`)

/** Collects the cells of one record, which spans several lines if a quoted cell has line breaks. */
function openRecord(delimiter: string) {
  let cells: string[] = []
  let cell = ''
  let isQuoted = false

  /** Reads a line cell by cell. Leaves `isQuoted` set if its last cell goes on in the next line. */
  const addQuoted = (text: string) => {
    let wasQuote = false
    for (const char of text) {
      if (isQuoted && !wasQuote) {
        if (char === '"') wasQuote = true
        else cell += char
      } else if (wasQuote && char === '"') {
        cell += char
        wasQuote = false
      } else {
        isQuoted = wasQuote = false
        if (char === '"' && cell === '') isQuoted = true
        else if (char === delimiter) {
          cells.push(cell)
          cell = ''
        } else cell += char
      }
    }
    if (wasQuote) isQuoted = false
  }

  return {
    isOpen: () => isQuoted,
    /** Adds a line without its line break. @returns the cells, or undefined if the record goes on */
    add(line: string): string[] | undefined {
      const text = line.replace(/\r$/, '')
      if (!isQuoted && !text.includes('"')) return text.split(delimiter)
      addQuoted(isQuoted ? line : text)
      if (isQuoted) {
        cell += '\n'
        return undefined
      }
      const record = [...cells, cell.replace(/\r$/, '')]
      cells = []
      cell = ''
      return record
    },
  }
}

/** A line of a table: its cells by column, or why it is invalid. */
export type TableLine = { line: number; end: CsvPosition } & (
  | { cells: Record<string, string> }
  | { error: string }
)

/**
 * Names the cells of lines below the header. A line with too many or too few cells is invalid, because
 * its values may be in the wrong columns. Blank cells after the last column are ignored.
 * @param columns the name of each column; null leaves a column out
 * @param defaults values for blank cells and missing columns
 */
export async function* nameCells(
  lines: AsyncIterable<CsvLine>,
  columns: readonly (string | null)[],
  defaults: Readonly<Record<string, string>> = {},
): AsyncGenerator<TableLine> {
  for await (const { line, cells: raw, end } of lines) {
    const cells = trimCells(raw, columns.length)
    if (cells.length === columns.length) {
      const named: Record<string, string> = { ...defaults }
      for (const [at, name] of columns.entries())
        if (name !== null) named[name] = cells[at] || (defaults[name] ?? '')
      yield { line, end, cells: named }
    } else {
      const error = `${cells.length} cells for ${columns.length} columns. A cell that contains the separator needs quotes.`
      yield { line, end, error }
    }
  }
}

/** Cells without blanks around them, and without blank cells after the last column. */
export function trimCells(raw: readonly string[], columns = 0): string[] {
  const cells = raw.map((cell) => cell.trim())
  while (cells.length > columns && cells.at(-1) === '') cells.pop()
  return cells
}

/**
 * Parses a CSV file whose header line names the fields.
 * @param defaults values for blank cells and missing columns
 * @throws SettingsError for a column name that occurs twice
 */
export async function* readTable(
  pieces: AsyncIterable<Uint8Array>,
  defaults: Readonly<Record<string, string>> = {},
): AsyncGenerator<TableLine> {
  const lines = readCsv(pieces)
  const first = await lines.next()
  if (first.done) return
  const header = trimCells(first.value.cells)
  const twice = header.find((name, at) => header.indexOf(name) !== at)
  if (twice !== undefined)
    throw new SettingsError(`Line ${first.value.line}: the column "${twice}" occurs twice.`)
  yield* nameCells(lines, header, defaults)
}
