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
const CARRIAGE_RETURN = 13
export const DELIMITERS = [',', ';', '\t', '|'] as const
/** Bounds the memory for a line: a quote that is never closed would read the rest of the file. */
const MAX_LINE_BYTES = 1_000_000

/** The delimiter that separates the most cells of a line. */
export function detectDelimiter(line: string): string {
  const unquoted = line.replaceAll(/"[^"]*(?:"|$)/g, '')
  const count = (delimiter: string) => unquoted.split(delimiter).length
  return DELIMITERS.reduce((best, one) => (count(one) > count(best) ? one : best))
}

/**
 * Parses RFC 4180 text in UTF-8 piece by piece. Quoted cells may contain delimiters, quotes and line
 * breaks; lines end with LF, CRLF or CR; a byte-order mark and lines without text are skipped.
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
  const take = (bytes: Uint8Array, lineBreak: string): CsvLine | undefined => {
    const text = decode(bytes)
    record ??= openRecord(detectDelimiter(text))
    byte += bytes.length + lineBreak.length
    line += lineBreak === '' ? 0 : 1
    const cells = record.add(text, lineBreak)
    if (!cells) {
      requireShort(start.line, byte - start.byte)
      return undefined
    }
    const taken = { line: start.line, cells, end: { byte, line } }
    start = taken.end
    return cells.some((cell) => cell.trim() !== '') ? taken : undefined
  }

  for await (const piece of pieces) {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece])
    let read = 0
    for (const [at, end, lineBreak] of lineBreaks(bytes)) {
      const taken = take(bytes.subarray(read, at), lineBreak)
      read = end
      if (taken) yield taken
    }
    rest = bytes.subarray(read)
    requireShort(start.line, rest.length)
  }
  const isBroken = rest.at(-1) === CARRIAGE_RETURN
  const last = take(isBroken ? rest.subarray(0, -1) : rest, isBroken ? '\r' : '')
  if (last) yield last
  else if (record?.isOpen() === true) throw notClosed(start.line)
}

/** The places of complete line breaks, and where they end: LF, CRLF, and CR unless an LF may follow. */
function* lineBreaks(bytes: Uint8Array): Generator<[at: number, end: number, text: string]> {
  let feed = bytes.indexOf(LINE_FEED)
  let carriage = bytes.indexOf(CARRIAGE_RETURN)
  const last = bytes.length - 1
  while (feed !== -1 || (carriage !== -1 && carriage < last)) {
    if (carriage !== -1 && carriage < last && (feed === -1 || carriage < feed)) {
      const isPair = feed === carriage + 1
      const end = carriage + (isPair ? 2 : 1)
      yield [carriage, end, isPair ? '\r\n' : '\r']
      if (isPair) feed = bytes.indexOf(LINE_FEED, end)
      carriage = bytes.indexOf(CARRIAGE_RETURN, end)
    } else {
      yield [feed, feed + 1, '\n']
      feed = bytes.indexOf(LINE_FEED, feed + 1)
    }
  }
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
    /** Adds a line without its break. @returns the cells, or undefined if the record goes on */
    add(line: string, lineBreak: string): string[] | undefined {
      if (!isQuoted && !line.includes('"')) return line.split(delimiter)
      addQuoted(line)
      if (isQuoted) {
        cell += lineBreak
        return undefined
      }
      const record = [...cells, cell]
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
