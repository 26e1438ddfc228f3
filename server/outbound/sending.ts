/** The result of sending something. Staff see the reasons, so they contain no secrets. */
export type Sending =
  | { is: 'sent' }
  /** The service requests a delay. */
  | { is: 'rate-limited'; ms: number }
  /** No response, or a server error: retried automatically. */
  | { is: 'unreachable'; reason: string }
  /** A permanent error: a retry helps only after staff have changed the settings. */
  | { is: 'refused'; reason: string }

export interface ServiceAnswer {
  status: number
  body: unknown
  retryAfterSeconds: number | null
}

/**
 * Sends a request to a service. It follows no redirects, which would send the key to another host.
 * @returns the response with its body as JSON (null if it is not JSON), or why there is none
 */
export async function callService(
  url: string,
  init: RequestInit,
  timeoutMs: number,
): Promise<ServiceAnswer | { reason: string }> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal })
    const text = await response.text()
    const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
    return {
      status: response.status,
      body: parseJson(text),
      retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : null,
    }
  } catch {
    // Fetch errors contain the URL, and with it the bot's token.
    return {
      reason: signal.aborted ? `No answer within ${timeoutMs / 1000} s` : 'Could not be reached',
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
