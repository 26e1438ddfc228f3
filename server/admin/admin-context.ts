import type { AuditSource } from '#server/auth/audit.ts'
import type { Keyring } from '#server/auth/secret.ts'
import type { BackUp } from '#server/backup/backups.ts'
import type { Db } from '#server/db/engine/open.ts'
import type { AllocationJobs } from '#server/dependencies.ts'

/** What a command of an operator works with. */
export interface AdminContext {
  db: Db
  now: Date
  /** The operator's name, for the audit log. */
  operator: string
  /** For the one command that needs the secrets. */
  readKeyring?: () => Keyring
  /** For the one command that copies the files of the database. */
  backUp?: BackUp
  /** For the one command that freezes a list. */
  allocationJobs?: AllocationJobs
}

/** An operator as the audit log records one: a name without an account. */
export function operatorSource({ operator, now }: AdminContext): AuditSource {
  return { actor: { id: null, email: operator, role: 'operator' }, now }
}
