// Sends events to Saleroom, with Node.js 20 or newer and no packages. Copy it into your site's server.

export interface SaleEvent {
  id: string
  kind: string
  occurred_at: string
  [field: string]: unknown
}
export interface EventResult {
  id: string | null
  outcome: 'taken' | 'repeated' | 'tested' | 'refused'
  field?: string
  reason?: string
}
/** The address of Saleroom (such as https://saleroom.example), a project's id, and a key of the project. */
export type Receiver = { url: string; project: string; key: string }
type Answer = { status: number; text: string; retryAfter: number; results: EventResult[] | null }

const MAX_EVENTS = 1000
const MAX_BYTES = 1_000_000 // Saleroom takes 2 MB, but many proxies take only 1 MB.
const MAX_ATTEMPTS = 10 // Their pauses add up to more than three minutes.
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Sends events in order, in few calls. A call without a complete answer, or with 408, 429 or 5xx, is
 * repeated. Saleroom stores each event once, so after an error all of them can be sent again.
 * @param wait pauses between attempts; tests can replace it
 * @returns one result per event, in the same order
 * @throws Error if Saleroom refuses a call (for example 401: the key is revoked), or after ten attempts
 */
export async function sendEvents(events: Iterable<SaleEvent>, to: Receiver, wait = sleep) {
  const results: EventResult[] = []
  for (const batch of batchesOf(events)) results.push(...(await sendBatch(batch, to, wait)))
  return results
}

function* batchesOf(events: Iterable<SaleEvent>) {
  let batch: SaleEvent[] = []
  let bytes = 0
  for (const event of events) {
    const size = Buffer.byteLength(JSON.stringify(event)) + 1
    if (batch.length === MAX_EVENTS || (batch.length > 0 && bytes + size > MAX_BYTES)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(event)
    bytes += size
  }
  if (batch.length > 0) yield batch
}

async function sendBatch(
  events: SaleEvent[],
  { url, project, key }: Receiver,
  wait: typeof sleep,
): Promise<EventResult[]> {
  const address = new URL(`/v1/ingest/${encodeURIComponent(project)}/events`, url)
  const headers = new Headers({ authorization: `Bearer ${key}` })
  headers.set('content-type', 'application/json')
  const request = { method: 'POST', headers, body: JSON.stringify({ events }) }
  for (let attempt = 1; ; attempt += 1) {
    const { status, text, retryAfter, results } = await post(address, request)
    if (results?.length === events.length) return results
    // An event that is too large by itself must not stop the others.
    if (status === 413 && events.length === 1)
      return events.map(({ id }) => ({ id, outcome: 'refused', field: 'event', reason: text }))
    const canRepeat = status < 300 || status === 408 || status === 429 || status >= 500
    if (!canRepeat || attempt === MAX_ATTEMPTS)
      throw new Error(`Saleroom: ${status || 'no answer'}: ${text.slice(0, 500)}`)
    const pauseMs = Math.max(Math.min(250 * 2 ** attempt, 60_000), retryAfter * 1000)
    // Longer by chance, so that many senders do not come back at the same time.
    await wait(pauseMs * (1 + Math.random() / 4))
  }
}

/** Status 0: without a complete answer, the events may be stored or not. */
async function post(address: URL, request: RequestInit): Promise<Answer> {
  try {
    const signal = AbortSignal.timeout(30_000)
    const response = await fetch(address, { ...request, redirect: 'manual', signal })
    const { status } = response
    const seconds = response.headers.get('retry-after') ?? ''
    const retryAfter = /^\d+$/.test(seconds) ? Math.min(Number(seconds), 3600) : 0
    const text = await response.text()
    return { status, text, retryAfter, results: status === 200 ? JSON.parse(text).results : null }
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error
    return { status: 0, text: String(cause), retryAfter: 0, results: null }
  }
}
