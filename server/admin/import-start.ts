import { SettingsError } from '#server/settings-error.ts'
import { detectDelimiter, readCsv, trimCells, type CsvPosition } from './csv.ts'

const SAMPLE_ROWS = 3
const MAX_CELL_LENGTH = 100
const LINE_FEED = 10

/** What the start of a file shows: its header, its first rows, and where they begin. */
export interface FileStart {
  delimiter: string
  header: string[]
  sample: string[][]
  data: CsvPosition
}

/**
 * Reads the header and the first rows.
 * @param bytes the first chunk of the file
 * @throws SettingsError if it is no CSV text
 */
export async function readFileStart(bytes: Buffer, isWhole: boolean): Promise<FileStart> {
  if (bytes.includes(0))
    throw new SettingsError('The file is not text. Save it as CSV in UTF-8 and choose it again.')
  // The last line may go on in the next chunk.
  const end = isWhole ? bytes.length : bytes.lastIndexOf(LINE_FEED) + 1
  const delimiter = detectDelimiter(bytes.subarray(0, headerEnd(bytes)).toString())
  const lines = readCsv(pieceOf(bytes.subarray(0, end)), { delimiter })
  const first = await lines.next()
  if (first.done === true) throw new SettingsError('The file has no header line.')
  const header = trimCells(first.value.cells)
  const sample: string[][] = []
  for await (const { cells } of lines) {
    sample.push(trimCells(cells, header.length).map((cell) => cell.slice(0, MAX_CELL_LENGTH)))
    if (sample.length === SAMPLE_ROWS) break
  }
  return { delimiter, header, sample, data: first.value.end }
}

function headerEnd(bytes: Buffer): number {
  const at = bytes.indexOf(LINE_FEED)
  return at === -1 ? bytes.length : at
}

async function* pieceOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
