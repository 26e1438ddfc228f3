import dayjs from 'dayjs'
import type { KeyboardEvent } from 'react'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { isOutside, monthWeeks, type Day, type DayBounds, type Month } from './date-grid.ts'
import type { DayRange, DayRule } from './date-range.ts'

const WEEKDAYS = [
  ['Mo', 'Monday'],
  ['Tu', 'Tuesday'],
  ['We', 'Wednesday'],
  ['Th', 'Thursday'],
  ['Fr', 'Friday'],
  ['Sa', 'Saturday'],
  ['Su', 'Sunday'],
] as const

const Week = styled('div')`
  display: grid;
  grid-template-columns: repeat(7, 1fr);
  /* No gap between the names of the days and the first week. */
  & + & + & {
    margin-top: 4px;
  }
  ${MOBILE} {
    & + & + & {
      margin-top: 2px;
    }
  }
`
const WeekdayName = styled('span')`
  display: grid;
  place-items: center;
  height: 28px;
  font: var(--t-micro);
  color: var(--text-3);
  ${MOBILE} {
    font-size: 12px;
  }
`

type RangePosition = { isStart: boolean; isEnd: boolean; isIn: boolean }

const Cell = styled('span')<{ $position: RangePosition; $isFirst: boolean; $isLast: boolean }>`
  display: block;
  height: 36px;
  background: ${(p) => (p.$position.isIn ? 'var(--surface-3)' : 'none')};
  border-radius: ${(p) => {
    const left = p.$position.isStart || p.$isFirst ? '8px' : '0'
    const right = p.$position.isEnd || p.$isLast ? '8px' : '0'
    return `${left} ${right} ${right} ${left}`
  }};
  @media (forced-colors: active) {
    ${(p) => (p.$position.isIn ? 'border-block: 1px solid Highlight;' : '')}
  }
  ${MOBILE} {
    height: 48px;
  }
`
const DayButton = styled('button')<{ $isSelected: boolean }>`
  position: relative;
  display: grid;
  place-items: center;
  width: 36px;
  height: 36px;
  border-radius: 8px;
  font: var(--t-body);
  font-variant-numeric: tabular-nums;
  ${(p) => (p.$isSelected ? 'background: var(--ink); color: var(--on-ink); font-weight: 600;' : '')}
  &:hover:not([aria-disabled]) {
    ${(p) => (p.$isSelected ? '' : 'box-shadow: inset 0 0 0 1px var(--line-hover);')}
  }
  &:focus-visible {
    box-shadow: var(--focus);
    z-index: 1;
  }
  &[aria-disabled] {
    color: var(--text-disabled);
    cursor: not-allowed;
  }
  @media (forced-colors: active) {
    ${(p) => (p.$isSelected ? 'border: 2px solid Highlight;' : '')}
  }
  &[aria-current]::after {
    content: '';
    position: absolute;
    bottom: 5px;
    width: 4px;
    height: 4px;
    border-radius: 50%;
    background: currentColor;
  }
  ${MOBILE} {
    width: 100%;
    height: 48px;
    font-size: 16px;
  }
`

function positionOf(day: Day, { start, end }: DayRange): RangePosition {
  const last = end ?? start
  const isIn = start !== null && last !== null && day >= start && day <= last
  return { isStart: day === start, isEnd: day === last, isIn }
}

/**
 * One month as an ARIA grid: weeks start on Monday, days of other months are hidden. `focusDay` is the
 * tab stop; the caller handles keys, which may change the month.
 */
export function CalendarMonth(props: {
  month: Month
  /** The selected range, or its preview under the pointer. */
  shown: DayRange
  focusDay: Day | null
  today: Day
  bounds: DayBounds
  isDisabled: DayRule
  onPick: (day: Day) => void
  onPoint: (day: Day | null) => void
  onKeyDown: (event: KeyboardEvent) => void
}) {
  const { month, shown, bounds, onPoint } = props
  return (
    <div
      role="grid"
      aria-label={dayjs(`${month}-01`).format('MMMM YYYY')}
      aria-multiselectable
      tabIndex={-1}
      onKeyDown={props.onKeyDown}
      onPointerLeave={() => onPoint(null)}
    >
      <Week role="row" style={{ marginTop: 8 }}>
        {WEEKDAYS.map(([short, name]) => (
          <WeekdayName key={short} role="columnheader" aria-label={name}>
            {short}
          </WeekdayName>
        ))}
      </Week>
      {monthWeeks(month).map((week, index) => (
        <Week role="row" key={week.find((day) => day !== null) ?? index}>
          {week.map((day, column) => {
            // Empty cells have no other key.
            if (day === null) return <span key={column} role="gridcell" aria-hidden />
            const isDisabled = isOutside(day, bounds) || props.isDisabled(day)
            const position = positionOf(day, shown)
            const isSelected = day === shown.start || day === shown.end
            return (
              <Cell
                key={day}
                role="gridcell"
                aria-selected={position.isIn}
                $position={position}
                $isFirst={column === 0 || week[column - 1] === null}
                $isLast={column === 6 || week[column + 1] === null}
              >
                <DayButton
                  type="button"
                  id={`day-${day}`}
                  aria-label={dayjs(day).format('dddd, MMMM D, YYYY')}
                  tabIndex={day === props.focusDay ? 0 : -1}
                  $isSelected={isSelected}
                  {...(isDisabled ? { 'aria-disabled': true } : {})}
                  {...(day === props.today ? { 'aria-current': 'date' as const } : {})}
                  onClick={() => {
                    if (!isDisabled) props.onPick(day)
                  }}
                  onPointerEnter={() => onPoint(isDisabled ? null : day)}
                >
                  {Number(day.slice(8))}
                </DayButton>
              </Cell>
            )
          })}
        </Week>
      ))}
    </div>
  )
}
