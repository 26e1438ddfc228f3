import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { useProjects } from '#src/api/projects.ts'
import { localDate } from '#src/domain/time/calendar.ts'
import { periodPresets } from '#src/domain/time/period-presets.ts'
import { deviceZone } from '#src/domain/time/zone.ts'
import { filters } from '#src/state/filters.ts'
import { DateRangePicker } from '#src/ui/calendar/DateRangePicker.tsx'
import { describePeriod, periodDays, type ListPeriod } from './list-period.ts'

/** The period of a list, which has nothing to do with that of Home. All time is null. */
export function ListPeriodFilter(props: {
  value: ListPeriod | null
  onChange: (period: ListPeriod | null) => void
}) {
  const { value, onChange } = props
  const { minDate } = useProjects()
  const { asOf } = useSnapshot(filters)
  const zone = deviceZone()
  const [isOpen, setOpen] = useState(false)
  const days = value && periodDays(value, zone)
  return (
    <DateRangePicker
      label="Period"
      start={days?.start ?? null}
      end={days?.end ?? null}
      min={minDate === null ? null : localDate(minDate, zone)}
      max={localDate(asOf, zone)}
      today={localDate(asOf, zone)}
      presets={periodPresets(asOf, minDate, zone)}
      text={value === null ? 'All time' : describePeriod(value, zone)}
      size="lg"
      isOpen={isOpen}
      onOpen={setOpen}
      onApply={(start, end) => onChange({ start, end })}
      onAll={() => onChange(null)}
    />
  )
}
