import { sql, type RawBuilder, type Selectable } from 'kysely'
import type * as z from 'zod/mini'
import type { Db } from '#server/db/engine/open.ts'
import type { LeadsTable } from '#server/db/schema/schema.ts'
import type { leadTotalQuerySchema } from '#src/wire/leads.ts'
import {
  readPage,
  whereCreated,
  whereId,
  type ListRows,
  type ListTotal,
  type PageRequest,
} from './list-page.ts'

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

/** The filters of the list. */
export type LeadFilters = Partial<Omit<z.output<typeof leadTotalQuerySchema>, 'projects'>>

/** The leads that the filters leave, newest first. */
export function leadRows({ q, ...filters }: LeadFilters): ListRows {
  return {
    table: 'leads',
    key: ['id'],
    by: sql.ref('created_at'),
    order: 'desc',
    where: whereLeads(filters),
    alternatives: q === undefined ? undefined : [hasEmail(q), hasMobileOnly(q)],
  }
}

/** Email addresses that begin like this, in any case. */
const hasEmail = (prefix: string) => sql`and lower(email) ^@ lower(${prefix})`
/** Mobile numbers that begin like this, with another email address. */
const hasMobileOnly = (prefix: string) =>
  sql`and lower(mobile) ^@ lower(${prefix}) and not lower(email) ^@ lower(${prefix})`

function whereLeads({ id, verified, ...period }: Omit<LeadFilters, 'q'>): RawBuilder<unknown> {
  const byState = verified === undefined ? sql`` : sql`and is_email_verified = ${verified === '1'}`
  return sql`${whereCreated(period)} ${byState} ${whereId(id)}`
}

const COLUMNS = sql<LeadRow>`${sql.join(LEAD_COLUMNS.map((column) => sql.ref(`t.${column}`)))}`

/** One page of the projects' leads, newest first. */
export const listLeads = (
  db: Db,
  projects: readonly string[],
  page: PageRequest,
  filters: LeadFilters = {},
): Promise<LeadRow[]> => readPage(db, leadRows(filters), { columns: COLUMNS }, projects, page)

/** The newest of the projects' leads whose email address or mobile number begins like this, in any case. */
export const findLeads = (
  db: Db,
  projects: readonly string[],
  prefix: string,
  limit: number,
): Promise<LeadRow[]> => listLeads(db, projects, { page: 1, limit }, { q: prefix })

/** The number of leads that the filters leave. */
export async function sumLeads(
  db: Db,
  projects: readonly string[],
  { q, ...filters }: LeadFilters,
): Promise<ListTotal> {
  const byText =
    q === undefined ? sql`` : sql`and (lower(email) ^@ lower(${q}) or lower(mobile) ^@ lower(${q}))`
  const { rows } = await sql<Pick<ListTotal, 'rows'>>`
    select count(*)::bigint as rows from leads
    where project_id = any(${[...projects]}::text[]) ${whereLeads(filters)} ${byText}`.execute(db)
  return { rows: 0, ...rows[0], usd: null, tokens: null }
}
