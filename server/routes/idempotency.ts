import type { FastifyRequest } from 'fastify'
import type { Actor } from '#server/auth/authenticate.ts'
import { sha256 } from '#server/auth/secret.ts'
import { claimKey, saveResponse } from '#server/db/engine/idempotency-keys.ts'
import type { Db, Tx } from '#server/db/engine/open.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import { badRequest, conflict } from '#server/http/errors.ts'
import { stableJson } from '#src/domain/text/stable-json.ts'
import { calls, type CallName } from '#src/wire/calls.ts'

const KEY_LIFE_MS = 24 * 3_600_000

interface IdempotentRequest {
  name: CallName
  actor: Actor
  body: unknown
  request: FastifyRequest
  db: Db
  now: Date
}

/**
 * Runs `work` in a transaction that also stores the request's `Idempotency-Key`, if it has one. A
 * repeated request returns the first response and does nothing. A failure releases the key.
 * @param fingerprint identifies the content when `body` does not hold it (files)
 * @param statusOf the status of a response, if the call has several; the caller sends it
 * @throws HttpError 409 for a key that was used with another body, 400 for a malformed key
 */
export async function idempotent<Result>(
  { name, actor, body, request, db, now }: IdempotentRequest,
  work: (tx: Tx) => Promise<Result>,
  {
    fingerprint,
    statusOf = () => calls[name].status,
  }: { fingerprint?: string | Buffer; statusOf?: (response: Result) => number } = {},
): Promise<Result> {
  const key = request.headers['idempotency-key']
  if (key === undefined) return inTransaction(db, work)
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
    throw badRequest('Idempotency-Key must be 1 to 255 visible characters')
  const { method } = calls[name]
  const [path = ''] = request.url.split('?', 1)
  const scope = { user_id: actor.id, method, path, key }
  const claim = {
    body_hash: sha256(fingerprint ?? stableJson(body)),
    created_at: now,
    expires_at: new Date(now.getTime() + KEY_LIFE_MS),
  }
  return inTransaction(db, async (tx) => {
    const earlier = await claimKey(tx, scope, claim)
    if (earlier) {
      if (!earlier.body_hash.equals(claim.body_hash))
        throw conflict('This Idempotency-Key was used with another body')
      // The same call stored it.
      return JSON.parse(earlier.answer) as Result
    }
    const response = await work(tx)
    await saveResponse(tx, scope, statusOf(response), JSON.stringify(response ?? null))
    return response
  })
}
