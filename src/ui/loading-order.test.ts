import { afterEach, expect, test, vi } from 'vitest'
import { after, expectCharts, keptShown } from './loading-order.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a page without charts does not wait for them', async () => {
  await expect(after('charts')).resolves.toBeUndefined()
  expectCharts(true)
  // Left before its chart was drawn.
  expectCharts(false)
  await expect(after('charts')).resolves.toBeUndefined()
})

test('charts wait for the figures that the device has', async () => {
  expectCharts(true)
  const proceed = vi.fn<() => void>()
  const waiting = after('kept').then(proceed)
  await Promise.resolve()
  expect(proceed).not.toHaveBeenCalled()
  vi.stubGlobal('requestAnimationFrame', (show: () => void) => setTimeout(show))
  keptShown()
  await waiting
  expect(proceed).toHaveBeenCalled()
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
