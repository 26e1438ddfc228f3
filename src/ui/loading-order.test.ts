import { afterEach, expect, test, vi } from 'vitest'
import { after, expectCharts } from './loading-order.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('a page without charts does not wait for them', async () => {
  await expect(after('charts')).resolves.toBeUndefined()
  expectCharts(true)
  // Left before its chart was drawn.
  expectCharts(false)
  await expect(after('charts')).resolves.toBeUndefined()
})

test('work that waits for the charts starts after 10 s at the latest', async () => {
  vi.useFakeTimers()
  expectCharts(true)
  const proceed = vi.fn<() => void>()
  const waiting = after('charts').then(proceed)
  await vi.advanceTimersByTimeAsync(9999)
  expect(proceed).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await waiting
  expect(proceed).toHaveBeenCalled()
})
