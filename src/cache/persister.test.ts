import 'fake-indexeddb/auto'
import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query'
import type { QueryKey } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { ApiError } from '#src/session/api-error.ts'
import { IdbStore } from '#src/state/idb-store.ts'
import { leaveSession } from '#src/state/session.ts'
import { DATABASES } from '#src/state/storage.ts'
import { holdDatabases } from '#tests/support/server/held-databases.ts'
import { until } from '#tests/support/server/until.ts'
import { cacheHealth, previousResult, MAX_AGE_MS, openCache, readEntry } from './persister.ts'
import { hurryWrites } from './query-cache-store.ts'
import { queryClient } from './query-client.ts'

const disk = new IdbStore<unknown>(DATABASES.cache)
const figures = z.object({ total: z.number() })
const offline = () => Promise.reject(new ApiError({ kind: 'timeout' }))
const KEY = ['/figures', { period: 'week' }]
const ENTRY = 'saleroom:v2:ann-["/figures",{"period":"week"}]'
const DAY_MS = 86_400_000
const STORE_LIMIT_MS = 1000

const options = (queryFn: () => Promise<unknown>, queryKey: QueryKey = KEY) => ({
  queryKey,
  queryFn,
  meta: { keep: figures },
})
const entries = async () => (await disk.keys()).filter((key) => !key.endsWith('#used'))
const untilKept = (key = ENTRY) => until(async () => expect(await disk.get(key)).toBeDefined())

/** What a screen sees at once, as it does before the first paint. */
function firstSight(queryKey: QueryKey = KEY, queryFn: () => Promise<unknown> = offline) {
  const observer = new QueryObserver(queryClient, options(queryFn, queryKey))
  const { data, dataUpdatedAt, isStale } = observer.getCurrentResult()
  return { data, dataUpdatedAt, isStale, observer }
}

/** A new page on the same device, some time later. */
async function reopen(user = 'ann'): Promise<void> {
  leaveSession()
  await openCache(user)
}

beforeEach(async () => {
  await disk.clear()
  await openCache('ann')
  await queryClient.fetchQuery(options(async () => ({ total: 5 })))
  await untilKept()
})

afterEach(async () => {
  vi.useRealTimers()
  leaveSession()
  await disk.clear()
})

const at = (instant: number) => vi.useFakeTimers({ toFake: ['Date'], now: instant })

