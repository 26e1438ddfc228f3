import { Readable } from 'node:stream'
import { visibleProjects } from '#server/auth/access.ts'
import { auditReader, readableEntry, type AuditReader } from '#server/auth/audit-access.ts'
import type { Actor } from '#server/auth/authenticate.ts'
import type { Db } from '#server/db/engine/open.ts'
import { listAudit, walkAudit, type AuditFilter } from '#server/db/records/audit.ts'
import { parseId } from '#server/db/records/ids.ts'
import type { AuditRow } from '#server/db/schema/schema-audit.ts'
import { route, type Api } from '#server/routes/route.ts'
import { toCsv } from '#src/domain/text/csv.ts'
import type { AuditEntry, AuditExportQuery } from '#src/wire/audit.ts'

const MAX_EXPORT_ROWS = 100_000
/** Of no account. */
const NOBODY = -1

export function auditRoutes(api: Api): void {
  route(api, 'listAudit', async ({ query, actor, db, readDb }) => {
    const { page, limit } = query
    const reader = await auditReader(db, actor)
    const filter = await toFilter(db, actor, reader, query)
    const rows = await listAudit(readDb, filter, { page, limit })
    return { results: rows.map((row) => presentEntry(row, reader)), page, limit }
  })

  route(api, 'exportAudit', async ({ query, actor, db, readDb, reply }) => {
    const reader = await auditReader(db, actor)
    const filter = await toFilter(db, actor, reader, query)
    void reply.header('content-type', 'text/csv; charset=utf-8')
    void reply.header('content-disposition', 'attachment; filename="activity.csv"')
    return reply.send(Readable.from(csvLines(walkAudit(readDb, filter, MAX_EXPORT_ROWS), reader)))
  })
}

async function toFilter(
  db: Db,
  actor: Actor,
  { userId, limits }: AuditReader,
  query: AuditExportQuery,
): Promise<AuditFilter> {
  return {
    // Entries keep the name that a project had, so an admin finds those of names that are no more.
    projects:
      limits === null
        ? [...new Set(query.projects)]
        : await visibleProjects(db, actor, query.projects, true),
    reader: limits === null ? null : { userId, objects: limits.objects },
    actor: query.actor === undefined ? undefined : (parseId(query.actor) ?? NOBODY),
    actions: query.action,
    object: query.object,
    objectId: query.object_id,
    q: query.q,
    from: query.from === undefined ? undefined : new Date(query.from),
    to: query.to === undefined ? undefined : new Date(query.to),
  }
}

const COLUMNS = [
  'id',
  'created_at',
  'actor_id',
  'actor_email',
  'actor_role',
  'action',
  'object',
  'object_id',
  'project_id',
  'ip',
  'before',
  'after',
] as const satisfies readonly (keyof AuditEntry)[]

async function* csvLines(
  steps: AsyncIterable<readonly AuditRow[]>,
  reader: AuditReader,
): AsyncGenerator<string> {
  yield toCsv([COLUMNS])
  for await (const rows of steps) {
    const entries = rows.map((row) => presentEntry(row, reader))
    yield toCsv(entries.map((entry) => COLUMNS.map((column) => toCell(entry[column]))))
  }
}

function toCell(value: unknown): string | null {
  return value === null || typeof value === 'string' ? value : JSON.stringify(value)
}

function presentEntry(row: AuditRow, reader: AuditReader): AuditEntry {
  const entry = readableEntry(row, reader)
  return {
    id: String(entry.id),
    created_at: entry.created_at.toISOString(),
    actor_id: entry.actor_id === null ? null : String(entry.actor_id),
    actor_email: entry.actor,
    actor_role: entry.actor_role,
    action: entry.action,
    object: entry.object_type,
    object_id: entry.object_id,
    project_id: entry.project_id,
    before: entry.before,
    after: entry.after,
    ip: entry.ip,
  }
}
