import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { clearRecord, writeRecord } from '#src/state/session-record.ts'
import { leaveSession } from '#src/state/session.ts'
import { SCREEN_USER, signInHere } from '#tests/support/screens/screen-user.ts'
import { until } from '#tests/support/server/until.ts'
import { openLiveStream } from './live-stream.ts'

const CHANGE = {
  project_id: 'AURA',
  kinds: ['transactions'],
  at: '2026-11-20T12:00:00.000Z',
}
const eventOf = (data: unknown) => `event: change\ndata: ${JSON.stringify(data)}\n\n`

/** A stream that the server has opened. */
type Opened = {
  url: string
  headers: Headers
  signal: AbortSignal
  write: (text: string) => void
  end: () => void
}
let opened: Opened[] = []
let statuses: number[] = []
let heard: unknown[] = []
let stop: () => void = () => undefined

function serve(url: string, init: RequestInit): Response {
  const status = statuses.shift() ?? 200
  if (status !== 200) return Response.json({ code: status, message: 'No' }, { status })
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const { signal } = init
      if (!signal) throw new Error('The stream has no signal')
      signal.addEventListener('abort', () => controller.error(signal.reason))
      controller.enqueue(encoder.encode(': open\n\n'))
      opened.push({
        url,
        headers: new Headers(init.headers),
        signal,
        write: (text) => controller.enqueue(encoder.encode(text)),
        end: () => controller.close(),
      })
    },
  })
  return new Response(body, { status: 200, headers: { 'content-type': 'text/event-stream' } })
}
const listen = () => {
  stop = openLiveStream(['AURA', 'HELIX'], {
    onOpen: () => heard.push('open'),
    onChange: (change) => heard.push(change),
    onAccess: (access) => heard.push(access),
    onLost: () => heard.push('lost'),
  })
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const newest = () => opened.at(-1) ?? expect.fail('no stream is open')

beforeEach(() => {
  vi.useFakeTimers()
  opened = []
  statuses = []
  heard = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => serve(url, init))
  signInHere()
})
afterEach(() => {
  stop()
  leaveSession()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('asks for the changes of the projects with the access token', async () => {
  listen()
  await pass(0)
  expect(newest().url).toBe('/v1/live?projects=AURA&projects=HELIX')
  expect(newest().headers.get('authorization')).toBe('Bearer token')
  expect(heard).toEqual(['open'])
})

it('hears each change, also in pieces, and ignores what it does not know', async () => {
  listen()
  await pass(0)
  const text = eventOf(CHANGE)
  newest().write(': still here\n\n')
  newest().write('event: other\ndata: {}\n\n')
  newest().write('event: access\ndata: {"may_write":2}\n\n')
  newest().write('event: change\ndata: no json\n\n')
  newest().write(eventOf({ project_id: 'AURA' }))
  newest().write(text.slice(0, 20))
  newest().write(text.slice(20))
  newest().write(eventOf({ ...CHANGE, kinds: ['transactions', 'something new'] }))
  await pass(0)
  expect(heard).toEqual(['open', CHANGE, { ...CHANGE, kinds: ['transactions', 'something new'] }])
})

it('hears what the person may do', async () => {
  listen()
  await pass(0)
  newest().write('event: access\ndata: {"may_write":0}\n\n')
  await pass(0)
  expect(heard).toEqual(['open', { may_write: 0 }])
})

it('opens the next stream at once when a sound one ends', async () => {
  listen()
  await pass(30_000)
  newest().write(': still here\n\n')
  await pass(10_000)
  newest().end()
  await pass(0)
  expect(opened).toHaveLength(2)
  expect(heard).toEqual(['open', 'open'])
})

it('waits longer after each refusal, and opens in the end', async () => {
  statuses = [503, 429, 500]
  vi.spyOn(Math, 'random').mockReturnValue(0)
  listen()
  await pass(0)
  expect(heard).toEqual(['lost'])
  await pass(1000 + 2000 + 3999)
  expect(opened).toHaveLength(0)
  await pass(1)
  expect(heard).toEqual(['lost', 'lost', 'lost', 'open'])
  vi.restoreAllMocks()
})

it('gives up a stream that says nothing for 40 s', async () => {
  listen()
  await pass(39_999)
  expect(newest().signal.aborted).toBe(false)
  await pass(1)
  expect(opened[0]?.signal.aborted).toBe(true)
  expect(heard).toEqual(['open', 'lost'])
  await pass(1500)
  expect(heard).toEqual(['open', 'lost', 'open'])
})

it('ends for good when it is stopped', async () => {
  listen()
  await pass(0)
  stop()
  expect(newest().signal.aborted).toBe(true)
  await pass(300_000)
  expect(opened).toHaveLength(1)
})

it('a stream whose token the server refuses gets a new one, as every call does', async () => {
  vi.useRealTimers()
  await writeRecord({ generation: 1, refresh: 'refresh-old', user: SCREEN_USER })
  const expires = '2026-12-20T12:00:00.000Z'
  const tokens = { access: { token: 'new', expires }, refresh: { token: 'refresh-new', expires } }
  statuses = [401]
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) =>
    url === '/v1/auth/refresh-tokens' ? Response.json(tokens) : serve(url, init),
  )
  listen()
  await until(() => expect(heard).toEqual(['open']))
  expect(newest().headers.get('authorization')).toBe('Bearer new')
  await clearRecord()
})
