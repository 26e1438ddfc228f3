import { deleteAbandonedMedia } from './media.ts'
import type { Db } from './open.ts'

const DAY_MS = 86_400_000
const REFUSALS_KEPT_DAYS = 90

/**
 * Deletes keys, counters, tokens and sessions that have run out, what uploads that broke off left
 * behind, and old refusals of sign-ins. Spent refresh tokens stay as long as their session: one that
 * comes again ends it.
 */
export async function deleteExpired(db: Db, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - DAY_MS)
  await db.deleteFrom('idempotency_keys').where('expires_at', '<=', now).execute()
  await db.deleteFrom('rate_counters').where('window_ends_at', '<=', now).execute()
  await db.deleteFrom('verification_tokens').where('expires_at', '<=', dayAgo).execute()
  await deleteAbandonedMedia(db, dayAgo)
  await db.deleteFrom('sessions').where('expires_at', '<=', dayAgo).execute()
  await db
    .deleteFrom('audit_log')
    .where('action', '=', 'session.refused')
    .where('created_at', '<=', new Date(now.getTime() - REFUSALS_KEPT_DAYS * DAY_MS))
    .execute()
}
