/** How a try to send something ended. Reasons are read by staff and hold no secret. */
export type Sending =
  | { is: 'sent' }
  /** The other side asks for a pause. */
  | { is: 'asked-to-wait'; ms: number }
  /** No answer, or one of a service in trouble: it is tried again by itself. */
  | { is: 'unreachable'; reason: string }
  /** A clear no: trying again helps only after somebody has changed something. */
  | { is: 'refused'; reason: string }

export interface ServiceAnswer {
  status: number
  body: unknown
  retryAfterSeconds: number | null
}

/**
 * One request to a service. Redirects are not followed: they would carry the key elsewhere.
 * @returns the answer with its body as JSON (null when it is none), or why there is none
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
    // Errors of fetch name the address, and with it the bot's token.
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
