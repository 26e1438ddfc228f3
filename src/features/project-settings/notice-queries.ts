import { queryOptions } from '@tanstack/react-query'
import { http } from '#src/api/http.ts'
import { noticeListSchema, noticeSchema, type Notice } from '#src/wire/notices.ts'

const STALE_MS = 30_000

export const noticeQueries = {
  all: ['notices'] as const,
  /** What of a project was not sent, both kinds, the newest first. */
  unsent: (projectId: string) =>
    queryOptions({
      queryKey: ['notices', { project: projectId }],
      queryFn: ({ signal }) =>
        http.get('/notices', { projects: [projectId] }, noticeListSchema, { signal }),
      staleTime: STALE_MS,
      // A server without this call has nothing to say.
      retry: false,
    }),
}

export function retryNotice(id: string): Promise<Notice> {
  return http.post(`/notices/${encodeURIComponent(id)}/retry`, undefined, noticeSchema)
}
