import { listProjectIds } from '#server/db/accounts/memberships.ts'
import type { Db } from '#server/db/engine/open.ts'
import type { AuditRow } from '#server/db/schema/schema-audit.ts'
import { AUDIT_OBJECTS, type AuditObject } from '#src/domain/people/audit-actions.ts'
import { canSeeFinance, isAdmin } from '#src/domain/people/roles.ts'
import { COMMON_PROJECT_FIELDS } from '#src/wire/projects.ts'
import type { Actor } from './authenticate.ts'

type Readers = 'any' | 'finance' | 'admin'

/** Who may read entries about each kind of record: the roles of the calls that return such records. */
const READERS: Record<AuditObject, Readers> = {
  allocation_list: 'finance',
  approval: 'finance',
  banner: 'any',
  bonus_code: 'finance',
  chain: 'finance',
  chain_payment: 'finance',
  // Without a project, so only the caller's own.
  factor: 'any',
  import: 'admin',
  ingest_key: 'admin',
  lead: 'any',
  manual_transaction: 'finance',
  notice: 'any',
  project: 'any',
  // As of factors.
  push_device: 'any',
  reading_key: 'admin',
  security_policy: 'admin',
  seo_script: 'any',
  session: 'any',
  stages: 'finance',
  statement: 'finance',
  transaction: 'finance',
  // Only the account's own, see `listAudit`.
  user: 'any',
  wallet: 'finance',
}

/** Whose view of the audit log it is. */
export interface AuditReader {
  userId: number
  /** Null for an admin, who reads everything. */
  limits: {
    /** The kinds of record that the role may read now. */
    objects: readonly string[]
    role: string
    /** Every project of the user now, archived ones too. */
    projects: ReadonlySet<string>
  } | null
}

/** The kinds of record that the role may read in the audit log. */
export function readableObjects(role: string): AuditObject[] {
  return AUDIT_OBJECTS.filter((object) => {
    const readers = READERS[object]
    if (readers === 'finance') return canSeeFinance(role)
    return readers === 'any' || isAdmin(role)
  })
}

export async function auditReader(db: Db, { id, role }: Actor): Promise<AuditReader> {
  if (isAdmin(role)) return { userId: id, limits: null }
  const projects = new Set(await listProjectIds(db, { userId: id }, undefined, true))
  return { userId: id, limits: { objects: readableObjects(role), role, projects } }
}

/**
 * An entry as its reader may read it. Others than admins read an address only in what they did
 * themselves, and only values that their role and their projects show them now.
 */
export function readableEntry(row: AuditRow, { userId, limits }: AuditReader): AuditRow {
  if (limits === null) return row
  const isOwn = row.actor_id === userId
  const keep = (values: AuditRow['before']) => {
    if (values === null) return null
    const entries = Object.entries(values).filter(
      ([field]) => mayReadField(row.object_type, field, limits.role) && (isOwn || !isPlace(field)),
    )
    return withoutForeignProjects(Object.fromEntries(entries), limits.projects)
  }
  return {
    ...row,
    ip: isOwn ? row.ip : null,
    before: keep(row.before),
    after: keep(row.after),
  }
}

/** What an entry says about where somebody was. */
const isPlace = (field: string) => field === 'network' || field === 'user_agent'

/** Fields of entries about a project that every role may read. */
const COMMON_FIELDS: ReadonlySet<string> = new Set([
  ...COMMON_PROJECT_FIELDS,
  'archived',
  'brevo_api_key_last4',
  'brevo_api_key_sealed',
  'ordering',
])

function mayReadField(object: string, field: string, role: string): boolean {
  if (object !== 'project') return true
  // The terms of a sale are read with its figures, but why they changed only by admins.
  if (canSeeFinance(role)) return field !== 'reason'
  return COMMON_FIELDS.has(field)
}

/** Without the names of projects that the reader has no access to, and without what counts them. */
function withoutForeignProjects(
  values: Record<string, unknown>,
  visible: ReadonlySet<string>,
): Record<string, unknown> {
  const { projects } = values
  if (!Array.isArray(projects)) return values
  const kept = projects.filter((id) => visible.has(String(id)))
  const { count: _count, ...others } = values
  return { ...(kept.length === projects.length ? values : others), projects: kept }
}
