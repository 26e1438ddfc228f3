import { afterEach, expect, it, vi } from 'vitest'
import { filters, selectProjects, setPrivacy } from '#src/state/filters.ts'
import { noteRecent } from '#src/state/recents.ts'
import { readRecord, writeRecord } from '#src/state/session-record.ts'
import { currentUser, session } from '#src/state/session.ts'
import { TAB_CHANNEL } from '#src/state/storage.ts'
import { draftsOf } from '#src/writes/drafts.ts'
import { isUnsavedElsewhere } from '#src/writes/unsaved-changes.ts'
import { SCREEN_USER, signInHere } from '#tests/support/screens/screen-user.ts'
import { until } from '#tests/support/server/until.ts'
import { watchSession } from './auth.ts'
import { logout } from './logout.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  setPrivacy(false)
})

it('a logout forgets the filters, but privacy mode stays, also after a reload', async () => {
  vi.stubGlobal('fetch', async () => Response.json(null))
  setPrivacy(true)
  selectProjects(['SECRET'])
  expect(JSON.stringify(localStorage)).toContain('SECRET')
  await logout()
  expect(filters).toMatchObject({ privacy: true, selectedProjects: 'all' })
  expect(JSON.stringify(localStorage)).not.toContain('SECRET')
  vi.resetModules()
  const { filters: reloaded } = await import('#src/state/filters.ts')
  expect(reloaded.privacy).toBe(true)
})

it('a logout forgets what was opened last', async () => {
  vi.stubGlobal('fetch', async () => Response.json(null))
  signInHere()
  noteRecent({ kind: 'lead', projectId: 'AURA', id: '4', title: 'nadia@a.example' })
  expect(JSON.stringify(localStorage)).toContain('nadia@a.example')
  await logout()
  expect(JSON.stringify(localStorage)).not.toContain('nadia@a.example')
})

it('input survives a session that the server ended in another tab, but not a Logout', async () => {
  watchSession(() => undefined)
  const drafts = draftsOf<{ code: string }>()
  const otherTab = new BroadcastChannel(TAB_CHANNEL)
  for (const chosen of [false, true]) {
    signInHere()
    drafts.change('AURA', { code: 'HALF' })
    otherTab.postMessage({ type: 'signed-out', chosen })
    await until(() => expect(session.current).toEqual({ is: 'out', chosen }))
    signInHere()
    expect(drafts.read('AURA')).toEqual(chosen ? {} : { code: 'HALF' })
  }
  otherTab.close()
})

it('a Logout takes effect on the screen and in other tabs before the disk responds, and reaches the server', async () => {
  const calls: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, init: { body: string }) => {
    calls.push([url, JSON.parse(init.body)])
    return new Response(null, { status: 204 })
  })
  signInHere()
  await writeRecord({ generation: Date.now(), refresh: 'refresh-1', user: SCREEN_USER })
  const channel = new BroadcastChannel(TAB_CHANNEL)
  const heard = new Promise((resolve) => {
    channel.addEventListener('message', ({ data }) => resolve(data))
  })
  const left = logout()
  // In the same turn: no disk can have answered.
  expect(currentUser()).toBeNull()
  expect(await heard).toEqual({ type: 'signed-out', chosen: true })
  await left
  await until(() => expect(calls).toEqual([['/v1/auth/logout', { refresh_token: 'refresh-1' }]]))
  expect(await readRecord()).toBeNull()
  channel.close()
})

it('other tabs can be queried over plain http too', async () => {
  vi.stubGlobal('crypto', {
    getRandomValues: globalThis.crypto.getRandomValues.bind(globalThis.crypto),
  })
  expect(await isUnsavedElsewhere()).toBe(false)
})
