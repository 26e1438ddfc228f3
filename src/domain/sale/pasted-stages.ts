import { isDecimal, isZeroDecimal, trimDecimal } from '#src/domain/money/decimals.ts'
import { uncapitalize } from '#src/domain/text/text.ts'
import { MAX_STAGE_NAME } from '#src/wire/stages.ts'
import { addEvidence, cleanCell, concludeReading, NO_EVIDENCE, readAmount } from './import-cells.ts'
import { dateReadingOf, readTypedTime } from './typed-time.ts'

/** A row of a spreadsheet, as it was read. */
export interface PastedStage {
  name: string
  /** USD, a decimal; null without one that can be read. */
  price: string | null
  /** Tokens, a decimal. */
  supply: string | null
  /** ISO instants. */
  starts: string | null
  ends: string | null
  /** What was read otherwise than it is written: "0,021 read as 0.021". */
  note: string | null
  /** Why the row is refused; null for a good one. */
  error: string | null
}

export interface PastedStages {
  rows: readonly PastedStage[]
  /** Whether the first row was left out, because it names the columns. */
  hasHeading: boolean
}

const COLUMNS = 5

/**
 * Reads rows of a spreadsheet in the order name, price, supply, start, end. Cells are separated by tabs,
 * else by semicolons, else by commas; a cell in quotes can hold separators. A first row whose price is a
 * word is a heading. A number that can be read in two ways is read as the other numbers require, else
 * with a decimal point; a date that can be two days is refused unless another one says how to read it.
 * @param by `zone` of times without an offset, and the `token` that may stand beside a supply
 */
export function readPastedStages(text: string, by: { zone: string; token: string }): PastedStages {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')
  const table = splitLines(lines).map((cells) => cells.map(cleanCell))
  const hasHeading = table.length > 0 && isHeading(table[0] ?? [])
  const cells = hasHeading ? table.slice(1) : table
  const units = ['USD', by.token]
  const marks = decimalMarks(cells, units)
  const dates = dateReadingOf(cells.flatMap((row) => row.slice(3, 5)))
  return {
    rows: cells.map((row) => readRow(row, { marks, units, dates, zone: by.zone })),
    hasHeading,
  }
}

function splitLines(lines: readonly string[]): string[][] {
  const separator = ['\t', ';'].find((one) => lines.some((line) => line.includes(one)))
  if (separator !== undefined) return lines.map((line) => splitLine(line, separator))
  const byCommas = lines.map((line) => splitLine(line, ','))
  // "Stage 1, 0.012, 30,000,000": the commas of the numbers have no blank after them.
  const isSpaced =
    byCommas.some((cells) => cells.length > COLUMNS) && lines.every((line) => /,\s/.test(line))
  return isSpaced ? lines.map((line) => splitLine(line.replaceAll(/,\s+/g, '\t'), '\t')) : byCommas
}

/** The cells of a line; quotes around a cell are doubled inside it, as in CSV. */
function splitLine(line: string, separator: string): string[] {
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < line.length; at += 1) {
    const sign = line.charAt(at)
    if (isQuoted && sign === '"' && line.charAt(at + 1) === '"') {
      cell += sign
      at += 1
    } else if (sign === '"' && (isQuoted || cell.trim() === '')) isQuoted = !isQuoted
    else if (sign === separator && !isQuoted) {
      cells.push(cell)
      cell = ''
    } else cell += sign
  }
  return [...cells, cell]
}

/** "Name, Price, Supply": no digit where the numbers and dates are. */
const isHeading = ([, ...rest]: readonly string[]): boolean =>
  rest.some((cell) => cell !== '') && rest.every((cell) => !/\d/.test(cell))

type Marks = readonly ('point' | 'comma')[]

/** The decimal sign of prices and of supplies: as their own unambiguous cells have it, else the other's. */
function decimalMarks(rows: readonly string[][], units: readonly string[]): Marks {
  const own = [1, 2].map((column) => {
    let evidence = NO_EVIDENCE
    for (const { [column]: cell = '' } of rows)
      evidence = addEvidence(evidence, cell, readAmount(cell, units[column - 1] ?? ''))
    const { point, comma } = evidence.clear
    const clear = point === undefined ? (comma === undefined ? null : 'comma') : 'point'
    return concludeReading(evidence).reading ?? (point && comma ? null : clear)
  })
  return own.map((mark, at) => ((mark ?? own[1 - at]) === 'comma' ? 'comma' : 'point'))
}

function readRow(
  cells: readonly string[],
  by: {
    marks: Marks
    units: readonly string[]
    dates: ReturnType<typeof dateReadingOf>
    zone: string
  },
): PastedStage {
  const [name = '', price = '', supply = '', starts = '', ends = '', ...others] = cells
  const errors: string[] = []
  const notes: string[] = []
  const amount = (cell: string, column: number): string | null => {
    if (cell === '') return null
    const read = readAmount(cell, by.units[column] ?? '')
    const values = 'values' in read ? read.values : {}
    const value = values[by.marks[column] ?? 'point'] ?? values.point ?? values.comma
    if (value === undefined) {
      errors.push(quoted(cell, 'reason' in read ? read.reason : ''))
      return null
    }
    const problem = !isDecimal(value)
      ? 'Has too many digits'
      : isZeroDecimal(value)
        ? 'Must be more than 0'
        : null
    if (problem !== null) {
      errors.push(quoted(cell, problem))
      return null
    }
    if (value !== values.point) notes.push(`${cell} read as ${trimDecimal(value)}`)
    return trimDecimal(value)
  }
  const time = (cell: string): string | null => {
    if (cell === '') return null
    const read = readTypedTime(cell, by.zone, by.dates)
    if ('value' in read) return read.value
    errors.push(quoted(cell, read.reason))
    return null
  }
  if (name === '') errors.push('The name is missing')
  if (name.length > MAX_STAGE_NAME)
    errors.push(`The name has more than ${MAX_STAGE_NAME} characters`)
  if (price === '') errors.push('The price is missing')
  const row = {
    name,
    price: amount(price, 0),
    supply: amount(supply, 1),
    starts: time(starts),
    ends: time(ends),
  }
  if (others.some((cell) => cell !== ''))
    errors.unshift(`Has ${cells.length} cells instead of ${COLUMNS}`)
  return { ...row, note: notes.join(', ') || null, error: errors[0] ?? null }
}

/** "“89 million” is not a number": what is wrong with a cell, without what to do. */
function quoted(cell: string, reason: string): string {
  const [sentence = ''] = reason.split(/\.(?:\s|$)/)
  return sentence.startsWith('There ') || sentence.startsWith('Write ')
    ? `“${cell}”: ${uncapitalize(sentence)}`
    : `“${cell}” ${uncapitalize(sentence)}`
}
