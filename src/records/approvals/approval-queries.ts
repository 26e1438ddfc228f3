import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { ApiError } from '#src/api/api-error.ts'
import { useFeature } from '#src/api/features.ts'
import { queryOf, send } from '#src/api/http.ts'
import { refreshCreditedWallet } from '#src/records/wallet-queries.ts'
import { onChange } from '#src/state/live.ts'
import { useSession } from '#src/state/session.ts'
import { approvalSchema, type Approval } from '#src/wire/approval.ts'
import { approvalCalls, approvalPageSchema } from '#src/wire/approvals.ts'
import { manualTransactionCalls } from '#src/wire/manual-transactions.ts'
import { MAX_PAGE_SIZE, PAGE_SIZE } from '#src/wire/paging.ts'

const { listApprovals } = approvalCalls

const POLL_MS = 60_000
/** Of pending requests. More than 1,000 are not listed until some are decided. */
const MAX_PAGES = 10
/** The changes that the stream sends when a request was approved. */
const LIVE_KIND = 'manual_transactions'

/** All that wait: a request on a later page could not be decided. */
async function fetchPending(projects: readonly string[], signal: AbortSignal): Promise<Approval[]> {
  const found = new Map<string, Approval>()
  for (let page = 1; page <= MAX_PAGES; page++) {
    const query = { projects, state: 'pending', page, limit: MAX_PAGE_SIZE } as const
    const { results } = await send(listApprovals, { query }, { signal })
    // A new request moves an older one to the next page.
    for (const approval of results) found.set(approval.id, approval)
    if (results.length < MAX_PAGE_SIZE) break
  }
  return [...found.values()]
}

export const approvalQueries = {
  all: [listApprovals.path] as const,
  /** The requests that wait for a decision, newest first. Its age is shown where it is. */
  pending: (projects: readonly string[]) =>
    queryOptions({
      queryKey: [listApprovals.path, { projects: projects.toSorted(), state: 'pending' }],
      queryFn: ({ signal }) => fetchPending(projects.toSorted(), signal),
      refetchInterval: POLL_MS,
      meta: { keep: z.array(approvalSchema), isPolled: true, isUndated: true },
    }),
  /** The newest requests, whatever has become of them. */
  newest: (projects: readonly string[]) =>
    queryOptions({
      ...queryOf(listApprovals, {
        query: { projects: projects.toSorted(), page: 1, limit: PAGE_SIZE },
      }),
      meta: { keep: approvalPageSchema, isUndated: true },
    }),
}

/** The pending requests of some projects, renewed every minute and with every credit. */
export function usePendingApprovals(projects: readonly string[]) {
  const client = useQueryClient()
  const { authorized } = useSession()
  const isEnabled = useFeature('approvals') && authorized && projects.length > 0
  useEffect(() => {
    if (!isEnabled) return undefined
    return onChange((change) => {
      if (change !== null && !change.kinds.includes(LIVE_KIND)) return
      // The sidebar and the page listen: both share one fetch.
      void client.invalidateQueries({ queryKey: approvalQueries.all }, { cancelRefetch: false })
    })
  }, [client, isEnabled])
  return useQuery({ ...approvalQueries.pending(projects), enabled: isEnabled })
}

/** The newest requests of some projects. */
export function useNewestApprovals(projects: readonly string[]) {
  const { authorized } = useSession()
  const isEnabled = useFeature('approvals') && authorized && projects.length > 0
  return useQuery({ ...approvalQueries.newest(projects), enabled: isEnabled })
}

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
  const message = 'You can’t decide this request.'
  return new ApiError({ kind: 'answer', status, code, message, cause: error })
}

/** Whether a refusal says that there is nothing left to decide. */
export function isDecided(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'answer' && [404, 409].includes(error.status)
}

/** Sends a decision, and shows the tokens that an approval adds. A repeat changes nothing. */
export async function decide(
  client: QueryClient,
  { id }: Approval,
  decision: Decision,
): Promise<Approval> {
  const input = { params: { id } }
  try {
    if (decision !== 'approve') return await send(CALLS[decision], input)
    const { approval, transaction } = await send(approvalCalls.approveCredit, input)
    void client.resetQueries({ queryKey: [manualTransactionCalls.listManualTransactions.path] })
    void refreshCreditedWallet(client, transaction)
    return approval
  } catch (error) {
    throw explained(error)
  }
}
