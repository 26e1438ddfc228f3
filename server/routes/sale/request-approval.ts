import { recordAudit, type AuditSource } from '#server/auth/audit.ts'
import type { Tx } from '#server/db/engine/open.ts'
import { addProjectEvents } from '#server/db/messages/account-events.ts'
import { expireWithin, findWaiting, type ApprovalSubject } from '#server/db/records/approvals.ts'
import type { ApprovalRow } from '#server/db/schema/schema-approvals.ts'
import { conflict } from '#server/http/errors.ts'
import { trimDecimal } from '#src/domain/money/decimals.ts'
import type { Approval, ApprovalKind } from '#src/wire/approval.ts'
import { presentApproval } from './present-approval.ts'

const WAITING: Record<ApprovalKind, string> = {
  credit: 'A credit for this purchase waits for approval',
  void: 'Voiding this purchase waits for approval',
  restore: 'Restoring this purchase waits for approval',
  reverse: 'Reversing this credit waits for approval',
  successor: 'A change of this wallet’s successor waits for approval',
}

/**
 * The caller holds a lock on what the request would be about, so that no other one is made meanwhile.
 * @throws HttpError 409 if a request about it waits, of any person
 */
export async function requireNoRequest(tx: Tx, subject: ApprovalSubject, now: Date): Promise<void> {
  // Housekeeping ends them later. Until then one would be in the way.
  await expireWithin(tx, now, subject)
  const kind = await findWaiting(tx, subject)
  if (kind !== undefined) throw conflict(WAITING[kind])
}

/** Records a new request of the caller, and sends messages to the people who can approve it. */
export async function requestApproval(
  tx: Tx,
  source: AuditSource & { actor: { id: number; email: string } },
  row: ApprovalRow,
): Promise<{ approval: Approval }> {
  const { actor, now } = source
  const { id, project_id: projectId, kind, wallet_address, reason, successor } = row
  const { transaction_id, reversed_id } = row
  const tokens = trimDecimal(row.tokens)
  await recordAudit(tx, source, {
    action: 'approval.request',
    object: 'approval',
    objectId: id,
    projectId,
    after: { kind, tokens, wallet_address, reason, transaction_id, reversed_id, successor },
  })
  await addProjectEvents(tx, {
    kind: 'approval_requested',
    projectId,
    key: String(id),
    data: { approval_id: String(id), kind, tokens, wallet_address, by: actor.email },
    authorId: actor.id,
    onlyWriters: true,
    now,
  })
  return { approval: presentApproval(row, actor.id, now) }
}
