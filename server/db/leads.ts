import { sql, type Kysely } from 'kysely'
import { pageOfIds, type PageRequest } from './page-of-ids.ts'
import type { Database } from './schema.ts'

export interface LeadRow {
  id: number
  project_id: string
  email: string
  is_email_verified: boolean
  wallet_address: string | null
  mobile: string | null
  preferred_contact_time: string | null
  investment_amount: string | null
  created_at: Date
  updated_at: Date
}

/** One page of the projects' leads, newest first. */
export async function listLeads(
  db: Kysely<Database>,
  projects: readonly string[],
  page: PageRequest,
): Promise<LeadRow[]> {
  if (projects.length === 0) return []
  const { rows } = await sql<LeadRow>`
    select l.id, l.project_id, l.email, l.is_email_verified, l.wallet_address, l.mobile,
      l.preferred_contact_time, l.investment_amount, l.created_at, l.updated_at
    from (${pageOfIds('leads', projects, page)}) as page join leads as l on l.id = page.id
    order by page.created_at desc, page.id desc`.execute(db)
  return rows
}

/** The number of leads in an export of these projects, and the last id in it. */
export async function measureLeadExport(
  db: Kysely<Database>,
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
  db: Kysely<Database>,
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
