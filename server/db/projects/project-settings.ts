import type { Updateable } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import type { ProjectRow, ProjectsTable } from '#server/db/schema/schema.ts'

/** Columns of a project that change together. */
export type ProjectChange = Updateable<ProjectsTable>

/** A project's settings. Throws if it does not exist: callers check access first. */
export async function readProject(db: Db, projectId: string): Promise<ProjectRow> {
  return await db
    .selectFrom('projects')
    .selectAll()
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()
}

/** The project, locked until the transaction ends. Throws if it does not exist. */
export async function lockProject(tx: Db, projectId: string): Promise<ProjectRow> {
  return await tx
    .selectFrom('projects')
    .selectAll()
    .where('id', '=', projectId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Updates columns of a project and returns the row. */
export async function updateProject(
  tx: Db,
  projectId: string,
  columns: ProjectChange,
  now: Date,
): Promise<ProjectRow> {
  return await tx
    .updateTable('projects')
    .set({ ...columns, updated_at: now })
    .where('id', '=', projectId)
    .returningAll()
    .executeTakeFirstOrThrow()
}
