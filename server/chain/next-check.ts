import type { Finding, NextCheck } from '#server/db/chain/proofs.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

interface Situation {
  createdAt: Date
  /** Since when it differs; null if it does not. */
  differsAt: Date | null
  confirmations: number
  /** The number of the newest block. */
  head: number
  now: Date
}

/**
 * When to check a purchase again. One that is in a block: when it has its confirmations, then when it has
 * twice as many, and a day after the purchase. One that is in none: ever more rarely.
 */
export function nextCheck({ state, reason, block }: Finding, situation: Situation): NextCheck {
  const { createdAt, differsAt, confirmations, head, now } = situation
  const age = now.getTime() - createdAt.getTime()
  if (block !== null) {
    if (state === 'waiting') return atBlock(block + confirmations - 1)
    if (head < block + 2 * confirmations) return atBlock(block + 2 * confirmations)
    return age < DAY_MS ? at(createdAt.getTime() + DAY_MS) : NEVER
  }
  if (state === 'waiting') {
    const again = now.getTime() + quarter(age, 15 * SECOND_MS, 5 * MINUTE_MS)
    return at(Math.min(again, createdAt.getTime() + HOUR_MS))
  }
  if (reason === 'not_found' && age >= 3 * DAY_MS) return NEVER
  // A transaction that was dropped is usually soon in another block, however old the purchase is.
  const since = reason === 'gone' && differsAt ? now.getTime() - differsAt.getTime() : age
  return at(now.getTime() + quarter(since, 30 * SECOND_MS, 6 * HOUR_MS))
}

/** When a purchase is requested again that one of its chains could not answer for. */
export function retryCheck(createdAt: Date, now: Date): Date {
  const age = now.getTime() - createdAt.getTime()
  return new Date(now.getTime() + quarter(age, 15 * SECOND_MS, 5 * MINUTE_MS))
}

const NEVER: NextCheck = { due_at: null, due_block: null }
const at = (time: number): NextCheck => ({ due_at: new Date(time), due_block: null })
const atBlock = (block: number): NextCheck => ({ due_at: null, due_block: block })

/** A quarter of an age, within bounds. */
const quarter = (age: number, shortest: number, longest: number) =>
  Math.min(Math.max(age / 4, shortest), longest)
