import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { clearRecord, readRecord, writeRecord } from '#src/state/session-record.ts'
import { accessToken, enterSession, leaveSession } from '#src/state/session.ts'
import { TAB_CHANNEL } from '#src/state/storage.ts'
import { until } from '#tests/support/server/until.ts'
import { forgetGeneration, refreshTokens, shareTokens, startGeneration } from './refresh.ts'

const user = {
  id: 'ann',
  role: 'admin',
  email: 'ann@example.com',
  is_email_verified: 1 as const,
  requires_password_reset: 0 as const,
}
const tokens = (name: string) => ({
  access: { token: `access-${name}`, expires: '2026-11-20T12:15:00.000Z' },
  refresh: { token: `refresh-${name}`, expires: '2026-12-20T12:00:00.000Z' },
})
type Message = { type: string; generation: number; [field: string]: unknown }

let otherTab: BroadcastChannel
let heard: Message[] = []
/** What the other tab does with what it hears. */
let onHeard: (message: Message) => void = () => {}
/** The refresh tokens that the server was given, one after the other. */
let spent: string[] = []
let answer: () => Response | Promise<Response> = () => Response.json(tokens('new'))

beforeEach(() => {
  heard = []
  onHeard = () => {}
  spent = []
  answer = () => Response.json(tokens('new'))
  otherTab = new BroadcastChannel(TAB_CHANNEL)
  otherTab.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    heard.push(data)
    onHeard(data)
  })
  vi.stubGlobal('fetch', async (_url: string, call: { body: string; signal: AbortSignal }) => {
    const { refresh_token: token }: { refresh_token: string } = JSON.parse(call.body)
    spent.push(token)
    const stopped = new Promise<never>((_resolve, reject) => {
      call.signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
    })
    return Promise.race([answer(), stopped])
  })
})

afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  otherTab.close()
  leaveSession()
  forgetGeneration()
  await clearRecord()
})

/** This tab is signed in, and so is the device. */
async function signIn(): Promise<number> {
  const generation = startGeneration('access-old')
  await writeRecord({ generation, refresh: 'refresh-old', user })
  enterSession(user)
  return generation
}

describe('tabs that share a session', () => {
  it('hand their access token to the tab that requests it, and to no other', async () => {
    const stop = shareTokens()
    const generation = await signIn()
    otherTab.postMessage({ type: 'who-has-tokens', generation: generation + 1 })
    otherTab.postMessage({ type: 'who-has-tokens', generation })
    const given = { type: 'tokens', generation, access: 'access-old', userId: 'ann' }
    await until(() => expect(heard).toEqual([given]))
    leaveSession()
    otherTab.postMessage({ type: 'who-has-tokens', generation })
    otherTab.postMessage({ type: 'unsaved', question: 'the end' })
    enterSession(user)
    await refreshTokens(null)
    await until(() => expect(heard.at(-1)).toMatchObject({ access: 'access-new' }))
    expect(heard).toHaveLength(2)
    stop()
  })

  it('adopt newer tokens of the same user, but no older ones and none of another user', async () => {
    const stop = shareTokens()
    const generation = await signIn()
    const announce = (more: object) =>
      otherTab.postMessage({ type: 'tokens', generation: generation + 1, userId: 'ann', ...more })
    announce({ access: 'of ben', userId: 'ben' })
    announce({ access: 'of nobody', userId: '' })
    announce({ access: 'as old', generation })
    announce({ access: 'older', generation: generation - 1 })
    otherTab.postMessage({ type: 'who-has-tokens', generation })
    await until(() => expect(heard).toHaveLength(1))
    expect(accessToken()).toBe('access-old')
    announce({ access: 'newer' })
    await until(() => expect(accessToken()).toBe('newer'))
    stop()
  })

  it('adopt no tokens while signed out', async () => {
    const stop = shareTokens()
    otherTab.postMessage({ type: 'tokens', generation: 1, access: 'of nobody', userId: '' })
    otherTab.postMessage({ type: 'tokens', generation: 1, access: 'of ben', userId: 'ben' })
    const generation = await signIn()
    otherTab.postMessage({ type: 'who-has-tokens', generation })
    await until(() => expect(heard).toHaveLength(1))
    expect(accessToken()).toBe('access-old')
    stop()
  })
})

