import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#tests/support/server/database.ts'
import { incrementCounter, resetCounters, decrementCounter } from './rate-counters.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const START = new Date('2026-11-20T12:00:00Z')
const MINUTE_MS = 60_000
const later = (ms: number) => new Date(START.getTime() + ms)
const count = async (key: string, ms: number) => {
  const { count: n, windowEndsAt } = await incrementCounter(database.db, key, MINUTE_MS, later(ms))
  return [n, windowEndsAt.getTime() - START.getTime()]
}

test('attempts are counted until their window ends, a minute after the first one', async () => {
  expect(await count('a', 0)).toEqual([1, MINUTE_MS])
  expect(await count('a', 1)).toEqual([2, MINUTE_MS])
  expect(await count('b', 1)).toEqual([1, MINUTE_MS + 1])
  expect(await count('a', MINUTE_MS - 1)).toEqual([3, MINUTE_MS])
  expect(await count('a', MINUTE_MS)).toEqual([1, 2 * MINUTE_MS])
})

test('an attempt that did not fail is subtracted, never below zero', async () => {
  await count('c', 0)
  await count('other', 0)
  for (const _time of [1, 2]) await decrementCounter(database.db, 'c')
  expect(await count('c', 1)).toEqual([1, MINUTE_MS])
  expect(await count('c', 1)).toEqual([2, MINUTE_MS])
  expect(await count('other', 1)).toEqual([2, MINUTE_MS])
})

test('a reset starts a new window', async () => {
  await count('d', 0)
  await count('e', 0)
  await resetCounters(database.db, 'd')
  expect(await count('d', 5)).toEqual([1, MINUTE_MS + 5])
  expect(await count('e', 5)).toEqual([2, MINUTE_MS])
})
