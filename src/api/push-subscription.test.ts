import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { connection } from '#src/session/connection.ts'
import { enterSession, leaveSession, setAccessToken } from '#src/state/session.ts'
import { STORAGE_KEYS } from '#src/state/storage.ts'
import { SCREEN_USER } from '#tests/support/screens/screen-user.ts'
import {
  forgetThisDevice,
  notifyThisDevice,
  pushSupport,
  renewThisDevice,
} from './push-subscription.ts'

const KEYS = { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) }
const CHROME = 'Mozilla/5.0 (Linux; Android 15) Chrome/149.0 Mobile Safari/537.36'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1'

let sent: { method: string; url: string; body: unknown }[] = []
let stored: Map<string, string>
/** What the browser does: a subscription for another key is in the way. */
let browser: { answer: string; hasOther: boolean; isDown: boolean; ended: number }

function signIn(id: string): void {
  enterSession({ ...SCREEN_USER, id, role: 'user' })
  setAccessToken('token')
}

const unsubscribe = async () => {
  browser.hasOther = false
  browser.ended += 1
  return true
}
const pushManager = {
  subscribe: async () => {
    if (browser.hasOther || browser.isDown) throw new DOMException('No', 'AbortError')
    return { toJSON: () => ({ endpoint: 'https://push.example/1', keys: KEYS }), unsubscribe }
  },
  getSubscription: async () => ({ unsubscribe }),
}

beforeEach(() => {
  sent = []
  stored = new Map()
  browser = { answer: 'granted', hasOther: false, isDown: false, ended: 0 }
  vi.stubGlobal('navigator', {
    userAgent: CHROME,
    maxTouchPoints: 5,
    serviceWorker: { ready: Promise.resolve({ pushManager }) },
  })
  vi.stubGlobal('PushManager', () => undefined)
  vi.stubGlobal('Notification', {
    get permission() {
      return browser.answer
    },
    requestPermission: async () => browser.answer,
  })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({
      method: init.method ?? 'GET',
      url,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : null,
    })
    if (url === '/v1/push/key') return Response.json({ public_key: 'BA-_' })
    return Response.json({
      id: '1',
      name: 'Chrome on Android',
      created_at: '2026-11-20T12:00:00.000Z',
      last_notice_at: null,
      is_current: 1,
    })
  })
  connection.isOnline = true
  signIn('7')
})
afterEach(() => {
  leaveSession()
  vi.unstubAllGlobals()
})

const saved = () => sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)
const DEVICE = { endpoint: 'https://push.example/1', keys: KEYS, name: 'Chrome on Android' }

it('tells the server where this browser is reached, by the name of the device', async () => {
  expect(await notifyThisDevice()).toBeNull()
  expect(saved()).toEqual([DEVICE])
})

it('says why the browser is not notified, and sends nothing', async () => {
  browser.answer = 'denied'
  expect(await notifyThisDevice()).toBe(
    'The browser blocks notices of this site. Allow them and try again.',
  )
  browser.answer = 'granted'
  browser.isDown = true
  expect(await notifyThisDevice()).toBe(
    'The push service of this browser does not answer. Try again later.',
  )
  expect(saved()).toEqual([])
})

it('replaces a subscription for another key of the server', async () => {
  browser.hasOther = true
  expect(await notifyThisDevice()).toBeNull()
  expect(browser.ended).toBe(1)
  expect(saved()).toEqual([DEVICE])
})

it('a device is added again after a new sign-in of its person, not of another', async () => {
  await renewThisDevice()
  expect(saved()).toEqual([])
  await notifyThisDevice()
  signIn('8')
  await renewThisDevice()
  expect(saved()).toHaveLength(1)
  signIn('7')
  await renewThisDevice()
  expect(saved()).toEqual([DEVICE, DEVICE])
  browser.answer = 'denied'
  await renewThisDevice()
  expect(saved()).toHaveLength(2)
})

it('a device that was removed is not added again', async () => {
  await notifyThisDevice()
  await forgetThisDevice()
  expect(stored.has(STORAGE_KEYS.notifiedUser)).toBe(false)
  await renewThisDevice()
  expect(saved()).toHaveLength(1)
})

it('knows what a browser needs', () => {
  expect(pushSupport()).toBe('yes')
  browser.answer = 'denied'
  expect(pushSupport()).toBe('blocked')
  vi.stubGlobal('navigator', { userAgent: CHROME, maxTouchPoints: 5 })
  expect(pushSupport()).toBe('no')
  vi.stubGlobal('navigator', { userAgent: IPHONE, maxTouchPoints: 5 })
  expect(pushSupport()).toBe('needs-install')
})
