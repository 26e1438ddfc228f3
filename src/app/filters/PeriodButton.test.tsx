import { QueryClient } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { filters, setCustomRange, setPeriod } from '#src/state/filters.ts'
import { leaveSession } from '#src/state/session.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { renderInApp } from '#tests/support/screens/show-page.tsx'
import { PeriodButton } from './PeriodButton.tsx'

const { matchMedia } = window
window.matchMedia = (query) => ({
  ...matchMedia(query),
  matches: query.includes('max-width: 850px'),
})

/** A Thursday. */
const NOW = new Date(2025, 10, 20, 14, 32).getTime()

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json([]))
  vi.spyOn(Date, 'now').mockReturnValue(NOW)
  signInHere()
  filters.unit = 'auto'
  navigate('/')
})
afterEach(() => {
  act(() => {
    leaveSession()
    setPeriod('all')
  })
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const button = () => screen.getByRole('button', { name: 'Time period' })
const sheet = () => screen.findByRole('dialog', { name: 'Time period' })
const untilClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

function show() {
  filters.asOf = NOW
  renderInApp(<PeriodButton />, { client: new QueryClient() })
}

async function openSheet() {
  show()
  button().focus()
  fireEvent.click(button())
  return within(await sheet())
}

test.each([
  ['2025-11-10', '2025-11-16', 'Last week', 'Nov 10 – 16, by day'],
  ['2025-10-01', '2025-10-31', 'Last month', 'Oct 1 – 31, by day'],
  ['2025-11-20', '2025-11-20', 'Today', 'Nov 20, by hour'],
  ['2024-11-10', '2024-11-12', 'Custom range', 'Nov 10 – 12, 2024, by day'],
])('the days %s to %s are named %s', (start, end, name, detail) => {
  setCustomRange(start, end)
  show()
  expect(button().textContent).toBe(`${name}${detail}`)
  expect(button().getAttribute('aria-description')).toBe(`${name}, ${detail}`)
})

test('a period that ends now keeps its own name', () => {
  setPeriod('week')
  show()
  expect(button().textContent).toBe('WeekNov 13 – 20, by day')
})

test('while the start of all time is unknown the name stands alone', () => {
  show()
  expect(button().textContent).toBe('All')
  expect(button().getAttribute('aria-description')).toBe('All')
})

test('a page without graphs shows no unit', () => {
  navigate('/activity')
  setPeriod('month')
  show()
  expect(button().textContent).toBe('MonthOct 20 – Nov 20')
})

test('a tap on a preset applies it and closes the sheet', async () => {
  const opened = await openSheet()
  fireEvent.click(opened.getByRole('button', { name: 'Last week' }))
  expect([filters.customStart, filters.customEnd]).toEqual(['2025-11-10', '2025-11-16'])
  await untilClosed()
  expect(button().textContent).toBe('Last weekNov 10 – 16, by day')
  fireEvent.click(button())
  const again = within(await sheet())
  expect(again.getByRole('button', { name: 'Last week', pressed: true })).toBeTruthy()
  expect(again.queryByRole('radio', { checked: true })).toBeNull()
})

test('a tap on a period applies it and closes, also on the selected one', async () => {
  setPeriod('week')
  const opened = await openSheet()
  fireEvent.click(opened.getByRole('radio', { name: 'Month' }))
  expect(filters.period).toBe('month')
  await untilClosed()
  fireEvent.click(button())
  fireEvent.click(within(await sheet()).getByRole('radio', { name: 'Month', checked: true }))
  await untilClosed()
  expect(filters.period).toBe('month')
})

test('arrow keys select a period and leave the sheet open', async () => {
  setPeriod('week')
  const user = userEvent.setup({ pointerEventsCheck: 0 })
  const opened = await openSheet()
  opened.getByRole('radio', { name: 'Week' }).focus()
  await user.keyboard('{ArrowRight}{ArrowRight}')
  expect(filters.period).toBe('year')
  expect(screen.getByRole('dialog', { name: 'Time period' })).toBeTruthy()
  await user.keyboard('{Enter}')
  await untilClosed()
})

test('since launch can be chosen only when the launch is known', async () => {
  const opened = await openSheet()
  expect(opened.getByRole<HTMLButtonElement>('button', { name: 'Since launch' }).disabled).toBe(
    true,
  )
})

test('the calendar of the sheet applies a range, and both close', async () => {
  setCustomRange('2025-11-03', '2025-11-05')
  const opened = await openSheet()
  const custom = opened.getByRole('button', { name: 'Custom range' })
  expect(custom.getAttribute('aria-current')).toBe('true')
  fireEvent.click(custom)
  const calendar = within(await screen.findByRole('dialog', { name: 'Select date range' }))
  fireEvent.click(calendar.getByLabelText('November 4, 2025', { exact: false }))
  fireEvent.click(calendar.getByLabelText('November 12, 2025', { exact: false }))
  expect(filters.customEnd).toBe('2025-11-05')
  fireEvent.click(calendar.getByText('Apply'))
  expect([filters.customStart, filters.customEnd]).toEqual(['2025-11-04', '2025-11-12'])
  await untilClosed()
  expect(document.activeElement).toBe(button())
})

test('the calendar can be left for the sheet', async () => {
  setPeriod('month')
  const opened = await openSheet()
  fireEvent.click(opened.getByRole('button', { name: 'Custom range' }))
  const calendar = within(await screen.findByRole('dialog', { name: 'Select date range' }))
  fireEvent.click(calendar.getByRole('button', { name: 'Close' }))
  await waitFor(() =>
    expect(screen.queryByRole('dialog', { name: 'Select date range' })).toBeNull(),
  )
  expect(filters.period).toBe('month')
  fireEvent.click(within(await sheet()).getByRole('button', { name: 'Yesterday' }))
  await untilClosed()
  expect(filters.period).toBe('custom')
})
