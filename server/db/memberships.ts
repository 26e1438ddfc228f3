import type { Db } from './open.ts'

/**
 * Ids of projects, by name.
 * @param userId only those the user belongs to; null for all
 * @param among only these; absent for no limit
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

/** Sets which projects a user belongs to, and nothing else. */
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