describe('a stored result', () => {
  it('is shown on the first paint of the next visit, with its age', async () => {
    const seen = Date.now()
    at(seen + 3 * DAY_MS)
    await reopen()
    const { data, dataUpdatedAt } = firstSight()
    expect(data).toEqual({ total: 5 })
    expect(Math.abs(dataUpdatedAt - seen)).toBeLessThan(5000)
    expect(previousResult(JSON.stringify(KEY))).toMatchObject({ data: { total: 5 } })
  })

  it('is not used if the session ends or changes while it is read', async () => {
    leaveSession()
    const reading = openCache('ann')
    leaveSession()
    await reading
    expect(firstSight().data).toBeUndefined()

    const readingAgain = openCache('ann')
    leaveSession()
    await openCache('ben')
    await readingAgain
    expect(firstSight().data).toBeUndefined()
  })

  it('is removed after 30 days', async () => {
    at(Date.now() + 31 * DAY_MS)
    await reopen()
    expect(firstSight().data).toBeUndefined()
  })

  it('is fetched again if its time is in the future', async () => {
    at(Date.now() - 365 * DAY_MS)
    await reopen()
    expect(firstSight()).toMatchObject({ data: { total: 5 }, isStale: true })
  })

  it('is fetched again if this person changed it and left before the new one was there', async () => {
    await queryClient.invalidateQueries({ queryKey: KEY })
    await reopen()
    expect(firstSight().isStale).toBe(false)
    hurryWrites()
    await queryClient.invalidateQueries({ queryKey: KEY })
    await until(async () =>
      expect(await disk.get(ENTRY)).toMatchObject({ state: { isInvalidated: true } }),
    )
    await reopen()
    expect(firstSight()).toMatchObject({ data: { total: 5 }, isStale: true })
  })

  it('is replaced by fetched data, and by data set by hand', async () => {
    await reopen()
    queryClient.setQueryData(KEY, { total: 8 })
    firstSight()
    queryClient.setQueryData(KEY, { total: 9 })
    await until(async () =>
      expect(await disk.get(ENTRY)).toMatchObject({ state: { data: { total: 9 } } }),
    )
  })

  it('stays when the next fetch fails, without an unhandled rejection', async () => {
    await reopen()
    const { observer } = firstSight(KEY, () =>
      Promise.reject(new ApiError({ kind: 'shape', message: 'A page' })),
    )
    await observer.refetch()
    expect(observer.getCurrentResult()).toMatchObject({ data: { total: 5 }, isError: true })
    expect(await disk.get(ENTRY)).toMatchObject({ state: { data: { total: 5 } } })
  })

  it('is read on demand if it was not preloaded', async () => {
    await reopen()
    await openCache('bob')
    const late = new IdbStore<unknown>(DATABASES.cache)
    const entry: unknown = await late.get(ENTRY)
    await late.set('saleroom:v2:bob-["/figures",{"period":"week"}]', entry)
    const { observer } = firstSight()
    const stop = observer.subscribe(() => undefined)
    await until(() => expect(observer.getCurrentResult().data).toEqual({ total: 5 }))
    stop()
  })

  it('is not shown to another user', async () => {
    await reopen('bob')
    const { observer } = firstSight()
    await observer.refetch()
    expect(observer.getCurrentResult().data).toBeUndefined()
  })

  it('is not written for a query without meta.keep', async () => {
    await queryClient.fetchQuery({ queryKey: ['settings'], queryFn: async () => ({ total: 1 }) })
    await queryClient.fetchQuery(options(async () => ({ total: 2 }), ['/after']))
    await untilKept('saleroom:v2:ann-["/after"]')
    expect(await entries()).toEqual(['saleroom:v2:ann-["/after"]', ENTRY])
  })

  it('is not overwritten by an older result of another tab', async () => {
    const newer: unknown = await disk.get(ENTRY)
    at(Date.now() - 60_000)
    await queryClient.fetchQuery({ ...options(async () => ({ total: 4 })), staleTime: 0 })
    await queryClient.fetchQuery(options(async () => ({ total: 2 }), ['/after']))
    await untilKept('saleroom:v2:ann-["/after"]')
    expect(await disk.get(ENTRY)).toEqual(newer)
  })

  it('is not written once the session has ended', async () => {
    let answer = (_value: unknown) => {}
    const held = new Promise((resolve) => {
      answer = resolve
    })
    const late = queryClient.fetchQuery(options(() => held, ['/late'])).catch(() => undefined)
    leaveSession()
    await disk.clear()
    answer({ total: 6 })
    await late
    await queryClient.fetchQuery(options(async () => ({ total: 1 }), ['/settles']))
    expect(await disk.keys()).toEqual([])
  })
})

