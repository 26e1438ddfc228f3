import { readRecord, replaceRecord } from '#src/state/session-record.ts'
import type { SessionRecord } from '#src/state/session-record.ts'
import { accessToken, currentUser, sessionEpoch, setAccessToken } from '#src/state/session.ts'
import { onTabMessage, notifyTabs } from '#src/state/tab-channel.ts'
import { tokenCalls } from '#src/wire/tokens.ts'
import type { Tokens } from '#src/wire/tokens.ts'
import { apiAddress, xsrfToken } from './address.ts'
import { ApiError, toApiError } from './api-error.ts'
import { noteResponse, noteSilence } from './connection.ts'
import { parseReply, parseError } from './reply.ts'
import { sendByFetch } from './transport.ts'

const LOCK_NAME = 'saleroom:refresh'
/**
 * A frozen tab may hold the lock indefinitely. After this time the others give up, still signed in.
 */
const LOCK_LIMIT_MS = 10_000
/** Shorter than the lock's limit, so that a holder finishes before the others give up. */
const REFRESH_LIMIT_MS = 8000
/**
 * How long another tab may take to hand over its new access token: a busy device needs some time.
 * Together with the refresh it must stay below the limit of the lock.
 */
const HANDOVER_LIMIT_MS = 1500
/** The waits after failures of the server; the last one repeats. */
const BACK_OFF_MS = [1000, 2000, 5000, 10_000]

// The generation of this tab's access token; null until it has one.
let generation: number | null = null
let running: Promise<string> | null = null
// The number of consecutive refreshes that the server failed, and the earliest time of the next
// one.
let failures = 0
let nextAt = 0
let endPause: () => void = () => undefined

/** Ends the back-off: there are new tokens, or the session has ended. */
function resetBackOff(): void {
  failures = 0
  nextAt = 0
  endPause()
}

/**
 * Waits for the rest of the pause after a refresh that the server failed. All callers share the
 * pause: otherwise each card of a page would send a refresh to a server in trouble.
 */
async function backOff(): Promise<void> {
  const waitMs = nextAt - performance.now()
  if (waitMs <= 0) return
  let timer: ReturnType<typeof setTimeout> | undefined
  await new Promise<void>((resolve) => {
    endPause = resolve
    timer = setTimeout(resolve, waitMs)
  })
  clearTimeout(timer)
}

/** Whether an error is the server's refusal of the session: nothing else may sign the user out. */
function isSessionRefused(error: unknown): boolean {
  return error instanceof SessionRefused
}

// Ends the session. auth.ts sets it, because it imports this file.
let refused: () => void = () => undefined

/** Registers the function that ends the session when the server refuses it. */
export function onSessionRefused(end: () => void): void {
  refused = end
}

/** The server refused the refresh token, or another tab removed it. */
class SessionRefused extends ApiError {}

function adopt(next: number, token: string): string {
  generation = next
  resetBackOff()
  setAccessToken(token)
  return token
}

/**
 * The access token of generation `wanted` from the tab that refreshed to it; null if no tab
 * responds.
 */
function handover(wanted: number): Promise<string | null> {
  return new Promise((resolve) => {
    const stop = onTabMessage((message) => {
      if (message.type === 'tokens' && message.generation === wanted) finish(message.access)
    })
    const timer = setTimeout(() => finish(null), HANDOVER_LIMIT_MS)
    function finish(token: string | null) {
      stop()
      clearTimeout(timer)
      resolve(token)
    }
    notifyTabs({ type: 'who-has-tokens', generation: wanted })
  })
}

async function requestTokens(refresh: string): Promise<Tokens> {
  const xsrf = xsrfToken()
  const { method, path } = tokenCalls.refreshTokens
  try {
    const reply = await sendByFetch({
      method,
      url: apiAddress(path),
      headers: {
        'Content-Type': 'application/json',
        ...(xsrf === null ? {} : { 'X-XSRF-TOKEN': xsrf }),
      },
      body: JSON.stringify({ refresh_token: refresh }),
      // Not aborted when the session ends: the server may already have used up the token.
      signal: new AbortController().signal,
      timeoutMs: REFRESH_LIMIT_MS,
      reads: 'text',
    })
    if (reply.status >= 400) throw await parseError(reply)
    const tokens = parseReply(tokenCalls.refreshTokens, reply)
    noteResponse()
    return tokens
  } catch (cause) {
    const error = toApiError(cause)
    // Only a 400 or 401 with an error body of the API is final: a portal's page or a gateway's 401
    // has no such body and is parsed as 500.
    if (error.kind === 'answer' && (error.code === 400 || error.code === 401)) {
      const { code, status, message } = error
      throw new SessionRefused({ kind: 'answer', code, status, message, cause: error })
    }
    // No response: the connection is probed, and nothing is sent meanwhile.
    if (error.kind === 'answer' || error.kind === 'shape') {
      nextAt = performance.now() + (BACK_OFF_MS[Math.min(failures, BACK_OFF_MS.length - 1)] ?? 0)
      failures += 1
    }
    noteSilence()
    throw error
  }
}

