import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { IdbStore } from '#src/state/idb-store.ts'
import { DATABASES } from '#src/state/storage.ts'
import { until } from '#tests/support/server/until.ts'

const disk = new IdbStore<unknown>(DATABASES.revocations)
const kept = async () => (await disk.get('queue')) ?? []

let answer: () => Response
let sent: unknown[] = []

/** A page that has just been opened on this device. */
async function startPage() {
  vi.resetModules()
  const { queueRevocation: revoke } = await import('#src/api/logout.ts')
  const { watchRevocations } = await import('./revocations.ts')
  const { connection, noteResponse: noteAnswer } = await import('./connection.ts')
  await watchRevocations()
  return { revoke, connection, noteAnswer }
}

beforeEach(async () => {
  await disk.clear()
  sent = []
  answer = () => new Response(null, { status: 204 })
  vi.stubGlobal('fetch', async (url: string, init?: { body: string }) => {
    if (url.endsWith('/health')) return Response.json({ status: 'ok' })
    sent.push(JSON.parse(init?.body ?? 'null'))
    return answer()
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('a revoked session leaves no stored data', async () => {
  const { revoke } = await startPage()
  await revoke('left')
  expect(sent).toEqual([{ refresh_token: 'left' }])
  await until(async () => expect(await kept()).toEqual([]))
})

const page = (status: number) =>
  new Response('<p>Sign in to the network', { status, headers: { 'content-type': 'text/html' } })

it.each<[string, () => Response]>([
  ['503', () => Response.json({ code: 503, message: 'Busy' }, { status: 503 })],
  ['500', () => Response.json({ code: 500, message: 'Broken' }, { status: 500 })],
  ['429', () => Response.json({ code: 429, message: 'Too many requests' }, { status: 429 })],
  ['403 of a proxy', () => page(403)],
  ['401 of a proxy', () => page(401)],
  ['the page of a captive portal', () => page(200)],
  ['a gateway’s 502', () => page(502)],
  ['no network', () => Response.error()],
])('after %s it is sent again when a call succeeds', async (_what, failing) => {
  const { revoke, connection, noteAnswer } = await startPage()
  answer = () => {
    const response = failing()
    if (response.type === 'error') throw new TypeError('Failed to fetch')
    return response
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  await revoke('left')
  expect(sent).toHaveLength(1)
  // Its own failure makes the app see whether the server is there: it is, but waits a little.
  await vi.advanceTimersByTimeAsync(4000)
  expect(sent).toHaveLength(1)
  connection.isOnline = true
  answer = () => new Response(null, { status: 204 })
  noteAnswer()
  await vi.advanceTimersByTimeAsync(1000)
  vi.useRealTimers()
  await until(() => expect(sent).toHaveLength(2))
  await until(async () => expect(await kept()).toEqual([]))
  noteAnswer()
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(sent).toHaveLength(2)
})

it.each([400, 401, 404])('after status %i it is not sent again', async (code) => {
  const { revoke } = await startPage()
  answer = () => Response.json({ code, message: 'No' }, { status: code })
  await revoke('left')
  await until(async () => expect(await kept()).toEqual([]))
})

it('if the page closes before the server is reached, the next start sends it', async () => {
  const before = await startPage()
  before.connection.isOnline = false
  await before.revoke('one')
  await before.revoke('two')
  expect(sent).toEqual([])
  await until(async () => expect(await kept()).toEqual(['one', 'two']))
  await startPage()
  expect(sent).toEqual([{ refresh_token: 'one' }, { refresh_token: 'two' }])
  await until(async () => expect(await kept()).toEqual([]))
})

it('only the latest ten are kept', async () => {
  const { revoke, connection } = await startPage()
  connection.isOnline = false
  for (let session = 1; session <= 12; session++) await revoke(`s${session}`)
  await until(async () => expect(await kept()).toHaveLength(10))
  await until(async () => expect(await kept()).toContain('s12'))
  expect(await kept()).not.toContain('s2')
})
