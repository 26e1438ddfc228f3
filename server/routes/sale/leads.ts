import { Readable } from 'node:stream'
import { visibleProjects } from '#server/auth/access.ts'
import { recordAudit } from '#server/auth/audit.ts'
import type { Db } from '#server/db/engine/open.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import {
  listLeads,
  measureLeadExport,
  sumLeads,
  walkLeads,
  type LeadRow,
} from '#server/db/records/leads.ts'
import { route, type Api } from '#server/routes/route.ts'
import { toCsv } from '#src/domain/text/csv.ts'
import type { Lead, LeadField } from '#src/wire/leads.ts'
import { presentTotal } from './present-total.ts'

export function leadRoutes(api: Api): void {
  route(api, 'listLeads', async ({ query, actor, db, readDb }) => {
    const { page, limit, projects: requested, ...filters } = query
    const projects = await visibleProjects(db, actor, requested)
    const rows = await listLeads(readDb, projects, { page, limit }, filters)
    return { results: rows.map(presentLead), page, limit }
  })

  route(api, 'sumLeads', async ({ query, actor, db, readDb }) => {
    const { projects: requested, ...filters } = query
    const projects = await visibleProjects(db, actor, requested)
    return presentTotal(await sumLeads(readDb, projects, filters))
  })

  route(api, 'exportLeads', async (context) => {
    const { query, actor, db, reply } = context
    // An export of personal data is audited before its first byte is sent.
    const { projects, lastId } = await inTransaction(db, async (tx) => {
      const visible = await visibleProjects(tx, actor, query.projects)
      const { count, lastId: last } = await measureLeadExport(tx, visible)
      await recordAudit(tx, context, {
        action: 'lead.export',
        object: 'lead',
        objectId: null,
        projectId: visible.length === 1 ? (visible[0] ?? null) : null,
        after: { projects: visible, fields: query.fields, count },
      })
      return { projects: visible, lastId: last }
    })
    void reply.header('content-type', 'text/csv; charset=utf-8')
    void reply.header('content-disposition', 'attachment; filename="leads.csv"')
    return reply.send(Readable.from(csvLines(db, projects, lastId, query.fields)))
  })
}

async function* csvLines(
  db: Db,
  projects: readonly string[],
  lastId: number,
  fields: readonly LeadField[],
): AsyncGenerator<string> {
  yield toCsv([fields])
  for await (const rows of walkLeads(db, projects, lastId)) {
    yield toCsv(rows.map((row) => fields.map((field) => row[field])))
  }
}

export function presentLead(row: LeadRow): Lead {
  return {
    ...row,
    id: String(row.id),
    is_email_verified: row.is_email_verified ? 1 : 0,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
