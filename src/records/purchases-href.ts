import type { TimeRange } from '#src/domain/time/calendar.ts'
import { searchWithFilters } from '#src/state/filters.ts'

/** Which purchases a figure is the sum of: parameters of their list, by name. */
export interface CountedPurchases {
  projects: 'all' | readonly string[]
  /** In ms, its end excluded; null is all time. */
  range: TimeRange | null
  status: 'completed' | 'refunded'
  values?: Readonly<Record<string, readonly string[]>>
}

/**
 * The list of exactly these purchases: without the voided ones, which count nowhere. Its instants are
 * those of the figure, and the link keeps the filters of Home for the way back.
 */
export function purchasesHref(
  counted: CountedPurchases,
  now: Parameters<typeof searchWithFilters>[1],
): string {
  const own = new URLSearchParams({ status: counted.status, voided: '0' })
  for (const [name, values] of Object.entries(counted.values ?? {}))
    for (const value of values) own.append(name, value)
  if (counted.range !== null) {
    own.set('start_date', new Date(counted.range.start).toISOString())
    own.set('end_date', new Date(counted.range.end).toISOString())
  }
  const search = searchWithFilters(own.toString(), { ...now, selectedProjects: counted.projects })
  return `/transactions${search}`
}
