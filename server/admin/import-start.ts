import { SettingsError } from '#server/settings-error.ts'
import { recognizeColumns } from '#src/domain/sale/import-columns.ts'
import { cutText } from '#src/domain/text/text.ts'
import type { ImportKind } from '#src/wire/imports.ts'
import {
  DELIMITERS,
  nameCells,
  readCsv,
  trimCells,
  type CsvLine,
  type CsvPosition,
  type TableLine,
} from './csv.ts'

const SAMPLE_ROWS = 3
const MAX_CELL_LENGTH = 100
/** Titles and notes above the header take fewer lines. */
const MAX_LINES_ABOVE = 30

/** What the start of a file shows: its header, its first rows, and where they begin. */
export interface FileStart {
  delimiter: string
  header: string[]
  sample: string[][]
  data: CsvPosition
}

/**
 * Reads the header and the first rows. The header is the first line that names two fields; without
 * one, the first line of several cells, or the first line. A line `sep=;` above it names the delimiter.
 * @param bytes the first chunk of the file
 * @param kind null recognises no names
 * @throws SettingsError if it is no CSV text
 */
export async function readFileStart(
  bytes: Buffer,
  isWhole: boolean,
  kind: ImportKind | null,
): Promise<FileStart> {
  if (bytes.includes(0))
    throw new SettingsError('The file is not text. Save it as CSV in UTF-8 and choose it again.')
  // The last line may go on in the next chunk.
  const whole = isWhole ? bytes : bytes.subarray(0, lastLineEnd(bytes))
  const [, named] = /^\uFEFF?sep=(.)(?:[\r\n]|$)/i.exec(bytes.subarray(0, 16).toString()) ?? []
  let best: { start: FileStart; score: number } | undefined
  for (const delimiter of named === undefined ? DELIMITERS : [named]) {
    const lines = await firstLines(whole, delimiter)
    const found = findStart(named === undefined ? lines : lines.slice(1), delimiter, kind)
    if (found && (!best || found.score > best.score)) best = found
  }
  if (!best) throw new SettingsError('The file has no header line.')
  return best.start
}

function lastLineEnd(bytes: Buffer): number {
  return Math.max(bytes.lastIndexOf('\n'), bytes.lastIndexOf('\r')) + 1
}

async function firstLines(bytes: Buffer, delimiter: string): Promise<CsvLine[]> {
  const lines: CsvLine[] = []
  try {
    for await (const line of readCsv(pieceOf(bytes), { delimiter })) {
      lines.push(line)
      if (lines.length > MAX_LINES_ABOVE + SAMPLE_ROWS) break
    }
  } catch (error) {
    // The dry run refuses the file for it, if the delimiter is right.
    if (lines.length === 0) throw error
  }
  return lines
}

function findStart(
  lines: readonly CsvLine[],
  delimiter: string,
  kind: ImportKind | null,
): { start: FileStart; score: number } | null {
  const recognized = ({ cells }: CsvLine) =>
    kind === null ? 0 : recognizeColumns(kind, cells).filter((name) => name !== null).length
  const candidates = lines.slice(0, MAX_LINES_ABOVE)
  const line =
    candidates.find((one) => recognized(one) > 1) ??
    candidates.find(({ cells }) => trimCells(cells).length > 1) ??
    candidates[0]
  if (!line) return null
  const header = trimCells(line.cells)
  const sample = lines
    .slice(lines.indexOf(line) + 1)
    .slice(0, SAMPLE_ROWS)
    .map(({ cells }) =>
      trimCells(cells, header.length).map((cell) => cutText(cell, MAX_CELL_LENGTH)),
    )
  const start = { delimiter, header, sample, data: line.end }
  return { start, score: recognized(line) * MAX_CELLS + header.length }
}

/** More than a header has. A header with more known names is better than a longer one. */
const MAX_CELLS = 1_000_000

async function* pieceOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

/**
 * Parses a CSV file whose header line names the fields as they are.
 * @param defaults values for blank cells and missing columns
 * @throws SettingsError for a column name that occurs twice
 */
export async function* readTable(
  pieces: AsyncIterable<Buffer>,
  defaults: Readonly<Record<string, string>> = {},
): AsyncGenerator<TableLine> {
  const given = pieces[Symbol.asyncIterator]()
  let first = Buffer.alloc(0)
  let isWhole = false
  while (first.length < START_BYTES && !isWhole) {
    const next = await given.next()
    isWhole = next.done === true
    if (!next.done) first = Buffer.concat([first, next.value])
  }
  if (isWhole && first.toString().trim() === '') return
  const { header, delimiter, data } = await readFileStart(first, isWhole, null)
  const twice = header.find((name, at) => header.indexOf(name) !== at)
  if (twice !== undefined)
    throw new SettingsError(`Line ${data.line - 1}: the column "${twice}" occurs twice.`)
  async function* rest(): AsyncGenerator<Uint8Array> {
    yield first.subarray(data.byte)
    for (let next = await given.next(); !next.done; next = await given.next()) yield next.value
  }
  yield* nameCells(readCsv(rest(), { delimiter, from: data }), header, defaults)
}

/** Of these, the header and the first rows are found. */
const START_BYTES = 1_000_000
