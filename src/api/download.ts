import { ApiError } from '#src/session/api-error.ts'
import { firstAbort } from '#src/session/first-abort.ts'
import { openByFetch } from '#src/session/transport.ts'
import type { Outgoing, Reply } from '#src/session/transport.ts'
import type { Call, CallInput } from '#src/wire/call.ts'
import { send } from './http.ts'

/** The time without a byte after which a download ends: the server writes the whole file before it sends it. */
const SILENCE_LIMIT_MS = 300_000
/** Bytes are moved into a Blob, which the browser can keep on disk, each time this many have arrived. */
const PART_BYTES = 4_000_000
const LINE_FEED = 10

/**
 * How many rows of a file have arrived, and how many it has: null if the server does not send that.
 * Only a CSV has rows; of any other file `bytes` tells how far it is.
 */
export interface DownloadProgress {
  rows: number
  of: number | null
  bytes: number
}

/** A call whose response is a file. */
export type FileCall = Call & { response: 'text/csv' | 'application/json' }

/**
 * Downloads a file piece by piece: at no time are all of its bytes in memory. `onProgress` gets the
 * rows so far, without the line of heads; a line break inside a value counts as a row.
 * @throws ApiError as `send` does: also for a connection that breaks before the end of the file, and
 *   of kind `aborted` after the signal
 */
export function download<C extends FileCall>(
  call: C,
  input: CallInput<C>,
  options: { signal: AbortSignal; onProgress: (progress: DownloadProgress) => void },
) {
  return send(call, input, {
    signal: options.signal,
    timeoutMs: SILENCE_LIMIT_MS,
    transport: (outgoing) => receive(outgoing, options.onProgress),
  })
}

async function receive(
  { url, headers, signal, timeoutMs }: Outgoing,
  onProgress: (progress: DownloadProgress) => void,
): Promise<Reply> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), timeoutMs)
  const heard = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), timeoutMs)
  }
  try {
    const response = await openByFetch({
      url,
      headers,
      signal: firstAbort([signal, silence.signal]),
    })
    const { status, body } = response
    const head = { status, headers: response.headers }
    if (status >= 400 || body === null) return { ...head, body: await response.text() }
    const of = Number(response.headers.get('x-rows') ?? NaN)
    const type = response.headers.get('content-type') ?? ''
    const file = await collect(body, type, (lines, bytes) => {
      heard()
      onProgress({ rows: Math.max(0, lines - 1), of: Number.isFinite(of) ? of : null, bytes })
    })
    return { ...head, body: file }
  } catch (cause) {
    const kind = signal.aborted ? 'aborted' : silence.signal.aborted ? 'timeout' : 'network'
    throw new ApiError({ kind, cause })
  } finally {
    clearTimeout(timer)
  }
}

async function collect(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  type: string,
  onPart: (lines: number, bytes: number) => void,
): Promise<Blob> {
  const parts: Blob[] = []
  let pending: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  let lines = 0
  let bytes = 0
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    for (const byte of value) if (byte === LINE_FEED) lines += 1
    pending.push(value)
    size += value.length
    bytes += value.length
    if (size >= PART_BYTES) {
      parts.push(new Blob(pending))
      pending = []
      size = 0
    }
    onPart(lines, bytes)
  }
  return new Blob([...parts, ...pending], { type })
}
