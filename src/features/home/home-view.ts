import { useMemo } from 'react'
import { proxy, useSnapshot } from 'valtio'
import { useProjects } from '#src/api/projects.ts'
import type { Projects } from '#src/api/projects.ts'
import { figureFormat } from '#src/domain/mask.ts'
import type { FigureFormat } from '#src/domain/mask.ts'
import { unitAfterChange } from '#src/domain/time-units.ts'
import { deviceZone } from '#src/domain/zone.ts'
import { filters, unitsNow } from '#src/state/filters.ts'
import type { HomeSelection } from './graph-query.ts'

/** What every card of the page is drawn by. */
export interface HomeView {
  selection: HomeSelection
  colours: ReadonlyMap<string, string>
  excludeUnknown: boolean
  privacy: boolean
  figures: FigureFormat
  /** Whether the previous period stands beside this one. */
  isCompared: boolean
  /** The page's frozen now, in milliseconds. */
  asOf: number
}

/** The comparison is one switch for all cards; it outlives a visit to another screen. */
const comparison = proxy({ isOn: false })

export function setCompared(isOn: boolean): void {
  comparison.isOn = isOn
}

/** The X key; "all" has nothing to compare with. */
export function toggleCompared(): void {
  if (filters.period === 'all') return
  comparison.isOn = !comparison.isOn
}

/** The filters, the projects they leave, and how figures are to read. */
export function useHomeView(): HomeView & Pick<Projects, 'failure'> & { isEmpty: boolean } {
  const now = useSnapshot(filters)
  const { period, customStart, customEnd, excludeUnknown, privacy, asOf } = now
  const { isOn } = useSnapshot(comparison)
  const { selected, colours, minDate, names, isLoading, failure } = useProjects()
  const hasProjects = names.length > 0
  const zone = deviceZone()
  // Settled here, before anything is requested by it: an older project may have just joined.
  const unit = unitAfterChange(now.unit, unitsNow(now, minDate))
  const selection = useMemo(
    () => ({ period, customStart, customEnd, unit, projects: selected, minDate, zone }),
    [period, customStart, customEnd, unit, selected, minDate, zone],
  )
  return useMemo(
    () => ({
      selection,
      colours,
      excludeUnknown,
      privacy,
      figures: figureFormat(privacy),
      // "All" has nothing before it.
      isCompared: isOn && period !== 'all',
      asOf,
      // Without their dates only "all" has nothing to go by.
      failure: hasProjects && period !== 'all' ? null : failure,
      isEmpty: !isLoading && !hasProjects,
    }),
    [
      selection,
      colours,
      excludeUnknown,
      privacy,
      isOn,
      period,
      asOf,
      isLoading,
      failure,
      hasProjects,
    ],
  )
}
