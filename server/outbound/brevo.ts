import * as z from 'zod/mini'
import type { Brevo } from '#server/dependencies.ts'
import { cutText } from '#src/domain/text/text.ts'
import { callService } from './sending.ts'

const TIMEOUT_MS = 10_000
const MAX_TEXT_LENGTH = 200

/** The fields of Brevo's error bodies that are passed on; all others are dropped. */
const errorBodySchema = z.object({ message: z.string(), code: z.optional(z.string()) })

type BrevoAnswer = Awaited<ReturnType<Brevo['test']>>

function failure(message: string, code: string): BrevoAnswer {
  return { ok: false, answer: JSON.stringify({ message, code }) }
}

/** The address of Brevo's API or of a mock server, without a trailing slash. */
export function brevoBase(url: string | null | undefined): string {
  return (url ?? 'https://api.brevo.com/v3').replace(/\/+$/, '')
}

/** The text of a response for staff, without the key. */
export function withoutKey(text: string, apiKey: string): string {
  return cutText(text.replaceAll(apiKey, '[redacted]'), MAX_TEXT_LENGTH)
}

/** Whether fetch can send the key. For an invalid header value, its error contains the key. */
export function isSendable(apiKey: string): boolean {
  return /^[\x21-\x7e]+$/.test(apiKey)
}

async function request(url: string, apiKey: string, signal: AbortSignal): Promise<BrevoAnswer> {
  const headers = { 'api-key': apiKey, accept: 'application/json' }
  const answer = await callService(url, { headers }, TIMEOUT_MS, signal)
  if ('reason' in answer)
    return answer.isTimeout
      ? failure(answer.reason, 'timeout')
      : failure('Brevo could not be reached', 'unreachable')
  const { status, body } = answer
  if (status >= 200 && status < 300) return { ok: true }
  const parsed = errorBodySchema.safeParse(body)
  if (status < 400 || !parsed.success)
    return failure(`Unexpected answer with status ${status}`, 'unexpected_answer')
  const { message, code = String(status) } = parsed.data
  return failure(withoutKey(message, apiKey), withoutKey(code, apiKey))
}

/**
 * Brevo's API, or the mock server at `url`. It follows no redirects, and a test takes at most 10 s. It
 * never throws or logs.
 */
export function openBrevo({ url }: { url?: string | null | undefined } = {}): Brevo {
  const base = brevoBase(url)
  return {
    async test(apiKey, listId) {
      if (!isSendable(apiKey)) return failure('Key not found', 'unauthorized')
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      const account = await request(`${base}/account`, apiKey, signal)
      if (!account.ok || listId === null) return account
      return await request(`${base}/contacts/lists/${listId}`, apiKey, signal)
    },
  }
}
