import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import {
  findRefreshToken,
  findSessionIdOfToken,
  insertRefreshToken,
  insertSession,
  lockSession,
  revokeSession,
  spendRefreshToken,
} from '#server/db/accounts/sessions.ts'
import type { Tx } from '#server/db/engine/open.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { cutText } from '#src/domain/text/text.ts'
import type { Tokens } from '#src/wire/tokens.ts'
import { recordAudit, type AuditSource } from './audit.ts'
import { signAccessToken, type SignInMethod } from './authenticate.ts'
import { deriveKey, sha256 } from './secret.ts'

const DAY_MS = 86_400_000
/** A session ends this long after sign-in, even if it is in use. */
const SESSION_LIFE_MS = 30 * DAY_MS
/** An unused refresh token expires after this. */
const IDLE_LIFE_MS = 7 * DAY_MS
/**
 * A refresh token that is sent again within this time gets the same successor: two tabs, a lost
 * response.
 */
const GRACE_MS = 20_000

interface Session {
  id: string
  userId: number
}

type Device = { ip: string; userAgent: string | undefined; method: SignInMethod }

/** Opens a session with its first refresh token in the transaction of the sign-in. */
export async function openSession(
  tx: Tx,
  dependencies: Dependencies,
  userId: number,
  device: Device,
): Promise<Tokens> {
  const now = dependencies.clock.now()
  const session = { id: randomUUID(), userId }
  await insertSession(tx, {
    id: session.id,
    user_id: userId,
    created_at: now,
    expires_at: new Date(now.getTime() + SESSION_LIFE_MS),
    ip: device.ip,
    user_agent: cutText(device.userAgent ?? '', 300) || null,
    method: device.method,
  })
  const token = randomBytes(32).toString('base64url')
  const expires = new Date(now.getTime() + IDLE_LIFE_MS)
  await insertRefreshToken(tx, {
    token_hash: sha256(token),
    session_id: session.id,
    created_at: now,
    expires_at: expires,
  })
  return tokensOf(dependencies, session, token, expires)
}

/**
 * Exchanges a refresh token for its successor. The successor is derived from the token with the
 * server's secret. A repeat within the grace period, or after a lost response, therefore gets the
 * same successor although only hashes are stored. Any later reuse counts as theft and ends the
 * session.
 * @returns null for an invalid token
 */
export function rotate(
  dependencies: Dependencies,
  token: string,
  request: AuditSource['request'],
): Promise<Tokens | null> {
  const now = dependencies.clock.now()
  const hash = sha256(token)
  const successor = createHmac('sha256', deriveKey(dependencies.config.secret, 'refresh-successor'))
    .update(token)
    .digest('base64url')
  const successorHash = sha256(successor)

  return inTransaction(dependencies.db, async (tx) => {
    const sessionId = await findSessionIdOfToken(tx, hash)
    const session = sessionId === null ? undefined : await lockSession(tx, sessionId)
    // Read after the lock: another request may have used it in the meantime.
    const found = session && (await findRefreshToken(tx, hash))
    if (!found || session.revoked_at || session.disabled_at || session.expires_at <= now)
      return null
    const owner = { id: session.id, userId: session.user_id }

    if (found.used_at === null) {
      if (found.expires_at <= now) return null
      const idleEnd = now.getTime() + IDLE_LIFE_MS
      const expires = new Date(Math.min(idleEnd, session.expires_at.getTime()))
      await spendRefreshToken(tx, session.id, hash, successorHash, now)
      await insertRefreshToken(tx, {
        token_hash: successorHash,
        session_id: session.id,
        created_at: now,
        expires_at: expires,
      })
      return tokensOf(dependencies, owner, successor, expires)
    }

    const next = await findRefreshToken(tx, successorHash)
    const isInGrace = now.getTime() - found.used_at.getTime() <= GRACE_MS
    if (next && next.expires_at > now && (isInGrace || next.used_at === null))
      return tokensOf(dependencies, owner, successor, next.expires_at)

    await revokeSession(tx, session.id, now, 'a spent refresh token came again')
    const actor = { id: session.user_id, email: session.email, role: session.role }
    await recordAudit(
      tx,
      { actor: { ...actor, sessionId: session.id }, now, ...(request && { request }) },
      {
        action: 'session.revoke',
        object: 'session',
        objectId: session.id,
        after: { reason: 'a spent refresh token came again' },
      },
    )
    return null
  })
}

/** Ends the session of a refresh token, also of a used or expired one. Ignores unknown tokens. */
export async function endSession(dependencies: Dependencies, token: string): Promise<void> {
  await inTransaction(dependencies.db, async (tx) => {
    const sessionId = await findSessionIdOfToken(tx, sha256(token))
    const session = sessionId === null ? undefined : await lockSession(tx, sessionId)
    if (session) await revokeSession(tx, session.id, dependencies.clock.now(), 'signed out')
  })
}

async function tokensOf(
  dependencies: Dependencies,
  session: Session,
  refreshToken: string,
  expires: Date,
): Promise<Tokens> {
  return {
    access: await signAccessToken(dependencies, session),
    refresh: { token: refreshToken, expires: expires.toISOString() },
  }
}
