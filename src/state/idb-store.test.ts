import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { holdDatabases } from '#tests/support/server/held-databases.ts'
import { until } from '#tests/support/server/until.ts'
import { IdbStore } from './idb-store.ts'
import { sweepOldVersions } from './storage-sweep.ts'
import { DATABASES } from './storage.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('storage', () => {
  it('returns what was stored, after a reload too', async () => {
    const store = new IdbStore<number>('works')
    expect(await store.set('a', 1)).toBe(true)
    await store.set('b', 2)
    const next = new IdbStore<number>('works')
    expect(await next.get('a')).toBe(1)
    expect(await next.getMany(['b', 'c', 'a'])).toEqual(
      new Map([
        ['b', 2],
        ['a', 1],
      ]),
    )
    expect(await next.keys()).toEqual(['a', 'b'])
    await next.remove(['a'])
    expect(await next.read('a')).toEqual({ isKnown: true, value: undefined })
    await next.clear()
    expect(await next.keys()).toEqual([])
  })

  it('changes a value in one transaction', async () => {
    const store = new IdbStore<number>('changes')
    await Promise.all(Array.from({ length: 20 }, () => store.change('n', (now) => (now ?? 0) + 1)))
    expect(await store.get('n')).toBe(20)
    expect(await store.change('n', () => undefined)).toBeUndefined()
    expect(await store.get('n')).toBe(20)
  })

  it('works from memory and reports an error when the database cannot be opened', async () => {
    vi.stubGlobal('indexedDB', {
      open: () => {
        throw new Error('forbidden')
      },
    })
    const store = new IdbStore<number>('broken')
    expect(await store.set('a', 1)).toBe(false)
    expect(store.lastError).toBe('refused')
    expect(await store.read('a')).toEqual({ isKnown: true, value: 1 })
    expect(await store.read('b')).toEqual({ isKnown: false, value: undefined })
    expect(await store.change('a', (now) => (now ?? 0) + 1)).toBe(2)
    await store.clear()
    expect(await store.get('a')).toBeUndefined()
  })

  it('opens a new connection when the browser has closed the old one', async () => {
    const store = new IdbStore<number>('closes')
    await store.set('a', 1)
    const closing = new DOMException('The database connection is closing.', 'InvalidStateError')
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
      throw closing
    })
    expect(await store.set('a', 2)).toBe(true)
    expect(store.lastError).toBe('none')
    expect(await new IdbStore<number>('closes').get('a')).toBe(2)
  })

  it.each([
    ['QuotaExceededError', 'full'],
    ['AbortError', 'refused'],
    ['UnknownError', 'refused'],
  ])('that fails with %s is %s', async (name, error) => {
    const store = new IdbStore<number>('fails')
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('', name)
    })
    expect(await store.set('a', 1)).toBe(false)
    expect(store.lastError).toBe(error)
    put.mockRestore()
    expect(await store.set('a', 1)).toBe(true)
    expect(store.lastError).toBe('none')
  })

  it('waits only once for a database that never responds', async () => {
    const open = vi.fn<() => object>(() => ({ addEventListener: () => undefined }))
    vi.stubGlobal('indexedDB', { open })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const store = new IdbStore<number>('hangs', 100)
    const first = store.get('a')
    await vi.advanceTimersByTimeAsync(100)
    expect(await first).toBeUndefined()
    expect(store.lastError).toBe('silent')
    // No time passes from here.
    await store.set('a', 1)
    expect(await store.get('a')).toBe(1)
    expect(open).toHaveBeenCalledOnce()
    vi.useRealTimers()
  })

  it('uses the database again once it responds, if onRecovered is given', async () => {
    const release = holdDatabases()
    const onRecovered = vi.fn<() => void>()
    const store = new IdbStore<number>('late', 20, onRecovered)
    const withoutCallback = new IdbStore<number>('late', 20)
    const both = ['a', 'c'].map((key) => store.changeOnDisk(new Map([[key, () => 1]])))
    expect(await Promise.all(both)).toEqual([false, false])
    expect(await withoutCallback.set('b', 1)).toBe(false)
    expect(store.lastError).toBe('silent')
    expect(onRecovered).not.toHaveBeenCalled()
    release()
    await until(() => expect(onRecovered).toHaveBeenCalledOnce())
    expect(store.lastError).toBe('none')
    const add = (now: number | undefined) => (now ?? 0) + 1
    const changes = ['a', 'c', 'd'].map((key): [string, typeof add] => [key, add])
    expect(await store.changeOnDisk(new Map(changes))).toBe(true)
    expect([...(await new IdbStore<number>('late').getMany(['a', 'c', 'd'])).values()]).toEqual([
      2, 2, 1,
    ])
    // Without it, the store stays in memory.
    expect(await withoutCallback.set('b', 2)).toBe(false)
    expect(await withoutCallback.get('b')).toBe(2)
  })

  it('still works after a value that cannot be stored', async () => {
    const store = new IdbStore<unknown>('picky')
    expect(await store.set('a', () => undefined)).toBe(false)
    expect(await store.set('b', 1)).toBe(true)
    expect(store.lastError).toBe('none')
  })
})