describe('a long list', () => {
  it('stores its first two pages', async () => {
    const page = z.object({ page: z.int() })
    const list = {
      queryKey: ['/list'],
      queryFn: async ({ pageParam }: { pageParam: number }) => ({ page: pageParam }),
      initialPageParam: 1,
      getNextPageParam: (last: { page: number }) => last.page + 1,
      meta: { keep: page },
    }
    await queryClient.fetchInfiniteQuery({ ...list, pages: 5 })
    const key = 'saleroom:v2:ann-["/list"]'
    await untilKept(key)
    await reopen()
    const observer = new InfiniteQueryObserver(queryClient, list)
    expect(observer.getCurrentResult().data?.pages).toEqual([{ page: 1 }, { page: 2 }])
  })

  it('is written again only if a stored page changed', async () => {
    const page = z.object({ page: z.int() })
    const key = ['/grows']
    const set = (pages: { page: number }[], updatedAt: number) =>
      queryClient.setQueryData(
        key,
        { pages, pageParams: pages.map((each) => each.page) },
        { updatedAt },
      )
    queryClient.setQueryDefaults(key, { meta: { keep: page } })
    const [first, second, third] = [{ page: 1 }, { page: 2 }, { page: 3 }]
    const kept = 'saleroom:v2:ann-["/grows"]'
    const now = Date.now()
    set([first, second], now - 9)
    await untilKept(kept)
    set([first, second, third], now - 6)
    // Written after it, and so kept after it.
    await queryClient.fetchQuery(options(async () => ({ total: 1 }), ['/fence']))
    await untilKept('saleroom:v2:ann-["/fence"]')
    expect(await disk.get(kept)).toMatchObject({ state: { dataUpdatedAt: now - 9 } })
    set([{ page: 10 }, second, third], now - 3)
    await until(async () =>
      expect(await disk.get(kept)).toMatchObject({
        state: { dataUpdatedAt: now - 3, data: { pages: [{ page: 10 }, { page: 2 }] } },
      }),
    )
  })

  it('has the time of its last confirmation, even if nothing changed', async () => {
    const key = ['/quiet']
    const kept = 'saleroom:v2:ann-["/quiet"]'
    queryClient.setQueryDefaults(key, { meta: { keep: z.object({ page: z.int() }) } })
    const now = Date.now()
    for (const updatedAt of [now - 9, now - 3]) {
      queryClient.setQueryData(key, { pages: [{ page: 1 }], pageParams: [1] }, { updatedAt })
      await until(async () =>
        expect(await disk.get(kept)).toMatchObject({ state: { dataUpdatedAt: updatedAt } }),
      )
    }
  })
})

/** Every way to break one thing in an entry: each field gone, and each of a wrong type. */
function mutants(entry: object): unknown[] {
  const wrong = [null, 5, 'text', [], {}, Number.NaN, true]
  const paths = [
    ['buster'],
    ['queryHash'],
    ['queryKey'],
    ['state'],
    ['state', 'data'],
    ['state', 'data', 'total'],
    ['state', 'dataUpdatedAt'],
  ]
  const broken = paths.flatMap((path) =>
    [...wrong, undefined].map((value) => {
      const copy = structuredClone(entry) as Record<string, unknown>
      let target = copy
      // Each step but the last is an object of the entry, as the paths say.
      for (const step of path.slice(0, -1)) target = target[step] as Record<string, unknown>
      const last = path.at(-1) ?? ''
      if (value === undefined) delete target[last]
      else target[last] = value
      return copy
    }),
  )
  return [...wrong, ...broken]
}

describe('a corrupted entry', () => {
  it('is removed and fetched again, for every kind of corruption', async () => {
    // What beforeEach has kept.
    const sound = (await disk.get(ENTRY)) as object
    const all = mutants(sound)
    expect(all.length).toBeGreaterThan(50)
    for (const mutant of all) {
      await disk.set(ENTRY, mutant)
      await reopen()
      const { observer } = firstSight(KEY, async () => ({ total: 7 }))
      const { data } = await observer.refetch()
      const kept = observer.getCurrentResult()
      expect(data).toEqual({ total: 7 })
      expect(kept.isError).toBe(false)
    }
  })

  it('is not shown', () => {
    const sound = {
      buster: '2',
      queryHash: 'h',
      queryKey: ['/k'],
      state: { data: { total: 5 }, dataUpdatedAt: 1000 },
    }
    expect(readEntry(sound, figures, 1000)).toMatchObject({ data: { total: 5 } })
    expect(readEntry(sound, figures, 1000 + MAX_AGE_MS)).not.toBeNull()
    expect(readEntry(sound, figures, 1001 + MAX_AGE_MS)).toBeNull()
    const shown = mutants(sound).flatMap((mutant) => readEntry(mutant, figures, 1000) ?? [])
    expect(shown.filter(({ data }) => !figures.safeParse(data).success)).toEqual([])
  })
})

