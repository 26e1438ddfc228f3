import { afterEach, expect, test, vi } from 'vitest'
import { chartsFirst } from './Chart.tsx'

afterEach(() => {
  vi.useRealTimers()
})

test('what lets the charts go first waits 3 s for them and no longer', async () => {
  vi.useFakeTimers()
  const goesOn = vi.fn<() => void>()
  const waiting = chartsFirst().then(goesOn)
  await vi.advanceTimersByTimeAsync(2999)
  expect(goesOn).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await waiting
  expect(goesOn).toHaveBeenCalled()
})
