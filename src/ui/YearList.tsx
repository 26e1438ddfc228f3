import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { CalendarHead, Gap, HeadText, Pick, PickGrid } from './calendar-frame.ts'
import { isYearWithin, yearPage, type DayBounds } from './date-grid.ts'
import { IconButton } from './IconButton.tsx'

/** Twenty years a page in four columns (spec 2). */
export function YearList(props: {
  year: number
  bounds: DayBounds
  onPick: (year: number) => void
}) {
  const [shown, setShown] = useState(props.year)
  const years = yearPage(shown)
  const first = years[0] ?? shown
  const last = years.at(-1) ?? shown
  const { min, max } = props.bounds
  return (
    <div role="group" aria-label="Choose year">
      <CalendarHead>
        <IconButton
          label="Previous years"
          icon={ChevronLeft}
          tooltip={false}
          disabled={min !== null && first <= Number(min.slice(0, 4))}
          onClick={() => setShown(first - 1)}
        />
        <Gap />
        <HeadText aria-live="polite">
          {first} – {last}
        </HeadText>
        <Gap />
        <IconButton
          label="Next years"
          icon={ChevronRight}
          tooltip={false}
          disabled={max !== null && last >= Number(max.slice(0, 4))}
          onClick={() => setShown(last + 1)}
        />
      </CalendarHead>
      <PickGrid $columns={4}>
        {years.map((year) => (
          <Pick
            key={year}
            type="button"
            aria-pressed={year === props.year}
            $isOn={year === props.year}
            disabled={!isYearWithin(year, props.bounds)}
            onClick={() => props.onPick(year)}
          >
            {year}
          </Pick>
        ))}
      </PickGrid>
    </div>
  )
}