async function exchange(record: SessionRecord, epoch: number): Promise<string> {
  let tokens: Tokens
  try {
    tokens = await requestTokens(record.refresh)
  } catch (error) {
    if (!isSessionRefused(error)) throw error
    // Without locks another tab may just have used this token: then its successor is valid.
    const now = await readRecord()
    if (now === null || now.generation === record.generation) throw error
    tokens = await requestTokens(now.refresh)
    return keep(now, tokens, epoch)
  }
  return keep(record, tokens, epoch)
}

async function keep(record: SessionRecord, tokens: Tokens, epoch: number): Promise<string> {
  const next = record.generation + 1
  const isKept = await replaceRecord(record.generation, (now) => ({
    ...now,
    generation: next,
    refresh: tokens.refresh.token,
  }))
  if (!isKept || epoch !== sessionEpoch()) {
    throw new ApiError({ kind: 'aborted', message: 'The session has ended' })
  }
  const userId = record.user.id
  notifyTabs({ type: 'tokens', generation: next, access: tokens.access.token, userId })
  return adopt(next, tokens.access.token)
}

/** Runs `work` in only one tab of this origin at a time. */
async function alone<T>(work: () => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks
  // Plain http on a host other than localhost has no locks; the second read in exchange() covers
  // it.
  if (locks === undefined) return work()
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), LOCK_LIMIT_MS)
  try {
    return await locks.request(LOCK_NAME, { signal: controller.signal }, () => {
      clearTimeout(timer)
      return work()
    })
  } catch (error) {
    if (!controller.signal.aborted || error instanceof ApiError) throw error
    throw new ApiError({ kind: 'timeout', cause: error })
  } finally {
    clearTimeout(timer)
  }
}

async function refreshOnce(spent: string | null): Promise<string> {
  const epoch = sessionEpoch()
  // Outside the lock: other tabs need not wait for this.
  await backOff()
  if (epoch !== sessionEpoch()) throw new ApiError({ kind: 'aborted' })
  return alone(async () => {
    // Another tab may have refreshed while this one waited for the lock.
    const held = accessToken()
    if (held !== null && held !== spent) return held
    const record = await readRecord()
    if (record === null) throw new SessionRefused({ kind: 'answer', code: 401, status: 401 })
    // That tab's message may have arrived while the record was read.
    const received = accessToken()
    if (received !== null && received !== spent) return received
    if (generation !== null && record.generation > generation) {
      const token = await handover(record.generation)
      if (token !== null) return adopt(record.generation, token)
    }
    return exchange(record, epoch)
  })
}

/**
 * Resolves to a new access token in place of `spent` (null: there is none yet). Concurrent callers,
 * also in other tabs, share one request. The request itself never retries; after a failure
 * of the server the next one waits 1, 2, 5, then 10 s. Rejects with an error that
 * `isSessionRefused` matches if the session is over, and with any other error if it may continue
 * later.
 */
export function refreshTokens(spent: string | null): Promise<string> {
  const held = accessToken()
  if (held !== null && held !== spent) return Promise.resolve(held)
  const epoch = sessionEpoch()
  running ??= refreshOnce(spent)
    .catch((error: unknown) => {
      // A session that has begun meanwhile is another one.
      if (isSessionRefused(error) && epoch === sessionEpoch()) refused()
      throw error
    })
    .finally(() => {
      running = null
    })
  return running
}

/**
 * Starts a new count of generations for the tokens of a login. It starts at the current time in ms,
 * so that no generation of an earlier session on this device equals one of this session.
 */
export function startGeneration(access: string): number {
  const first = Date.now()
  adopt(first, access)
  return first
}

/** Forgets the generation of a session that has ended. */
export function forgetGeneration(): void {
  generation = null
  resetBackOff()
}

/** Hands the access token to other tabs on request, and adopts the tokens that they announce. */
export function shareTokens(): () => void {
  return onTabMessage((message) => {
    const held = accessToken()
    if (message.type === 'who-has-tokens') {
      if (held === null || generation !== message.generation) return
      const userId = currentUser()?.id ?? ''
      notifyTabs({ type: 'tokens', generation, access: held, userId })
    }
    if (message.type === 'tokens') {
      const isOwn = message.userId !== '' && message.userId === currentUser()?.id
      if (isOwn && (generation === null || message.generation > generation)) {
        adopt(message.generation, message.access)
      }
    }
  })
}
