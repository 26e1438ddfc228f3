import type * as z from 'zod/mini'
import { accessToken, sessionSignal } from '#src/state/session.ts'
import { apiAddress, xsrfToken } from './address.ts'
import type { Query } from './address.ts'
import { ApiError } from './api-error.ts'
import { connection, noteAnswer, noteSilence } from './connection.ts'
import { refreshTokens } from './refresh.ts'
import { asksForRefresh, parseReply, parseError } from './reply.ts'
import { sendByFetch, sendByXhr } from './transport.ts'
import type { Outgoing, Reply } from './transport.ts'

export { ApiError } from './api-error.ts'
export type { Query } from './address.ts'

const READ_LIMIT_MS = 15_000
const WRITE_LIMIT_MS = 30_000
/** For uploads: without any progress. */
const UPLOAD_LIMIT_MS = 120_000

type Options = {
  signal?: AbortSignal | undefined
  headers?: Record<string, string>
  query?: Query
  timeoutMs?: number
}
type UploadOptions = Options & {
  method?: 'POST' | 'PUT'
  onProgress?: (fraction: number) => void
}
type Call = Options & {
  method: string
  path: string
  body?: unknown
  reads?: Outgoing['reads']
  limitMs: number
  send?: (outgoing: Outgoing) => Promise<Reply>
  /** Calls that open a session carry none and cure none. */
  isOpen?: boolean
}

const isGatewayStatus = (status: number) => status === 502 || status === 503 || status === 504

/** A page comes from a proxy or a captive portal, never from the API. */
function isPage({ headers, body }: Reply): boolean {
  return body !== '' && (headers.get('content-type') ?? '').includes('text/html')
}

/** Keeps the connection's state by what a call met. */
function note(reply: Reply): void {
  if (isGatewayStatus(reply.status) || isPage(reply)) noteSilence()
  else noteAnswer()
}

function toOutgoing(call: Call, token: string | null, signal: AbortSignal): Outgoing {
  const xsrf = xsrfToken()
  const isForm = call.body instanceof FormData
  const body = call.body instanceof FormData ? call.body : JSON.stringify(call.body)
  return {
    method: call.method,
    url: apiAddress(call.path, call.query),
    headers: {
      Accept: call.reads === 'blob' ? '*/*' : 'application/json',
      ...(body === undefined || isForm ? {} : { 'Content-Type': 'application/json' }),
      ...(xsrf === null ? {} : { 'X-XSRF-TOKEN': xsrf }),
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      ...call.headers,
    },
    body,
    signal,
    timeoutMs: call.timeoutMs ?? call.limitMs,
    reads: call.reads ?? 'text',
  }
}

async function sendOnce(call: Call, token: string | null, signal: AbortSignal): Promise<Reply> {
  let reply: Reply
  try {
    reply = await (call.send ?? sendByFetch)(toOutgoing(call, token, signal))
  } catch (error) {
    if (error instanceof ApiError && error.kind !== 'aborted') noteSilence()
    throw error
  }
  note(reply)
  if (reply.status >= 400) throw await parseError(reply)
  // Also where no body is expected: else a portal's "200" would pass for done.
  if (isPage(reply)) {
    const message = `The answer of ${call.method} ${call.path} is a page`
    throw new ApiError({ kind: 'shape', status: reply.status, message })
  }
  return reply
}

/** Waits for a token, but no longer than the caller wants to. */
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

/** A call whose session ended after the server had refused it: it is known to have done nothing. */
function endedBy(failure: unknown, status: number): unknown {
  const isEnd = failure instanceof ApiError && failure.kind === 'aborted'
  return isEnd ? new ApiError({ kind: 'aborted', status, cause: failure }) : failure
}

