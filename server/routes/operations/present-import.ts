import { isClaimed, type ImportRow } from '#server/db/ingest/imports.ts'
import { labelOf, sourceOf } from '#src/domain/sale/import-columns.ts'
import type { Import, ImportState } from '#src/wire/imports.ts'

/** The state as people see it: a job that ended without a result leaves its import interrupted. */
export function stateOf(row: ImportRow, now: Date): ImportState {
  if (isClaimed(row, now)) return row.state
  if (row.state === 'running') return 'interrupted'
  return row.state === 'checking' ? 'uploaded' : row.state
}

/** The column of the file that a field comes from, or the field's name. */
export function columnOf({ kind, columns, header }: ImportRow, field: string): string {
  if (field === '') return ''
  const at = columns.indexOf(sourceOf(kind, columns, field))
  return header?.[at] ?? labelOf(kind, field)
}

export function presentImport(row: ImportRow, missing: number[], now: Date): Import {
  const groups = (isWarning: boolean) =>
    row.refusals
      .filter((group) => (group.isWarning ?? false) === isWarning)
      .map(({ field, isWarning: _is, ...group }) => ({ ...group, column: columnOf(row, field) }))
  return {
    id: String(row.id),
    project_id: row.project_id,
    kind: row.kind,
    name: row.name,
    state: stateOf(row, now),
    bytes: row.size_bytes,
    sha256: row.sha256,
    missing,
    delimiter: row.delimiter,
    header: row.header,
    sample: row.sample,
    columns: row.columns,
    readings: row.readings,
    total_rows: row.total_rows,
    rows: row.rows,
    taken: row.taken,
    repeated: row.repeated,
    refused: row.refused,
    usd: row.usd,
    refusals: groups(false),
    warnings: groups(true),
    position: row.position_byte,
    begins_at: row.begins_at?.toISOString() ?? null,
    error: row.error,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
  }
}
