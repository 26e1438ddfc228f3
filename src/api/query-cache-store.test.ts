import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { IdbStore } from '#src/state/idb-store.ts'
import { DATABASES } from '#src/state/storage.ts'
import { until } from '#tests/support/until.ts'
import {
  closeCacheStore,
  dropEntry,
  ENTRY_SCHEMA,
  noteUse,
  openCacheStore,
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

it('two screens’ worth is read before the first paint: the answers that were used last', async () => {
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
])('an answer of another tab that is %s', async (_what, theirs, ours, kept) => {
  await disk.set(keyOf('a'), entry('a', theirs, 'theirs'))
  expect(await putEntry(entry('a', NOW + ours, 'ours'))).toBe('none')
  expect(await disk.get(keyOf('a'))).toMatchObject({ state: { data: kept } })
})

it('a full disk gives up the half that was used longest ago', async () => {
  for (const name of ['a', 'b', 'c', 'd']) {
    await putEntry(entry(name))
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

it('what other users and versions have left goes, and what is not this app’s stays', async () => {
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

it('nothing is swept for a session that ends meanwhile', async () => {
  await disk.set(keyOf('theirs', 'ben'), entry('theirs'))
  const sweeping = sweepCacheStore()
  closeCacheStore()
  await openCacheStore('ben')
  await sweeping
  expect(await names()).toEqual([keyOf('theirs', 'ben')])
})

it('with no session nothing is read, written or dropped', async () => {
  await putEntry(entry('a'))
  closeCacheStore()
  expect(await takeEntry('["/a"]')).toBeUndefined()
  expect(await putEntry(entry('b'))).toBe('none')
  await dropEntry('["/a"]')
  await sweepCacheStore()
  expect(await names()).toEqual([keyOf('a')])
})

it('what was used is remembered for the next page, together with another tab’s uses', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: NOW })
  await disk.set('saleroom:v2:ann#used', { [keyOf('other')]: NOW + 5, [keyOf('a')]: NOW - 5 })
  await putEntry(entry('a'))
  vi.advanceTimersByTime(1000)
  vi.useRealTimers()
  await until(async () =>
    expect(await disk.get('saleroom:v2:ann#used')).toEqual({
      [keyOf('other')]: NOW + 5,
      [keyOf('a')]: NOW,
    }),
  )
})
