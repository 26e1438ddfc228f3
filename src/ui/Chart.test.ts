import { afterEach, expect, test, vi } from 'vitest'
import { chartsFirst } from './Chart.tsx'

afterEach(() => {
  vi.useRealTimers()
})

test('work that waits for the charts starts after 3 s at the latest', async () => {
  vi.useFakeTimers()
  const proceed = vi.fn<() => void>()
  const waiting = chartsFirst().then(proceed)
  await vi.advanceTimersByTimeAsync(2999)
  expect(proceed).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await waiting
  expect(proceed).toHaveBeenCalled()
})
