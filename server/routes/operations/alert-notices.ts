import { recordAudit, type AuditSource } from '#server/auth/audit.ts'
import type { Actor } from '#server/auth/authenticate.ts'
import type { Db, Tx } from '#server/db/engine/open.ts'
import {
  listAlertMessages,
  lockAlertMessage,
  type AlertMessageRow,
} from '#server/db/messages/alert-messages.ts'
import { retryQueued } from '#server/db/messages/queue.ts'
import { parseId } from '#server/db/records/ids.ts'
import type { Notice } from '#src/wire/notices.ts'

// A person's messages about alerts, among the notices. Their ids have a prefix.

const PREFIX = 'alert-'

/** The caller's messages about these projects, newest first. */
export async function listAlertNotices(
  db: Db,
  actor: Actor,
  projects: readonly string[],
  state: 'waiting' | 'failed',
): Promise<Notice[]> {
  const rows = await listAlertMessages(db, actor.id, projects, state)
  return rows.map(present)
}

/**
 * Sends a message of the caller that failed once more, or one that waits without waiting.
 * @returns null for an id of another kind, or of another person's message
 */
export async function retryAlertNotice(
  tx: Tx,
  source: AuditSource & { actor: Actor },
  id: string,
): Promise<Notice | null> {
  const { actor, now } = source
  const number = id.startsWith(PREFIX) ? parseId(id.slice(PREFIX.length)) : null
  const row = number === null ? undefined : await lockAlertMessage(tx, actor.id, number)
  if (!row) return null
  // As other notices: what is due already does not change.
  if (row.state === 'sent' || (row.state === 'waiting' && row.next_attempt_at <= now))
    return present(row)
  await retryQueued(tx, 'alert_messages', row.id, now)
  await recordAudit(tx, source, {
    action: 'notice.retry',
    object: 'notice',
    objectId: `${PREFIX}${row.id}`,
    projectId: row.project_id,
    before: { state: row.state, next_attempt_at: row.next_attempt_at },
    after: { state: 'waiting', next_attempt_at: now },
  })
  return present({ ...row, state: 'waiting', next_attempt_at: now })
}

function present(row: AlertMessageRow & { project_id: string }): Notice {
  return {
    id: `${PREFIX}${row.id}`,
    project_id: row.project_id,
    kind: row.channel,
    state: row.state,
    reason: row.reason,
    attempts: row.attempts,
    created_at: row.created_at.toISOString(),
    ...(row.state === 'waiting' ? { next_attempt_at: row.next_attempt_at.toISOString() } : {}),
    ...(row.device_name === null ? {} : { subject: row.device_name }),
  }
}
