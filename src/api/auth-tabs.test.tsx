import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { connection } from '#src/session/connection.ts'
import { forgetGeneration } from '#src/session/refresh.ts'
import { clearRecord, readRecord, writeRecord } from '#src/state/session-record.ts'
import { currentUser, leaveSession, session, sessionEpoch } from '#src/state/session.ts'
import { TAB_CHANNEL } from '#src/state/storage.ts'
import { onTabMessage } from '#src/state/tab-channel.ts'
import { until } from '#tests/support/server/until.ts'
import { startSession, watchSession } from './auth.ts'
import { logout } from './logout.ts'
import { login } from './sign-in.ts'

const userOf = (id: string) => ({
  id,
  role: 'admin',
  email: `${id}@example.com`,
  is_email_verified: 1 as const,
  requires_password_reset: 0 as const,
})
const recordOf = (id: string) => ({ generation: 1, refresh: `refresh-${id}`, user: userOf(id) })
const tokens = {
  access: { token: 'access-new', expires: '2026-11-20T12:15:00.000Z' },
  refresh: { token: 'refresh-new', expires: '2026-12-20T12:00:00.000Z' },
}

let calls: string[] = []
/** The server as it is: it knows ann, whose role has changed since the device kept her. */
const server: Record<string, () => Response> = {
  '/auth/refresh-tokens': () => Response.json(tokens),
  '/auth/login': () => Response.json({ user: userOf('ann'), tokens }),
  '/auth/logout': () => new Response(null, { status: 204 }),
  '/users/ann': () => Response.json({ ...userOf('ann'), role: 'client' }),
}

let notifyConnection = () => {}
const otherTab = new BroadcastChannel(TAB_CHANNEL)
const heard: unknown[] = []
otherTab.addEventListener('message', (event) => heard.push(event.data))

function show(state: 'visible' | 'hidden') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}
function backFromPageCache(persisted: boolean) {
  const event = Object.assign(new Event('pageshow'), { persisted })
  globalThis.dispatchEvent(event)
}
const untilIn = (id: string) => until(() => expect(currentUser()?.id).toBe(id))

beforeAll(() => watchSession((listener) => (notifyConnection = listener)))

beforeEach(() => {
  calls = []
  heard.length = 0
  vi.stubGlobal('fetch', async (url: string) => {
    const path = url.replace('/v1', '')
    calls.push(path)
    const answer = server[path]
    if (!answer) throw new TypeError('Failed to fetch')
    return answer()
  })
  connection.isOnline = false
})

afterEach(async () => {
  vi.restoreAllMocks()
  leaveSession()
  forgetGeneration()
  await clearRecord()
  vi.unstubAllGlobals()
})

describe('a session that was resumed offline', () => {
  it('is confirmed once, as soon as the server is reachable', async () => {
    await writeRecord(recordOf('ann'))
    await startSession(recordOf('ann'))
    expect(currentUser()?.role).toBe('admin')
    notifyConnection()
    expect(calls).toEqual([])
    connection.isOnline = true
    notifyConnection()
    await until(() => expect(currentUser()?.role).toBe('client'))
    expect(await readRecord()).toMatchObject({ user: { role: 'client' } })
    notifyConnection()
    show('visible')
    await until(async () => expect(await readRecord()).not.toBeNull())
    expect(calls).toEqual(['/auth/refresh-tokens', '/users/ann'])
  })
})

describe('a tab that becomes visible again', () => {
  it('continues as the user who is now signed in on the device', async () => {
    await writeRecord(recordOf('ann'))
    await startSession(recordOf('ann'))
    await writeRecord(recordOf('ben'))
    show('hidden')
    expect(currentUser()?.id).toBe('ann')
    show('visible')
    await untilIn('ben')
  })

  it('keeps its session while that is the session of the device', async () => {
    await writeRecord(recordOf('ann'))
    await startSession(recordOf('ann'))
    const epoch = sessionEpoch()
    show('visible')
    // The tab's own look at the device is done before this one.
    await readRecord()
    await readRecord()
    expect([sessionEpoch(), currentUser()?.id]).toEqual([epoch, 'ann'])
  })

  it('is signed out if the device has no session any more', async () => {
    await writeRecord(recordOf('ann'))
    await startSession(recordOf('ann'))
    await clearRecord()
    show('visible')
    await until(() => expect(session.current).toEqual({ is: 'out', chosen: false }))
  })
})

describe('a page restored from the back/forward cache', () => {
  it('shows nothing until its session is confirmed', async () => {
    await writeRecord(recordOf('ann'))
    await startSession(recordOf('ann'))
    await writeRecord(recordOf('ben'))
    const { style } = document.documentElement
    backFromPageCache(false)
    expect(style.visibility).toBe('')
    backFromPageCache(true)
    expect(style.visibility).toBe('hidden')
    await until(() => expect(style.visibility).toBe(''))
    expect(currentUser()?.id).toBe('ben')
  })
})

describe('a sign-in in another tab', () => {
  it('is joined, even if the device responds seconds later', async () => {
    const notified = new Promise<void>((resolve) => {
      const stop = onTabMessage(() => {
        stop()
        resolve()
      })
    })
    otherTab.postMessage({ type: 'signed-in' })
    await notified
    // The tab's first look finds nothing: it is done before this one.
    await readRecord()
    await writeRecord(recordOf('ann'))
    await until(() => expect(currentUser()?.id).toBe('ann'))
  })

  it('is announced to the other tabs, as is a Logout', async () => {
    connection.isOnline = true
    await login({ email: 'ann@example.com', password: 'x' })
    expect(currentUser()?.id).toBe('ann')
    expect(await readRecord()).toMatchObject({ refresh: 'refresh-new', user: { id: 'ann' } })
    await logout()
    await until(() =>
      expect(heard).toEqual([{ type: 'signed-in' }, { type: 'signed-out', chosen: true }]),
    )
    await until(() => expect(calls).toEqual(['/auth/login', '/auth/logout']))
    expect(await readRecord()).toBeNull()
  })
})
