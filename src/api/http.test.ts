import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import type { ApiError } from '#src/session/api-error.ts'
import { connection } from '#src/session/connection.ts'
import { forgetGeneration } from '#src/session/refresh.ts'
import { clearRecord, readRecord, writeRecord } from '#src/state/session-record.ts'
import { leaveSession, session, setAccessToken } from '#src/state/session.ts'
import './auth.ts'
import type { Call } from '#src/wire/call.ts'
import { until } from '#tests/support/server/until.ts'
import { send, type SendOptions } from './http.ts'

const user = {
  id: '7',
  role: 'admin',
  email: 'a@example.com',
  is_email_verified: 1 as const,
  requires_password_reset: 0 as const,
}
const tokens = (name: string) => ({
  access: { token: `access-${name}`, expires: '2026-11-20T12:15:00.000Z' },
  refresh: { token: `refresh-${name}`, expires: '2026-12-20T12:00:00.000Z' },
})
const expired = (message = 'Please authenticate') => json({ code: 401, message }, 401)

function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers })
}

type Sent = { url: string; method: string; headers: Headers; body: unknown; signal: AbortSignal }
type Answer = (sent: Sent) => Response | Promise<Response>

let sent: Sent[] = []
/** Stands in for the network: the first path that the address starts with answers. */
function serve(answers: Record<string, Answer>): void {
  sent = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const { method = 'GET', body, signal } = init
    const call: Sent = {
      url,
      method,
      headers: new Headers(init.headers),
      body,
      // Every call of the door has one.
      signal: signal as AbortSignal,
    }
    sent.push(call)
    const [, answer] = Object.entries(answers).find(([path]) => url.startsWith(`/v1${path}`)) ?? []
    if (answer === undefined) throw new TypeError('Failed to fetch')
    const stop = new Promise<never>((_resolve, reject) => {
      call.signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
    })
    return Promise.race([answer(call), stop])
  })
}
const callsTo = (path: string) => sent.filter(({ url }) => url.startsWith(`/v1${path}`))
const anything = z.unknown()
const callOf = <Kind extends Call['response']>(
  method: Call['method'],
  path: string,
  response: Kind,
): Call & { response: Kind } => {
  const rest = { summary: '', access: 'signed-in', roles: 'any', status: 200 } as const
  return { method, path, response, ...rest }
}
const get = <Schema extends z.ZodMiniType>(path: string, schema: Schema, options?: SendOptions) =>
  send(callOf('GET', path, schema), {}, options)
const post = (path: string, response: z.ZodMiniType | null) =>
  send({ ...callOf('POST', path, response), body: anything }, { body: {} })
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('should have failed'),
    (error: unknown) => error as ApiError,
  )

beforeEach(async () => {
  connection.isOnline = true
  await writeRecord({ generation: 1, refresh: 'refresh-old', user })
  session.current = { is: 'in', user }
  setAccessToken('access-old')
})

afterEach(async () => {
  vi.useRealTimers()
  leaveSession()
  forgetGeneration()
  await clearRecord()
  vi.unstubAllGlobals()
})

describe('a request', () => {
  it('repeats the key of a list, omits undefined values, and sends the token', async () => {
    serve({ '/leads': () => json([]) })
    const query = { projects: ['A B', 'C'], page: 2, active: false, none: undefined, nil: null }
    await send({ ...callOf('GET', '/leads', anything), query: z.any() }, { query })
    expect(sent[0]?.url).toBe('/v1/leads?projects=A+B&projects=C&page=2&active=false')
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer access-old')
  })

  it('sends the XSRF cookie as a header', async () => {
    vi.stubGlobal('document', { cookie: 'a=b; XSRF-TOKEN=x%3Dy; c=d' })
    serve({ '/leads': () => json([]) })
    await get('/leads', anything)
    expect(sent[0]?.headers.get('x-xsrf-token')).toBe('x=y')
  })

  it.each([['//evil.example/a'], ['https://evil.example/a'], ['/\\evil.example'], ['leads']])(
    'never goes to another host: %s',
    async (path) => {
      serve({ '': () => json({}) })
      await expect(get(path, anything)).rejects.toThrow('Not a path')
      expect(sent).toEqual([])
    },
  )
})

