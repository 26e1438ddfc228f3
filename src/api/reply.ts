import * as z from 'zod/mini'
import { ApiError, NO_BODY_ERROR } from './api-error.ts'
import type { Reply } from './transport.ts'

/** An upper bound for what a Retry-After is believed to mean. */
const MAX_RETRY_AFTER_SECONDS = 86_400

/** Seconds from now of a Retry-After header, given in seconds or as a date. */
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

const partialErrorSchema = z.object({
  code: z.optional(z.unknown()),
  message: z.optional(z.unknown()),
})

/** As much of an error body as there is. Without a message the caller's own text is shown. */
function parseErrorBody(text: string): { code: number; message: string } {
  if (text.trim() === '') return NO_BODY_ERROR
  const { code, message } = partialErrorSchema.safeParse(parseJson(text)?.value).data ?? {}
  return {
    code: typeof code === 'number' && Number.isInteger(code) ? code : NO_BODY_ERROR.code,
    message: typeof message === 'string' ? message : '',
  }
}

/** The error that a refusing answer means; without any body it is spec 8's 500. */
export async function parseError(reply: Reply): Promise<ApiError> {
  const known = parseErrorBody(await textOf(reply))
  return new ApiError({
    kind: 'answer',
    code: known.code,
    message: known.message,
    status: reply.status,
    retryAfterSeconds: retryAfterSeconds(reply.headers.get('retry-after'), Date.now()),
  })
}

/**
 * The body as the wire schema describes it. A captive portal's page, a cut-off answer or a wrong
 * field fails here, before anything is shown or kept; the message names the field.
 */
export function parseReply<Schema extends z.core.$ZodType>(
  reply: Reply,
  schema: Schema,
  call: string,
): z.output<Schema> {
  const json = typeof reply.body === 'string' ? parseJson(reply.body) : null
  if (json === null) {
    throw new ApiError({
      kind: 'shape',
      status: reply.status,
      message: `The answer of ${call} is not JSON`,
    })
  }
  const parsed = z.safeParse(schema, json.value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const field = issue === undefined || issue.path.length === 0 ? 'body' : issue.path.join('.')
  throw new ApiError({
    kind: 'shape',
    status: reply.status,
    message: `The answer of ${call} is wrong at ${field}: ${issue?.message ?? 'unknown'}`,
    cause: parsed.error,
  })
}

/** True for the one refusal that a refresh can cure (spec 4). */
export function asksForRefresh(error: ApiError): boolean {
  return error.code === 401 && error.message.toLowerCase() === 'please authenticate'
}
