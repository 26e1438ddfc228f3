import type { ImportRow } from '#server/db/ingest/imports.ts'
import type { Stored } from '#server/db/ingest/ingest-store.ts'
import { addDecimals } from '#src/domain/money/decimals.ts'
import { withAssumed } from '#src/domain/sale/import-columns.ts'
import { cutText } from '#src/domain/text/text.ts'
import type { EventResult } from '#src/wire/ingest.ts'
import type { TableLine } from './csv.ts'
import { cellOf, toEvent } from './import-events.ts'
import type { FieldReadings } from './import-readings.ts'

const MAX_VALUE_LENGTH = 100

/** A refused line, or one with a warning: the field and the cell that caused it. */
export interface RefusedLine {
  line: number
  /** Empty if the whole line is refused. */
  field: string
  value: string
  reason: string
}

export interface BatchResult {
  taken: number
  repeated: number
  refused: RefusedLine[]
  /** Of the taken ones. */
  warned: RefusedLine[]
  /** The exact sum of the taken purchases. */
  usd: string
  movedTo: Date | null
}

/** The field that is doubtful, and why. */
export interface Warning {
  field: string
  reason: string
}

interface Work {
  /** How the ambiguous cells of each field are read. */
  readings: FieldReadings
  /** Stores the events, or previews that. */
  ingest(events: readonly unknown[]): Promise<Stored>
  /** Sees the cells of each line before they are read. */
  observe?(cells: Readonly<Record<string, string>>): void
  /** What is doubtful about each of these events, though it is taken; null for nothing. */
  warn?(events: readonly Readonly<Record<string, unknown>>[]): Promise<(Warning | null)[]>
  /** Corrects a result of a dry run. */
  correct?(event: Readonly<Record<string, unknown>>, result: EventResult): EventResult
}

/** Turns lines of a file into events, passes them on, and sums up the results. */
export async function importBatch(
  { project_id: projectId, kind, columns }: Pick<ImportRow, 'project_id' | 'kind' | 'columns'>,
  lines: readonly TableLine[],
  { readings, ingest, observe, warn, correct = (_event, result) => result }: Work,
): Promise<BatchResult> {
  const refused: RefusedLine[] = []
  const fill = withAssumed(kind, columns)
  const given: { line: number; cells: Record<string, string>; event: Record<string, unknown> }[] =
    []
  for (const one of lines) {
    if ('error' in one) {
      refused.push({ line: one.line, field: '', value: '', reason: one.error })
      continue
    }
    const value = one.cells['project_id'] ?? ''
    if (value !== '' && value !== projectId) {
      refused.push({ ...refusal(one.line, value), field: 'project_id', reason: OTHER_PROJECT })
      continue
    }
    const cells = fill(one.cells)
    observe?.(cells)
    const read = toEvent(cells, readings)
    if ('event' in read) given.push({ line: one.line, cells, event: read.event })
    else refused.push({ ...refusal(one.line, cells[read.field] ?? ''), ...read })
  }
  const { results, movedTo } = await ingest(given.map(({ event }) => event))
  const warnings = (await warn?.(given.map(({ event }) => event))) ?? []
  const warned: RefusedLine[] = []
  const amounts: string[] = []
  let taken = 0
  let repeated = 0
  for (const [at, { line, cells, event }] of given.entries()) {
    const { outcome, field = '', reason = '' } = correct(event, resultAt(results, at))
    if (outcome === 'taken') {
      taken += 1
      const warning = warnings[at]
      if (warning != null) {
        const name = cellOf(warning.field, cells)
        warned.push({ ...refusal(line, cells[name] ?? ''), field: name, reason: warning.reason })
      }
      if (kind === 'transaction') amounts.push(String(event['payment_usd_amount']))
    } else if (outcome === 'repeated') repeated += 1
    else {
      const name = cellOf(field, cells)
      const value = cells[name] ?? ''
      refused.push({ ...refusal(line, value), field: name, reason: explain(reason, value) })
    }
  }
  refused.sort((a, b) => a.line - b.line)
  return { taken, repeated, refused, warned, usd: addDecimals(...amounts), movedTo }
}

const OTHER_PROJECT = 'Is another project'

const refusal = (line: number, value: string) => ({
  line,
  // PostgreSQL stores no NUL.
  value: cutText(value.replaceAll('\0', '\uFFFD').toWellFormed(), MAX_VALUE_LENGTH),
})

function resultAt(results: readonly EventResult[], at: number): EventResult {
  const result = results[at]
  if (!result) throw new Error('An event has no result')
  return result
}

/** The reason in the words of a person who edits the file. */
function explain(reason: string, value: string): string {
  return value === '' && /^(?:Invalid input|Must be )/.test(reason) ? 'Is missing' : reason
}
