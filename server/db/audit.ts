import { sql, type Insertable } from 'kysely'
import type { Db } from './open.ts'
import type { AuditLogTable, AuditRow } from './schema-audit.ts'

export async function insertAudit(db: Db, entry: Insertable<AuditLogTable>): Promise<void> {
  await db.insertInto('audit_log').values(entry).execute()
}

/** A page of the audit log, newest first: entries of these projects and of no project. */
export function listAudit(
  db: Db,
  projects: readonly string[],
  { page, limit }: { page: number; limit: number },
): Promise<AuditRow[]> {
  return db
    .selectFrom('audit_log')
    .selectAll()
    .where((where) =>
      where.or([where('project_id', 'in', projects), where('project_id', 'is', null)]),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
}

/**
 * Updates the count of refused sign-ins in the first entry of the window.
 * @param after the values of the entry, without the count
 * @returns false if there is no such entry
 */
export async function countRefusal(
  db: Db,
  { objectId, after }: { objectId: number | null; after: Readonly<Record<string, string>> },
  { n, since }: { n: number; since: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('audit_log')
    .set({ after: sql`after || jsonb_build_object('count', ${n}::int)` })
    .where('action', '=', 'session.refused')
    .where('created_at', '>=', since)
    .where('object_id', 'is not distinct from', objectId === null ? null : String(objectId))
    .where(sql<boolean>`after - 'count' = ${JSON.stringify(after)}::jsonb`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
