import dayjs from 'dayjs'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { CalendarHead, Gap, HeadText, Pick, PickGrid } from './calendar-frame.ts'
import { isMonthWithin, isYearWithin, type DayBounds, type Month } from './date-grid.ts'
import { IconButton } from './IconButton.tsx'

/** The twelve months of a year in three columns; those outside the bounds can't be chosen. */
export function MonthList(props: {
  month: Month
  bounds: DayBounds
  onPick: (month: Month) => void
}) {
  const [year, setYear] = useState(Number(props.month.slice(0, 4)))
  const months = Array.from(
    { length: 12 },
    (_unused, index) => `${year}-${String(index + 1).padStart(2, '0')}`,
  )
  return (
    <div role="group" aria-label="Choose month">
      <CalendarHead>
        <IconButton
          label="Previous year"
          icon={ChevronLeft}
          tooltip={false}
          disabled={!isYearWithin(year - 1, props.bounds)}
          onClick={() => setYear(year - 1)}
        />
        <Gap />
        <HeadText aria-live="polite">{year}</HeadText>
        <Gap />
        <IconButton
          label="Next year"
          icon={ChevronRight}
          tooltip={false}
          disabled={!isYearWithin(year + 1, props.bounds)}
          onClick={() => setYear(year + 1)}
        />
      </CalendarHead>
      <PickGrid $columns={3}>
        {months.map((month) => (
          <Pick
            key={month}
            type="button"
            aria-label={dayjs(`${month}-01`).format('MMMM YYYY')}
            aria-pressed={month === props.month}
            $isOn={month === props.month}
            disabled={!isMonthWithin(month, props.bounds)}
            onClick={() => props.onPick(month)}
          >
            {dayjs(`${month}-01`).format('MMM')}
          </Pick>
        ))}
      </PickGrid>
    </div>
  )
}
