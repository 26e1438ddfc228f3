import type { QueryClient } from '@tanstack/react-query'
import { send } from '#src/api/http.ts'
import { startListsOver } from '#src/cache/refresh-all.ts'
import { refreshCorrected } from '#src/credits/corrections/apply-correction.ts'
import { refreshCreditedWallet } from '#src/records/wallet-queries.ts'
import { ApiError } from '#src/session/api-error.ts'
import type { Approval } from '#src/wire/approval.ts'
import { approvalCalls } from '#src/wire/approvals.ts'
import { manualTransactionCalls } from '#src/wire/manual-transactions.ts'
import { approvalQueries } from './approval-queries.ts'

export type Decision = 'approve' | 'reject' | 'cancel'

const CALLS = {
  reject: approvalCalls.rejectCredit,
  cancel: approvalCalls.cancelCredit,
} as const

/** Explains the refusals that the server words the same for every call. */
function explained(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.kind !== 'answer') return error
  const { status, code } = error
  if (status === 404) {
    const message = 'This request no longer exists, or you have no access to it.'
    return new ApiError({ kind: 'answer', status, code, message, cause: error })
  }
  if (status !== 403 || error.message !== 'Forbidden') return error
  const message = 'You can’t decide on this request.'
  return new ApiError({ kind: 'answer', status, code, message, cause: error })
}

/**
 * Whether a refusal left nothing to decide. The server also refuses to approve a request that still
 * waits: it can be rejected.
 */
export async function isDecided(
  client: QueryClient,
  { id, project_id: project }: Approval,
  error: unknown,
): Promise<boolean> {
  if (!(error instanceof ApiError) || error.kind !== 'answer') return false
  if (error.status !== 409) return error.status === 404
  const pending = client.fetchQuery(approvalQueries.pending([project]))
  return pending.then(
    (waiting) => waiting.every((one) => one.id !== id),
    () => false,
  )
}

/** Sends a decision, and shows the tokens that an approval adds, or all that it corrects. A repeat changes nothing. */
export async function decide(
  client: QueryClient,
  { id }: Approval,
  decision: Decision,
): Promise<Approval> {
  const input = { params: { id } }
  try {
    if (decision !== 'approve') return await send(CALLS[decision], input)
    const { approval, transaction } = await send(approvalCalls.approveCredit, input)
    if (approval.kind !== 'credit') {
      startListsOver(client)
      refreshCorrected(client)
      return approval
    }
    void client.resetQueries({ queryKey: [manualTransactionCalls.listManualTransactions.path] })
    if (transaction !== null) void refreshCreditedWallet(client, transaction)
    return approval
  } catch (error) {
    throw explained(error)
  }
}