describe('an expired access token', () => {
  it('causes one refresh for thirty calls, each repeated once', async () => {
    serve({
      '/auth/refresh-tokens': () => json(tokens('new')),
      '/leads': ({ headers }) =>
        headers.get('authorization') === 'Bearer access-new'
          ? json('fresh')
          : expired('PLEASE authenticate'),
    })
    const answers = await Promise.all(Array.from({ length: 30 }, () => get('/leads', z.string())))
    expect(answers).toEqual(Array.from({ length: 30 }, () => 'fresh'))
    expect(callsTo('/auth/refresh-tokens')).toHaveLength(1)
    expect(callsTo('/leads')).toHaveLength(60)
    expect(await readRecord()).toMatchObject({ generation: 2, refresh: 'refresh-new' })
  })

  it('is not refreshed a second time for the same call', async () => {
    serve({ '/auth/refresh-tokens': () => json(tokens('new')), '/leads': () => expired() })
    expect(await failure(get('/leads', anything))).toMatchObject({ code: 401 })
    expect(callsTo('/leads')).toHaveLength(2)
    expect(callsTo('/auth/refresh-tokens')).toHaveLength(1)
  })

  it('is not refreshed after a 401 of another kind', async () => {
    serve({ '/auth/change-password': () => expired('Incorrect email or password') })
    await failure(post('/auth/change-password', null))
    expect(callsTo('/auth/refresh-tokens')).toHaveLength(0)
  })

  it('is fetched before the first call', async () => {
    leaveSession()
    session.current = { is: 'in', user }
    serve({ '/auth/refresh-tokens': () => json(tokens('new')), '/leads': () => json([]) })
    await get('/leads', anything)
    expect(sent.map(({ url }) => url)).toEqual(['/v1/auth/refresh-tokens', '/v1/leads'])
  })

  it.each([
    ['the server says so', 401, { code: 401, message: 'Invalid refresh token' }],
    ['the token is malformed', 400, { code: 400, message: 'Path: body.refresh_token' }],
  ])('ends the session when the refresh is refused: %s', async (_why, status, body) => {
    serve({ '/auth/refresh-tokens': () => json(body, status), '/leads': () => expired() })
    await failure(get('/leads', anything))
    expect(session.current.is).toBe('out')
    expect(await readRecord()).toBeNull()
    expect(callsTo('/auth/refresh-tokens')).toHaveLength(1)
  })

  const html = (status: number) =>
    new Response('<html>Sign in to the network</html>', {
      status,
      headers: { 'content-type': 'text/html' },
    })
  it.each<[string, Answer]>([
    ['the network fails', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['the server is overloaded', () => json({ code: 503, message: 'Busy' }, 503)],
    ['there were too many', () => json({ code: 429, message: 'Too many requests' }, 429)],
    ['a captive portal answers with its page', () => html(200)],
    ['a gateway refuses in its own words', () => html(401)],
    ['the answer is cut off', () => new Response('{"access":{"tok')],
  ])('keeps the session when %s', async (_why, answer) => {
    serve({ '/auth/refresh-tokens': answer, '/leads': () => expired() })
    await failure(get('/leads', anything))
    expect(session.current.is).toBe('in')
    expect(await readRecord()).toMatchObject({ refresh: 'refresh-old' })
  })

  it('fails the call with the error of the refresh', async () => {
    serve({
      '/auth/refresh-tokens': () => json({ code: 503, message: 'Busy' }, 503),
      '/leads': () => expired(),
    })
    const busy = await failure(get('/leads', anything))
    expect(busy).toMatchObject({ kind: 'answer', status: 503, message: 'Busy' })
  })

  it('is refreshed once for all calls, at growing intervals, while the server fails', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const sentAt: number[] = []
    let isFailing = true
    serve({
      '/health': () => json({ status: 'ok' }),
      '/auth/refresh-tokens': () => {
        sentAt.push(performance.now())
        return isFailing ? json({ code: 500, message: 'Broken' }, 500) : json(tokens('new'))
      },
      '/leads': ({ headers }) =>
        headers.get('authorization') === 'Bearer access-new' ? json('fresh') : expired(),
    })
    // As impatient as a card can be: it tries again as soon as it has failed.
    const card = async (): Promise<unknown> => {
      try {
        return await get('/leads', anything)
      } catch {
        return card()
      }
    }
    const cards = Promise.all(Array.from({ length: 13 }, card))
    const passTime = async () => {
      await vi.advanceTimersByTimeAsync(250)
      // The disk, which has no part in the fake time.
      await new Promise(setImmediate)
    }
    while (sentAt.length < 6) await passTime()
    const waits = sentAt.slice(1).map((at, index) => Math.floor((at - (sentAt[index] ?? 0)) / 1000))
    expect(waits).toEqual([1, 2, 5, 10, 10])
    isFailing = false
    while (sentAt.length < 7) await passTime()
    vi.useRealTimers()
    expect(await cards).toEqual(Array.from({ length: 13 }, () => 'fresh'))
    expect(sentAt).toHaveLength(7)
  })

  it('is not refreshed if the session ends during the back-off', async () => {
    serve({
      '/health': () => json({ status: 'ok' }),
      '/auth/refresh-tokens': () => json({ code: 500, message: 'Broken' }, 500),
      '/leads': () => expired(),
    })
    await failure(get('/leads', anything))
    const waiting = failure(get('/leads', anything))
    await until(() => expect(callsTo('/leads')).toHaveLength(2))
    // Its answer is read, and the pause begins.
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
    leaveSession()
    forgetGeneration()
    expect(await waiting).toMatchObject({ kind: 'aborted' })
    expect(callsTo('/auth/refresh-tokens')).toHaveLength(1)
  })

  it('does not restore a session that ended during the refresh', async () => {
    serve({
      '/auth/refresh-tokens': async () => {
        leaveSession()
        await clearRecord()
        return json(tokens('new'))
      },
      '/leads': () => expired(),
    })
    expect(await failure(get('/leads', anything))).toMatchObject({ kind: 'aborted' })
    expect(await readRecord()).toBeNull()
  })
})

