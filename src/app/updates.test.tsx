import { expect, test, vi } from 'vitest'
import { updates } from './update-state.ts'
import { reloadIntoUpdate, watchUpdates } from './updates.ts'

test('a new worker that misses the request to take over is asked again', async () => {
  vi.useFakeTimers()
  vi.stubEnv('DEV', false)
  const waiting = { scriptURL: `${location.origin}/sw.js`, postMessage: vi.fn<() => void>() }
  const registration = Object.assign(new EventTarget(), { waiting, installing: null })
  const container = { controller: {}, register: () => Promise.resolve(registration) }
  vi.stubGlobal(
    'navigator',
    Object.assign(navigator, { serviceWorker: Object.assign(new EventTarget(), container) }),
  )

  watchUpdates()
  await vi.advanceTimersByTimeAsync(0)
  expect(updates.isReady).toBe(true)
  reloadIntoUpdate()
  reloadIntoUpdate()
  expect(waiting.postMessage).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(10_000)
  expect(waiting.postMessage.mock.calls.length).toBeGreaterThan(3)
  expect(waiting.postMessage).toHaveBeenLastCalledWith({ type: 'SKIP_WAITING' }, expect.anything())
})
