import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { connection } from '#src/session/connection.ts'
import { filters, setPeriod } from '#src/state/filters.ts'
import { Shortcuts } from './Shortcuts.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  render(<Shortcuts />)
})
afterEach(() => {
  connection.isOnline = true
  vi.runAllTimers()
  vi.useRealTimers()
})

/** Whether pressing R refreshes. */
function refreshes(): boolean {
  filters.asOf = 0
  fireEvent.keyDown(document.body, { key: 'r' })
  return filters.asOf > 0
}

it('R refreshes at most every 300 ms, like the button', () => {
  expect(refreshes()).toBe(true)
  vi.advanceTimersByTime(299)
  expect(refreshes()).toBe(false)
  vi.advanceTimersByTime(1)
  expect(refreshes()).toBe(true)
})

it('R does nothing offline, like the button', () => {
  connection.isOnline = false
  expect(refreshes()).toBe(false)
})

const press = (key: string, more = {}) =>
  act(() => void fireEvent.keyDown(document.body, { key, ...more }))

it('keys choose a period, and hide and show the figures', () => {
  for (const [key, period] of [
    ['d', 'day'],
    ['w', 'week'],
    ['M', 'month'],
    ['y', 'year'],
    ['a', 'all'],
  ] as const) {
    press(key)
    expect(filters.period).toBe(period)
  }
  press('h')
  expect(filters.privacy).toBe(true)
  press('h')
  expect(filters.privacy).toBe(false)
})

it('keys with a modifier, and while something is open, are left to others; “?” lists the keys', async () => {
  vi.useRealTimers()
  setPeriod('year')
  press('d', { ctrlKey: true })
  press('d', { metaKey: true })
  expect(filters.period).toBe('year')
  press('?')
  const list = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(list.textContent).toContain('Compare with previous period')
  press('w')
  expect(filters.period).toBe('year')
  fireEvent.keyDown(list, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  press('w')
  expect(filters.period).toBe('week')
  vi.useFakeTimers()
})
