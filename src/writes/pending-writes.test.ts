import 'fake-indexeddb/auto'
import { getVersion, proxy } from 'valtio'
import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { IdbStore } from '#src/state/idb-store.ts'
import { enterSession, leaveSession } from '#src/state/session.ts'
import { DATABASES, STORAGE_PREFIX } from '#src/state/storage.ts'
import type { User } from '#src/wire/users.ts'
import { holdDatabases } from '#tests/support/server/held-databases.ts'
import { until } from '#tests/support/server/until.ts'
import { pendingWritesOf, hasPendingWrites, readPendingWrites } from './pending-writes.ts'

const user = (id: string): User => ({
  id,
  role: 'user',
  email: `${id}@saleroom.example`,
  is_email_verified: 1,
  requires_password_reset: 0,
})
const credits = pendingWritesOf('credit', z.object({ tokens: z.string() }))
const disk = new IdbStore<unknown>(DATABASES.pendingWrites)
const pendingWrite = (key: string) => ({ key, sentAt: Date.now(), what: { tokens: '500' } })
const id = `${STORAGE_PREFIX}1-credit-AURA 0x1`

afterEach(async () => {
  vi.useRealTimers()
  leaveSession()
  await disk.clear()
})

/** As after a reload of the page. */
async function reload(userId = '1'): Promise<void> {
  leaveSession()
  enterSession(user(userId))
  await readPendingWrites()
}

test('a write is on the device before it is sent, and outlives a reload and an expired session', async () => {
  enterSession(user('1'))
  const kept = await credits.save('AURA 0x1', pendingWrite('k1'))
  expect(await disk.get(id)).toEqual(kept)
  await reload()
  expect(credits.read('AURA 0x1')).toEqual(kept)
  expect(credits.read('AURA 0x2')).toBeUndefined()
})

test('a write with parts of a draft, which are proxies, is saved without them: no device stores one', async () => {
  const listed = pendingWritesOf('listed', z.object({ names: z.array(z.string()) }))
  enterSession(user('1'))
  const draft = proxy({ names: ['AURA'] })
  expect(getVersion(draft.names)).toBeDefined()
  const kept = await listed.save('AURA 0x1', { key: 'k1', sentAt: Date.now(), what: { ...draft } })
  expect(getVersion(kept.what.names)).toBeUndefined()
  await reload()
  expect(listed.read('AURA 0x1')?.what).toEqual({ names: ['AURA'] })
})

test('while a write is pending, another one with the same target does not replace it', async () => {
  enterSession(user('1'))
  const first = await credits.save('AURA 0x1', pendingWrite('k1'))
  expect(await credits.save('AURA 0x1', pendingWrite('k2'))).toEqual(first)
  // Neither does one of another tab.
  leaveSession()
  enterSession(user('1'))
  expect(await credits.save('AURA 0x1', pendingWrite('k3'))).toEqual(first)
})

test('a write is removed as soon as its outcome is known', async () => {
  enterSession(user('1'))
  await credits.save('__proto__', pendingWrite('k1'))
  expect(hasPendingWrites()).toBe(true)
  await credits.resolve('k1')
  expect(hasPendingWrites()).toBe(false)
  expect(await disk.keys()).toEqual([])
})

test('a refused write that is sent again with its key is pending again', async () => {
  enterSession(user('1'))
  await credits.save('AURA 0x1', pendingWrite('k1'))
  await credits.resolve('k1')
  const again = await credits.save('AURA 0x1', pendingWrite('k1'))
  expect(credits.read('AURA 0x1')).toEqual(again)
  await reload()
  expect(credits.read('AURA 0x1')).toEqual(again)
})

test('a write is removed even if its session has ended meanwhile', async () => {
  enterSession(user('1'))
  await credits.save('AURA 0x1', pendingWrite('k1'))
  leaveSession()
  await credits.resolve('k1')
  expect(await disk.keys()).toEqual([])
})

test('logout removes pending writes, those that are just being saved too', async () => {
  enterSession(user('1'))
  const late = credits.save('AURA 0x1', pendingWrite('k1'))
  leaveSession(true)
  await disk.clear()
  await late
  expect(await disk.keys()).toEqual([])
})

test('another user of the device does not see a pending write and removes it', async () => {
  enterSession(user('1'))
  await credits.save('AURA 0x1', pendingWrite('k1'))
  await reload('12')
  expect(credits.read('AURA 0x1')).toBeUndefined()
  expect(await disk.keys()).toEqual([])
})

test('a write whose key is still valid is read', async () => {
  const young = { ...pendingWrite('k1'), sentAt: Date.now() - 23 * 3_600_000 + 60_000 }
  await disk.set(id, young)
  await reload()
  expect(credits.read('AURA 0x1')).toEqual(young)
})

test.each([
  ['older than its key', { ...pendingWrite('k1'), sentAt: Date.now() - 23 * 3_600_000 }],
  ['broken', { key: 1 }],
])('a stored write that is %s is removed', async (_what, value) => {
  await disk.set(id, value)
  await reload()
  expect(hasPendingWrites()).toBe(false)
  expect(await disk.keys()).toEqual([])
})

test('a write that another version has stored in another shape counts as absent', async () => {
  await disk.set(id, { ...pendingWrite('k1'), what: { tokens: 500 } })
  await reload()
  expect(credits.read('AURA 0x1')).toBeUndefined()
  expect(await credits.save('AURA 0x1', pendingWrite('k2'))).toMatchObject({ key: 'k2' })
})

test('a disk that responds late brings the earlier write, and stores the present ones', async () => {
  const before = pendingWrite('k0')
  await disk.set(id, before)
  vi.resetModules()
  const release = holdDatabases()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const fresh = await import('./pending-writes.ts')
  const session = await import('#src/state/session.ts')
  const own = fresh.pendingWritesOf('credit', z.object({ tokens: z.string() }))
  session.enterSession(user('1'))
  const saving = Promise.all([
    own.save('AURA 0x3', pendingWrite('k3')),
    own.save('AURA 0x2', pendingWrite('k2')),
    own.save('AURA 0x1', pendingWrite('k1')),
  ])
  await vi.advanceTimersByTimeAsync(4000)
  await saving
  await own.resolve('k3')
  await own.save('AURA 0x3', pendingWrite('k4'))
  expect(own.read('AURA 0x1')).toMatchObject({ key: 'k1' })
  vi.useRealTimers()
  release()
  vi.unstubAllGlobals()
  await until(() => expect(own.read('AURA 0x1')).toEqual(before))
  await own.resolve('k1')
  expect(own.read('AURA 0x1')).toEqual(before)
  expect(own.read('AURA 0x2')).toMatchObject({ key: 'k2' })
  expect(own.read('AURA 0x3')).toMatchObject({ key: 'k4' })
  await own.resolve('k2')
  const left = (await disk.keys()).map((key) => key.slice(-8))
  expect(left).toEqual(['AURA 0x1', 'AURA 0x3'])
  expect(await disk.get(`${STORAGE_PREFIX}1-credit-AURA 0x3`)).toMatchObject({ key: 'k4' })
  session.leaveSession()
})
