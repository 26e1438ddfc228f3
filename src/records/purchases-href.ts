import type { TimeRange } from '#src/domain/time/calendar.ts'
import { searchWithFilters } from '#src/state/filters.ts'

/** Which purchases a figure is the sum of: parameters of their list, by name. */
export interface CountedPurchases {
  /** `selected` are those of the filters. */
  projects: 'all' | 'selected' | readonly string[]
  /** In ms, its end excluded; null is all time. */
  range: TimeRange | null
  status: 'completed' | 'refunded'
  values?: Readonly<Record<string, readonly string[]>>
}

/** Which purchases of a stage: all, those at another price than planned, or outside its planned time. */
export type StagePart = 'all' | 'off_price' | 'before' | 'after'

const OF_PART: Readonly<Record<StagePart, CountedPurchases['values']>> = {
  all: {},
  off_price: { stage_price: ['off'] },
  before: { stage_time: ['before'] },
  after: { stage_time: ['after'] },
}

/**
 * What is counted as sold in a stage, of all time.
 * @param name of a planned stage, for the purchases of all its names; or a name that the plan lacks
 */
export const stagePurchases = (
  projectId: string,
  name: string,
  part: StagePart = 'all',
): CountedPurchases => ({
  projects: [projectId],
  range: null,
  status: 'completed',
  values: { stage: [name], ...OF_PART[part] },
})

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
  const { projects } = counted
  const selectedProjects = projects === 'selected' ? now.selectedProjects : projects
  const search = searchWithFilters(own.toString(), { ...now, selectedProjects })
  // Who opens the link may have chosen others.
  return `/transactions${search}${selectedProjects === 'all' ? '&projects=all' : ''}`
}
