import type { Db } from '#server/db/engine/open.ts'

/**
 * Ids of projects, sorted.
 * @param userId returns only projects of this user; null for all
 * @param among returns only these; undefined for all
 * @param hasArchived also returns archived projects
 */
export async function listProjectIds(
  db: Db,
  userId: number | null,
  among?: readonly string[],
  hasArchived = false,
): Promise<string[]> {
  const rows = await db
    .selectFrom('projects')
    .select('projects.id')
    .$if(userId !== null, (query) =>
      query
        .innerJoin('memberships', 'memberships.project_id', 'projects.id')
        .where('memberships.user_id', '=', userId),
    )
    .$if(among !== undefined, (query) => query.where('projects.id', 'in', among ?? []))
    .$if(!hasArchived, (query) => query.where('projects.archived_at', 'is', null))
    .orderBy('projects.id')
    .execute()
  return rows.map((row) => row.id)
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
