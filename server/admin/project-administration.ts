import { recordAudit, type AuditSource } from '#server/auth/audit.ts'
import type { Db, Tx } from '#server/db/engine/open.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import { lockProject, updateProject } from '#server/db/projects/project-settings.ts'
import { recordTerms } from '#server/db/projects/project-terms.ts'
import { addProjectRow, lockProjectNames } from '#server/db/projects/projects.ts'
import type { ProjectRow } from '#server/db/schema/schema.ts'
import type { ProjectCreate } from '#src/wire/project-administration.ts'
import { foldProjectName } from '#src/wire/project-name.ts'

// What the command line and the app do alike. Who may do it, and how an error is reported, is theirs.

/**
 * Adds a project with default settings, whose terms can be changed until its first completed purchase.
 * @returns the row, or the existing project that has this name in any case
 */
export function addProject(
  db: Db,
  source: AuditSource,
  project: ProjectCreate,
): Promise<{ added: ProjectRow } | { takenBy: string }> {
  return inTransaction(db, async (tx) => {
    const takenBy = findTaken(await lockProjectNames(tx), project.id)
    if (takenBy !== undefined) return { takenBy }
    const added = await addProjectRow(tx, project, source.now)
    await recordTerms(tx, project.id, {
      validFrom: source.now,
      changedBy: source.actor.email,
      reason: null,
    })
    await recordAudit(tx, source, {
      action: 'project.create',
      object: 'project',
      objectId: project.id,
      projectId: project.id,
      after: { ...project },
    })
    return { added }
  })
}

/** The name that equals this one, except for its case. */
export function findTaken(names: readonly string[], name: string): string | undefined {
  return names.find((one) => foldProjectName(one) === foldProjectName(name))
}

/**
 * Archives or restores a project. Nothing is deleted: direct links and the audit log stay. Does nothing
 * if it is so already. Throws if there is no such project.
 */
export async function setArchived(
  tx: Tx,
  source: AuditSource,
  id: string,
  isArchived: boolean,
): Promise<void> {
  const before = await lockProject(tx, id)
  if ((before.archived_at !== null) === isArchived) return
  const archivedAt = isArchived ? source.now : null
  await updateProject(tx, id, { archived_at: archivedAt }, source.now)
  await recordAudit(tx, source, {
    action: isArchived ? 'project.archive' : 'project.restore',
    object: 'project',
    objectId: id,
    projectId: id,
    before: { archived: !isArchived },
    after: { archived: isArchived },
  })
}
