import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'

/** By what access to projects is limited: a person's memberships, or the projects of a reading key. */
export type ProjectAccess = { userId: number } | { keyId: number }

/**
 * Ids of projects, sorted.
 * @param access returns only these projects; null for all
 * @param among returns only these; undefined for all
 * @param hasArchived also returns archived projects
 */
export async function listProjectIds(
  db: Db,
  access: ProjectAccess | null,
  among?: readonly string[],
  hasArchived = false,
): Promise<string[]> {
  const rows = await db
    .selectFrom('projects')
    .select('projects.id')
    .where(isAccessible(access))
    .$if(among !== undefined, (query) => query.where('projects.id', 'in', among ?? []))
    .$if(!hasArchived, (query) => query.where('projects.archived_at', 'is', null))
    .orderBy('projects.id')
    .execute()
  return rows.map((row) => row.id)
}

/** Whether the project in `projects` is among them. */
function isAccessible(access: ProjectAccess | null): RawBuilder<boolean> {
  if (access === null) return sql`true`
  return 'userId' in access
    ? sql`exists (select from memberships as m
        where m.project_id = projects.id and m.user_id = ${access.userId})`
    : sql`exists (select from reading_key_projects as r
        where r.project_id = projects.id and r.key_id = ${access.keyId})`
}

/** Replaces the projects of a user. Access to archived projects stays. */
export async function setMemberships(
  db: Db,
  userId: number,
  projectIds: readonly string[],
  now: Date,
): Promise<void> {
  await db
    .deleteFrom('memberships')
    .where('user_id', '=', userId)
    .where('project_id', 'in', (where) =>
      where.selectFrom('projects').select('id').where('archived_at', 'is', null),
    )
    .execute()
  if (projectIds.length === 0) return
  await db
    .insertInto('memberships')
    .values(projectIds.map((id) => ({ user_id: userId, project_id: id, created_at: now })))
    .execute()
}
