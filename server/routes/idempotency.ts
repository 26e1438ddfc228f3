import type { FastifyRequest } from 'fastify'
import { calls, type CallName } from '#src/wire/calls.ts'
import type { Actor } from '#server/auth/authenticate.ts'
import { claimKey, keepAnswer } from '#server/db/idempotency-keys.ts'
import type { Db, Tx } from '#server/db/open.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { badRequest, conflict } from '#server/http/errors.ts'
import { sha256 } from '#server/auth/secret.ts'
import { stableJson } from '#src/domain/stable-json.ts'

const KEY_LIFE_MS = 24 * 3_600_000

interface Act {
  name: CallName
  actor: Actor
  body: unknown
  request: FastifyRequest
  db: Db
  now: Date
}

/**
 * Runs `work` in a transaction that also holds the request's `Idempotency-Key`, when it has one: a
 * repeat answers as the first did and does nothing. A failure gives the key back.
 * @param fingerprint what makes the body the same, where `body` doesn't hold it (files)
 * @throws HttpError 409 for the key with another body, 400 for a key that can be none
 */
export async function idempotent<Answer>(
  act: Act,
  work: (tx: Tx) => Promise<Answer>,
  { fingerprint }: { fingerprint?: string | Buffer } = {},
): Promise<Answer> {
  const key = act.request.headers['idempotency-key']
  if (key === undefined) return inTransaction(act.db, work)
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
    throw badRequest('Idempotency-Key must be 1 to 255 visible characters')
  const { method, status } = calls[act.name]
  const [path = ''] = act.request.url.split('?', 1)
  const scope = { user_id: act.actor.id, method, path, key }
  const claim = {
    body_hash: sha256(fingerprint ?? stableJson(act.body)),
    created_at: act.now,
    expires_at: new Date(act.now.getTime() + KEY_LIFE_MS),
  }
  return inTransaction(act.db, async (tx) => {
    const earlier = await claimKey(tx, scope, claim)
    if (earlier) {
      if (!earlier.body_hash.equals(claim.body_hash))
        throw conflict('This Idempotency-Key was used with another body')
      // It was this call's answer when it was kept.
      return JSON.parse(earlier.answer) as Answer
    }
    const answer = await work(tx)
    await keepAnswer(tx, scope, status, JSON.stringify(answer ?? null))
    return answer
  })
}
