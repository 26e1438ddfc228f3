import type { ImportRow } from '#server/db/imports.ts'
import type { Stored } from '#server/db/ingest-store.ts'
import { addDecimals, ungroup } from '#src/domain/decimals.ts'
import { withAssumed } from '#src/domain/import-columns.ts'
import type { EventResult } from '#src/wire/ingest.ts'
import type { TableLine } from './csv.ts'
import { cellOf, toEvent } from './import-events.ts'

const MAX_VALUE_LENGTH = 100

/** A refused line: the field and the cell that caused it. */
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
  /** The exact sum of the taken purchases. */
  usd: string
  movedTo: Date | null
}

interface Work {
  /** Stores the events, or previews that. */
  ingest(events: readonly unknown[]): Promise<Stored>
  /** Corrects a result of a dry run. */
  correct?(event: Readonly<Record<string, unknown>>, result: EventResult): EventResult
}

/** Turns lines of a file into events, passes them on, and sums up the results. */
export async function importBatch(
  { project_id: projectId, kind, columns }: ImportRow,
  lines: readonly TableLine[],
  { ingest, correct = (_event, result) => result }: Work,
): Promise<BatchResult> {
  const refused: RefusedLine[] = []
  const fill = withAssumed(kind, columns)
  const given: { line: number; cells: Record<string, string> }[] = []
  for (const one of lines) {
    if ('error' in one) {
      refused.push({ line: one.line, field: '', value: '', reason: one.error })
      continue
    }
    const value = one.cells['project_id'] ?? ''
    if (value === '' || value === projectId) given.push({ line: one.line, cells: fill(one.cells) })
    else refused.push({ ...refusal(one.line, value), field: 'project_id', reason: OTHER_PROJECT })
  }
  const events = given.map(({ cells }) => toEvent(cells))
  const { results, movedTo } = await ingest(events)
  const amounts: string[] = []
  let taken = 0
  let repeated = 0
  for (const [at, { line, cells }] of given.entries()) {
    const { outcome, field = '', reason = '' } = correct(events[at] ?? {}, resultAt(results, at))
    if (outcome === 'taken') {
      taken += 1
      if (kind === 'transaction') amounts.push(cells['payment_usd_amount'] ?? '0')
    } else if (outcome === 'repeated') repeated += 1
    else {
      const name = cellOf(field, cells)
      const value = cells[name] ?? ''
      refused.push({ ...refusal(line, value), field: name, reason: explain(reason, value) })
    }
  }
  refused.sort((a, b) => a.line - b.line)
  return { taken, repeated, refused, usd: addDecimals(...amounts), movedTo }
}

const OTHER_PROJECT = 'Is another project'

const refusal = (line: number, value: string) => ({
  line,
  // PostgreSQL stores no NUL.
  value: value.replaceAll('\0', '\uFFFD').toWellFormed().slice(0, MAX_VALUE_LENGTH),
})

function resultAt(results: readonly EventResult[], at: number): EventResult {
  const result = results[at]
  if (!result) throw new Error('An event has no result')
  return result
}

/** The reason in the words of a person who edits the file. */
function explain(reason: string, value: string): string {
  if (value === '' && reason.startsWith('Invalid input')) return 'Is missing'
  if (reason.startsWith('Must be decimal digits') && ungroup(value) !== value)
    return 'Is not a number. Remove the comma.'
  return reason
}
