import { randomBytes } from 'node:crypto'
import { NOBODY, recordAudit } from '#server/auth/audit.ts'
import { passwordLinkToken } from '#server/auth/password-requests.ts'
import { countryOf } from '#server/auth/request-place.ts'
import { sha256 } from '#server/auth/secret.ts'
import { takePasswordRequest, type PasswordRequest } from '#server/db/accounts/password-requests.ts'
import { findUserByEmail, lockUser } from '#server/db/accounts/users.ts'
import {
  deleteForgottenLinks,
  insertVerificationToken,
} from '#server/db/accounts/verification-tokens.ts'
import type { Db, Tx } from '#server/db/engine/open.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import { addAccountEvent } from '#server/db/messages/account-events.ts'
import type { Clock } from '#server/dependencies.ts'
import { startLoop, type BackgroundLoop } from '#server/outbound/background-loop.ts'
import { MINUTE_MS } from '#src/domain/time/zone.ts'
import { PASSWORD_LINK_MINUTES } from '#src/wire/account.ts'

const LINK_LIFE_MS = PASSWORD_LINK_MINUTES * MINUTE_MS
const POLL_MS = 1000
const NONCE_BYTES = 32

export interface PasswordRequestDependencies {
  db: Db
  clock: Clock
  secret: Buffer
  log(message: string): void
}

/** Answers requests every second until `stop`. */
export function startPasswordRequests(parts: PasswordRequestDependencies): BackgroundLoop {
  const answer = (isStopped: () => boolean) => answerPasswordRequests(parts, isStopped)
  return startLoop('password links', POLL_MS, answer, parts.log)
}

/**
 * Makes the links of all requests that wait, and drops those for addresses without an account. Several
 * processes may do so at the same time.
 */
export async function answerPasswordRequests(
  { db, clock, secret }: Pick<PasswordRequestDependencies, 'db' | 'clock' | 'secret'>,
  isStopped: () => boolean = () => false,
): Promise<void> {
  let isDone = false
  while (!isDone && !isStopped())
    isDone = await inTransaction(db, async (tx) => {
      const request = await takePasswordRequest(tx)
      if (!request) return true
      const now = clock.now()
      // Nobody waits any longer.
      if (now.getTime() - request.created_at.getTime() < LINK_LIFE_MS)
        await addPasswordLink(tx, secret, request, now)
      return false
    })
}

async function addPasswordLink(
  tx: Tx,
  secret: Buffer,
  { email, ip, request_id }: PasswordRequest,
  now: Date,
): Promise<void> {
  const found = await findUserByEmail(tx, email)
  const user = found && (await lockUser(tx, found.id))
  if (!user || user.disabled_at !== null) return
  const nonce = randomBytes(NONCE_BYTES).toString('base64url')
  await deleteForgottenLinks(tx, user.id)
  await insertVerificationToken(tx, {
    token_hash: sha256(passwordLinkToken(secret, nonce)),
    user_id: user.id,
    email: user.email,
    created_at: now,
    expires_at: new Date(now.getTime() + LINK_LIFE_MS),
    purpose: 'password',
  })
  const place = ip === null ? {} : { ip, country: countryOf(ip) }
  await addAccountEvent(tx, {
    userId: user.id,
    news: { is: 'password_link', nonce, ...place },
    key: `password_link ${nonce}`,
    now,
  })
  const source = {
    actor: NOBODY,
    now,
    ...(ip === null ? {} : { request: { ip, id: request_id ?? '' } }),
  }
  await recordAudit(tx, source, {
    action: 'user.request_password_link',
    object: 'user',
    objectId: user.id,
  })
}
