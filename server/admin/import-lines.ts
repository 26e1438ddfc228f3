import * as z from 'zod/mini'
import { recordAudit } from '#server/auth/audit.ts'
import type { Tx } from '#server/db/engine/open.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import type { Stored } from '#server/db/ingest/ingest-store.ts'
import { ingest, previewIngest } from '#server/db/ingest/ingest.ts'
import { listProjects } from '#server/db/projects/projects.ts'
import { operatorSource, type AdminContext } from './admin-context.ts'
import { cellOf, toEvent } from './import-events.ts'
import type { FieldReadings } from './import-readings.ts'

/** A line of a table: its number in the file, and its cells by column. */
export interface ImportLine {
  line: number
  cells: Record<string, string>
}

export interface ImportReport {
  taken: number
  repeated: number
  refused: { line: number; field: string; reason: string }[]
  /** The new start of each project that now starts earlier. */
  movedTo: Record<string, string>
}

const linesSchema = z.array(z.object({ line: z.int(), cells: z.record(z.string(), z.string()) }))

/**
 * Imports history as events, without sending notices. A line's event id is a hash of its cells,
 * independent of the column order, so an interrupted import can be repeated with the same file.
 * @param input JSON of `ImportLine[]`
 * @param isWritten false writes nothing; the report then shows what would happen
 * @param readings how ambiguous cells are read
 */
export async function importLines(
  context: AdminContext,
  input: string,
  isWritten: boolean,
  readings: FieldReadings = {},
): Promise<ImportReport> {
  const report: ImportReport = { taken: 0, repeated: 0, refused: [], movedTo: {} }
  const lines = linesSchema.parse(JSON.parse(input))
  for (const [projectId, group] of groupByProject(lines)) {
    const [project] = await listProjects(context.db, [projectId])
    if (!project) {
      const reason = projectId === '' ? 'Must be named' : `There is no project ${projectId}`
      report.refused.push(...group.map(({ line }) => ({ line, field: 'project_id', reason })))
      continue
    }
    if (project.archived_at !== null) {
      const reason = `${projectId} is archived`
      report.refused.push(...group.map(({ line }) => ({ line, field: 'project_id', reason })))
      continue
    }
    const given = group.flatMap(({ line, cells }) => {
      const read = toEvent(cells, readings)
      if ('event' in read) return [{ line, cells, event: read.event }]
      report.refused.push({ line, ...read })
      return []
    })
    const batch = {
      projectId,
      events: given.map(({ event }) => event),
      now: context.now,
      isImported: true,
    }
    const { results, movedTo } = isWritten
      ? await ingest(context.db, batch, (_db, work) => runAudited(context, projectId, work))
      : await previewIngest(context.db, batch)
    if (movedTo) report.movedTo[projectId] = movedTo.toISOString()
    for (const [at, { outcome, field = '', reason = '' }] of results.entries()) {
      const { line, cells } = given[at] ?? { line: 0, cells: {} }
      if (outcome === 'refused') report.refused.push({ line, field: cellOf(field, cells), reason })
      else if (outcome === 'taken') report.taken += 1
      // No column of a table marks a test.
      else report.repeated += 1
    }
  }
  report.refused.sort((a, b) => a.line - b.line)
  return report
}

/** Runs the work and records in the audit log who imported how many lines. */
function runAudited(
  context: AdminContext,
  projectId: string,
  work: (tx: Tx) => Promise<Stored>,
): Promise<Stored> {
  return inTransaction(context.db, async (tx) => {
    const stored = await work(tx)
    const taken = stored.results.filter(({ outcome }) => outcome === 'taken').length
    if (taken === 0) return stored
    await recordAudit(tx, operatorSource(context), {
      action: 'history.import',
      object: 'project',
      objectId: projectId,
      projectId,
      after: { taken, begins_at: stored.movedTo?.toISOString() ?? null },
    })
    return stored
  })
}

function groupByProject(lines: readonly ImportLine[]): Map<string, ImportLine[]> {
  const groups = new Map<string, ImportLine[]>()
  for (const line of lines) {
    const projectId = line.cells['project_id'] ?? ''
    const group = groups.get(projectId)
    if (group) group.push(line)
    else groups.set(projectId, [line])
  }
  return groups
}
