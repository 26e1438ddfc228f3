import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { preloadRecord } from '#scripts/build/early-record.ts'
import { holdDatabases } from '#tests/support/server/held-databases.ts'
import { until } from '#tests/support/server/until.ts'
import { IdbStore } from './idb-store.ts'
import type { SessionRecord } from './session-record.ts'
import { DATABASES } from './storage.ts'

const disk = new IdbStore<object>(DATABASES.session)
const record = (generation: number): SessionRecord => ({
  generation,
  refresh: `token-${generation}`,
  user: {
    id: '1',
    role: 'admin',
    email: 'a@example.com',
    is_email_verified: 1,
    requires_password_reset: 0,
  },
})

/** A page that starts: the script in its head, then the app. */
async function startPage() {
  vi.resetModules()
  preloadRecord()
  return await import('./session-record.ts')
}

beforeEach(() => disk.clear())
afterEach(() => vi.unstubAllGlobals())

it('the record that was preloaded is used for the first read only', async () => {
  await disk.set('record', record(1))
  const { readRecord } = await startPage()
  await until(() => expect(globalThis).toHaveProperty('earlyRecord'))
  const open = vi.spyOn(IDBFactory.prototype, 'open')
  expect(await readRecord()).toEqual(record(1))
  await disk.set('record', record(2))
  expect(await readRecord()).toEqual(record(2))
  // Nothing but the app's own databases was opened.
  expect(new Set(open.mock.calls.map(([name]) => name))).toEqual(new Set([DATABASES.session]))
})

it('a first visit has no record and can store one', async () => {
  const { readRecord } = await startPage()
  expect(await readRecord()).toBeNull()
  await disk.set('record', record(3))
  expect(await readRecord()).toEqual(record(3))
})

/** Runs the script of the page's head until it has read the record. */
async function readEarly() {
  preloadRecord()
  await Reflect.get(globalThis, 'earlyRecord')
}

it('a preloaded record that arrives after the app has started does not end the session', async () => {
  const { readRecord, writeRecord } = await startPage()
  Reflect.deleteProperty(globalThis, 'earlyRecord')
  expect(await readRecord()).toBeNull()
  await readEarly()
  await writeRecord(record(5))
  expect(await readRecord()).toEqual(record(5))
})

it('a login after a logout on the same device outlasts what was preloaded', async () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  const before = await startPage()
  await before.clearRecord()

  const { readRecord, writeRecord } = await startPage()
  await readEarly()
  expect(await readRecord()).toBeNull()
  await writeRecord(record(6))
  expect(await readRecord()).toEqual(record(6))
})

it('a record that cannot be preloaded is read by the app', async () => {
  await disk.set('record', record(4))
  const { readRecord } = await startPage()
  Object.assign(globalThis, { earlyRecord: new Promise(() => undefined) })
  expect(await readRecord()).toEqual(record(4))
})

it('a disk that responds late gets the newest token', async () => {
  const release = holdDatabases()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { writeRecord, replaceRecord } = await startPage()
  const late = async <T>(work: Promise<T>) => {
    await vi.advanceTimersByTimeAsync(3000)
    return work
  }
  await late(writeRecord(record(1)))
  await late(replaceRecord(1, () => record(2)))
  vi.useRealTimers()
  release()
  vi.unstubAllGlobals()
  await until(async () => expect(await disk.get('record')).toEqual(record(2)))
})

it('a disk that fails does not end the session: the tab continues with its newest token', async () => {
  const { readRecord, replaceRecord, clearRecord } = await startPage()
  await disk.set('record', record(5))
  expect(await readRecord()).toEqual(record(5))
  const renew = (generation: number) => replaceRecord(generation, () => record(generation + 1))
  expect(await renew(5)).toBe(true)
  const broken = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('', 'UnknownError')
  })
  expect(await readRecord()).toEqual(record(6))
  expect(await renew(5)).toBe(false)
  expect(await renew(6)).toBe(true)
  expect(await readRecord()).toEqual(record(7))
  await clearRecord()
  expect(await renew(7)).toBe(false)
  broken.mockRestore()
})
