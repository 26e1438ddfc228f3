import { useSnapshot } from 'valtio'
import { localDate } from '#src/domain/time/calendar.ts'
import { periodPresets } from '#src/domain/time/period-presets.ts'
import { rangeOf } from '#src/domain/time/time-range.ts'
import { usePeriodSelection } from '#src/figures/use-period-selection.ts'
import { filters } from '#src/state/filters.ts'

/** The selected period in days of the device's zone, by the server's clock. */
export function usePeriod() {
  const current = useSnapshot(filters)
  const { unit, minDate, zone } = usePeriodSelection()
  const { asOf } = current
  const range = rangeOf(current, asOf, minDate, zone)
  return {
    current,
    /** One that the history of the projects allows. */
    unit,
    minDate,
    zone,
    range,
    /** Both included; null while the start of "all" is unknown. */
    days:
      range === null
        ? null
        : // The end of a range is exclusive: one that ends at midnight ends on the day before.
          { start: localDate(range.start, zone), end: localDate(range.end - 1, zone) },
    today: localDate(asOf, zone),
    /** The first day of the selected projects; null while unknown. */
    launch: minDate === null ? null : localDate(minDate, zone),
    presets: periodPresets(asOf, minDate, zone),
  }
}
