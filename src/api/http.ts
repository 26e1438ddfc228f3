import type { QueryKey } from '@tanstack/react-query'
import { apiAddress, fillPath, xsrfToken } from '#src/session/address.ts'
import type { Query } from '#src/session/address.ts'
import { ApiError } from '#src/session/api-error.ts'
import { connection, lossSignal, noteResponse, noteSilence } from '#src/session/connection.ts'
import { firstAbort } from '#src/session/first-abort.ts'
import { importWithTimeout } from '#src/session/import-with-timeout.ts'
import { refreshTokens } from '#src/session/refresh.ts'
import { isPage, parseError, parseReply, requiresRefresh } from '#src/session/reply.ts'
import { sendByFetch } from '#src/session/transport.ts'
import type { Outgoing, Reply } from '#src/session/transport.ts'
import { accessToken, sessionSignal } from '#src/state/session.ts'
import type { Call, CallInput, CallResponse } from '#src/wire/call.ts'

export { ApiError } from '#src/session/api-error.ts'
export type { Query } from '#src/session/address.ts'

const READ_LIMIT_MS = 15_000
const WRITE_LIMIT_MS = 30_000
/** For uploads: the time without progress. */
const UPLOAD_LIMIT_MS = 120_000

export interface SendOptions {
  signal?: AbortSignal | undefined
  /** Overrides the default time limit of the call. */
  timeoutMs?: number | undefined
  /** For uploads: called with a fraction from 0 to 1. */
  onProgress?: ((fraction: number) => void) | undefined
  /** For downloads with progress: replaces fetch. */
  transport?: ((outgoing: Outgoing) => Promise<Reply>) | undefined
  /** For login: sends no token, does not end with the session, and never refreshes on a 401. */
  isSessionless?: boolean
}

/** A call with its input, as the transport needs it. */
export interface Request {
  call: Call
  input: { params?: unknown; query?: unknown; body?: unknown; idempotencyKey?: unknown }
  options: SendOptions
}

const isGatewayStatus = (status: number) => status === 502 || status === 503 || status === 504

/** Updates the connection state from a reply. */
function noteReply(reply: Reply): void {
  if (isGatewayStatus(reply.status) || isPage(reply)) noteSilence()
  else noteResponse()
}

// Few pages send files: the code for it comes with the first one. Without it nothing was sent.
const loadUpload = () =>
  importWithTimeout(import('./upload.ts')).catch((cause: unknown) => {
    throw new ApiError({ kind: 'network', isUnsent: true, cause })
  })

/** Whether the call sends a file. */
const isUpload = ({ body }: Call) => body === 'multipart' || body === 'bytes'

function limitOf(call: Call): number {
  const { method } = call
  if (isUpload(call)) return UPLOAD_LIMIT_MS
  return method === 'GET' ? READ_LIMIT_MS : WRITE_LIMIT_MS
}

function toOutgoing(request: Request, token: string | null, signal: AbortSignal): Outgoing {
  const { call, input, options } = request
  const xsrf = xsrfToken()
  const { body: given } = input
  const body = given instanceof FormData || given instanceof Blob ? given : JSON.stringify(given)
  // CallInput has checked both against the schemas of the call.
  const params = (input.params ?? {}) as Record<string, string>
  const query = (input.query ?? {}) as Query
  return {
    method: call.method,
    url: apiAddress(fillPath(call.path, params), query),
    headers: {
      Accept: typeof call.response === 'string' ? '*/*' : 'application/json',
      ...(typeof body === 'string' ? { 'Content-Type': 'application/json' } : {}),
      ...(body instanceof Blob ? { 'Content-Type': 'application/octet-stream' } : {}),
      ...(xsrf === null ? {} : { 'X-XSRF-TOKEN': xsrf }),
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      ...(typeof input.idempotencyKey === 'string'
        ? { 'Idempotency-Key': input.idempotencyKey }
        : {}),
    },
    body,
    signal,
    timeoutMs: options.timeoutMs ?? limitOf(call),
    // Reading as text would remove a byte order mark.
    reads: typeof call.response === 'string' ? 'blob' : 'text',
  }
}

