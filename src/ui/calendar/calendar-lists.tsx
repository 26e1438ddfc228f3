import dayjs from 'dayjs'
import { Check } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { styled } from '#src/ui/theme.ts'
import { CalendarHead } from './CalendarHead.tsx'
import {
  compactYears,
  isMonthWithin,
  isYearWithin,
  yearOf,
  yearPage,
  type DayBounds,
  type Month,
} from './date-grid.ts'

// The lists that replace the days of a calendar to choose another month or year.

const HeadText = styled('span')`
  padding: 0 8px;
  font: var(--t-label);
  font-weight: 600;
  font-variant-numeric: tabular-nums;
`
const PickGrid = styled('div')<{ $columns: number }>`
  display: grid;
  gap: 4px;
  grid-template-columns: repeat(${(p) => p.$columns}, 1fr);
  margin-top: 12px;
`
const PickButton = styled('button')<{ $isOn: boolean }>`
  height: 44px;
  border-radius: 8px;
  text-align: center;
  font: var(--t-body);
  font-variant-numeric: tabular-nums;
  ${(p) => (p.$isOn ? 'background: var(--ink); color: var(--on-ink); font-weight: 600;' : '')}
  &:hover:not(:disabled) {
    ${(p) => (p.$isOn ? '' : 'background: var(--surface-3);')}
  }
  &:disabled {
    color: var(--text-disabled);
    cursor: not-allowed;
  }
`

/** The twelve months of a year in three columns; months outside the bounds are disabled. */
export function MonthList(props: {
  month: Month
  bounds: DayBounds
  onPick: (month: Month) => void
}) {
  const { bounds } = props
  const [year, setYear] = useState(Number(props.month.slice(0, 4)))
  const months = Array.from(
    { length: 12 },
    (_unused, index) => `${year}-${String(index + 1).padStart(2, '0')}`,
  )
  return (
    <div role="group" aria-label="Choose month">
      <CalendarHead
        previous={{
          label: 'Previous year',
          isDisabled: !isYearWithin(year - 1, bounds),
          onClick: () => setYear(year - 1),
        }}
        next={{
          label: 'Next year',
          isDisabled: !isYearWithin(year + 1, bounds),
          onClick: () => setYear(year + 1),
        }}
      >
        <HeadText aria-live="polite">{year}</HeadText>
      </CalendarHead>
      <PickGrid $columns={3}>
        {months.map((month) => (
          <PickButton
            key={month}
            type="button"
            aria-label={dayjs(`${month}-01`).format('MMMM YYYY')}
            aria-pressed={month === props.month}
            $isOn={month === props.month}
            disabled={!isMonthWithin(month, bounds)}
            onClick={() => props.onPick(month)}
          >
            {dayjs(`${month}-01`).format('MMM')}
          </PickButton>
        ))}
      </PickGrid>
    </div>
  )
}

/** Pages of twenty years in four columns. */
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
      <CalendarHead
        previous={{
          label: 'Previous years',
          isDisabled: min !== null && first <= yearOf(min),
          onClick: () => setShown(first - 1),
        }}
        next={{
          label: 'Next years',
          isDisabled: max !== null && last >= yearOf(max),
          onClick: () => setShown(last + 1),
        }}
      >
        <HeadText aria-live="polite">
          {first} – {last}
        </HeadText>
      </CalendarHead>
      <PickGrid $columns={4}>
        {years.map((year) => (
          <PickButton
            key={year}
            type="button"
            aria-pressed={year === props.year}
            $isOn={year === props.year}
            disabled={!isYearWithin(year, props.bounds)}
            onClick={() => props.onPick(year)}
          >
            {year}
          </PickButton>
        ))}
      </PickGrid>
    </div>
  )
}

const Scroller = styled('div')`
  height: 286px;
  margin-top: 12px;
  padding: 4px;
  overflow-y: auto;
  overscroll-behavior: contain;
  background: var(--surface-2);
  border: 1px solid var(--line-strong);
  border-radius: var(--r-md);
`
const YearButton = styled('button')`
  display: flex;
  align-items: center;
  justify-content: space-between;
  width: 100%;
  height: 44px;
  padding: 0 8px;
  border-radius: var(--r-sm);
  font: var(--t-body);
  font-variant-numeric: tabular-nums;
  &[aria-pressed='true'] {
    background: var(--surface-3);
  }
  &:hover:not(:disabled) {
    background: var(--surface-3);
  }
  &:disabled {
    color: var(--text-disabled);
    cursor: not-allowed;
  }
`

/** One scrolling list of years, from 51 years ago to 20 ahead, centred on the current one. */
export function CompactYearList(props: {
  year: number
  thisYear: number
  bounds: DayBounds
  onPick: (year: number) => void
}) {
  const scroller = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const box = scroller.current
    const chosen = box?.querySelector<HTMLElement>('[aria-pressed=true]')
    if (box && chosen) {
      box.scrollTop =
        chosen.offsetTop - box.offsetTop - (box.clientHeight - chosen.offsetHeight) / 2
    }
  }, [])
  return (
    <Scroller ref={scroller} role="group" aria-label="Choose year">
      {compactYears(props.thisYear).map((year) => (
        <YearButton
          key={year}
          type="button"
          aria-pressed={year === props.year}
          disabled={!isYearWithin(year, props.bounds)}
          onClick={() => props.onPick(year)}
        >
          {year}
          {year === props.year && <Icon of={Check} />}
        </YearButton>
      ))}
    </Scroller>
  )
}
