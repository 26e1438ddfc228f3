import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { useFeature } from '#src/api/features.ts'
import { queryOf, send } from '#src/api/http.ts'
import { onChange } from '#src/state/live.ts'
import { useSession } from '#src/state/session.ts'
import { approvalSchema, type Approval } from '#src/wire/approval.ts'
import { approvalCalls, approvalPageSchema } from '#src/wire/approvals.ts'
import { MAX_PAGE_SIZE, PAGE_SIZE } from '#src/wire/paging.ts'

const { listApprovals } = approvalCalls

const POLL_MS = 60_000
/** Of pending requests. More than 1,000 are not listed until some are decided. */
const MAX_PAGES = 10
/** The changes that the stream sends of credits and of requests for them. */
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
      // Who opens the page decides by it.
      staleTime: 0,
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
