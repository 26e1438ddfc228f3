import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { calls } from '#src/wire/calls.ts'
import { steadyFetch } from '#tests/support/screens/steady-fetch.ts'
import { signInCaller, type Caller } from './e2e-calls.ts'
import type { RunningApp } from './e2e.ts'

const RANGE = 'start_date=2025-05-22T00:00:00Z&end_date=2030-01-01T00:00:00Z'
const PROJECTS = 'projects=AURA&projects=HELIX'
const CHANNEL = 'utm_source=google&utm_medium=cpc'
// Shorter than the life of access tokens: sign-ins are part of the load, within the login limits.
const SIGN_IN_EVERY_MS = 5 * 60_000
/** Enough connections that no request waits for another, few enough that each is used within seconds. */
const CONNECTIONS = 8

/** Every call that reads lists or figures, for two projects and all time. A stream has no end. */
function readings(purchase: string): string[] {
  return Object.values(calls)
    .filter(
      ({ method, path, access, response }) =>
        method === 'GET' &&
        access === 'signed-in' &&
        !path.includes('/:') &&
        response !== 'text/event-stream',
    )
    .map(
      ({ path }) =>
        `${path}?${RANGE}&${PROJECTS}&${CHANNEL}&transaction_id=${purchase}&project_id=AURA&fields=email`,
    )
}

/** Credits one token to a wallet of the demo data; every second request has no effect. */
async function credit(caller: Caller, wallet: string, round: number, key: string): Promise<void> {
  await caller.post(
    `/wallets/HELIX/${wallet}/transactions/manual`,
    { tokens: '1', reason: `Soak ${Math.floor(round / 2)}` },
    { 'idempotency-key': key },
  )
}

export interface Load {
  /** Throws the error of the first request that did not succeed with 2xx. */
  check(): void
  /** Ends the load and checks it. @returns the number of completed requests */
  end(): Promise<number>
}

/**
 * Sends requests to the server at a constant rate: reads, and sometimes a write.
 * @param rate requests per second, started on time however long the responses take
 */
export async function startLoad(app: RunningApp, rate: number): Promise<Load> {
  const { send, close } = steadyFetch(CONNECTIONS)
  let caller = await signInCaller(app, 'admin@saleroom.example', send)
  const purchases = await caller.get<{ results: { id: string }[] }>('/transactions?projects=AURA')
  const paths = readings(purchases.results[0]?.id ?? '')
  const { results } = await caller.get<{ results: { wallet_address: string }[] }>(
    '/wallets?projects=HELIX&limit=1',
  )
  const wallet = results[0]?.wallet_address ?? ''
  const underway = new Set<Promise<void>>()
  const failures: unknown[] = []
  let answered = 0
  const ending = new AbortController()
  let key = randomUUID()

  const one = async (round: number) => {
    try {
      if (round % paths.length === 0) {
        const credits = round / paths.length
        if (credits % 2 === 0) key = randomUUID()
        await credit(caller, wallet, credits, key)
      } else {
        await caller.text(paths[round % paths.length] ?? '')
      }
      answered += 1
    } catch (error) {
      failures.push(error)
    }
  }
  const run = async () => {
    const start = performance.now()
    let signedIn = start
    for (let round = 0; !ending.signal.aborted && failures.length === 0; round++) {
      const wait = start + (round * 1000) / rate - performance.now()
      if (wait > 0) await sleep(wait)
      if (performance.now() - signedIn > SIGN_IN_EVERY_MS) {
        signedIn = performance.now()
        caller = await signInCaller(app, 'admin@saleroom.example', send)
      }
      const call = one(round).finally(() => underway.delete(call))
      underway.add(call)
    }
  }
  const running = run()
  const check = () => {
    if (failures.length > 0) throw failures[0]
  }
  return {
    check,
    async end() {
      ending.abort()
      await running
      await Promise.all(underway)
      close()
      check()
      return answered
    },
  }
}
