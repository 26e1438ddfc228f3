import { trimDecimal } from '#src/domain/money/decimals.ts'
import { formatCount } from '#src/domain/money/money.ts'
import { readAmount, readTime } from '#src/domain/sale/import-cells.ts'
import { formatDecimal } from '#src/domain/sale/record-formats.ts'
import { shortAddress } from '#src/domain/text/text.ts'
import { monthName } from '#src/domain/time/date-parts.ts'
import type { CellReading, Import, ImportKind } from '#src/wire/imports.ts'

export const KIND_LABELS: Readonly<Record<ImportKind, string>> = {
  transaction: 'Purchases',
  wallet: 'Wallets',
  lead: 'Leads',
}

const DELIMITER_NAMES: Readonly<Record<string, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'vertical bar',
}

/** Fields whose cells are masked in privacy mode. */
const MONEY_FIELDS = new Set<string | null>([
  'payment_usd_amount',
  'payment_token_amount',
  'tokens_bought',
  'investment_amount',
])

export const isMoney = (field: string | null | undefined) => MONEY_FIELDS.has(field ?? null)

/** "184.2 MB", "950 KB". 1 MB is 10^6 bytes. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} KB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** "1 row", "1,204 rows". */
export const formatRows = (count: number) => `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`

/** "Purchases into AURA, 184.2 MB, 1,000,000 rows, comma, UTF-8" */
export function describeFile(file: Import): string {
  const { kind, project_id, bytes, total_rows, delimiter } = file
  return [
    `${KIND_LABELS[kind]} into ${project_id}`,
    formatBytes(bytes),
    ...(total_rows === null ? [] : [formatRows(total_rows)]),
    ...(delimiter === null ? [] : [DELIMITER_NAMES[delimiter] ?? delimiter, 'UTF-8']),
  ].join(', ')
}

export const READING_LABELS: Readonly<Record<CellReading, string>> = {
  point: 'A decimal point',
  comma: 'A decimal comma',
  'day-first': 'The day first',
  'month-first': 'The month first',
}

/** What an ambiguous cell is under a reading: "1250" or "1.250", "1 Mar 2025" or "3 Jan 2025". */
export function describeReading(cell: string, reading: CellReading): string {
  const isAmount = reading === 'point' || reading === 'comma'
  const read = isAmount ? readAmount(cell.replaceAll(/[^\d.,'’_ ]/g, ''), '') : readTime(cell)
  const value = 'values' in read ? (read.values[reading] ?? '') : ''
  if (isAmount) return trimDecimal(value)
  const [year, month, day] = value.slice(0, 10).split('-')
  return `${Number(day)} ${monthName(Number(month))} ${year}`
}

/** "$41,206,118.40" */
export const formatSum = (usd: string) => `$${formatDecimal(usd, 2, 2)}`

/** A cell with its address or hash shortened. */
export const shortCell = (cell: string) => (cell.startsWith('0x') ? shortAddress(cell) : cell)

/** "41 s", "2 min 5 s": how long a dry run or an import took. */
export function formatSpan({ started_at, ended_at }: Import): string | null {
  if (started_at === null || ended_at === null) return null
  const seconds = Math.max(1, Math.round((Date.parse(ended_at) - Date.parse(started_at)) / 1000))
  const minutes = Math.floor(seconds / 60)
  return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`
}

/** The steps of the page. */
export const STEPS = ['Choose a file', 'Match columns', 'Dry run', 'Import'] as const

const STEP_OF: Readonly<Record<Import['state'], number>> = {
  uploading: 1,
  uploaded: 1,
  checking: 2,
  checked: 2,
  running: 3,
  interrupted: 3,
  cancelled: 3,
  done: 3,
  failed: 0,
  discarded: 0,
}

/** The index of the step that an import is at. Until its columns are known, a file is being chosen. */
export function stepOf(file: Import | undefined): number {
  if (!file || (file.state === 'uploading' && file.header === null)) return 0
  return STEP_OF[file.state]
}
