import type { Db } from './open.ts'
import type { ProjectRow } from './schema.ts'

/** These projects, in the order of `ids`. */
export async function listProjects(db: Db, ids: readonly string[]): Promise<ProjectRow[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('projects').selectAll().where('id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Every project by name, with when its history begins. */
export function listProjectStarts(db: Db): Promise<Pick<ProjectRow, 'id' | 'created_at'>[]> {
  return db.selectFrom('projects').select(['id', 'created_at']).orderBy('id').execute()
}

/** A project without sales, its settings as the schema has them. */
export async function addProjectRow(db: Db, id: string, now: Date): Promise<void> {
  await db.insertInto('projects').values({ id, created_at: now, updated_at: now }).execute()
}
