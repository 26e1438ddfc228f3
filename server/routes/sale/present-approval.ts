import type { ApprovalRow } from '#server/db/schema/schema-approvals.ts'
import { trimDecimal } from '#src/domain/money/decimals.ts'
import type { Approval } from '#src/wire/approval.ts'

/** Whether a request waits past its time, although housekeeping has not ended it yet. */
export const isOverdue = ({ state, expires_at }: ApprovalRow, now: Date) =>
  state === 'pending' && expires_at <= now

/** A request as this person reads it now. One that waits past its time has expired. */
export function presentApproval(row: ApprovalRow, userId: number, now: Date): Approval {
  const isExpired = isOverdue(row, now)
  const decidedAt = isExpired ? row.expires_at : row.decided_at
  return {
    id: String(row.id),
    kind: row.kind,
    project_id: row.project_id,
    wallet_address: row.wallet_address,
    tokens: trimDecimal(row.tokens),
    reason: row.reason,
    transaction_id: row.transaction_id === null ? null : String(row.transaction_id),
    reversed_id: row.reversed_id === null ? null : String(row.reversed_id),
    successor: row.successor,
    requested_by: row.requester,
    requested_at: row.requested_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    state: isExpired ? 'expired' : row.state,
    decided_by: row.decider,
    decided_at: decidedAt?.toISOString() ?? null,
    is_own: row.requester_id === userId ? 1 : 0,
  }
}
