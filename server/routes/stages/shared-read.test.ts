import { expect, test } from 'vitest'
import { SharedRead } from './shared-read.ts'

const EVERY_MS = 5000
const MAX_AGE_MS = 300_000

/** A read whose begun calls a test settles, with a clock that the test moves. */
function openRead(waitMs = 0) {
  const clock = { now: 1_000_000 }
  const calls: { resolve: (value: string) => void; reject: (error: Error) => void }[] = []
  const read = () =>
    new Promise<string>((resolve, reject) => {
      calls.push({ resolve, reject })
    })
  const now = () => clock.now
  const shared = new SharedRead(read, { now, everyMs: EVERY_MS, maxAgeMs: MAX_AGE_MS, waitMs })
  return { shared, calls, clock }
}

/** So that callers wait for the read and never for a time. */
const LONG_MS = 600_000

test('many callers share one read, and its value for 5 s', async () => {
  const { shared, calls, clock } = openRead(LONG_MS)
  const all = Promise.all(Array.from({ length: 500 }, () => shared.get()))
  calls[0]?.resolve('first')
  expect(new Set(await all)).toEqual(new Set(['first']))
  clock.now += EVERY_MS - 1
  expect(await shared.get()).toBe('first')
  expect(calls).toHaveLength(1)
  clock.now += 1
  const next = Promise.all([shared.get(), shared.get()])
  expect(calls).toHaveLength(2)
  calls[1]?.resolve('second')
  expect(await next).toEqual(['second', 'second'])
})

test('while a read is slow, callers get the last value, and none begins another', async () => {
  const { shared, calls, clock } = openRead()
  await expect(shared.get()).rejects.toMatchObject({ code: 503 })
  calls[0]?.resolve('first')
  expect(await shared.get()).toBe('first')
  clock.now += EVERY_MS
  expect(await shared.get()).toBe('first')
  clock.now += EVERY_MS
  expect(await shared.get()).toBe('first')
  expect(calls).toHaveLength(2)
  clock.now += MAX_AGE_MS
  await expect(shared.get()).rejects.toMatchObject({ code: 503 })
})

test('a failed read leaves the last value up to its greatest age, and is tried again after 5 s', async () => {
  const { shared, calls, clock } = openRead(LONG_MS)
  const fail = async () => {
    const waiting = shared.get()
    calls.at(-1)?.reject(new Error('lost'))
    return waiting
  }
  await expect(fail()).rejects.toThrow('lost')
  await expect(shared.get()).rejects.toThrow('lost')
  expect(calls).toHaveLength(1)
  clock.now += EVERY_MS
  const second = shared.get()
  calls[1]?.resolve('second')
  expect(await second).toBe('second')
  clock.now += EVERY_MS
  expect(await fail()).toBe('second')
  expect(await shared.get()).toBe('second')
  expect(calls).toHaveLength(3)
  clock.now += MAX_AGE_MS - EVERY_MS
  await expect(fail()).rejects.toThrow('lost')
})

test('a clock that was set back does not keep a value for longer', async () => {
  const { shared, calls, clock } = openRead(LONG_MS)
  const first = shared.get()
  calls[0]?.resolve('first')
  await first
  clock.now -= 3_600_000
  const next = shared.get()
  expect(calls).toHaveLength(2)
  calls[1]?.resolve('second')
  expect(await next).toBe('second')
})