describe('a tab whose token has expired while another tab has a valid one', () => {
  it('receives that token without a request to the server', async () => {
    const generation = await signIn()
    await writeRecord({ generation: generation + 1, refresh: 'refresh-2', user })
    onHeard = ({ type }) => {
      if (type !== 'who-has-tokens') return
      otherTab.postMessage({ type: 'unsaved', generation: generation + 1, access: 'no token' })
      otherTab.postMessage({ type: 'tokens', generation, access: 'access-old' })
      otherTab.postMessage({ type: 'tokens', generation: generation + 1, access: 'access-2' })
    }
    expect(await refreshTokens('access-old')).toBe('access-2')
    expect(accessToken()).toBe('access-2')
    expect(spent).toEqual([])
  })

  it('refreshes by itself if the other tab is closed', async () => {
    const generation = await signIn()
    await writeRecord({ generation: generation + 1, refresh: 'refresh-2', user })
    expect(await refreshTokens('access-old')).toBe('access-new')
    expect(heard[0]).toEqual({ type: 'who-has-tokens', generation: generation + 1 })
    expect(spent).toEqual(['refresh-2'])
  })
})

describe('a refresh', () => {
  it('is announced to the other tabs and stored on the device', async () => {
    const generation = await signIn()
    expect(await refreshTokens('access-old')).toBe('access-new')
    const next = generation + 1
    await until(() =>
      expect(heard).toEqual([
        { type: 'tokens', generation: next, access: 'access-new', userId: 'ann' },
      ]),
    )
    expect(await readRecord()).toEqual({ generation: next, refresh: 'refresh-new', user })
  })

  it('that another tab won, without locks, continues with the tokens of that tab', async () => {
    const generation = await signIn()
    answer = async () => {
      answer = () => Response.json(tokens('third'))
      await writeRecord({ generation: generation + 1, refresh: 'refresh-2', user })
      return Response.json({ code: 401, message: 'Invalid refresh token' }, { status: 401 })
    }
    expect(await refreshTokens('access-old')).toBe('access-third')
    expect(spent).toEqual(['refresh-old', 'refresh-2'])
    expect(await readRecord()).toMatchObject({
      generation: generation + 2,
      refresh: 'refresh-third',
    })
  })

  it('without a response ends before the other tabs stop waiting for it', async () => {
    await signIn()
    answer = () => new Promise(() => {})
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const refreshing = refreshTokens('access-old').catch((error: unknown) => error)
    await until(() => expect(spent).toHaveLength(1))
    await vi.advanceTimersByTimeAsync(9000)
    expect(await refreshing).toMatchObject({ kind: 'timeout' })
    expect(await readRecord()).toMatchObject({ refresh: 'refresh-old' })
  })
})

describe('tabs that wait for each other', () => {
  it('refresh one at a time; a frozen tab does not sign the others out', async () => {
    await signIn()
    const requested: string[] = []
    vi.stubGlobal('navigator', {
      onLine: true,
      locks: {
        request: (name: string, { signal }: { signal: AbortSignal }) => {
          requested.push(name)
          return new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason))
          })
        },
      },
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const refreshing = refreshTokens('access-old').catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(9999)
    expect([requested, spent]).toEqual([['saleroom:refresh'], []])
    await vi.advanceTimersByTimeAsync(1)
    expect(await refreshing).toMatchObject({ kind: 'timeout' })
    vi.useRealTimers()
    expect(await readRecord()).toMatchObject({ refresh: 'refresh-old' })
  })

  it('use the token that the tab before has fetched', async () => {
    await signIn()
    vi.stubGlobal('navigator', {
      onLine: true,
      locks: {
        request: async (_name: string, _options: object, work: () => Promise<string>) => {
          startGeneration('access-2')
          return work()
        },
      },
    })
    expect(await refreshTokens('access-old')).toBe('access-2')
    expect(spent).toEqual([])
  })
})
