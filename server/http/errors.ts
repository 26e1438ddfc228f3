import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'
import { isDatabaseUnavailable } from '#server/db/engine/unavailable.ts'
import { cutText } from '#src/domain/text/text.ts'
import { STEP_UP_MESSAGE, type StepUp, type WireError } from '#src/wire/errors.ts'

/** An error response: `{ code, message }` of contract.md. */
export class HttpError extends Error {
  readonly code: number
  readonly headers: Readonly<Record<string, string>>

  constructor(code: number, message: string, headers: Record<string, string> = {}) {
    super(message)
    this.code = code
    this.headers = headers
  }
}

/** 403: the caller confirms who they are (POST /auth/step-up), then sends the call again. */
export class StepUpRequired extends HttpError {
  readonly stepUp: StepUp

  constructor(stepUp: StepUp) {
    super(403, STEP_UP_MESSAGE)
    this.stepUp = stepUp
  }
}

/** 400: the node of a chain is not as it is given. `check` are all steps of the check. */
export class ChainRefused extends HttpError {
  readonly check: NonNullable<WireError['check']>

  /** @param errors by the field of the body; at least one */
  constructor(
    errors: readonly { field: string; message: string }[],
    check: NonNullable<WireError['check']>,
  ) {
    super(
      400,
      errors
        .map(({ field, message }) => invalidInput(`body.${field}`, message).message)
        .join(' | '),
    )
    this.check = check
  }
}

export const badRequest = (message: string) => new HttpError(400, message)
export const unauthenticated = () => new HttpError(401, 'Please authenticate')
export const forbidden = (message = 'Forbidden') => new HttpError(403, message)
export const notFound = () => new HttpError(404, 'Not found')
export const conflict = (message: string) => new HttpError(409, message)
export const tooLarge = (message = 'Too large') => new HttpError(413, message)
export const wrongType = (message = 'Unsupported media type') => new HttpError(415, message)

/** A validation error at `body.<field>` or `query.<param>`. */
export const invalidInput = (path: string, message: string, code: 400 | 413 | 415 = 400) =>
  new HttpError(code, `Path: ${path}, Message: ${message}`)

/** 429 with `Retry-After` in whole seconds, at least one. */
export const tooManyRequests = (waitMs: number, message = 'Too many requests') =>
  new HttpError(429, message, { 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1000))) })

const RETRY_AFTER_S = 5

/** 503 with `Retry-After`. `reason` is for people, without addresses and credentials. */
export const serviceUnavailable = (reason?: string) =>
  new HttpError(503, `Service unavailable${reason === undefined ? '' : `: ${reason}`}`, {
    'retry-after': String(RETRY_AFTER_S),
  })

const MAX_LISTED_ERRORS = 20

/** The validation errors of zod in the format of contract.md, joined with ` | `; at most 20. */
export function describeIssues(where: 'body' | 'query', error: z.core.$ZodError): string {
  const messages = error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => formatIssue(where, [...issue.path, key], 'Unknown field'))
      : [formatIssue(where, issue.path, issue.message)],
  )
  return messages.slice(0, MAX_LISTED_ERRORS).join(' | ')
}

function formatIssue(where: string, path: readonly PropertyKey[], message: string): string {
  const field = [where, ...path.map((part) => cutText(String(part), 100))].join('.')
  // ` | ` separates messages, so a message must not contain it.
  return `Path: ${field}, Message: ${message}`.replaceAll(' | ', ' / ')
}

const inBytes = (limit: number) =>
  limit < 1_000_000 ? `${limit / 1000} KB` : `${limit / 1_000_000} MB`

/** Maps Fastify's errors and a lost database to those of the contract; null for an unexpected error. */
function asHttpError(error: unknown, bodyLimit = 0): HttpError | null {
  if (error instanceof HttpError) return error
  if (isDatabaseUnavailable(error)) return serviceUnavailable()
  if (!(error instanceof Error)) return null
  const status = 'statusCode' in error ? error.statusCode : undefined
  if ('code' in error && error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return tooLarge(`The body must be at most ${inBytes(bodyLimit)}`)
  if (status === 413) return tooLarge()
  if (status === 415) return wrongType()
  if (status === 404) return notFound()
  if (typeof status === 'number' && status >= 400 && status < 500) {
    const isJson = 'code' in error && String(error.code).startsWith('FST_ERR_CTP')
    return badRequest(
      isJson || error instanceof SyntaxError ? 'The body is not valid JSON' : 'Bad request',
    )
  }
  return null
}

/** Turns every error into a response. Unexpected errors are logged and answered as a bare 500. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>(async (error, request, reply) => {
    const httpError = asHttpError(error, request.routeOptions.bodyLimit)
    // A client that disconnected is no error of the server. Only the socket shows it: a request is
    // `destroyed` as soon as its body has been read.
    const code = httpError?.code ?? 500
    if (code >= 500 && !(error instanceof HttpError) && !request.raw.socket.destroyed)
      request.log.error({ err: error }, 'request failed')
    if (code === 403 && !(httpError instanceof StepUpRequired)) {
      const { method, ip, routeOptions } = request
      request.log.warn({ method, route: routeOptions.url, ip }, 'refused')
    }
    const body: WireError = { code, message: httpError?.message ?? 'Internal server error' }
    if (httpError instanceof ChainRefused) body.check = httpError.check
    if (httpError instanceof StepUpRequired) body.step_up = httpError.stepUp
    await reply
      .code(code)
      .headers({ 'cache-control': 'no-store', ...httpError?.headers })
      .type('application/json; charset=utf-8')
      .send(body)
  })
}

const CLIENT_ERRORS: Readonly<Record<string, [number, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request timeout'],
  HPE_HEADER_OVERFLOW: [431, 'The header is too large'],
}

/** Answers input that is not valid HTTP on the bare socket, and closes it. */
export function handleClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [code, message] = CLIENT_ERRORS[error.code ?? ''] ?? [400, 'Bad request']
  const body = JSON.stringify({ code, message } satisfies WireError)
  const head = [
    `HTTP/1.1 ${code} ${STATUS_CODES[code]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
