import { EyeOff, FunnelX } from 'lucide-react'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useProjects } from '#src/api/projects.ts'
import type { Period } from '#src/domain/time-units.ts'
import {
  filters,
  setExcludeUnknown,
  setMinDate,
  setPeriod,
  setPrivacy,
} from '#src/state/filters.ts'
import { Segmented } from '#src/ui/Segmented.tsx'
import { Switch } from '#src/ui/Switch.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { useFilterMenus } from './use-filter-menus.ts'

const Root = styled('div')`
  display: flex;
  flex-direction: column;
  gap: 8px;
  padding: 0 16px 16px;
  border-bottom: 1px solid var(--line);
  ${MOBILE} {
    padding-bottom: 8px;
  }
`
const Pair = styled('div')`
  display: grid;
  gap: 8px;
  @media (min-width: 361px) and (max-width: 850px) {
    grid-template-columns: minmax(0, 1fr) 100px;
  }
`
const Switches = styled('div')`
  display: flex;
  flex-direction: column;
  padding-top: 4px;
  ${MOBILE} {
    padding-top: 0;
  }
`

/** Where a filter will be, of its height. */
const Waiting = styled('div')`
  height: 32px;
  border-radius: 8px;
  background: var(--surface-2);
  ${MOBILE} {
    height: 44px;
  }
`

const PERIODS: readonly { value: Exclude<Period, 'custom'>; label: string }[] = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
  { value: 'year', label: 'Year' },
  { value: 'all', label: 'All' },
]

/** The global filters below the brand row (names.md, Frame). */
export function SidebarFilters() {
  const now = useSnapshot(filters)
  const { minDate } = useProjects()
  const menus = useFilterMenus()
  useEffect(() => setMinDate(minDate), [minDate])
  return (
    <Root>
      {menus ? <menus.ProjectsFilter /> : <Waiting />}
      <Segmented
        label="Time period"
        isFill
        options={PERIODS}
        value={now.period === 'custom' ? null : now.period}
        onChange={setPeriod}
      />
      <Pair>
        {menus ? <menus.RangeFilter minDate={minDate} /> : <Waiting />}
        {menus ? <menus.UnitFilter minDate={minDate} /> : <Waiting />}
      </Pair>
      <Switches>
        <Switch
          label="Privacy mode"
          layout="row"
          icon={EyeOff}
          checked={now.privacy}
          onChange={setPrivacy}
        />
        <Switch
          label="Exclude unknown"
          layout="row"
          icon={FunnelX}
          checked={now.excludeUnknown}
          onChange={setExcludeUnknown}
        />
      </Switches>
    </Root>
  )
}
