import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { recordAudit } from '#server/auth/audit.ts'
import type { Stored } from '#server/db/ingest-store.ts'
import type { Db, Tx } from '#server/db/open.ts'
import { listProjects } from '#server/db/projects.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { operatorSource, type AdminContext } from './admin-context.ts'
import { ingest } from '#server/db/ingest.ts'
import { stableJson } from '#src/domain/stable-json.ts'

/** Lines of a table: their numbers in the file, and their cells by column. */
export interface ImportLine {
  line: number
  cells: Record<string, string>
}

export interface ImportReport {
  taken: number
  repeated: number
  refused: { line: number; field: string; reason: string }[]
  /** Projects that now begin earlier, and when. */
  movedTo: Record<string, string>
}

const linesSchema = z.array(z.object({ line: z.int(), cells: z.record(z.string(), z.string()) }))

/** Undoes a dry run. */
class DryRun extends Error {}

/**
 * Takes history as if its site had sent it, but tells nobody. The id of a line is made from what it
 * says, in whatever order of columns, so that a file that broke off is simply imported again. Without `isWritten` everything is
 * done and then undone: the report says what would happen.
 */
export async function importLines(
  desk: AdminContext,
  isWritten: boolean,
  input: string,
): Promise<ImportReport> {
  const report: ImportReport = { taken: 0, repeated: 0, refused: [], movedTo: {} }
  const lines = linesSchema.parse(JSON.parse(input))
  for (const [projectId, group] of groupByProject(lines)) {
    const [project] = await listProjects(desk.db, [projectId])
    if (!project) {
      const reason = projectId === '' ? 'Must be named' : `There is no project ${projectId}`
      report.refused.push(...group.map(({ line }) => ({ line, field: 'project_id', reason })))
      continue
    }
    const events = group.map(({ cells }) => toEvent(cells))
    const batch = { projectId, events, now: desk.now, isImported: true }
    const { results, movedTo } = await ingest(
      desk.db,
      batch,
      isWritten ? (db, work) => takeOnRecord({ ...desk, db }, projectId, work) : tryOut,
    )
    if (movedTo) report.movedTo[projectId] = movedTo.toISOString()
    for (const [at, { outcome, field = '', reason = '' }] of results.entries()) {
      const { line, cells } = group[at] ?? { line: 0, cells: {} }
      if (outcome === 'refused')
        report.refused.push({ line, field: columnOf(field, cells), reason })
      else report[outcome] += 1
    }
  }
  return report
}

/** Does the work, and notes in the audit log who brought in how much. */
function takeOnRecord(
  desk: AdminContext,
  projectId: string,
  work: (tx: Tx) => Promise<Stored>,
): Promise<Stored> {
  return inTransaction(desk.db, async (tx) => {
    const stored = await work(tx)
    const taken = stored.results.filter(({ outcome }) => outcome === 'taken').length
    if (taken === 0) return stored
    await recordAudit(tx, operatorSource(desk), {
      action: 'history.import',
      object: 'project',
      objectId: projectId,
      projectId,
      before: null,
      after: { taken, begins_at: stored.movedTo?.toISOString() ?? null },
    })
    return stored
  })
}

/** Does the work and undoes it. */
async function tryOut(db: Db, work: (tx: Tx) => Promise<Stored>): Promise<Stored> {
  let stored: Stored | undefined
  try {
    return await db.transaction().execute(async (tx) => {
      stored = await work(tx)
      throw new DryRun()
    })
  } catch (error) {
    if (error instanceof DryRun && stored) return stored
    throw error
  }
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

/** The column that a field of the event was read from. */
function columnOf(field: string, cells: Record<string, string>): string {
  return field === 'occurred_at' && !cells[field] ? 'created_at' : field
}

function toEvent({ project_id: _project, ...cells }: Record<string, string>): object {
  const filled = Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== ''))
  const id = createHash('sha256').update(stableJson(filled)).digest('base64url').slice(0, 32)
  return {
    id: `import:${id}`,
    kind: 'transaction',
    occurred_at: filled['created_at'],
    ...filled,
    ...('is_email_verified' in filled
      ? { is_email_verified: Number(filled['is_email_verified']) }
      : {}),
  }
}