describe('a failed call', () => {
  it('names the invalid field of a response', async () => {
    serve({ '/leads': () => json({ results: [{ id: 5 }] }) })
    const schema = z.object({ results: z.array(z.object({ id: z.string() })) })
    const error = await failure(get('/leads', schema))
    expect(error).toMatchObject({ kind: 'shape' })
    expect(error.message).toContain('results.0.id')
  })

  it.each([
    ['a page instead of data', '<html></html>'],
    ['an answer cut off', '{"a":'],
    ['a number that JSON has not', '{"a":NaN}'],
    ['nothing at all', ''],
  ])('differs from an error of the API: %s', async (_what, body) => {
    serve({ '/leads': () => new Response(body) })
    expect(await failure(get('/leads', anything))).toMatchObject({ kind: 'shape' })
  })

  it('fails if an HTML page answers a write, but not after a 204', async () => {
    const html = { 'content-type': 'text/html; charset=utf-8' }
    serve({
      '/portal': () => new Response('<html>Sign in</html>', { headers: html }),
      '/done': () => new Response(null, { status: 204, headers: html }),
      '/health': () => json({ status: 'ok' }),
    })
    expect(await failure(post('/portal', null))).toMatchObject({ kind: 'shape' })
    expect(await failure(send(callOf('DELETE', '/portal', null), {}))).toMatchObject({
      kind: 'shape',
    })
    await send(callOf('DELETE', '/done', null), {})
  })

  it('has the error of the server, or the default error without a body', async () => {
    serve({
      '/leads': () => json({ code: 409, message: 'Taken' }, 409),
      '/users': () => new Response('', { status: 502 }),
    })
    expect(await failure(get('/leads', anything))).toMatchObject({
      kind: 'answer',
      code: 409,
      message: 'Taken',
    })
    expect(await failure(get('/users', anything))).toMatchObject({
      code: 500,
      status: 502,
      message: 'Internal server error',
    })
  })

  it.each([
    ['{"code":400}', { code: 400, message: '' }],
    ['{"code":400,"message":null}', { code: 400, message: '' }],
    ['{"message":"Taken"}', { code: 500, message: 'Taken' }],
    ['{}', { code: 500, message: '' }],
    ['[]', { code: 500, message: '' }],
    ['"Taken"', { code: 500, message: '' }],
    ['Bad gateway', { code: 500, message: '' }],
    [' \n', { code: 500, message: 'Internal server error' }],
  ])('has no message if the body has none: %j', async (body, meant) => {
    serve({ '/leads': () => new Response(body, { status: 400 }) })
    const error = await failure(post('/leads', anything))
    expect(error).toMatchObject({ kind: 'answer', status: 400, ...meant })
  })

  it('has the time to wait', async () => {
    const later = new Date(Date.now() + 90_000).toUTCString()
    serve({
      '/leads': () => json({ code: 429, message: 'Slow' }, 429, { 'retry-after': '12' }),
      '/users': () => json({ code: 429, message: 'Slow' }, 429, { 'retry-after': later }),
    })
    expect(await failure(get('/leads', anything))).toMatchObject({ retryAfterSeconds: 12 })
    const { retryAfterSeconds } = await failure(get('/users', anything))
    expect(retryAfterSeconds).toBeGreaterThan(85)
    expect(retryAfterSeconds).toBeLessThan(91)
  })

  it.each([
    ['a read', 15_000, () => get('/leads', anything)],
    ['a write', 30_000, () => post('/leads', anything)],
  ])('times out: %s after %i ms', async (_what, limitMs, call) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    serve({ '/leads': () => new Promise<Response>(() => undefined) })
    const error = failure(call())
    await until(() => expect(callsTo('/leads')).toHaveLength(1))
    await vi.advanceTimersByTimeAsync(limitMs - 1000)
    expect(callsTo('/leads')[0]?.signal.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1000)
    expect(await error).toMatchObject({ kind: 'timeout' })
  })

  it('times out even while bytes arrive', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    serve({
      '/leads': ({ signal }) => {
        const drip = new ReadableStream<Uint8Array>({
          start(controller) {
            const timer = setInterval(() => controller.enqueue(new Uint8Array([32])), 1000)
            signal.addEventListener('abort', () => {
              clearInterval(timer)
              controller.error(new DOMException('', 'AbortError'))
            })
          },
        })
        return new Response(drip)
      },
    })
    const error = failure(get('/leads', anything))
    await vi.advanceTimersByTimeAsync(15_000)
    expect(await error).toMatchObject({ kind: 'timeout' })
  })

  it('is aborted by its signal and by the end of the session', async () => {
    serve({ '/leads': () => new Promise<Response>(() => undefined) })
    const controller = new AbortController()
    const own = failure(get('/leads', anything, { signal: controller.signal }))
    controller.abort()
    expect(await own).toMatchObject({ kind: 'aborted' })
    const other = failure(get('/leads', anything))
    leaveSession()
    expect(await other).toMatchObject({ kind: 'aborted' })
  })

  it('fails at once, without a request, while the server is unreachable', async () => {
    serve({ '/leads': () => json([]) })
    connection.isOnline = false
    expect(await failure(get('/leads', anything))).toMatchObject({
      kind: 'network',
      code: 500,
      message: 'Internal server error',
      status: 0,
      isUnsent: false,
    })
    expect(sent).toEqual([])
  })
})
