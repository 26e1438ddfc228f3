import { createFetch } from 'ofetch'
import { noteServerDate } from '#src/state/clock.ts'
import { ApiError } from './api-error.ts'

/** A request, ready to be sent. */
export type Outgoing = {
  method: string
  url: string
  headers: Record<string, string>
  body?: string | FormData | Blob | undefined
  /** Aborts the call: the caller's signal, or the end of the session. */
  signal: AbortSignal
  /** From the start to the last byte of the response; for uploads, the time without progress. */
  timeoutMs: number
  reads: 'text' | 'blob'
}

/** A response whose body has been read completely. */
export type Reply = { status: number; headers: Headers; body: string | Blob }

const NO_BODY_STATUSES = [204, 205, 304]

// Reads `globalThis.fetch` on each call, so that a later replacement is used.
const ofetch = createFetch({ fetch: (input, init) => globalThis.fetch(input, init) })

/** Aborts with the given signal or after the time limit; `isLate` is true after the time limit. */
function deadline(signal: AbortSignal, timeoutMs: number) {
  const controller = new AbortController()
  let isLate = false
  const stop = () => controller.abort()
  const timer = setTimeout(() => {
    isLate = true
    stop()
  }, timeoutMs)
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
  return {
    signal: controller.signal,
    isLate: () => isLate,
    done: () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
    },
  }
}

/** Sends a request by fetch, and resolves when its head has arrived. The body is the caller's to read. */
export function openByFetch({
  url,
  headers,
  signal,
}: Pick<Outgoing, 'url' | 'headers' | 'signal'>) {
  return ofetch.raw<unknown, 'stream'>(url, {
    headers,
    signal,
    responseType: 'stream',
    ignoreResponseError: true,
    retry: false,
    cache: 'no-store',
  })
}

/** Sends a request by fetch. The time limit covers the whole body, so that a slow drip ends too. */
export async function sendByFetch(outgoing: Outgoing): Promise<Reply> {
  const limit = deadline(outgoing.signal, outgoing.timeoutMs)
  try {
    const response = await ofetch.raw<unknown, 'text' | 'blob'>(outgoing.url, {
      method: outgoing.method,
      headers: outgoing.headers,
      body: outgoing.body ?? null,
      signal: limit.signal,
      responseType: outgoing.reads,
      ignoreResponseError: true,
      retry: false,
      cache: 'no-store',
    })
    noteServerDate(response.headers.get('date'))
    const body = NO_BODY_STATUSES.includes(response.status) ? '' : response._data
    return {
      status: response.status,
      headers: response.headers,
      body: typeof body === 'string' || body instanceof Blob ? body : '',
    }
  } catch (cause) {
    if (limit.isLate()) throw new ApiError({ kind: 'timeout', cause })
    throw new ApiError({ kind: outgoing.signal.aborted ? 'aborted' : 'network', cause })
  } finally {
    limit.done()
  }
}
