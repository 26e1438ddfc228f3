import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { listen } from '#tests/support/calls/live.ts'
import { signInAt, type Caller } from '#tests/support/server/api-process.ts'
import { TEST_PASSWORD } from '#tests/support/server/builders.ts'

export const PROJECT = 'AURA'
export const EMAIL = 'operator@saleroom.example'

/** Times are of `performance.now()`. */
export interface Read {
  at: number
  isAnswered: boolean
}

export interface Load {
  /** The ids of purchases and the reasons of credits that were acknowledged. */
  purchases: string[]
  credits: string[]
  /** When each write was acknowledged. */
  writes: number[]
  reads: Read[]
  /** By process, when the events of its stream came. */
  events: number[][]
  /** Refusals that repeating does not mend. */
  unexpected: string[]
  stop(): Promise<void>
}

const REQUEST_MS = 5000
const RETRY_MS = 250
const BATCH = 3
const PURCHASE_EVERY_MS = 250
const CREDIT_EVERY_MS = 500
const READ_EVERY_MS = 100
const READERS = 2
const RANGE = 'start_date=2026-01-01T00:00:00Z&end_date=2100-01-01T00:00:00Z'

export const walletAt = (n: number): string => `0x${(n % 97).toString(16).padStart(40, '0')}`

/**
 * Sends purchases and credits through the load balancer, each repeated with its id until it is
 * acknowledged; reads analytics; and follows a stream of each process.
 */
export function startLoad(
  api: string,
  processes: readonly string[],
  keys: readonly string[],
): Load {
  const state = { isStopped: false }
  const load: Omit<Load, 'stop'> = {
    purchases: [],
    credits: [],
    writes: [],
    reads: [],
    events: processes.map(() => []),
    unexpected: [],
  }
  let caller: Promise<Caller> | null = null
  const signIn = () => {
    caller ??= signInAt(api, EMAIL, TEST_PASSWORD).catch((error: unknown) => {
      caller = null
      throw error
    })
    return caller
  }
  const token = async () => (await signIn()).token

  /** @returns the response, or null if none came in time */
  const send = async (path: string, init: RequestInit): Promise<Response | null> => {
    const signal = AbortSignal.timeout(REQUEST_MS)
    const response = await fetch(`${api}/v1${path}`, { ...init, signal }).catch(() => null)
    // The whole body: the process may end within it.
    const body = await response?.text().catch(() => null)
    if (!response || body === null || body === undefined) return null
    if (response.status === 401) caller = null
    const { status } = response
    if (status >= 400 && status < 500 && ![401, 408, 409, 429].includes(status))
      load.unexpected.push(`${path.split('?')[0]} ${status} ${body}`)
    return response
  }

  const untilAcknowledged = async (request: () => Promise<Response | null>): Promise<boolean> => {
    while (!state.isStopped) {
      const response = await request().catch(() => null)
      if (response?.ok) {
        load.writes.push(performance.now())
        return true
      }
      await pause(RETRY_MS)
    }
    return false
  }

  const buy = async (key: string) => {
    for (let n = 0; !state.isStopped; n++) {
      const ids = Array.from({ length: BATCH }, () => randomUUID())
      const at = new Date().toISOString()
      const events = ids.map((id, index) => ({
        id: `${id}-completed`,
        kind: 'transaction',
        occurred_at: at,
        transaction_id: id,
        created_at: at,
        status: 'completed',
        wallet_address: walletAt(n + index),
        payment_token_name: 'ETH',
        payment_token_amount: '3',
        payment_usd_amount: '90.25',
        tokens_bought: '377.5',
      }))
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      const init = { method: 'POST', headers, body: JSON.stringify({ events }) }
      if (await untilAcknowledged(() => send(`/ingest/${PROJECT}/events`, init)))
        load.purchases.push(...ids)
      await pause(PURCHASE_EVERY_MS)
    }
  }

  const credit = async () => {
    for (let n = 0; !state.isStopped; n++) {
      const reason = randomUUID()
      const path = `/wallets/${PROJECT}/${walletAt(n)}/transactions/manual`
      const isDone = await untilAcknowledged(async () => {
        const headers = {
          authorization: `Bearer ${await token()}`,
          'content-type': 'application/json',
          'idempotency-key': reason,
        }
        const body = JSON.stringify({ tokens: '1.5', reason })
        return send(path, { method: 'POST', headers, body })
      })
      if (isDone) load.credits.push(reason)
      await pause(CREDIT_EVERY_MS)
    }
  }

  const read = async () => {
    while (!state.isStopped) {
      const response = await token()
        .then((bearer) =>
          send(`/transactions/summary?${RANGE}&projects=${PROJECT}`, {
            headers: { authorization: `Bearer ${bearer}` },
          }),
        )
        .catch(() => null)
      load.reads.push({ at: performance.now(), isAnswered: response?.ok ?? false })
      await pause(READ_EVERY_MS)
    }
  }

  const follow = async (url: string, events: number[]) => {
    while (!state.isStopped) {
      try {
        const stream = await listen(url, await signIn(), [PROJECT])
        if (stream.status === 401) caller = null
        const ended = stream.ended.then(() => true)
        while (!state.isStopped && stream.status === 200) {
          for (const _change of stream.changes.splice(0)) events.push(performance.now())
          if (await Promise.race([ended, pause(READ_EVERY_MS, false)])) break
        }
        stream.close()
      } catch {
        // The process does not respond: the next attempt may succeed.
      }
      await pause(RETRY_MS)
    }
  }

  const running = [
    ...keys.map(buy),
    credit(),
    ...Array.from({ length: READERS }, read),
    ...processes.map((url, at) => follow(url, load.events[at] ?? [])),
  ]
  return {
    ...load,
    async stop() {
      state.isStopped = true
      await Promise.all(running)
    },
  }
}

/** The longest time without one of these in a span, which it may begin or end with. */
export function longestGap(times: readonly number[], from: number, to: number): number {
  const inside = times.filter((at) => at > from && at < to).toSorted((a, b) => a - b)
  const edges = [from, ...inside, to]
  return Math.max(...edges.slice(1).map((at, n) => at - (edges[n] ?? at)))
}
