import { sql, type Selectable } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import type { SeoScriptVersionsTable } from '#server/db/schema/schema-approvals.ts'
import type { SeoScriptsTable } from '#server/db/schema/schema-site.ts'

export type SeoScriptRow = Selectable<SeoScriptsTable>
export type SeoScriptVersionRow = Omit<Selectable<SeoScriptVersionsTable>, 'project_id'>

const VERSION_COLUMNS = ['version', 'header', 'body', 'created_at', 'created_by'] as const

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

/**
 * The project's scripts, locked until the transaction ends; undefined without an entry. The project is
 * locked too, so that first scripts wait for each other.
 */
export async function lockSeoScript(tx: Db, projectId: string): Promise<SeoScriptRow | undefined> {
  await tx
    .selectFrom('projects')
    .select('id')
    .where('id', '=', projectId)
    .forNoKeyUpdate()
    .execute()
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

/**
 * Keeps scripts as the next version of the project, counted from 1. The caller holds the lock of
 * `lockSeoScript`.
 * @returns the number of the version
 */
export async function addSeoScriptVersion(
  tx: Db,
  projectId: string,
  scripts: Omit<SeoScriptVersionRow, 'version'>,
): Promise<number> {
  const { version } = await tx
    .insertInto('seo_script_versions')
    .values({
      project_id: projectId,
      version: sql<number>`(select coalesce(max(version), 0) + 1 from seo_script_versions
        where project_id = ${projectId})`,
      ...scripts,
    })
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** The last versions of a project's scripts, newest first. */
export function listSeoScriptVersions(
  db: Db,
  projectId: string,
  limit: number,
): Promise<SeoScriptVersionRow[]> {
  return db
    .selectFrom('seo_script_versions')
    .select(VERSION_COLUMNS)
    .where('project_id', '=', projectId)
    .orderBy('version', 'desc')
    .limit(limit)
    .execute()
}

export function findSeoScriptVersion(
  db: Db,
  projectId: string,
  version: number,
): Promise<SeoScriptVersionRow | undefined> {
  return db
    .selectFrom('seo_script_versions')
    .select(VERSION_COLUMNS)
    .where('project_id', '=', projectId)
    .where('version', '=', version)
    .executeTakeFirst()
}
