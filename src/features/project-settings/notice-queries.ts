import { queryOptions } from '@tanstack/react-query'
import { queryOf, send } from '#src/api/http.ts'
import { noticeCalls, type Notice } from '#src/wire/notices.ts'

const STALE_MS = 30_000

export const noticeQueries = {
  all: [noticeCalls.listNotices.path] as const,
  /** What of a project was not sent, both kinds, the newest first. */
  unsent: (projectId: string) =>
    queryOptions({
      ...queryOf(noticeCalls.listNotices, { query: { projects: [projectId] } }),
      staleTime: STALE_MS,
      // A server without this call has nothing to say.
      retry: false,
    }),
}

export function retryNotice(id: string): Promise<Notice> {
  return send(noticeCalls.retryNotice, { params: { id } })
}
