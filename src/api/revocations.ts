import { DATABASES } from '#src/state/storage.ts'
import { IdbStore } from '#src/state/idb-store.ts'
import { authCalls } from '#src/wire/auth.ts'
import { apiAddress, xsrfToken } from './address.ts'
import { connection, noteSilence, onAnswer } from './connection.ts'
import { parseError } from './reply.ts'
import { sendByFetch } from './transport.ts'

const KEY = 'queue'
/** More sessions than one device leaves while a server is away. */
const MAX_WAITING = 10
const LIMIT_MS = 10_000
/** A server that answers, but fails at this, is not met with it at each of its answers. */
const AGAIN_MS = 5000
/** Refusals by the API itself that another try can't change. */
const FINAL_CODES = [400, 401]

/**
 * Refresh tokens of sessions that were left and that the server may still hold open. They are kept
 * on the device, or a tab that is closed would leave the session open on the server; there they can
 * do no more than before Logout, and they go as soon as the server has been reached.
 */
const store = new IdbStore<unknown>(DATABASES.revocations)
let waiting: string[] = []
let isSending = false
let retryAt = 0
let timer: ReturnType<typeof setTimeout> | undefined

function listed(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((token) => typeof token === 'string') : []
}

/** Whether the server has taken note. A gateway's error, a page and a 5xx are as good as unsent. */
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
  // A server may not have this call.
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

/** Ends a session at the server: now, or as soon as it can be reached, by a later start too. */
export async function revoke(token: string): Promise<void> {
  waiting = [...waiting, token].slice(-MAX_WAITING)
  // Sent beside it: a disk may be slow. Taking it out again comes after this in any case.
  void store.change(KEY, (now) => [...listed(now), token].slice(-MAX_WAITING))
  await flush()
}

/** Takes up what an earlier page could not send, and sends what waits once a call gets through. */
export async function watchRevocations(): Promise<void> {
  onAnswer(flushSoon)
  const kept = listed(await store.get(KEY))
  waiting = [...new Set([...kept, ...waiting])]
  await flush()
}
