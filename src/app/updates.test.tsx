import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
  vi.stubEnv('DEV', false)
})

/** A page whose worker is registered with these others. */
async function openPage(workers: object) {
  const { updates } = await import('./update-state.ts')
  const { reloadIntoUpdate, watchUpdates } = await import('./updates.ts')
  const registration = Object.assign(
    new EventTarget(),
    { waiting: null, installing: null },
    workers,
  )
  const container = { controller: {}, register: () => Promise.resolve(registration) }
  vi.stubGlobal(
    'navigator',
    Object.assign(navigator, { serviceWorker: Object.assign(new EventTarget(), container) }),
  )
  watchUpdates()
  await vi.advanceTimersByTimeAsync(0)
  return { updates, registration, reloadIntoUpdate }
}

const newWorker = () =>
  Object.assign(new EventTarget(), {
    scriptURL: `${location.origin}/sw.js`,
    postMessage: vi.fn<() => void>(),
  })

test('a new worker that misses the request to take over is asked again', async () => {
  const waiting = newWorker()
  const { updates, reloadIntoUpdate } = await openPage({ waiting })
  expect(updates.isReady).toBe(true)
  reloadIntoUpdate()
  reloadIntoUpdate()
  expect(waiting.postMessage).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(10_000)
  expect(waiting.postMessage.mock.calls.length).toBeGreaterThan(3)
  expect(waiting.postMessage).toHaveBeenLastCalledWith({ type: 'SKIP_WAITING' }, expect.anything())
})

test('a new worker that is still loading takes over once it has loaded', async () => {
  const installing = newWorker()
  const { registration, reloadIntoUpdate } = await openPage({ installing })
  registration.dispatchEvent(new Event('updatefound'))
  reloadIntoUpdate()
  reloadIntoUpdate()
  expect(installing.postMessage).not.toHaveBeenCalled()
  Object.assign(registration, { installing: null, waiting: installing })
  installing.dispatchEvent(new Event('statechange'))
  expect(installing.postMessage).toHaveBeenCalledTimes(1)
})
