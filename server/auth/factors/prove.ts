import type { FastifyRequest } from 'fastify'
import type { AuditSource } from '#server/auth/audit.ts'
import { recordRefusedProof } from '#server/auth/sign-in-refusals.ts'
import { lockUser } from '#server/db/accounts/users.ts'
import type { Db, Tx } from '#server/db/engine/open.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import type { UserRow } from '#server/db/schema/schema.ts'
import type { AppConfig } from '#server/dependencies.ts'
import { HttpError } from '#server/http/errors.ts'
import {
  INVALID_CHALLENGE,
  INVALID_CODE,
  INVALID_PASSKEY,
  type ProofKind,
} from '#src/wire/second-factors.ts'
import { countChallengeTry, spendChallenge } from './challenges.ts'
import { limitCodes, type ReleaseTry } from './code-limits.ts'
import { checkProof, type Proof, type SpendProof } from './proofs.ts'

interface Caller {
  db: Db
  now: Date
  config: AppConfig
  request: FastifyRequest
}

const MESSAGES: Record<ProofKind, string> = {
  passkey: INVALID_PASSKEY,
  totp: INVALID_CODE,
  recovery: INVALID_CODE,
  password: 'Incorrect password',
}

export const expired = (code: 400 | 401) => new HttpError(code, INVALID_CHALLENGE)
export const wrongProof = (code: 400 | 401, kind: ProofKind) => new HttpError(code, MESSAGES[kind])

interface Attempt {
  user: UserRow
  proof: Proof
  /** What its refusal is recorded as. */
  action: 'session.code_refused' | 'session.step_up_refused'
  /** The person who is signed in, of a step-up. */
  actor?: AuditSource['actor']
  /** The status of a refusal. */
  code: 400 | 401
  /** Whether this kind may confirm the account at all. */
  isAllowed: (db: Db) => Promise<boolean>
}

/**
 * Checks a proof of an account whose challenge is valid, and runs `effect` in the transaction that uses both
 * up. The try counts before the check.
 * @throws HttpError `code` for a wrong proof or a challenge without tries left, 429 while codes are refused
 */
export async function prove<Result>(
  caller: Caller,
  { user, proof, action, actor, code, isAllowed }: Attempt,
  effect: (tx: Tx, user: UserRow) => Promise<Result>,
): Promise<Result> {
  const { db, now, request } = caller
  const { kind, challenge } = proof
  if (!(await countChallengeTry(db, challenge, now))) throw expired(code)
  if (!(await isAllowed(db))) throw wrongProof(code, kind)
  const source = { ...(actor ? { actor } : {}), request, now }
  const check = async (release?: ReleaseTry) => {
    const spend = await checkProof(caller, user, proof)
    if (!spend) return null
    return spendProof(db, { user, challenge, spend, code }, async (tx, current) => {
      // Read again: a factor may have been added since.
      if (!(await isAllowed(tx))) throw wrongProof(code, kind)
      await release?.(tx)
      return { value: await effect(tx, current) }
    })
  }
  const done = kind === 'passkey' ? await check() : await limitCodes(db, user.id, source, check)
  if (done) return done.value
  await recordRefusedProof(db, { action, kind, userId: user.id, ...source })
  throw wrongProof(code, kind)
}

/**
 * Uses a checked proof and its challenge up, in one transaction with `effect`.
 * @returns null, and nothing has changed, if the account has changed or the proof was used meanwhile
 * @throws HttpError `code` if another request has used the challenge
 */
export function spendProof<Result>(
  db: Db,
  {
    user,
    challenge,
    spend,
    code,
  }: { user: UserRow; challenge: string; spend: SpendProof; code: 400 | 401 },
  effect: (tx: Tx, user: UserRow) => Promise<Result>,
): Promise<Result | null> {
  return inTransaction(db, async (tx) => {
    const current = await lockUser(tx, user.id)
    const isSame = current?.password_hash === user.password_hash && current.disabled_at === null
    if (!current || !isSame) return null
    // Before the proof: a repeat of a right one is late, and not wrong.
    if (!(await spendChallenge(tx, challenge))) throw expired(code)
    if (!(await spend(tx))) throw new UsedMeanwhile()
    return effect(tx, current)
  }).catch((error: unknown) => {
    if (error instanceof UsedMeanwhile) return null
    throw error
  })
}

/** Undoes the transaction, so that the challenge has its other tries. */
class UsedMeanwhile extends Error {}
