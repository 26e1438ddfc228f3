import { searchWithFilters } from '#src/state/filters.ts'

type FiltersNow = Parameters<typeof searchWithFilters>[1]

/** The purchases of a project that can still complete: without the voided ones, which never count. */
export function openPurchasesHref(projectId: string, now: FiltersNow): string {
  const own = new URLSearchParams([
    ['status', 'pending'],
    ['status', 'processing'],
    ['voided', '0'],
  ])
  return `/transactions${searchWithFilters(own.toString(), { ...now, selectedProjects: [projectId] })}`
}

/** The credits of a project, below those that wait for approval. */
export function waitingCreditsHref(projectId: string, now: FiltersNow): string {
  return `/manual-transactions${searchWithFilters('', { ...now, selectedProjects: [projectId] })}`
}

/** The completed purchases of a project, the last one first. */
export function lastPurchasesHref(projectId: string, now: FiltersNow): string {
  const own = new URLSearchParams({ status: 'completed', voided: '0' })
  return `/transactions${searchWithFilters(own.toString(), { ...now, selectedProjects: [projectId] })}`
}

/** The completed purchases of a project that differ from the chain. */
export function differingPurchasesHref(projectId: string, now: FiltersNow): string {
  const own = new URLSearchParams({ status: 'completed', voided: '0', proof: 'differs' })
  return `/transactions${searchWithFilters(own.toString(), { ...now, selectedProjects: [projectId] })}`
}
