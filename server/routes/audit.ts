import { visibleProjects } from '#server/auth/access.ts'
import { listAudit } from '#server/db/audit.ts'
import type { AuditRow } from '#server/db/schema-audit.ts'
import type { AuditEntry } from '#src/wire/audit.ts'
import { route, type Api } from './route.ts'

export function auditRoutes(api: Api): void {
  route(api, 'listAudit', async ({ query, actor, db, readDb }) => {
    const { page, limit } = query
    const projects = await visibleProjects(db, actor, query.projects, true)
    // Without projects there are no rows, as in every list. Entries without a project (accounts) come
    // with any project.
    const rows = projects.length === 0 ? [] : await listAudit(readDb, projects, { page, limit })
    return { results: rows.map(presentEntry), page, limit }
  })
}

function presentEntry(row: AuditRow): AuditEntry {
  return {
    id: String(row.id),
    created_at: row.created_at.toISOString(),
    actor_id: row.actor_id === null ? null : String(row.actor_id),
    actor_email: row.actor,
    actor_role: row.actor_role,
    action: row.action,
    object: row.object_type,
    object_id: row.object_id,
    project_id: row.project_id,
    before: row.before,
    after: row.after,
    ip: row.ip,
  }
}
