import type { Selectable } from 'kysely'
import type { Db } from './open.ts'
import type { SeoScriptsTable } from './schema.ts'

export type SeoScriptRow = Selectable<SeoScriptsTable>

/** The scripts of these projects by project id; a project without an entry has no row. */
export async function listSeoScripts(db: Db, projects: readonly string[]): Promise<SeoScriptRow[]> {
  if (projects.length === 0) return []
  return await db
    .selectFrom('seo_scripts')
    .selectAll()
    .where('project_id', 'in', projects)
    .orderBy('project_id')
    .execute()
}

/** The project's scripts, locked until the transaction ends; undefined without an entry. */
export async function lockSeoScript(tx: Db, projectId: string): Promise<SeoScriptRow | undefined> {
  return await tx
    .selectFrom('seo_scripts')
    .selectAll()
    .where('project_id', '=', projectId)
    .forUpdate()
    .executeTakeFirst()
}

/** Sets both scripts of a project, with or without an existing entry. */
export async function replaceSeoScript(
  tx: Db,
  projectId: string,
  scripts: { header: string | null; body: string | null },
  now: Date,
): Promise<SeoScriptRow> {
  return await tx
    .insertInto('seo_scripts')
    .values({ project_id: projectId, ...scripts, created_at: now, updated_at: now })
    .onConflict((row) => row.column('project_id').doUpdateSet({ ...scripts, updated_at: now }))
    .returningAll()
    .executeTakeFirstOrThrow()
}
