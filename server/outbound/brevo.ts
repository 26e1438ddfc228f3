import * as z from 'zod/mini'
import type { Brevo } from '#server/dependencies.ts'

const DEFAULT_URL = 'https://api.brevo.com/v3'
const TIMEOUT_MS = 10_000
const MAX_ANSWER_BYTES = 64_000
const MAX_TEXT_LENGTH = 200

/** The fields of Brevo's error bodies that are passed on; all others are dropped. */
const errorBodySchema = z.object({ message: z.string(), code: z.optional(z.string()) })

type BrevoAnswer = Awaited<ReturnType<Brevo['test']>>

function failure(message: string, code: string): BrevoAnswer {
  return { ok: false, answer: JSON.stringify({ message, code }) }
}

/** Reads the start of the body. The limit protects against endless responses. */
async function readStart(response: Response): Promise<string> {
  if (!response.body) return ''
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body) {
    pieces.push(piece)
    size += piece.byteLength
    if (size >= MAX_ANSWER_BYTES) break
  }
  return Buffer.concat(pieces).subarray(0, MAX_ANSWER_BYTES).toString('utf8')
}

function withoutKey(text: string, apiKey: string): string {
  return text.replaceAll(apiKey, '[redacted]').slice(0, MAX_TEXT_LENGTH)
}

function parseError(status: number, body: string, apiKey: string): BrevoAnswer {
  try {
    const { message, code } = errorBodySchema.parse(JSON.parse(body))
    return failure(withoutKey(message, apiKey), withoutKey(code ?? String(status), apiKey))
  } catch {
    return failure(`Unexpected answer with status ${status}`, 'unexpected_answer')
  }
}

async function request(url: string, apiKey: string, signal: AbortSignal): Promise<BrevoAnswer> {
  try {
    const response = await fetch(url, {
      headers: { 'api-key': apiKey, accept: 'application/json' },
      // Following a redirect would send the key to another host.
      redirect: 'manual',
      signal,
    })
    if (response.ok) {
      await response.body?.cancel()
      return { ok: true }
    }
    if (response.status < 400) {
      await response.body?.cancel()
      return failure(`Unexpected answer with status ${response.status}`, 'unexpected_answer')
    }
    return parseError(response.status, await readStart(response), apiKey)
  } catch (error) {
    const isTimeout = error instanceof Error && error.name === 'TimeoutError'
    return isTimeout
      ? failure('No answer within 10 s', 'timeout')
      : failure('Brevo could not be reached', 'unreachable')
  }
}

/**
 * Brevo's API, or the mock server at `url`. It follows no redirects, and a test takes at most 10 s. It
 * never throws or logs.
 */
export function openBrevo({ url }: { url?: string | null | undefined } = {}): Brevo {
  const base = (url ?? DEFAULT_URL).replace(/\/+$/, '')
  return {
    async test(apiKey, listId) {
      // For an invalid header value, fetch throws an error that contains the key.
      if (!/^[\x21-\x7e]+$/.test(apiKey)) return failure('Key not found', 'unauthorized')
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      const account = await request(`${base}/account`, apiKey, signal)
      if (!account.ok || listId === null) return account
      return await request(`${base}/contacts/lists/${listId}`, apiKey, signal)
    },
  }
}
