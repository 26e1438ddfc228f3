import { queryOptions } from '@tanstack/react-query'
import { noticeCalls, type Notice } from '#src/wire/notices.ts'
import { queryOf, send } from './http.ts'

const STALE_MS = 30_000
const POLL_MS = 10_000

const { listNotices } = noticeCalls

export const noticeQueries = {
  /** Matches the queries of every project and state. */
  all: [listNotices.path] as const,
  /** The failed notices of a project, both kinds, newest first. */
  failed: (projectId: string) =>
    queryOptions({
      ...queryOf(listNotices, { query: { projects: [projectId], state: ['failed'] } }),
      staleTime: STALE_MS,
      // A server may not have this call.
      retry: false,
    }),
  /** The waiting and failed notices of a project, both kinds, newest first. */
  unsent: (projectId: string) =>
    queryOptions({
      ...queryOf(listNotices, { query: { projects: [projectId], state: ['waiting', 'failed'] } }),
      refetchInterval: POLL_MS,
      meta: { isPolled: true },
    }),
}

/** Sends a failed notice again, or a waiting one now. */
export function retryNotice(id: string): Promise<Notice> {
  return send(noticeCalls.retryNotice, { params: { id } })
}
