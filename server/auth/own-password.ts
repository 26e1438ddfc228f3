import { revokeSessionsOf } from '#server/db/accounts/sessions.ts'
import { updateUser } from '#server/db/accounts/users.ts'
import { deletePasswordLinks } from '#server/db/accounts/verification-tokens.ts'
import type { Tx } from '#server/db/engine/open.ts'
import { addAccountEvent, type NewsPlace } from '#server/db/messages/account-events.ts'

interface OwnPassword {
  userId: number
  passwordHash: string
  /** Why the sessions end. */
  reason: string
  /** The session that stays. */
  keptSession?: string
  /** Whether a mailed link has proved the address. */
  isAddressProved?: boolean
}

/**
 * Sets the password that a person has chosen. Their sessions end, and so do all links that set a
 * password. The caller has locked the account.
 */
export async function setOwnPassword(
  tx: Tx,
  { userId, passwordHash, reason, keptSession, isAddressProved = false }: OwnPassword,
  now: Date,
): Promise<void> {
  const changes = {
    password_hash: passwordHash,
    requires_password_reset: false,
    invited_at: null,
    ...(isAddressProved ? { is_email_verified: true } : {}),
  }
  await updateUser(tx, userId, changes, now)
  await revokeSessionsOf(tx, userId, now, reason, keptSession)
  await deletePasswordLinks(tx, userId)
}

/** Mails the person that their password is another one. */
export async function announceNewPassword(
  tx: Tx,
  { userId, place, now }: { userId: number; place: NewsPlace; now: Date },
): Promise<void> {
  await addAccountEvent(tx, {
    userId,
    news: { is: 'password_changed', ...place },
    key: `password_changed ${now.toISOString()}`,
    now,
  })
}
