import type { AuditedRecord } from '#src/api/audit.ts'

/** The params of the Activity page that name one record. */
export const RECORD_PARAMS = ['object', 'object_id', 'project'] as const

/** The page with all activity about one record. */
export function activityHref({ object, id, projectId }: AuditedRecord): string {
  const params = new URLSearchParams({ object, object_id: id })
  if (projectId !== null) params.set('project', projectId)
  return `/activity?${params.toString()}`
}
