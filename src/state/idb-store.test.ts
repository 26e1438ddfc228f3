import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { holdDatabases } from '#tests/support/server/held-databases.ts'
import { until } from '#tests/support/server/until.ts'
import { IdbStore } from './idb-store.ts'

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
    const both = [store.changeOnDisk('a', () => 1), store.changeOnDisk('c', () => 1)]
    expect(await Promise.all(both)).toEqual([false, false])
    expect(await withoutCallback.set('b', 1)).toBe(false)
    expect(store.lastError).toBe('silent')
    expect(onRecovered).not.toHaveBeenCalled()
    release()
    await until(() => expect(onRecovered).toHaveBeenCalledOnce())
    expect(store.lastError).toBe('none')
    expect(await store.changeOnDisk('a', (now) => (now ?? 0) + 1)).toBe(true)
    expect(await new IdbStore<number>('late').get('a')).toBe(2)
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
