import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { deriveKey, sha256 } from '#server/auth/secret.ts'
import { incrementCounter, takeCounter } from '#server/db/accounts/rate-counters.ts'
import type { Db, Tx } from '#server/db/engine/open.ts'
import { CHALLENGE_MINUTES } from '#src/wire/second-factors.ts'

const LIFE_MS = CHALLENGE_MINUTES * 60_000
const MAX_TRIES = 5
const NONCE_BYTES = 16
const ID_BYTES = 8
const TIME_BYTES = 6
const MAC_BYTES = 16
const LENGTH = NONCE_BYTES + ID_BYTES + TIME_BYTES + MAC_BYTES

/** What a challenge is for. One for another purpose is refused. */
export type ChallengePurpose =
  | 'second-factor'
  | 'passkey-sign-in'
  | 'passkey-create'
  | 'step-up'
  | 'step-up-factors'

interface Holder {
  purpose: ChallengePurpose
  /** 0 for a sign-in with a passkey, which says itself whose it is. */
  userId: number
  /** What ends the challenge when it changes: the session, or the password hash. */
  binding: string
}

/**
 * A new challenge, base64url: random bytes, the account, the time and a signature. Nothing is stored
 * until it is tried, so a stranger who requests many fills no table.
 */
export function issueChallenge(secret: Buffer, holder: Holder, now: Date): string {
  const head = Buffer.alloc(NONCE_BYTES + ID_BYTES + TIME_BYTES)
  randomBytes(NONCE_BYTES).copy(head)
  head.writeBigUInt64BE(BigInt(holder.userId), NONCE_BYTES)
  head.writeUIntBE(now.getTime(), NONCE_BYTES + ID_BYTES, TIME_BYTES)
  return Buffer.concat([head, sign(secret, head, holder)]).toString('base64url')
}

/** The account that a challenge names. Only `isChallenge` proves that this server issued it. */
export function accountOfChallenge(challenge: string): number | null {
  const bytes = bytesOf(challenge)
  if (!bytes) return null
  const id = Number(bytes.readBigUInt64BE(NONCE_BYTES))
  return Number.isSafeInteger(id) ? id : null
}

/** Whether this server issued the challenge to this holder in the last 5 minutes. */
export function isChallenge(secret: Buffer, challenge: string, holder: Holder, now: Date): boolean {
  const bytes = bytesOf(challenge)
  if (!bytes || accountOfChallenge(challenge) !== holder.userId) return false
  const head = bytes.subarray(0, LENGTH - MAC_BYTES)
  if (!timingSafeEqual(sign(secret, head, holder), bytes.subarray(LENGTH - MAC_BYTES))) return false
  const age = now.getTime() - head.readUIntBE(NONCE_BYTES + ID_BYTES, TIME_BYTES)
  return age >= 0 && age < LIFE_MS
}

/**
 * Counts a try before the proof is checked, so that concurrent ones count too.
 * @returns whether the challenge has tries left, and was not spent
 */
export async function countChallengeTry(db: Db, challenge: string, now: Date): Promise<boolean> {
  const { count } = await incrementCounter(db, keyOf(challenge), LIFE_MS, now)
  return count <= MAX_TRIES
}

/**
 * Ends a challenge whose proof was right, after `countChallengeTry`.
 * @returns false if another request has ended it already
 */
export function spendChallenge(tx: Tx, challenge: string): Promise<boolean> {
  return takeCounter(tx, keyOf(challenge))
}

/** Null for text that is not exactly a challenge: another spelling of one must not have tries of its own. */
function bytesOf(challenge: string): Buffer | null {
  const bytes = Buffer.from(challenge, 'base64url')
  return bytes.length === LENGTH && bytes.toString('base64url') === challenge ? bytes : null
}

const keyOf = (challenge: string) => `challenge:${sha256(challenge).toString('base64url')}`

function sign(secret: Buffer, head: Buffer, { purpose, binding }: Holder): Buffer {
  return createHmac('sha256', deriveKey(secret, `challenge ${purpose}`))
    .update(head)
    .update(binding)
    .digest()
    .subarray(0, MAC_BYTES)
}
