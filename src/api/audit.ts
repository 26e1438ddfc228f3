import { queryOptions } from '@tanstack/react-query'
import { mutationCache } from '#src/cache/mutation-cache.ts'
import { queryClient } from '#src/cache/query-client.ts'
import { refetch } from '#src/cache/refetch.ts'
import { auditCalls, type AuditExportQuery } from '#src/wire/audit.ts'
import { send } from './http.ts'

const { listAudit, exportAudit } = auditCalls

// Every write may add to the log. Nothing of the log was read before this module is loaded.
mutationCache.subscribe((event) => {
  if (event.type !== 'updated' || event.action.type !== 'success') return
  if (event.mutation.meta?.isRead) return
  const queryKey = [listAudit.path]
  void refetch(queryClient, { queryKey, type: 'active' })
  // Opened again, a list would show its earlier pages: it is never refetched for its age.
  void queryClient.resetQueries({ queryKey, type: 'inactive' })
})

/** How many entries the panel of a record shows. */
const RECORD_ACTIVITY_SIZE = 5

/** A record, as the audit log names it. */
export interface AuditedRecord {
  object: string
  id: string
  /** Null for a record of no project, such as an account. */
  projectId: string | null
}

/** The latest entries about a record. Every write refetches them. */
export const recordActivityQuery = ({ object, id, projectId }: AuditedRecord) =>
  queryOptions({
    queryKey: [listAudit.path, 'record', { object, id, projectId }],
    queryFn: ({ signal }) =>
      send(
        listAudit,
        {
          query: {
            projects: projectId === null ? [] : [projectId],
            action: [],
            object,
            object_id: id,
            page: 1,
            limit: RECORD_ACTIVITY_SIZE,
          },
        },
        { signal },
      ),
    staleTime: 0,
  })

/** An export can be long, and the connection slow. */
const EXPORT_LIMIT_MS = 120_000

/** Up to 100,000 entries as CSV. */
export function fetchActivityCsv(query: AuditExportQuery): Promise<Blob> {
  return send(exportAudit, { query }, { timeoutMs: EXPORT_LIMIT_MS })
}
