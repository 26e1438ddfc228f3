import { once } from 'node:events'
import { get, type ClientRequest } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { quantile } from './measure.ts'

/** Open streams of changes, on a connection each. */
export interface Streams {
  /** How many are open. */
  count(): number
  /** How many events all of them have received. */
  events(): number
  close(): void
}

const OPENED_AT_ONCE = 20
const EVENT = Buffer.from('event: change')

/** @param tokens one for each stream */
export async function openStreams(url: string, tokens: readonly string[]): Promise<Streams> {
  const state = { open: 0, events: 0 }
  const requests: ClientRequest[] = []
  const openOne = async (token: string) => {
    const request = get(url, { agent: false, headers: { authorization: `Bearer ${token}` } })
    request.on('error', () => {})
    requests.push(request)
    // The argument of the event.
    const [response] = (await once(request, 'response')) as [
      NodeJS.ReadableStream & { statusCode: number },
    ]
    if (response.statusCode !== 200) throw new Error(`A stream answered ${response.statusCode}`)
    state.open += 1
    response.on('data', (chunk: Buffer) => {
      for (let at = chunk.indexOf(EVENT); at >= 0; at = chunk.indexOf(EVENT, at + 1))
        state.events += 1
    })
    response.on('error', () => {})
    response.on('close', () => {
      state.open -= 1
    })
  }
  for (let from = 0; from < tokens.length; from += OPENED_AT_ONCE)
    await Promise.all(tokens.slice(from, from + OPENED_AT_ONCE).map(openOne))
  return {
    count: () => state.open,
    events: () => state.events,
    close: () => {
      for (const request of requests) request.destroy()
    },
  }
}

export interface Sender {
  url: string
  key: string
  /** Bodies of requests, in order. */
  bodies: readonly string[]
}

/** Sends the bodies of each sale one after the other, none before its time, for at most `limitMs`. */
export async function sendPaced(senders: readonly Sender[], everyMs: number, limitMs = Infinity) {
  const times: number[] = []
  const start = performance.now()
  await Promise.all(
    senders.map(async ({ url, key, bodies }) => {
      for (const [turn, body] of bodies.entries()) {
        await pause(Math.max(0, start + turn * everyMs - performance.now()))
        const begun = performance.now()
        if (begun - start > limitMs) return
        const response = await fetch(url, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body,
        })
        const text = await response.text()
        if (response.status !== 200 || text.includes('"refused"'))
          throw new Error(text.slice(0, 300))
        times.push(performance.now() - begun)
      }
    }),
  )
  return {
    perSecond: times.length / ((performance.now() - start) / 1000),
    median: quantile(times, 0.5),
    p99: quantile(times, 0.99),
  }
}
