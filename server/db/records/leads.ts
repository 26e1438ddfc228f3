import { sql, type Selectable } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import type { LeadsTable } from '#server/db/schema/schema.ts'
import { listPage, whereId, type PageRequest } from './list-page.ts'

export type LeadRow = Selectable<LeadsTable>

export const LEAD_COLUMNS = [
  'id',
  'project_id',
  'email',
  'is_email_verified',
  'wallet_address',
  'mobile',
  'preferred_contact_time',
  'investment_amount',
  'created_at',
  'updated_at',
] as const

/** One page of the projects' leads, newest first, optionally only the one with this id. */
export function listLeads(
  db: Db,
  projects: readonly string[],
  page: PageRequest,
  id?: string,
): Promise<LeadRow[]> {
  return listPage(db, 'leads', LEAD_COLUMNS, projects, page, { where: whereId(id) })
}

/** The newest of the projects' leads whose email address begins like this, in any case. */
export function findLeads(
  db: Db,
  projects: readonly string[],
  prefix: string,
  limit: number,
): Promise<LeadRow[]> {
  const where = sql`and lower(email) ^@ lower(${prefix})`
  return listPage(db, 'leads', LEAD_COLUMNS, projects, { page: 1, limit }, { where })
}

/** The number of leads in an export of these projects, and the last id in it. */
export async function measureLeadExport(
  db: Db,
  projects: readonly string[],
): Promise<{ count: number; lastId: number }> {
  if (projects.length === 0) return { count: 0, lastId: 0 }
  const row = await db
    .selectFrom('leads')
    .select((e) => [e.fn.countAll<number>().as('count'), e.fn.max('id').as('last_id')])
    .where('project_id', 'in', projects)
    .executeTakeFirstOrThrow()
  return { count: row.count, lastId: row.last_id ?? 0 }
}

const EXPORT_STEP_ROWS = 1000

export type LeadExportRow = Pick<LeadRow, 'email' | 'mobile'>

/**
 * The projects' leads up to `lastId`, newest first, in steps of 1,000 rows. Each step continues after
 * the last row; a cursor would hold the one embedded connection while the file is sent.
 */
export async function* walkLeads(
  db: Db,
  projects: readonly string[],
  lastId: number,
): AsyncGenerator<LeadExportRow[]> {
  if (projects.length === 0) return
  let after = sql``
  for (;;) {
    const branches = projects.map(
      (project) =>
        sql`(select id, created_at, email, mobile from leads
          where project_id = ${project} and id <= ${lastId} ${after}
          order by created_at desc, id desc limit ${EXPORT_STEP_ROWS})`,
    )
    // The time is text, because a JavaScript date would lose its microseconds.
    const { rows } = await sql<LeadExportRow & { id: number; created: string }>`
      select id, created_at::text as created, email, mobile
      from (${sql.join(branches, sql` union all `)}) as rows
      order by created_at desc, id desc limit ${EXPORT_STEP_ROWS}`.execute(db)
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < EXPORT_STEP_ROWS) return
    after = sql`and (created_at, id) < (${last.created}::timestamptz, ${last.id})`
  }
}
