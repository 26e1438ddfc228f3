import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { connection } from '#src/api/connection.ts'
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

/** The number of refreshes after pressing R. */
function refreshes(): number {
  const before = filters.refreshCount
  fireEvent.keyDown(document.body, { key: 'r' })
  return filters.refreshCount - before
}

it('R refreshes at most every 300 ms, like the button', () => {
  expect(refreshes()).toBe(1)
  vi.advanceTimersByTime(299)
  expect(refreshes()).toBe(0)
  vi.advanceTimersByTime(1)
  expect(refreshes()).toBe(1)
})

it('R does nothing offline, like the button', () => {
  connection.isOnline = false
  expect(refreshes()).toBe(0)
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
