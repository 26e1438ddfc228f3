import { createHmac } from 'node:crypto'
import { incrementCounter } from '#server/db/accounts/rate-counters.ts'
import type { Db } from '#server/db/engine/open.ts'
import { HOUR_MS } from '#src/domain/time/zone.ts'
import { keyedHash, networkOf } from './login-limits.ts'
import { deriveKey } from './secret.ts'

const MAX_FOR_ADDRESS = 3
const MAX_FROM_NETWORK = 20

/** The token of a mailed password link. The database has the nonce, and the token's hash. */
export function passwordLinkToken(secret: Buffer, nonce: string): string {
  return createHmac('sha256', deriveKey(secret, 'password-link')).update(nonce).digest('base64url')
}

/**
 * Counts a request for a new password, for the mail address and for the network that it comes from. An
 * address without an account is counted too, so that both take the same work.
 * @returns whether both are within an hour's limit
 */
export async function countPasswordRequest(
  db: Db,
  secret: Buffer,
  { email, ip, now }: { email: string; ip: string; now: Date },
): Promise<boolean> {
  const name = (text: string) => `forgot:${keyedHash(secret, 'password-requests', text)}`
  const network = await incrementCounter(db, name(`from ${networkOf(ip)}`), HOUR_MS, now)
  // Not counted for the address: requests that send no mail must not use up those of its owner.
  if (network.count > MAX_FROM_NETWORK) return false
  const address = await incrementCounter(db, name(`for ${email.toLowerCase()}`), HOUR_MS, now)
  return address.count <= MAX_FOR_ADDRESS
}
