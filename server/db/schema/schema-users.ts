import type { Defaulted, Id, Instant, MaybeInstant } from './columns.ts'

export interface UsersTable {
  id: Id
  /** As entered; unique in any case. */
  email: string
  role: string
  password_hash: string
  is_email_verified: Defaulted<boolean>
  requires_password_reset: Defaulted<boolean>
  /** False for people who only look; never for an admin. */
  may_write: Defaulted<boolean>
  disabled_at: MaybeInstant
  verification_sent_at: MaybeInstant
  /** When the account was invited; null once its person has set a password. */
  invited_at: MaybeInstant
  /** The last use of sessions that are deleted; the others have their own. */
  last_seen_at: MaybeInstant
  created_at: Instant
  updated_at: Instant
}