/** Sends a call, and once more with a fresh token when the server asks to authenticate (spec 4). */
async function exchange(call: Call): Promise<Reply> {
  // Known to be offline: nothing is sent until a probe has found the server again.
  if (!connection.isOnline) throw new ApiError({ kind: 'network' })
  const session = call.isOpen === true ? null : sessionSignal()
  const signals = [call.signal, session].filter((signal) => signal instanceof AbortSignal)
  const signal = AbortSignal.any(signals)
  if (call.isOpen === true) return sendOnce(call, null, signal)
  const token = accessToken() ?? (await freshToken(null, signal))
  try {
    return await sendOnce(call, token, signal)
  } catch (error) {
    if (!(error instanceof ApiError) || !asksForRefresh(error)) throw error
    const fresh = await freshToken(token, signal).catch((failure: unknown) => {
      throw endedBy(failure, error.status)
    })
    return sendOnce(call, fresh, signal)
  }
}

async function exchangeParsed<Schema extends z.ZodMiniType>(
  call: Call,
  schema: Schema,
): Promise<z.output<Schema>> {
  const reply = await exchange(call)
  return parseReply(reply, schema, `${call.method} ${call.path}`)
}

async function write(
  method: string,
  path: string,
  body: unknown,
  schema: z.ZodMiniType | null,
  options: Options = {},
): Promise<unknown> {
  const call: Call = { ...options, method, path, body, limitMs: WRITE_LIMIT_MS }
  if (schema !== null) return exchangeParsed(call, schema)
  await exchange(call)
}

type Write = {
  <Schema extends z.ZodMiniType>(
    path: string,
    body: unknown,
    schema: Schema,
    options?: Options,
  ): Promise<z.output<Schema>>
  /** A null schema: no body is expected (204). */
  (path: string, body: unknown, schema: null, options?: Options): Promise<void>
}

function writer(method: string): Write {
  const call = (path: string, body: unknown, schema: z.ZodMiniType | null, options?: Options) =>
    write(method, path, body, schema, options)
  // With a schema `write` answers what it parsed by it, without one nothing: the two cases of Write.
  return call as Write
}

/**
 * The only door to the API. Paths are those of the contract, without `/v1`. Every answer is parsed
 * with its wire schema; every failure is an ApiError. Calls end with the session, with the caller's
 * signal, or with their time limit: reads 15 s, writes 30 s, uploads 120 s without progress.
 */
export const http = {
  get<Schema extends z.ZodMiniType>(
    path: string,
    query: Query,
    schema: Schema,
    options: Options = {},
  ): Promise<z.output<Schema>> {
    return exchangeParsed(
      { ...options, method: 'GET', path, query, limitMs: READ_LIMIT_MS },
      schema,
    )
  },

  post: writer('POST'),
  put: writer('PUT'),
  patch: writer('PATCH'),

  async delete(path: string, options: Options = {}): Promise<void> {
    await write('DELETE', path, undefined, null, options)
  },

  /** The bytes as the server sent them; as text they would lose a byte order mark. */
  async blob(path: string, query: Query, options: Options = {}): Promise<Blob> {
    const call: Call = { ...options, method: 'GET', path, query, limitMs: READ_LIMIT_MS }
    const { body } = await exchange({ ...call, reads: 'blob' })
    return typeof body === 'string' ? new Blob([body]) : body
  },

  upload<Schema extends z.ZodMiniType>(
    path: string,
    form: FormData,
    schema: Schema,
    { method = 'POST', onProgress, ...options }: UploadOptions = {},
  ): Promise<z.output<Schema>> {
    const send = (outgoing: Outgoing) => sendByXhr(outgoing, onProgress)
    const call: Call = { ...options, method, path, body: form, send, limitMs: UPLOAD_LIMIT_MS }
    return exchangeParsed(call, schema)
  },

  /** Login: no token is sent, and a 401 is the answer, not a reason to refresh. */
  open<Schema extends z.ZodMiniType>(
    path: string,
    body: unknown,
    schema: Schema,
    options: Options = {},
  ): Promise<z.output<Schema>> {
    const call: Call = {
      ...options,
      method: 'POST',
      path,
      body,
      isOpen: true,
      limitMs: WRITE_LIMIT_MS,
    }
    return exchangeParsed(call, schema)
  },
}
