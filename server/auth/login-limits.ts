import { createHmac } from 'node:crypto'
import { countTry, resetCounter, decrementCounter } from '#server/db/rate-counters.ts'
import type { Db } from '#server/db/open.ts'
import { tooManyRequests } from '#server/http/errors.ts'
import { deriveKey } from './secret.ts'

const WINDOW_MS = 15 * 60_000
/** Failures for one account from one address: whoever owns it can still sign in from elsewhere. */
const ACCOUNT_TRIES = 10
/** Failures from one address over all accounts. */
const ADDRESS_TRIES = 100

export interface RateLimitKeys {
  account: string
  address: string
}

/**
 * Addresses and emails are kept as keyed hashes: the counters are no list of who tried what, and
 * people type passwords into the email field.
 */
export function rateLimitKeys(secret: Buffer, ip: string, account: string): RateLimitKeys {
  const network = networkOf(ip)
  const key = deriveKey(secret, 'tries')
  const name = (text: string) =>
    createHmac('sha256', key).update(text).digest('base64url').slice(0, 22)
  return {
    account: `login:${name(network)}:${name(account.toLowerCase())}`,
    address: `login:${name(network)}`,
  }
}

/**
 * Counts a try before the password is checked, so that many at once are counted too.
 * @throws HttpError 429 beyond the limits, with `Retry-After`
 */
export async function countLoginTry(db: Db, keys: RateLimitKeys, now: Date): Promise<void> {
  for (const [key, limit] of [
    [keys.account, ACCOUNT_TRIES],
    [keys.address, ADDRESS_TRIES],
  ] as const) {
    const { count, windowEndsAt } = await countTry(db, key, WINDOW_MS, now)
    if (count > limit) throw tooManyRequests(windowEndsAt.getTime() - now.getTime())
  }
}

/** A right password clears the account's failures from here, and isn't one of the address. */
export async function clearLoginTries(db: Db, keys: RateLimitKeys): Promise<void> {
  await resetCounter(db, keys.account)
  await decrementCounter(db, keys.address)
}

/** One household has a whole /64 of IPv6 addresses: they count as one. */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped !== undefined) return mapped
  const [head = '', tail] = ip.split('%', 1)[0]?.split('::') ?? []
  const left = head.split(':').filter(Boolean)
  const right = tail === undefined ? [] : tail.split(':').filter(Boolean)
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  return [...left, ...zeros, ...right].slice(0, 4).join(':').toLowerCase()
}