describe('a device whose storage does not work', () => {
  it.each([
    [
      'throws',
      () => {
        throw new Error('no storage')
      },
    ],
    ['never answers', () => ({ addEventListener: () => undefined })],
  ])('still shows data from the network: it %s', async (_how, open) => {
    vi.resetModules()
    vi.stubGlobal('indexedDB', { open })
    const fresh = await import('./query-client.ts')
    const { openCache: openFresh } = await import('./persister.ts')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const opening = openFresh('ann')
    await vi.advanceTimersByTimeAsync(STORE_LIMIT_MS)
    await opening
    // Waited for once: from here on no time passes.
    const data = await fresh.queryClient.fetchQuery(options(async () => ({ total: 3 })))
    expect(data).toEqual({ total: 3 })
    vi.unstubAllGlobals()
  })

  it('stores the data of the meantime as soon as it works', async () => {
    vi.resetModules()
    const release = holdDatabases()
    const fresh = await import('./query-client.ts')
    const persister = await import('./persister.ts')
    await persister.openCache('ann')
    const { queryClient: client } = fresh
    await client.fetchQuery(options(async () => ({ total: 3 }), ['/slow']))
    await until(() => expect(persister.cacheHealth.error).toBe('silent'))
    release()
    vi.unstubAllGlobals()
    await untilKept('saleroom:v2:ann-["/slow"]')
    await until(() => expect(persister.cacheHealth.error).toBe('none'))
  })
})

describe('a slow disk', () => {
  it('shows its data when it arrives, even if the network failed meanwhile', async () => {
    vi.resetModules()
    const release = holdDatabases()
    const { queryClient: client } = await import('./query-client.ts')
    const { openCache: openSlow } = await import('./persister.ts')
    await openSlow('ann')
    await expect(client.fetchQuery({ ...options(offline), retry: false })).rejects.toBeInstanceOf(
      ApiError,
    )
    expect(client.getQueryData(KEY)).toBeUndefined()
    release()
    vi.unstubAllGlobals()
    await until(() => expect(client.getQueryData(KEY)).toEqual({ total: 5 }))
    expect(client.getQueryState(KEY)).toMatchObject({ status: 'error', fetchStatus: 'idle' })
  })
})

describe('storage that rejects a write', () => {
  const fetchInto = (key: string) =>
    queryClient.fetchQuery(options(async () => ({ total: 1 }), [key]))

  function failPuts(name: string) {
    return vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('', name)
    })
  }

  afterEach(() => vi.restoreAllMocks())

  it('is reported as full, and older entries are removed', async () => {
    failPuts('QuotaExceededError')
    await fetchInto('/new')
    await until(() => expect(cacheHealth.error).toBe('full'))
    vi.restoreAllMocks()
    await fetchInto('/newer')
    await until(() => expect(cacheHealth.error).toBe('none'))
  })

  it('is not reported as full for an aborted transaction, and nothing is removed', async () => {
    await fetchInto('/other')
    await untilKept('saleroom:v2:ann-["/other"]')
    const put = failPuts('AbortError')
    await fetchInto('/new')
    // The try and the one after it.
    await until(() => expect(put).toHaveBeenCalledTimes(2))
    vi.restoreAllMocks()
    await fetchInto('/newer')
    await untilKept('saleroom:v2:ann-["/newer"]')
    expect(cacheHealth.error).toBe('none')
    expect(await entries()).toHaveLength(3)
  })

  it('is reported as not working after repeated failures', async () => {
    failPuts('UnknownError')
    await fetchInto('/new')
    await fetchInto('/newer')
    await until(() => expect(cacheHealth.error).toBe('refused'))
  })
})
