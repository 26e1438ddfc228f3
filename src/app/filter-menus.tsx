import { Clock } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { useProjects } from '#src/api/projects.ts'
import { hasRepeatedColour } from '#src/domain/colours.ts'
import { rangeOf } from '#src/domain/time-range.ts'
import { autoUnit, unitName, unitRefusal, UNITS } from '#src/domain/time-units.ts'
import type { UnitChoice } from '#src/domain/time-units.ts'
import { deviceZone } from '#src/domain/zone.ts'
import { filters, selectProjects, setUnit, unitsNow } from '#src/state/filters.ts'
import { MultiSelect } from '#src/ui/MultiSelect.tsx'
import { Select } from '#src/ui/Select.tsx'
import { useIsMobile } from '#src/ui/use-media.ts'

// The filters that open lists and calendars, in a chunk of their own: the first chart doesn't wait
// for them.

export { CustomRange as RangeFilter } from './CustomRange.tsx'

export function ProjectsFilter() {
  const now = useSnapshot(filters)
  const { names, colours, selected } = useProjects()
  // A saved choice of which nothing is left reads as all (spec 4).
  const isAll = now.selectedProjects === 'all' || selected.length === names.length
  return (
    <MultiSelect
      label="Projects"
      allLabel="All projects"
      size="sm"
      options={names.map((name) => ({
        value: name,
        label: name,
        colour: colours.get(name),
        isHatched: hasRepeatedColour(colours, name),
      }))}
      value={isAll ? 'all' : selected}
      onCommit={selectProjects}
    />
  )
}

export function UnitFilter({ minDate }: { minDate: number | null }) {
  const now = useSnapshot(filters)
  const isMobile = useIsMobile()
  const zone = deviceZone()
  const range = rangeOf(now, now.asOf, minDate, zone)
  const allowed = unitsNow(now, minDate)
  const auto = {
    value: 'auto' as const,
    label: 'Auto',
    note: range === null ? undefined : unitName(autoUnit(range, zone)),
  }
  const units = UNITS.map((unit) => ({
    value: unit,
    label: unitName(unit),
    disabledReason: allowed.includes(unit) ? undefined : unitRefusal(unit),
  }))
  return (
    <Select<UnitChoice>
      label="Time unit"
      size="sm"
      icon={isMobile ? undefined : Clock}
      options={[auto, ...units]}
      value={now.unit}
      onChange={setUnit}
      {...(isMobile && now.unit === 'auto' ? { renderValue: 'Auto' } : {})}
    />
  )
}
