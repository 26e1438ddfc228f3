import type { Db } from './open.ts'
import type { ProjectRow } from './schema.ts'

/** These projects, in the order of `ids`. */
export async function listProjects(db: Db, ids: readonly string[]): Promise<ProjectRow[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('projects').selectAll().where('id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
