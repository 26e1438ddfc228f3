import type { Insertable } from 'kysely'
import type { Db } from './open.ts'
import type { AuditLogTable, AuditRow } from './schema-trails.ts'

export async function insertAudit(db: Db, entry: Insertable<AuditLogTable>): Promise<void> {
  await db.insertInto('audit_log').values(entry).execute()
}

/** A page of the audit log of these projects, with what concerns no project, newest first. */
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
