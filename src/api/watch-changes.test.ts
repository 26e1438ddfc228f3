import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { announceChange, live } from '#src/state/live.ts'
import { watchChanges } from './watch-changes.ts'

const change = (project_id = 'AURA') => ({
  project_id,
  kinds: ['transactions'],
  at: '2026-11-20T12:00:00.000Z',
})

let runs = 0
let watch: ReturnType<typeof watchChanges>
const start = (work: () => Promise<void> = async () => undefined, ageMs = 0) => {
  runs = 0
  watch = watchChanges(
    ({ project_id }) => project_id === 'AURA',
    async () => {
      runs += 1
      await work()
    },
    ageMs,
  )
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { hidden: false })
})
afterEach(() => {
  watch.stop()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('renews 5 s after the last time, however many changes there are', async () => {
  start()
  for (let second = 0; second < 20; second += 1) {
    announceChange(change())
    await pass(1000)
  }
  expect(runs).toBe(4)
})

it('renews at once when the last time is longer ago', async () => {
  start()
  await pass(30_000)
  announceChange(change())
  await pass(0)
  expect(runs).toBe(1)
})

it('renews what is old at once, and leaves what has just been loaded', async () => {
  start(undefined, 5001)
  await pass(0)
  expect(runs).toBe(1)
  watch.stop()
  start(undefined, 5000)
  await pass(10_000)
  expect(runs).toBe(0)
})

it('is counted while it runs', () => {
  start()
  expect(live.watchers).toBe(1)
  watch.stop()
  expect(live.watchers).toBe(0)
  start()
})

it('renews once a minute without changes, and ignores those of other projects', async () => {
  start()
  announceChange(change('HELIX'))
  await pass(59_999)
  expect(runs).toBe(0)
  await pass(1)
  expect(runs).toBe(1)
  await pass(60_000)
  expect(runs).toBe(2)
})

it('renews after a gap in the stream', async () => {
  start()
  await pass(10_000)
  announceChange(null)
  await pass(0)
  expect(runs).toBe(1)
})

it('renews again for a change that arrives meanwhile, never twice at a time', async () => {
  let finish = () => undefined as void
  start(
    () =>
      new Promise((resolve) => {
        finish = resolve
      }),
  )
  announceChange(change())
  await pass(5000)
  announceChange(change())
  await pass(30_000)
  expect(runs).toBe(1)
  finish()
  await pass(4999)
  expect(runs).toBe(1)
  await pass(1)
  expect(runs).toBe(2)
})

it('goes on after a failure', async () => {
  start(() => Promise.reject(new Error('No connection')))
  await pass(120_000)
  expect(runs).toBe(2)
})

it('does nothing in a hidden tab, nor after it was stopped', async () => {
  start()
  vi.stubGlobal('document', { hidden: true })
  announceChange(change())
  await pass(120_000)
  expect(runs).toBe(0)
  vi.stubGlobal('document', { hidden: false })
  watch.stop()
  announceChange(change())
  await pass(120_000)
  expect(runs).toBe(0)
})

it('a renewal by other means restarts the time', async () => {
  start()
  await pass(4000)
  watch.restart()
  announceChange(change())
  await pass(4999)
  expect(runs).toBe(0)
  await pass(1)
  expect(runs).toBe(1)
})
