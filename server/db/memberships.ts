import type { Db } from './open.ts'

/**
 * Ids of projects, sorted.
 * @param userId returns only projects of this user; null for all
 * @param among returns only these; undefined for all
 */
export async function listProjectIds(
  db: Db,
  userId: number | null,
  among?: readonly string[],
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
    .orderBy('projects.id')
    .execute()
  return rows.map((row) => row.id)
}

/** Replaces the projects of a user. */
export async function setMemberships(
  db: Db,
  userId: number,
  projectIds: readonly string[],
  now: Date,
): Promise<void> {
  await db.deleteFrom('memberships').where('user_id', '=', userId).execute()
  if (projectIds.length === 0) return
  await db
    .insertInto('memberships')
    .values(projectIds.map((id) => ({ user_id: userId, project_id: id, created_at: now })))
    .execute()
}
