import type { AuditSource } from '#server/auth/audit.ts'
import type { Db } from '#server/db/open.ts'

/** Where operators work: the database that a command is for. */
export interface AdminContext {
  db: Db
  now: Date
  /** The operator's name, for the audit log. */
  operator: string
}

/** What the audit log says of an operator: a name, and no account. */
export function operatorSource({ operator, now }: AdminContext): AuditSource {
  return { actor: { id: null, email: operator, role: 'operator' }, now }
}
