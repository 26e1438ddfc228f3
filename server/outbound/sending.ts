/** The result of sending something. Staff see the reasons, so they contain no secrets. */
export type Sending =
  | { is: 'sent' }
  /** The service requests a delay. */
  | { is: 'rate-limited'; ms: number }
  /** No response, or a server error: retried automatically. */
  | { is: 'unreachable'; reason: string }
  /** A permanent error: a retry helps only after staff have changed the settings. */
  | { is: 'refused'; reason: string }

const MAX_ANSWER_BYTES = 64_000

interface ServiceAnswer {
  status: number
  body: unknown
  retryAfterSeconds: number | null
}

/**
 * Sends a request to a service. It follows no redirects, which would send the key to another host.
 * @param signal shares the time between several requests
 * @returns the response with its body as JSON (null if it is not JSON), or why there is none
 */
export async function callService(
  url: string,
  init: RequestInit,
  timeoutMs: number,
  signal = AbortSignal.timeout(timeoutMs),
): Promise<ServiceAnswer | { reason: string; isTimeout: boolean }> {
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal })
    const text = await readStart(response)
    const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
    return {
      status: response.status,
      body: parseJson(text),
      retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : null,
    }
  } catch {
    // Fetch errors contain the URL, and with it the bot's token.
    return signal.aborted
      ? { reason: `No answer within ${timeoutMs / 1000} s`, isTimeout: true }
      : { reason: 'Could not be reached', isTimeout: false }
  }
}

/** Reads the start of the body. The limit protects against endless responses. */
async function readStart(response: Response): Promise<string> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body ?? []) {
    pieces.push(piece)
    size += piece.byteLength
    if (size >= MAX_ANSWER_BYTES) break
  }
  return Buffer.concat(pieces).subarray(0, MAX_ANSWER_BYTES).toString('utf8')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
