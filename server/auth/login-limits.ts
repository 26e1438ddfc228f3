import { createHmac } from 'node:crypto'
import {
  incrementCounter,
  resetCounters,
  decrementCounter,
} from '#server/db/accounts/rate-counters.ts'
import type { Db } from '#server/db/engine/open.ts'
import { deriveKey, sha256 } from './secret.ts'

const WINDOW_MS = 15 * 60_000
/** Failures for one account from one address. Its owner can still sign in from another address. */
const MAX_ACCOUNT_FAILURES = 10
/** Failures from one address for all accounts. */
const MAX_ADDRESS_FAILURES = 100

export interface RateLimitKeys {
  account: string
  address: string
}

/**
 * The keys of the failure counters. Addresses and emails are stored as keyed hashes, because users
 * sometimes type a password into the email field.
 */
export function rateLimitKeys(secret: Buffer, ip: string, account: string): RateLimitKeys {
  const network = networkOf(ip)
  const name = (text: string) => keyedHash(secret, 'tries', text)
  return {
    account: `login:${name(network)}:${name(account.toLowerCase())}`,
    address: `login:${name(network)}`,
  }
}

/** A limit that an attempt is above. */
export interface LockOut {
  /** Attempts for one account from one address, or all attempts from the address. */
  scope: 'account' | 'address'
  /** The failures that led to it. */
  count: number
  until: Date
  /** True for the first attempt above the limit. */
  isNew: boolean
}

/**
 * Counts an attempt before the password is checked, so that concurrent attempts count too.
 * @returns the limit that the attempt is above; null if it is not
 */
export async function countLoginTry(
  db: Db,
  keys: RateLimitKeys,
  now: Date,
): Promise<LockOut | null> {
  for (const [scope, limit] of [
    ['account', MAX_ACCOUNT_FAILURES],
    ['address', MAX_ADDRESS_FAILURES],
  ] as const) {
    const { count, windowEndsAt } = await incrementCounter(db, keys[scope], WINDOW_MS, now)
    if (count > limit)
      return { scope, count: limit, until: windowEndsAt, isNew: count === limit + 1 }
  }
  return null
}

/**
 * After a correct password: resets the account's failures and takes the attempt off the address.
 */
export async function clearLoginTries(db: Db, keys: RateLimitKeys): Promise<void> {
  await resetCounters(db, keys.account)
  await decrementCounter(db, keys.address)
}

/** What stands for text that nobody may guess from it without the server's secret. */
export const keyedHash = (secret: Buffer, purpose: string, text: string): string =>
  shorten(createHmac('sha256', deriveKey(secret, purpose)).update(text).digest())

/** What stands for the network of an address in the key of a counter. */
export const networkHash = (ip: string): string => shorten(sha256(networkOf(ip)))

const shorten = (hash: Buffer) => hash.toString('base64url').slice(0, 22)

/**
 * The address of IPv4, the /64 network of IPv6: a household has a whole /64, which counts as one.
 */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip
  const mapped = mappedIpv4(ip)
  if (mapped !== undefined) return mapped
  const [head = '', tail] = ip.split('%', 1)[0]?.split('::') ?? []
  const left = head.split(':').filter(Boolean)
  const right = tail === undefined ? [] : tail.split(':').filter(Boolean)
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  return [...left, ...zeros, ...right].slice(0, 4).join(':').toLowerCase()
}

/** The IPv4 address in an IPv6 one (`::ffff:192.0.2.1`); undefined for others. */
export function mappedIpv4(ip: string): string | undefined {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
}
