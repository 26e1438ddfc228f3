import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  checkConnection,
  connection,
  noteResponse,
  noteSilence,
  watchConnection,
} from './connection.ts'

let answer: () => Response | Promise<Response> = () => Response.json({ status: 'ok' })
let probes = 0

function show(state: 'visible' | 'hidden') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}
const setOnline = (isOnline: boolean) =>
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)

beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => {
    probes += 1
    return answer()
  })
  answer = () => Response.json({ status: 'ok' })
  await checkConnection()
  probes = 0
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('the server', () => {
  it.each<[string, boolean, () => Response | Promise<Response>]>([
    ['it is healthy', true, () => Response.json({ status: 'ok' })],
    [
      'it answers in JSON that there is nothing here',
      true,
      () => Response.json({}, { status: 404 }),
    ],
    ['it answers with its own refusal', true, () => Response.json({}, { status: 499 })],
    ['it fails', false, () => Response.json({}, { status: 500 })],
    ['a gateway stands before nothing', false, () => Response.json({}, { status: 503 })],
    ['a portal answers with its page', false, () => new Response('<html>')],
    ['nobody answers', false, () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('is probed: %s, so %s', async (_what, isThere, given) => {
    answer = given
    expect(await checkConnection()).toBe(isThere)
    expect(connection.isOnline).toBe(isThere)
  })

  it('is not probed while the browser is offline', async () => {
    setOnline(false)
    expect(await checkConnection()).toBe(false)
    expect(probes).toBe(0)
  })

  it('is probed once for many calls without a response', async () => {
    for (const _call of [1, 2, 3]) noteSilence()
    await vi.advanceTimersByTimeAsync(0)
    expect(probes).toBe(1)
    expect(connection.isOnline).toBe(true)
  })
})

describe('an unreachable server', () => {
  beforeEach(async () => {
    answer = () => Promise.reject(new TypeError('Failed to fetch'))
    await checkConnection()
    probes = 0
  })

  it('is detected again within 30 s, after any outage', async () => {
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    answer = () => Response.json({ status: 'ok' })
    await vi.advanceTimersByTimeAsync(30_000)
    expect(connection.isOnline).toBe(true)
  })

  it('is probed at growing intervals', async () => {
    await vi.advanceTimersByTimeAsync(30_000)
    const first = probes
    await vi.advanceTimersByTimeAsync(5 * 60_000)
    probes = 0
    await vi.advanceTimersByTimeAsync(30_000)
    expect(first).toBeGreaterThan(2)
    expect(probes).toBe(1)
  })

  it('is not probed by a hidden tab, and at once when the tab becomes visible', async () => {
    watchConnection()
    connection.isOnline = false
    show('hidden')
    await vi.advanceTimersByTimeAsync(5 * 60_000)
    expect(probes).toBe(0)
    answer = () => Response.json({ status: 'ok' })
    show('visible')
    await vi.advanceTimersByTimeAsync(0)
    expect([probes, connection.isOnline]).toEqual([1, true])
    // With the server there, looking at the tab asks nothing.
    show('visible')
    await vi.advanceTimersByTimeAsync(0)
    expect(probes).toBe(1)
  })

  it('is unreachable as soon as the browser is offline, and probed when it is online', async () => {
    answer = () => Response.json({ status: 'ok' })
    watchConnection()
    await checkConnection()
    setOnline(false)
    globalThis.dispatchEvent(new Event('offline'))
    // An answer that was on its way is no sign of it.
    noteResponse()
    expect(connection.isOnline).toBe(false)
    setOnline(true)
    globalThis.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(0)
    expect(connection.isOnline).toBe(true)
  })
})
