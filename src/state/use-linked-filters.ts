import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { filters } from './filters.ts'

export type LinkedFilters = ReturnType<typeof useLinkedFilters>

/**
 * The filters that a link carries. It is the same object until one of them changes, so neither the privacy
 * switch nor a refresh redraws the links of a page.
 */
export function useLinkedFilters() {
  const { excludeUnknown, selectedProjects, period, unit, customStart, customEnd } =
    useSnapshot(filters)
  return useMemo(
    () => ({ excludeUnknown, selectedProjects, period, unit, customStart, customEnd }),
    [excludeUnknown, selectedProjects, period, unit, customStart, customEnd],
  )
}
