import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

// A sale whose purchases are numbered, so that a missing one is noticed.

const POLL_MS = 20

export const FIRST_SALE_AT = Date.parse('2026-11-21T00:00:00Z')

/** Purchase number n: its hash and its amount, which no other purchase of the sale has. */
export const hashOf = (n: number) => `0x${n.toString(16).padStart(64, '0')}`
export const amountOf = (n: number) => `${n}.000000000000000001`

function purchase(n: number) {
  const at = new Date(FIRST_SALE_AT + n * 10).toISOString()
  return {
    kind: 'transaction',
    id: `event-${n}`,
    occurred_at: at,
    created_at: at,
    transaction_id: `purchase-${n}`,
    transaction_hash: hashOf(n),
    wallet_address: `0x${(n % 5000).toString(16).padStart(40, '0')}`,
    status: 'completed',
    payment_token_name: 'ETH',
    payment_token_amount: '1',
    payment_usd_amount: amountOf(n),
    country: 'DE',
  }
}

export interface Sender {
  /** The number of the last purchase that was sent, and of the last one that was acknowledged. */
  sent: number
  acknowledged: number
  /** Waits, however slow the server is, until so many purchases are acknowledged. */
  reach(count: number): Promise<void>
  stop(): Promise<void>
}

/**
 * Sends purchases 1, 2, 3, … of a sale, one batch after the other.
 * @param perSecond the number of purchases per second that are sent at most
 */
export function startSender(
  { url, sale, key }: { url: string; sale: string; key: string },
  batchSize: number,
  perSecond: number,
): Sender {
  const stop = new AbortController()
  const sender: Sender = {
    sent: 0,
    acknowledged: 0,
    reach: (count) =>
      Promise.race([
        sending,
        (async () => {
          while (sender.acknowledged < count && !stop.signal.aborted) await pause(POLL_MS)
        })(),
      ]),
    async stop() {
      stop.abort()
      await sending
    },
  }
  const sending = (async () => {
    const start = performance.now()
    while (!stop.signal.aborted) {
      const events = Array.from({ length: batchSize }, (_, i) => purchase(sender.sent + 1 + i))
      sender.sent += batchSize
      const response = await fetch(`${url}/v1/ingest/${sale}/events`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ events }),
      })
      const body = await response.text()
      if (response.status !== 200) throw new Error(body)
      sender.acknowledged = sender.sent
      const due = start + (sender.sent / perSecond) * 1000
      await pause(Math.max(0, due - performance.now()))
    }
  })()
  // `reach` and `stop` fail with its error.
  sending.catch(() => stop.abort())
  return sender
}

/** How much `total` grows per second while `work` runs. */
export async function rateWhile(
  total: () => number,
  work: () => Promise<unknown>,
): Promise<number> {
  const [start, first] = [performance.now(), total()]
  await work()
  // For the output of a long run: no test compares it.
  return Math.round(((total() - first) / (performance.now() - start)) * 1000)
}

/** Samples the memory of a process, in MB. Zero where the system does not show it. */
export function watchMemory(pid: number) {
  const status = `/proc/${pid}/status`
  let peak = 0
  const sample = () => {
    if (!existsSync(status)) return 0
    const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(status, 'utf8')) ?? []
    peak = Math.max(peak, Number(kilobytes) / 1000)
    return peak
  }
  const timer = setInterval(sample, 50)
  return {
    /** The highest value since the last call. */
    takePeak() {
      sample()
      const highest = peak
      peak = 0
      return highest
    },
    stop: () => clearInterval(timer),
  }
}
