import { setTimeout as sleep } from 'node:timers/promises'
import { SettingsError } from '#server/settings-error.ts'
import type { EventResult, IngestEvent } from '#src/wire/ingest.ts'
import { ingestResponseSchema, MAX_EVENTS } from '#src/wire/ingest.ts'

const TIMEOUT_MS = 30_000
const FIRST_DELAY_MS = 250
const MAX_DELAY_MS = 10_000

export interface Sent {
  results: EventResult[]
  /** How long each batch took to be answered. */
  latenciesMs: number[]
}

/**
 * Sends events to a running server as a sale's site does: in batches, each retried until it is
 * answered. The server ignores repeated events, so a retry after a lost answer is safe.
 * @param stop aborts the batches that have no answer yet
 * @throws SettingsError when the server refuses a whole batch (a wrong key or a malformed body)
 */
export async function sendEvents(
  { url, projectId, key }: { url: string; projectId: string; key: string },
  events: readonly IngestEvent[],
  stop = new AbortController().signal,
): Promise<Sent> {
  const sent: Sent = { results: [], latenciesMs: [] }
  for (let from = 0; from < events.length; from += MAX_EVENTS) {
    const body = JSON.stringify({ events: events.slice(from, from + MAX_EVENTS) })
    const address = `${url}/v1/ingest/${encodeURIComponent(projectId)}/events`
    sent.results.push(...(await sendUntilAnswered(address, key, body, { ...sent, stop })))
  }
  return sent
}

async function sendUntilAnswered(
  address: string,
  key: string,
  body: string,
  { latenciesMs, stop }: Sent & { stop: AbortSignal },
): Promise<EventResult[]> {
  for (let delay = FIRST_DELAY_MS; !stop.aborted; delay = Math.min(MAX_DELAY_MS, delay * 2)) {
    const started = performance.now()
    const answer = await fetch(address, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body,
      signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), stop]),
    }).catch(() => null)
    if (answer?.ok === true) {
      const { results } = ingestResponseSchema.parse(await answer.json().catch(() => null))
      latenciesMs.push(performance.now() - started)
      return results
    }
    if (answer && answer.status < 500 && answer.status !== 429)
      throw describeRefusal(address, answer.status, await answer.text())
    const retryAfter = Number(answer?.headers.get('retry-after') ?? 0) * 1000
    await sleep(Math.max(retryAfter, delay), undefined, { signal: stop }).catch(() => {})
  }
  return []
}

/** A server that does not know a key that was just created has another database. */
function describeRefusal(address: string, status: number, text: string): SettingsError {
  const { origin } = new URL(address)
  if (status !== 401 && status !== 404)
    return new SettingsError(`The server on ${origin} refused the events (${status}): ${text}`)
  return new SettingsError(
    `The server on ${origin} does not know the key: it serves another database. Run this command with the server's settings (SALEROOM_DATA or DATABASE_URL, preferably in saleroom.env), or name the right server with --url.`,
  )
}
