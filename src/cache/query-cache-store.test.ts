import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { IdbStore } from '#src/state/idb-store.ts'
import { DATABASES } from '#src/state/storage.ts'
import { until } from '#tests/support/server/until.ts'
import {
  closeCacheStore,
  dropEntry,
  ENTRY_SCHEMA,
  hurryWrites,
  noteUse,
  openCacheStore,
  overflow,
  putEntry,
  sweepCacheStore,
  takeEntry,
} from './query-cache-store.ts'

const disk = new IdbStore<unknown>(DATABASES.cache)
const NOW = Date.parse('2026-11-20T12:00:00Z')
const MINUTE_MS = 60_000
const keyOf = (name: string, user = 'ann') => `saleroom:v2:${user}-["/${name}"]`

/** What a query's answer looks like on the disk. */
const entry = (name: string, at = NOW, data: unknown = name) => ({
  buster: ENTRY_SCHEMA,
  queryHash: `["/${name}"]`,
  queryKey: [`/${name}`],
  state: {
    data,
    dataUpdatedAt: at,
    dataUpdateCount: 0,
    error: null,
    errorUpdateCount: 0,
    errorUpdatedAt: 0,
    fetchFailureCount: 0,
    fetchFailureReason: null,
    fetchMeta: null,
    isInvalidated: false,
    status: 'success' as const,
    fetchStatus: 'idle' as const,
  },
})
const names = async () => (await disk.keys()).filter((key) => !key.endsWith('#used'))
const tick = (ms: number) => vi.setSystemTime(Date.now() + ms)

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  await disk.clear()
  await openCacheStore('ann')
})

afterEach(() => {
  closeCacheStore()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

it('the most recently used results, enough for two screens, are read before the first paint', async () => {
  const used: Record<string, number> = {}
  for (let n = 0; n < 70; n += 1) {
    const key = keyOf(`q${n}`)
    // Stored in another order than used in.
    used[key] = NOW + ((n * 37) % 70) * 1000
    await disk.set(key, entry(`q${n}`))
  }
  await disk.set('saleroom:v2:ann#used', used)
  const found = await openCacheStore('ann')
  const expected = Object.entries(used)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 60)
    .map(([key]) => key.slice('saleroom:v2:ann-'.length))
  expect([...found.keys()].toSorted()).toEqual(expected.toSorted())
})

it.each([
  ['newer by a minute stays', NOW + MINUTE_MS, 0, 'theirs'],
  ['as old is replaced', NOW, 0, 'ours'],
  ['older is replaced', NOW - MINUTE_MS, 0, 'ours'],
  ['newer, by a clock that is a little ahead, stays', NOW + 4 * MINUTE_MS, 0, 'theirs'],
  ['of the far future is a wrong clock’s and is replaced', NOW + 60 * MINUTE_MS, 0, 'ours'],
  ['newer, though both are old, stays', NOW - 50 * MINUTE_MS, -60 * MINUTE_MS, 'theirs'],
])('a result of another tab that is %s', async (_what, theirs, ours, kept) => {
  await disk.set(keyOf('a'), entry('a', theirs, 'theirs'))
  expect(await putEntry(entry('a', NOW + ours, 'ours'))).toBe('none')
  expect(await disk.get(keyOf('a'))).toMatchObject({ state: { data: kept } })
})

it('on a full disk the least recently used half is removed', async () => {
  const stored = ['a', 'b', 'c', 'd']
  await Promise.all(stored.map((name) => putEntry(entry(name))))
  for (const name of stored) {
    noteUse(`["/${name}"]`)
    tick(1000)
  }
  noteUse('["/a"]')
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
    throw new DOMException('', 'QuotaExceededError')
  })
  expect(await putEntry(entry('new'))).toBe('none')
  expect(put.mock.calls.length).toBeGreaterThan(1)
  expect(await names()).toEqual(['a', 'd', 'new'].map((name) => keyOf(name)))
})

it('data of other users and versions is removed, and data of other apps stays', async () => {
  await disk.set(keyOf('mine'), entry('mine'))
  await disk.set(keyOf('theirs', 'ben'), entry('theirs'))
  await disk.set('saleroom:v2:ben#used', {})
  await disk.set('saleroom:v1:ann-["/old"]', 'old')
  // Keys that do not start with a path are of an earlier version.
  await disk.set('saleroom:v2:ann-["projects",{"what":"names"}]', entry('old'))
  await disk.set('another app', 'x')
  await sweepCacheStore()
  expect(await disk.keys()).toEqual(['another app', keyOf('mine')])
})

it('a session that ends meanwhile causes no sweep', async () => {
  await disk.set(keyOf('theirs', 'ben'), entry('theirs'))
  const sweeping = sweepCacheStore()
  closeCacheStore()
  await openCacheStore('ben')
  await sweeping
  expect(await names()).toEqual([keyOf('theirs', 'ben')])
})

it('without a session nothing is read, written or removed', async () => {
  await putEntry(entry('a'))
  closeCacheStore()
  expect(await takeEntry('["/a"]')).toBeUndefined()
  expect(await putEntry(entry('b'))).toBe('none')
  await dropEntry('["/a"]')
  await sweepCacheStore()
  expect(await names()).toEqual([keyOf('a')])
})

it('the index of used entries is stored, merged with that of another tab', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: NOW })
  await disk.set('saleroom:v2:ann#used', { [keyOf('other')]: NOW + 5, [keyOf('a')]: NOW - 5 })
  const writing = putEntry(entry('a'))
  vi.advanceTimersByTime(250)
  await writing
  vi.advanceTimersByTime(1000)
  vi.useRealTimers()
  await until(async () =>
    expect(await disk.get('saleroom:v2:ann#used')).toEqual({
      [keyOf('other')]: NOW + 5,
      [keyOf('a')]: NOW + 250,
    }),
  )
})

it('what a person has changed is written at once, with what was gathered before', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  const before = putEntry(entry('before'))
  hurryWrites()
  expect(await before).toBe('none')
  const after = putEntry(entry('after'))
  vi.advanceTimersByTime(0)
  expect(await after).toBe('none')
  vi.advanceTimersByTime(10_000)
  const later = putEntry(entry('later'))
  vi.advanceTimersByTime(99)
  expect(await names()).toEqual([keyOf('after'), keyOf('before')])
  vi.advanceTimersByTime(1)
  expect(await later).toBe('none')
})

it('removes the least recently used entries', () => {
  const index = new Map([
    ['a', 3],
    ['b', 1],
    ['c', 2],
  ])
  expect(overflow(index, 3)).toEqual([])
  expect(overflow(index, 1)).toEqual(['b', 'c'])
})
