import { tokenCalls } from '#src/wire/tokens.ts'
import { apiAddress, xsrfToken } from './address.ts'
import { connection, noteSilence, onResponse } from './connection.ts'
import { parseError } from './reply.ts'
import { enqueue, listedTokens, REVOCATIONS_KEY, revocationStore } from './revocation-queue.ts'
import { sendByFetch } from './transport.ts'

const LIMIT_MS = 10_000
/** The pause after a server has responded but failed to revoke. */
const AGAIN_MS = 5000
/** Error codes of the API that a retry cannot change. */
const FINAL_CODES = [400, 401]

let waiting: string[] = []
let isSending = false
let retryAt = 0
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Resolves to whether the server has revoked the token. A gateway error, a page and a 5xx count as
 * unsent.
 */
async function send(token: string): Promise<boolean> {
  const xsrf = xsrfToken()
  const reply = await sendByFetch({
    method: tokenCalls.logout.method,
    url: apiAddress(tokenCalls.logout.path),
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
      await revocationStore.change(REVOCATIONS_KEY, (now) =>
        listedTokens(now).filter((one) => one !== token),
      )
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

/** Sends a token that is in the queue on the device already. */
export async function revoke(token: string): Promise<void> {
  waiting = enqueue(waiting, token)
  await flush()
}

/** Loads the tokens that an earlier page could not send, and sends them once a call succeeds. */
export async function watchRevocations(): Promise<void> {
  onResponse(flushSoon)
  const kept = listedTokens(await revocationStore.get(REVOCATIONS_KEY))
  waiting = [...new Set([...kept, ...waiting])]
  await flush()
}
