import { useSnapshot } from 'valtio'
import { formatDateRange } from '#src/domain/format-time.ts'
import { rangeOf } from '#src/domain/time-range.ts'
import { deviceZone, localDate } from '#src/domain/zone.ts'
import { filters, setCustomRange } from '#src/state/filters.ts'
import { DateRangePicker } from '#src/ui/DateRangePicker.tsx'
import { useIsMobile } from '#src/ui/use-media.ts'

/** Shows the range that is in force, whatever period gave it; applying one makes it custom. */
export function CustomRange({ minDate }: { minDate: number | null }) {
  const now = useSnapshot(filters)
  const isMobile = useIsMobile()
  const zone = deviceZone()
  const range = rangeOf(now, now.asOf, minDate, zone)
  const today = localDate(now.asOf, zone)
  const first = range === null ? null : localDate(range.start, zone)
  // The end is exclusive: a range that ends at midnight ends with the day before.
  const last = range === null ? null : localDate(range.end - 1, zone)
  const size = isMobile ? 'shortest' : 'short'
  const words = first === null || last === null ? 'All time' : formatDateRange(first, last, size)
  return (
    <DateRangePicker
      start={first}
      end={last}
      min={minDate === null ? null : localDate(minDate, zone)}
      max={today}
      today={today}
      text={words}
      size="sm"
      onApply={setCustomRange}
    />
  )
}