async function sendOnce(
  request: Request,
  token: string | null,
  signal: AbortSignal,
): Promise<Reply> {
  const { call, options } = request
  let reply: Reply
  try {
    // A write that hangs is not ended: the server may still act on it.
    const ends = call.method === 'GET' ? firstAbort([signal, lossSignal()]) : signal
    const outgoing = toOutgoing(request, token, ends)
    reply = isUpload(call)
      ? await (await loadUpload()).sendByXhr(outgoing, options.onProgress)
      : await (options.transport ?? sendByFetch)(outgoing)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.kind === 'aborted' && !signal.aborted)
      throw new ApiError({ kind: 'network', cause: error })
    if (error.kind !== 'aborted') noteSilence()
    throw error
  }
  noteReply(reply)
  if (reply.status >= 400) throw await parseError(reply)
  return reply
}

/** Waits for a token until the caller aborts. */
function freshToken(spent: string | null, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new ApiError({ kind: 'aborted' }))
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    refreshTokens(spent)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', stop))
  })
}

/** The error of a call whose session ended after the server refused it. The status shows that the call had no effect. */
function endedBy(failure: unknown, status: number): unknown {
  const isEnd = failure instanceof ApiError && failure.kind === 'aborted'
  return isEnd ? new ApiError({ kind: 'aborted', status, cause: failure }) : failure
}

/** Sends a call, and once more with a new token if the server asks to authenticate. */
async function sendWithToken(request: Request, signal: AbortSignal): Promise<Reply> {
  const token = accessToken() ?? (await freshToken(null, signal))
  try {
    return await sendOnce(request, token, signal)
  } catch (error) {
    if (!(error instanceof ApiError) || !requiresRefresh(error)) throw error
    const fresh = await freshToken(token, signal).catch((failure: unknown) => {
      throw endedBy(failure, error.status)
    })
    return sendOnce(request, fresh, signal)
  }
}

let refused = (_error: ApiError): void => {}

/** Calls the listener after each refusal that no confirmation can lift. */
export function onRefused(listener: typeof refused): void {
  refused = listener
}

/** Sends a call, and again once the person has confirmed who they are if the server requires it. */
async function exchange(request: Request): Promise<Reply> {
  const { isSessionless = false } = request.options
  // Offline, nothing is sent until a probe reaches the server again.
  if (!connection.isOnline) throw new ApiError({ kind: 'network' })
  const session = isSessionless ? null : sessionSignal()
  const signals = [request.options.signal, session].filter((one) => one instanceof AbortSignal)
  const signal = firstAbort(signals)
  if (isSessionless) return sendOnce(request, null, signal)
  const attempt = () => sendWithToken(request, signal)
  return attempt().catch(async (error: unknown) => {
    if (!(error instanceof ApiError && error.status === 403)) throw error
    if (!error.stepUp) {
      refused(error)
      throw error
    }
    // Without that code the call stays refused, which shows that it had no effect.
    const loading = importWithTimeout(import('#src/session/step-up.ts')).catch(() =>
      Promise.reject(error),
    )
    return (await loading).sendConfirmed({ request, attempt, signal }, error)
  })
}

/**
 * Sends a call of src/wire: fills its path, writes its query and body, and parses the response with
 * its schema. Every failure is an ApiError. A call ends with the session, with the caller's signal,
 * or at its time limit: reads 15 s, writes 30 s, uploads 120 s without progress.
 */
export async function send<C extends Call>(
  call: C,
  input: CallInput<C>,
  options: SendOptions = {},
): Promise<CallResponse<C>> {
  return parseReply(call, await exchange({ call, input, options }))
}

/**
 * The query of a read. Its key is the path of the call and one object with all params and query values, so
 * that `[call.path]` matches every query of the call.
 */
export function queryOf<C extends Call>(call: C, input: CallInput<C>) {
  const { params, query }: Request['input'] = input
  const queryKey: QueryKey = [call.path, { ...Object(params), ...Object(query) }]
  return {
    queryKey,
    queryFn: ({ signal }: { signal: AbortSignal }) => send(call, input, { signal }),
  }
}
