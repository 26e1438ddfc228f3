import { fireEvent, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { connection } from '#src/api/connection.ts'
import { filters } from '#src/state/filters.ts'
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
