import { queryOptions } from '@tanstack/react-query'
import { queryOf, send } from '#src/api/http.ts'
import { noticeCalls, type Notice } from '#src/wire/notices.ts'

const STALE_MS = 30_000

export const noticeQueries = {
  all: [noticeCalls.listNotices.path] as const,
  /** The unsent notices of a project, both kinds, the newest first. */
  unsent: (projectId: string) =>
    queryOptions({
      ...queryOf(noticeCalls.listNotices, { query: { projects: [projectId] } }),
      staleTime: STALE_MS,
      // A server may not have this call.
      retry: false,
    }),
}

export function retryNotice(id: string): Promise<Notice> {
  return send(noticeCalls.retryNotice, { params: { id } })
}
