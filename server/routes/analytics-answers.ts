import type { TimeRange } from '#src/domain/calendar.ts'

/** The range of a request: `start_date` belongs to it, `end_date` no more. */
export function toRange(query: { start_date: string; end_date: string }): TimeRange {
  return { start: Date.parse(query.start_date), end: Date.parse(query.end_date) }
}

/**
 * One entry for every project asked for, also for those without rows, in the asked order.
 */
export function byProject<Row extends { project_id: string }, Answer>(
  projects: readonly string[],
  rows: readonly Row[],
  present: (own: readonly Row[]) => Answer,
): Record<string, Answer> {
  const own = new Map<string, Row[]>(projects.map((project) => [project, []]))
  for (const row of rows) own.get(row.project_id)?.push(row)
  return Object.fromEntries([...own].map(([project, list]) => [project, present(list)]))
}
