import { Clock } from 'lucide-react'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useProjects } from '#src/api/projects.ts'
import { UNITS } from '#src/domain/time/calendar.ts'
import { formatDateRange } from '#src/domain/time/format-time.ts'
import { autoUnit, unitName, unitRefusal } from '#src/domain/time/time-units.ts'
import type { UnitChoice } from '#src/domain/time/time-units.ts'
import { projectOptions } from '#src/projects/project-options.ts'
import { filters, selectProjects, setCustomRange, setUnit, unitsNow } from '#src/state/filters.ts'
import { setRangeOpen, sidebar } from '#src/state/sidebar.ts'
import { DateRangePicker } from '#src/ui/calendar/DateRangePicker.tsx'
import { MultiSelect } from '#src/ui/controls/MultiSelect.tsx'
import { Select } from '#src/ui/controls/Select.tsx'
import { useIsMobile } from '#src/ui/use-media.ts'
import { usePeriod } from './use-period.ts'

// The filters that open lists and calendars, in their own chunk: the first chart doesn't wait for it.
// The sheet of a phone is one of them, since it opens the same calendar.
export { PeriodSheet } from './PeriodSheet.tsx'

export function ProjectsFilter() {
  const current = useSnapshot(filters)
  const { names, colours, selected } = useProjects()
  // A saved selection without any existing project counts as all.
  const isAll = current.selectedProjects === 'all' || selected.length === names.length
  return (
    <MultiSelect
      label="Projects"
      allLabel="All projects"
      size="sm"
      options={projectOptions(names, colours)}
      value={isAll ? 'all' : selected}
      onCommit={selectProjects}
    />
  )
}

export function UnitFilter() {
  const { current, unit: chosen, minDate, range, zone } = usePeriod()
  const isMobile = useIsMobile()
  const allowed = unitsNow(current, minDate)
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
      value={chosen}
      onChange={setUnit}
      {...(isMobile && chosen === 'auto' ? { renderValue: 'Auto' } : {})}
    />
  )
}

/** Shows the current range, whichever period it comes from; applying another makes it custom. */
export function RangeFilter() {
  const { days, today, launch, presets } = usePeriod()
  const isMobile = useIsMobile()
  // In step with the popover's own state, which a later value would take for a refusal.
  const { isRangeOpen } = useSnapshot(sidebar, { sync: true })
  useEffect(() => () => setRangeOpen(false), [])
  const size = isMobile ? 'shortest' : 'short'
  return (
    <DateRangePicker
      start={days?.start ?? null}
      end={days?.end ?? null}
      min={launch}
      max={today}
      today={today}
      presets={presets}
      text={days === null ? 'All time' : formatDateRange(days.start, days.end, size)}
      size="sm"
      isOpen={isRangeOpen}
      onOpen={setRangeOpen}
      onApply={setCustomRange}
    />
  )
}
