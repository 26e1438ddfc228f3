import { visibleProjects } from '#server/auth/access.ts'
import { leadFile } from '#server/db/files/file-columns.ts'
import { leadRows, listLeads, sumLeads, type LeadRow } from '#server/db/records/leads.ts'
import { sendCsv } from '#server/routes/csv-file.ts'
import { route, type Api } from '#server/routes/route.ts'
import type { Lead } from '#src/wire/leads.ts'
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
    const { projects: requested, fields, ...filters } = context.query
    const projects = await visibleProjects(context.db, context.actor, requested)
    return sendCsv(context, {
      ...leadFile(fields),
      name: 'leads',
      projects,
      rows: () => leadRows(filters),
      action: 'lead.export',
      object: 'lead',
      filters: { fields, ...filters },
    })
  })
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
