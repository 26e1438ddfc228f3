import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import type { DayRange } from './date-range.ts'
import { RangeCalendar } from './RangeCalendar.tsx'

const BOUNDS = { min: '2024-08-14', max: '2025-11-20' }

function Calendar(props: { ranges: DayRange[]; isDisabled?: (day: string) => boolean }) {
  const [range, setRange] = useState<DayRange>({ start: '2025-10-22', end: '2025-11-20' })
  return (
    <RangeCalendar
      range={range}
      onRange={(next) => {
        props.ranges.push(next)
        setRange(next)
      }}
      bounds={BOUNDS}
      isDisabled={props.isDisabled ?? (() => false)}
      today="2025-11-20"
      monthCount={2}
      isCompact={false}
    />
  )
}

// By label, not by role: with eighty buttons a query by role takes seconds.
const day = (name: string) => screen.getByLabelText(name, { exact: false })

test('two months end with the month of the range, and arrows stop at the bounds', async () => {
  const user = userEvent.setup({ pointerEventsCheck: 0 })
  render(<Calendar ranges={[]} />)
  expect(screen.getAllByRole('grid').map((grid) => grid.getAttribute('aria-label'))).toEqual([
    'October 2025',
    'November 2025',
  ])
  const isOff = () => screen.getByLabelText('Next month').getAttribute('aria-disabled') === 'true'
  expect(isOff()).toBe(true)
  await user.click(screen.getByLabelText('Previous month'))
  expect(screen.getByLabelText('September 2025')).toBeTruthy()
  expect(isOff()).toBe(false)
})

test('the earliest allowed month has no previous month', async () => {
  const user = userEvent.setup({ pointerEventsCheck: 0 })
  render(<Calendar ranges={[]} />)
  await user.click(screen.getByLabelText('October, choose month'))
  await user.click(screen.getByLabelText('Previous year'))
  expect(screen.getByLabelText<HTMLButtonElement>('July 2024').disabled).toBe(true)
  await user.click(screen.getByLabelText('August 2024'))
  expect(screen.getByLabelText('Previous month').getAttribute('aria-disabled')).toBe('true')
})

test('days outside the bounds do nothing, and today is marked', async () => {
  const user = userEvent.setup({ pointerEventsCheck: 0 })
  const ranges: DayRange[] = []
  render(<Calendar ranges={ranges} />)
  expect(day('November 20, 2025').getAttribute('aria-current')).toBe('date')
  expect(day('November 21, 2025').getAttribute('aria-disabled')).toBe('true')
  await user.click(day('November 21, 2025'))
  expect(ranges).toEqual([])
})

test('a range across a disabled day restarts at the clicked day', async () => {
  const user = userEvent.setup({ pointerEventsCheck: 0 })
  const ranges: DayRange[] = []
  render(<Calendar ranges={ranges} isDisabled={(each) => each === '2025-11-06'} />)
  await user.click(day('November 3, 2025'))
  await user.click(day('November 12, 2025'))
  await user.click(day('November 10, 2025'))
  expect(ranges).toEqual([
    { start: '2025-11-03', end: null },
    { start: '2025-11-12', end: null },
    { start: '2025-11-10', end: '2025-11-12' },
  ])
})

test('keys move between days and months, and select', async () => {
  const user = userEvent.setup({ pointerEventsCheck: 0 })
  const ranges: DayRange[] = []
  render(<Calendar ranges={ranges} />)
  day('November 20, 2025').focus()
  await user.keyboard('{PageUp}{PageUp}{ArrowLeft}')
  expect(document.activeElement).toBe(day('September 19, 2025'))
  await user.keyboard('{Enter}{Home} ')
  expect(ranges.at(-1)).toEqual({ start: '2025-09-15', end: '2025-09-19' })
})
