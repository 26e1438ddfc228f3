import { deleteOldPasswordRequests } from '#server/db/accounts/password-requests.ts'
import { deleteOldSessions } from '#server/db/accounts/sessions.ts'
import type { Db } from '#server/db/engine/open.ts'
import { deleteOldVitals } from '#server/db/figures/vitals.ts'
import { deleteOldImports } from '#server/db/ingest/imports.ts'
import { deleteOldRefusedEvents } from '#server/db/ingest/refused-events.ts'
import { deleteOldAlertEvents } from '#server/db/messages/alert-events.ts'
import { deleteEndedPushDevices } from '#server/db/messages/push-devices.ts'
import { deleteAbandonedMedia } from '#server/db/site/media.ts'
import { DAY_MS } from '#src/domain/time/zone.ts'

const REFUSAL_RETENTION_DAYS = 90

/**
 * Deletes expired keys, counters, tries of codes, tokens and sessions, devices of sessions that have ended, media of
 * aborted uploads, imports, and old refused sign-ins, lock-outs, refused events, measurements and alerts.
 * Used refresh tokens stay as long as their session, because their reuse ends it.
 */
export async function deleteExpired(db: Db, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - DAY_MS)
  await db.deleteFrom('idempotency_keys').where('expires_at', '<=', now).execute()
  await db.deleteFrom('rate_counters').where('window_ends_at', '<=', now).execute()
  await db.deleteFrom('code_tries').where('at', '<=', dayAgo).execute()
  await db.deleteFrom('verification_tokens').where('expires_at', '<=', dayAgo).execute()
  await deleteOldPasswordRequests(db, dayAgo)
  await deleteAbandonedMedia(db, dayAgo)
  await deleteEndedPushDevices(db, now)
  await deleteOldSessions(db, dayAgo)
  await db
    .deleteFrom('audit_log')
    .where('action', 'in', [
      'session.refused',
      'session.code_refused',
      'session.step_up_refused',
      'session.lock_out',
    ])
    .where('created_at', '<=', new Date(now.getTime() - REFUSAL_RETENTION_DAYS * DAY_MS))
    .execute()
  await deleteOldImports(db, dayAgo, now)
  await deleteOldRefusedEvents(db, now)
  await deleteOldVitals(db, now)
  await deleteOldAlertEvents(db, now)
}
