import { IdbStore } from '#src/state/idb-store.ts'
import { DATABASES } from '#src/state/storage.ts'
import { authCalls } from '#src/wire/auth.ts'
import { apiAddress, xsrfToken } from './address.ts'
import { connection, noteSilence, onResponse } from './connection.ts'
import { parseError } from './reply.ts'
import { sendByFetch } from './transport.ts'

const KEY = 'queue'
/** More sessions than one device ends while a server cannot be reached. */
const MAX_WAITING = 10
const LIMIT_MS = 10_000
/** The pause after a server has responded but failed to revoke. */
const AGAIN_MS = 5000
/** Error codes of the API that a retry cannot change. */
const FINAL_CODES = [400, 401]

/**
 * Refresh tokens of ended sessions that the server may still accept. They are stored on the device:
 * otherwise closing the tab would leave the session open on the server. They are no more dangerous
 * there than before Logout, and are removed as soon as the server has been reached.
 */
const store = new IdbStore<unknown>(DATABASES.revocations)
let waiting: string[] = []
let isSending = false
let retryAt = 0
let timer: ReturnType<typeof setTimeout> | undefined

function listed(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((token) => typeof token === 'string') : []
}

/**
 * Resolves to whether the server has revoked the token. A gateway error, a page and a 5xx count as
 * unsent.
 */
async function send(token: string): Promise<boolean> {
  const xsrf = xsrfToken()
  const reply = await sendByFetch({
    method: authCalls.logout.method,
    url: apiAddress(authCalls.logout.path),
    headers: {
      'Content-Type': 'application/json',
      ...(xsrf === null ? {} : { 'X-XSRF-TOKEN': xsrf }),
    },
    body: JSON.stringify({ refresh_token: token }),
    signal: new AbortController().signal,
    timeoutMs: LIMIT_MS,
    reads: 'text',
  })
  if (reply.status < 400) return !(reply.headers.get('content-type') ?? '').includes('text/html')
  // A server may not implement this call.
  return reply.status === 404 || FINAL_CODES.includes((await parseError(reply)).code)
}

async function flush(): Promise<void> {
  if (isSending) return
  isSending = true
  try {
    while (connection.isOnline) {
      const [token] = waiting
      if (token === undefined) break
      const isDone = await send(token).catch(() => false)
      if (!isDone) {
        retryAt = performance.now() + AGAIN_MS
        noteSilence()
        break
      }
      waiting = waiting.filter((one) => one !== token)
      await store.change(KEY, (now) => listed(now).filter((one) => one !== token))
    }
  } finally {
    isSending = false
  }
}

function flushSoon(): void {
  if (waiting.length === 0 || isSending) return
  timer ??= setTimeout(
    () => {
      timer = undefined
      void flush()
    },
    Math.max(0, retryAt - performance.now()),
  )
}

/**
 * Ends a session at the server: now, or as soon as the server can be reached, also after a restart.
 */
export async function revoke(token: string): Promise<void> {
  waiting = [...waiting, token].slice(-MAX_WAITING)
  // Not awaited, because a disk may be slow. Its removal is queued after it in any case.
  void store.change(KEY, (now) => [...listed(now), token].slice(-MAX_WAITING))
  await flush()
}

/** Loads the tokens that an earlier page could not send, and sends them once a call succeeds. */
export async function watchRevocations(): Promise<void> {
  onResponse(flushSoon)
  const kept = listed(await store.get(KEY))
  waiting = [...new Set([...kept, ...waiting])]
  await flush()
}
