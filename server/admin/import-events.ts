import { createHash } from 'node:crypto'
import {
  cleanCell,
  readEmail,
  readFlag,
  readStatus,
  valueOf,
} from '#src/domain/sale/import-cells.ts'
import { cellKindOf } from '#src/domain/sale/import-columns.ts'
import { stableJson } from '#src/domain/text/stable-json.ts'
import type { CellReading } from '#src/wire/imports.ts'
import { TRANSACTION_STATUSES } from '#src/wire/transactions.ts'
import { readAmbiguous, type FieldReadings } from './import-readings.ts'

type Cells = Readonly<Record<string, string>>
type Event = Record<string, unknown>

/**
 * The event of a line of a table, or the field that can't be read: `created_at` is the default of
 * `occurred_at`, and blank cells are absent. The id is a hash of the cells as they are in the file,
 * independent of their order, so a line that is imported again is recognised.
 */
export function toEvent(
  { project_id: _project, voided = '', ...cells }: Record<string, string>,
  readings: FieldReadings = {},
): { event: Event } | { field: string; reason: string } {
  if (voided !== '') return { field: 'voided', reason: WAS_VOIDED }
  const filled = Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== ''))
  const id = createHash('sha256').update(stableJson(filled)).digest('base64url').slice(0, 32)
  const event: Event = { id: `import:${id}`, kind: 'transaction' }
  for (const [field, cell] of Object.entries(filled)) {
    const read = readField(field, cell, filled, readings[field] ?? null)
    if ('reason' in read) return { field, reason: read.reason }
    event[field] = read.value
  }
  event['occurred_at'] ??= event['created_at']
  if (filled['lead_id'] !== undefined && filled['lead_id'] === filled['email'])
    event['lead_id'] = leadIdOf(String(event['email']))
  return { event }
}

// In a list that was downloaded here.
const WAS_VOIDED = 'Was voided: it counts nowhere, so it is left out.'

function readField(
  field: string,
  cell: string,
  cells: Cells,
  reading: CellReading | null,
): { value: unknown } | { reason: string } {
  const ambiguous = readAmbiguous(field, cells)
  if (ambiguous) return valueOf(ambiguous, reading)
  const kind = cellKindOf(field)
  if (kind === 'email') return { value: readEmail(cell) }
  if (kind === 'status') {
    const value = readStatus(cell)
    return STATUSES.has(value) ? { value } : { reason: NO_STATUS }
  }
  if (kind === 'flag') {
    const value = readFlag(cell)
    return value === null ? { reason: 'Is neither yes nor no.' } : { value }
  }
  return { value: cleanCell(cell) }
}

const MAX_ID_LENGTH = 128

/** The id of a lead that has none but its address, whatever its case: visible ASCII. */
function leadIdOf(email: string): string {
  const id = email
    .toWellFormed()
    .toLowerCase()
    .replaceAll(/[^\x21-\x7e]/gu, encodeURIComponent)
  return id.length > MAX_ID_LENGTH ? createHash('sha256').update(id).digest('base64url') : id
}

const STATUSES = new Set<string>(TRANSACTION_STATUSES)
const NO_STATUS = `Is not a status. Write one of ${TRANSACTION_STATUSES.join(', ')}.`

/** The field of the line that a field of its event comes from. */
export function cellOf(field: string, cells: Cells): string {
  return field === 'occurred_at' && !cells[field] ? 'created_at' : field
}
