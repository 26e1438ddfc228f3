import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { useProjects } from '#src/api/projects.ts'
import { unitAfterChange } from '#src/domain/time/time-units.ts'
import { deviceZone } from '#src/domain/time/zone.ts'
import { filters, unitsNow } from '#src/state/filters.ts'
import type { PeriodSelection } from './period-request.ts'

/**
 * The selected filters as figures depend on them, the same object until one changes. The unit is one
 * that the history of the projects allows, also when an older project has just been selected.
 */
export function usePeriodSelection(): PeriodSelection {
  const now = useSnapshot(filters)
  const { period, customStart, customEnd } = now
  const { selected, minDate } = useProjects()
  const zone = deviceZone()
  const unit = unitAfterChange(now.unit, unitsNow(now, minDate))
  return useMemo(
    () => ({ period, customStart, customEnd, unit, projects: selected, minDate, zone }),
    [period, customStart, customEnd, unit, selected, minDate, zone],
  )
}