describe('a page that goes to the back/forward cache', () => {
  async function pageEvents() {
    const events = new EventTarget()
    vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
    vi.resetModules()
    const { IdbStore: PageStore } = await import('./idb-store.ts')
    const notify = (type: string, persisted = true) =>
      events.dispatchEvent(Object.assign(new Event(type), { persisted }))
    return { PageStore, notify }
  }

  it('locks nothing, and finishes its change when it is shown again', async () => {
    const { PageStore, notify } = await pageEvents()
    const left = new PageStore<number>('left')
    const next = new IdbStore<number>('left')
    await left.set('n', 1)
    let tries = 0
    const ended = vi.fn<(value: number | undefined) => void>()
    const isLeft = new Promise<void>((resolve) => {
      void left
        .change('n', (now) => {
          tries += 1
          if (tries === 1) notify('pagehide')
          resolve()
          return (now ?? 0) + 1
        })
        .then(ended)
    })
    await isLeft
    expect(await next.set('n', 10)).toBe(true)
    expect(await next.get('n')).toBe(10)
    expect(ended).not.toHaveBeenCalled()
    notify('pageshow')
    await until(() => expect(ended).toHaveBeenCalledWith(11))
    expect(await next.get('n')).toBe(11)
    expect(left.lastError).toBe('none')
  })

  it('lets go of a database that opens only then', async () => {
    const { PageStore, notify } = await pageEvents()
    const left = new PageStore<number>('opens')
    const { open } = indexedDB
    const isLeft = new Promise<void>((resolve) => {
      vi.spyOn(indexedDB, 'open').mockImplementationOnce((name) => {
        queueMicrotask(() => {
          notify('pagehide')
          resolve()
        })
        return open.call(indexedDB, name)
      })
    })
    const writing = left.set('n', 1)
    await isLeft
    const next = new IdbStore<number>('opens')
    expect(await next.set('n', 2)).toBe(true)
    notify('pageshow')
    expect(await writing).toBe(true)
    expect(await next.get('n')).toBe(1)
  })

  it('writes what memory holds when it is shown again', async () => {
    const { PageStore, notify } = await pageEvents()
    const onRecovered = vi.fn<() => void>()
    const store = new PageStore<number>('holds', 1000, onRecovered)
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('', 'UnknownError')
    })
    expect(await store.set('n', 1)).toBe(false)
    put.mockRestore()
    notify('pagehide', false)
    notify('pageshow', false)
    expect(onRecovered).not.toHaveBeenCalled()
    notify('pagehide')
    notify('pageshow')
    expect(onRecovered).toHaveBeenCalledOnce()
  })

  it('leaves no database half made: a new device has them all before one is needed', async () => {
    // Files of one worker share the global factory.
    vi.stubGlobal('indexedDB', new IDBFactory())
    const names = async () => (await indexedDB.databases()).map(({ name }) => name)
    expect(await names()).toEqual([])
    sweepOldVersions()
    await until(async () =>
      expect(await names()).toEqual(expect.arrayContaining(Object.values(DATABASES))),
    )
    // Nothing holds them open.
    const deleting = indexedDB.deleteDatabase(DATABASES.cache)
    await new Promise((resolve) => deleting.addEventListener('success', resolve))
    const store = new IdbStore<number>(DATABASES.session)
    expect(await store.set('n', 1)).toBe(true)
  })

  it('does not stand in the way of a deletion', async () => {
    const store = new IdbStore<number>('goes')
    await store.set('n', 1)
    const deleting = indexedDB.deleteDatabase('goes')
    await new Promise((resolve) => deleting.addEventListener('success', resolve))
    expect(await store.set('n', 2)).toBe(true)
    expect(await store.keys()).toEqual(['n'])
  })
})
