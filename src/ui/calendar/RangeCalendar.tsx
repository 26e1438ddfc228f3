import dayjs from 'dayjs'
import { ChevronDown } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { CompactYearList, MonthList, YearList } from './calendar-lists.tsx'
import { CalendarHead } from './CalendarHead.tsx'
import { CalendarMonth } from './CalendarMonth.tsx'
import {
  clampDay,
  clampMonth,
  isMonthWithin,
  monthOf,
  moveDay,
  stepMonth,
  yearOf,
  type Day,
  type DayBounds,
  type Month,
} from './date-grid.ts'
import { clickDay, previewRange, type DayRange, type DayRule } from './date-range.ts'

const Months = styled('div')<{ $count: number }>`
  display: grid;
  grid-template-columns: repeat(${(p) => p.$count}, ${(p) => (p.$count > 1 ? '252px' : '1fr')});
  gap: 24px;
`
const Selector = styled('button')`
  display: inline-flex;
  align-items: center;
  gap: 4px;
  height: 28px;
  padding: 0 6px 0 8px;
  border-radius: 6px;
  font: var(--t-label);
  font-weight: 600;
  font-variant-numeric: tabular-nums;
  & > svg {
    color: var(--text-3);
  }
  &:hover {
    background: var(--surface-3);
  }
  ${MOBILE} {
    height: 44px;
    padding: 0 10px;
    font-size: 16px;
  }
`

type View = { list: 'days' } | { list: 'months' | 'years'; place: number }

/** One or two months to choose a date range by mouse, touch or keyboard (ARIA date grid). */
export function RangeCalendar(props: {
  range: DayRange
  onRange: (range: DayRange) => void
  bounds: DayBounds
  isDisabled: DayRule
  today: Day
  /** Two on desktop, one in a sheet. */
  monthCount: 1 | 2
  /** Shows the years in one long list instead of pages of twenty. */
  isCompact: boolean
}) {
  const { range, bounds, monthCount, isDisabled, today } = props
  const root = useRef<HTMLDivElement>(null)
  const firstDay = clampDay(range.end ?? range.start ?? today, bounds)
  const [lastMonth, setLastMonth] = useState<Month>(() => clampMonth(monthOf(firstDay), bounds))
  const [focusDay, setFocusDay] = useState<Day>(firstDay)
  const [hovered, setHovered] = useState<Day | null>(null)
  const [view, setView] = useState<View>({ list: 'days' })
  const nextFocus = useRef<string | null>(null)

  const months = Array.from({ length: monthCount }, (_unused, place) =>
    stepMonth(lastMonth, place + 1 - monthCount),
  )
  const firstMonth = months[0] ?? lastMonth
  // Tab needs one visible day: the focused day, else the first enabled one.
  const isInSight = monthOf(focusDay) >= firstMonth && monthOf(focusDay) <= lastMonth
  const tabDay = isInSight ? focusDay : clampDay(`${firstMonth}-01`, bounds)

  // Moves the focus after a key press, a page turn, or a switch between days and a list, which may
  // have removed the focused element.
  useEffect(() => {
    const target = nextFocus.current
    nextFocus.current = null
    if (target) root.current?.querySelector<HTMLElement>(target)?.focus()
  })

  const onKeyDown = (event: KeyboardEvent) => {
    const to = moveDay(tabDay, event.key, event.shiftKey, bounds)
    if (to === null) return
    event.preventDefault()
    nextFocus.current = `#day-${to}`
    setFocusDay(to)
    const month = monthOf(to)
    if (month > lastMonth) setLastMonth(month)
    if (month < firstMonth) setLastMonth(clampMonth(stepMonth(month, monthCount - 1), bounds))
  }
  const showAt = (place: number, month: Month) => {
    setLastMonth(clampMonth(stepMonth(clampMonth(month, bounds), monthCount - 1 - place), bounds))
    setView({ list: 'days' })
    nextFocus.current = '[role=grid] [tabindex="0"]'
  }
  const openList = (list: 'months' | 'years', place: number) => {
    setView({ list, place })
    nextFocus.current = '[aria-pressed=true]'
  }

  return (
    <Months ref={root} $count={monthCount}>
      {months.map((month, place) => {
        const showYear = (year: number) => showAt(place, `${year}-${month.slice(5)}`)
        if (view.list === 'months' && view.place === place) {
          return (
            <MonthList
              key={place === 0 ? 'first' : 'last'}
              month={month}
              bounds={bounds}
              onPick={(picked) => showAt(place, picked)}
            />
          )
        }
        if (view.list === 'years' && view.place === place) {
          const year = yearOf(month)
          return props.isCompact ? (
            <CompactYearList
              key="years"
              year={year}
              thisYear={yearOf(today)}
              bounds={bounds}
              onPick={showYear}
            />
          ) : (
            <YearList
              key={place === 0 ? 'first' : 'last'}
              year={year}
              bounds={bounds}
              onPick={showYear}
            />
          )
        }
        const name = dayjs(`${month}-01`)
        return (
          <div key={place === 0 ? 'first' : 'last'}>
            <CalendarHead
              previous={
                place > 0
                  ? null
                  : {
                      label: 'Previous month',
                      isDisabled: !isMonthWithin(stepMonth(firstMonth, -1), bounds),
                      onClick: () => setLastMonth(stepMonth(lastMonth, -1)),
                    }
              }
              next={
                place < monthCount - 1
                  ? null
                  : {
                      label: 'Next month',
                      isDisabled: !isMonthWithin(stepMonth(lastMonth, 1), bounds),
                      onClick: () => setLastMonth(stepMonth(lastMonth, 1)),
                    }
              }
            >
              <Selector
                type="button"
                aria-label={`${name.format('MMMM')}, choose month`}
                onClick={() => openList('months', place)}
              >
                {name.format('MMMM')}
                <Icon of={ChevronDown} size={14} />
              </Selector>
              <Selector
                type="button"
                aria-label={`${name.format('YYYY')}, choose year`}
                onClick={() => openList('years', place)}
              >
                {name.format('YYYY')}
                <Icon of={ChevronDown} size={14} />
              </Selector>
            </CalendarHead>
            <CalendarMonth
              month={month}
              shown={previewRange(range, hovered, bounds, isDisabled)}
              focusDay={tabDay}
              today={today}
              bounds={bounds}
              isDisabled={isDisabled}
              onPick={(day) => {
                setFocusDay(day)
                props.onRange(clickDay(range, day, bounds, isDisabled))
              }}
              onPoint={setHovered}
              onKeyDown={onKeyDown}
            />
          </div>
        )
      })}
    </Months>
  )
}
