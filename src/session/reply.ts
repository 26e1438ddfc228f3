import * as z from 'zod/mini'
import type { Call, CallResponse } from '#src/wire/call.ts'
import { ApiError, NO_BODY_ERROR } from './api-error.ts'
import type { Reply } from './transport.ts'

/** The longest Retry-After that is accepted. */
const MAX_RETRY_AFTER_SECONDS = 86_400

/** Seconds from now until a Retry-After header, which holds seconds or a date. */
export function retryAfterSeconds(header: string | null, nowMs: number): number | undefined {
  if (header === null || header.trim() === '') return undefined
  const seconds = /^\d+$/.test(header.trim())
    ? Number(header)
    : Math.ceil((Date.parse(header) - nowMs) / 1000)
  if (!Number.isFinite(seconds)) return undefined
  return Math.min(Math.max(seconds, 0), MAX_RETRY_AFTER_SECONDS)
}

async function textOf(reply: Reply): Promise<string> {
  return typeof reply.body === 'string' ? reply.body : reply.body.text()
}

function parseJson(text: string): { value: unknown } | null {
  try {
    const value: unknown = JSON.parse(text)
    return { value }
  } catch {
    return null
  }
}

/**
 * Reads code, message, step-up and check as far as the error body has them. The caller supplies a
 * missing message.
 */
function parseErrorBody(text: string) {
  if (text.trim() === '') return NO_BODY_ERROR
  // Not a schema: each field counts by itself, and any JSON may arrive.
  const body: Record<string, unknown> = Object(parseJson(text)?.value)
  const { code, message, step_up: stepUp, check } = body
  return {
    code: Number.isInteger(code) ? Number(code) : NO_BODY_ERROR.code,
    message: typeof message === 'string' ? message : '',
    stepUp,
    check,
  }
}

/** The error of a reply with an error status; without a body it is a 500, 'Internal server error'. */
export async function parseError(reply: Reply): Promise<ApiError> {
  return new ApiError({
    ...parseErrorBody(await textOf(reply)),
    kind: 'answer',
    status: reply.status,
    retryAfterSeconds: retryAfterSeconds(reply.headers.get('retry-after'), Date.now()),
  })
}

/** The API never sends HTML: a page comes from a proxy or a captive portal. */
export function isPage({ headers, body }: Reply): boolean {
  return body !== '' && (headers.get('content-type') ?? '').includes('text/html')
}

function parse({ method, path, response }: Call, reply: Reply): unknown {
  const { body, status } = reply
  const invalid = (problem: string, cause?: unknown) =>
    new ApiError({
      kind: 'shape',
      status,
      message: `The response of ${method} ${path} ${problem}`,
      cause,
    })
  // Also if no body is expected: a portal's 200 does not mean success.
  if (isPage(reply)) throw invalid('is HTML')
  if (response === null) return undefined
  if (typeof response === 'string') return typeof body === 'string' ? new Blob([body]) : body
  const json = typeof body === 'string' ? parseJson(body) : null
  if (json === null) throw invalid('is not JSON')
  const { success, data, error } = z.safeParse(response, json.value)
  if (success) return data
  const issue = error.issues[0]
  const field = issue?.path.join('.') || 'body'
  throw invalid(`is invalid at ${field}: ${issue?.message ?? 'unknown'}`, error)
}

/**
 * Parses the response as its call defines it. A captive portal's page, a truncated body or an invalid
 * field fails here, before anything is shown or stored; the message names the field.
 * @throws ApiError of kind `shape`
 */
export function parseReply<C extends Call>(call: C, reply: Reply): CallResponse<C> {
  // Each branch of `parse` returns what CallResponse describes.
  return parse(call, reply) as CallResponse<C>
}

/** True for the only error that a refresh can fix: a 401 that asks to authenticate. */
export function requiresRefresh(error: ApiError): boolean {
  return error.code === 401 && error.message.toLowerCase() === 'please authenticate'
}
