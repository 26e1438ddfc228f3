import { ChevronDown, ChevronUp, EyeOff, FunnelX, House } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import { routeOf } from '#src/app/routes.ts'
import { ROLLING_PERIOD_OPTIONS } from '#src/domain/time/time-units.ts'
import { usePeriodSelection } from '#src/figures/use-period-selection.ts'
import {
  filters,
  setExcludeUnknown,
  setPeriod,
  setUnit,
  switchPrivacy,
} from '#src/state/filters.ts'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { Segmented } from '#src/ui/controls/Segmented.tsx'
import { Switch } from '#src/ui/controls/Switch.tsx'
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
const Line = styled('button')`
  display: flex;
  align-items: center;
  gap: 8px;
  width: 100%;
  height: 32px;
  border-radius: var(--r-sm);
  color: var(--text-2);
  font: var(--t-body);
  &:hover {
    color: var(--text-1);
  }
  & > :last-child {
    margin-left: auto;
    margin-right: 8px;
  }
  ${MOBILE} {
    gap: 12px;
    height: 44px;
  }
`
const Opened = styled('div')`
  display: flex;
  flex-direction: column;
  gap: 8px;
  padding-top: 4px;
`

/** A placeholder with the height of a filter. */
const Placeholder = styled('div')`
  height: 32px;
  border-radius: 8px;
  background: var(--surface-2);
  ${MOBILE} {
    height: 44px;
  }
`

/**
 * The global filters below the logo (names.md, Frame). Period, range, unit and unknowns affect Home
 * only; on other pages they are collapsed under "Home filters". A page with a period has the first two.
 */
export function SidebarFilters() {
  const [path] = useLocation()
  const menus = useFilterMenus()
  useAllowedUnit()
  const isHome = path === '/'
  const { hasPeriod = false, hasUnknown = isHome } = routeOf(path) ?? {}
  return (
    <Root>
      {menus ? <menus.ProjectsFilter /> : <Placeholder />}
      {hasPeriod && <PeriodFilters menus={menus} hasUnit={isHome} />}
      <Switches>
        <PrivacyFilter />
        {/* The key collapses them on each page change. */}
        {hasUnknown && <UnknownFilter />}
        {!hasPeriod && <HomeFilters key={path} menus={menus} />}
      </Switches>
    </Root>
  )
}

/** Replaces a unit that the history of the projects does not allow, in the URL too. */
function useAllowedUnit(): void {
  const chosen = useSnapshot(filters).unit
  const { unit } = usePeriodSelection()
  useEffect(() => {
    if (unit !== chosen) setUnit(unit)
  }, [unit, chosen])
}

type Menus = ReturnType<typeof useFilterMenus>

function HomeFilters({ menus }: { menus: Menus }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <Line
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon of={House} />
        Home filters
        <Icon of={isOpen ? ChevronUp : ChevronDown} />
      </Line>
      {isOpen && (
        <Opened id={id}>
          <PeriodFilters menus={menus} hasUnit />
          <UnknownFilter />
        </Opened>
      )}
    </>
  )
}

function PeriodFilters({ menus, hasUnit }: { menus: Menus; hasUnit: boolean }) {
  const { period } = useSnapshot(filters)
  const range = menus ? <menus.RangeFilter /> : <Placeholder />
  return (
    <>
      <Segmented
        label="Time period"
        isFill
        options={ROLLING_PERIOD_OPTIONS}
        value={period === 'custom' ? null : period}
        onChange={setPeriod}
      />
      {hasUnit ? (
        <Pair>
          {range}
          {menus ? <menus.UnitFilter /> : <Placeholder />}
        </Pair>
      ) : (
        range
      )}
    </>
  )
}

function PrivacyFilter() {
  const { privacy } = useSnapshot(filters)
  return (
    <Switch
      label="Privacy mode"
      layout="row"
      icon={EyeOff}
      checked={privacy}
      onChange={switchPrivacy}
    />
  )
}

function UnknownFilter() {
  const { excludeUnknown } = useSnapshot(filters)
  return (
    <Switch
      label="Exclude unknown"
      layout="row"
      icon={FunnelX}
      checked={excludeUnknown}
      onChange={setExcludeUnknown}
    />
  )
}
