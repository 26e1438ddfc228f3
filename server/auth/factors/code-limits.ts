import type { FastifyRequest } from 'fastify'
import { NOBODY, recordAudit, type AuditSource } from '#server/auth/audit.ts'
import {
  deleteCodeTriesOf,
  deleteCodeTry,
  insertCodeTry,
  listCodeTries,
  markTryFailed,
} from '#server/db/accounts/code-tries.ts'
import {
  findCounterEnd,
  incrementCounter,
  resetCounters,
} from '#server/db/accounts/rate-counters.ts'
import { lockUser } from '#server/db/accounts/users.ts'
import type { Db, Tx } from '#server/db/engine/open.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import { addAccountEvent } from '#server/db/messages/account-events.ts'
import { tooManyRequests } from '#server/http/errors.ts'

// Six digits are guessed in a few thousand tries from as many addresses, so the codes of an account are
// limited over all of them. Passkeys can't be guessed and have no limit.

const WINDOW_MS = 3_600_000
/** Wrong codes, and wrong passwords of a step-up, of an account in any hour. */
const MAX_FAILURES = 10

const blockKey = (userId: number) => `codes-blocked:${userId}`

/** Forgets the tries of an account whose factors were reset: its codes are others from now on. */
export async function forgetCodeTries(tx: Tx, userId: number): Promise<void> {
  await resetCounters(tx, blockKey(userId))
  await deleteCodeTriesOf(tx, userId)
}

interface Source {
  /** The person who is signed in, if somebody is. */
  actor?: AuditSource['actor']
  request: Pick<FastifyRequest, 'ip' | 'id'>
  now: Date
}

/** Takes the try off, in the transaction of what the right code does. */
export type ReleaseTry = (tx: Tx) => Promise<void>

/**
 * Runs the check of a code of this account. The try counts before, so that concurrent ones count too. A wrong
 * code keeps it; the tenth in an hour refuses codes for an hour, and the person gets a mail.
 * @param check null for a wrong code; whatever it throws is no wrong code
 * @throws HttpError 429 with `Retry-After` while codes are refused
 */
export async function limitCodes<Result>(
  db: Db,
  userId: number,
  source: Source,
  check: (release: ReleaseTry) => Promise<Result | null>,
): Promise<Result | null> {
  const id = await addTry(db, userId, source.now)
  try {
    const result = await check((tx) => deleteCodeTry(tx, id))
    if (result === null) await failTry(db, { userId, id }, source)
    return result
  } catch (error) {
    await deleteCodeTry(db, id)
    throw error
  }
}

/** @returns the id of the try, if there may be one now */
function addTry(db: Db, userId: number, now: Date): Promise<number> {
  return inTransaction(db, async (tx) => {
    await lockUser(tx, userId)
    const blockedUntil = await findCounterEnd(tx, blockKey(userId), now)
    if (blockedUntil) throw tooManyRequests(blockedUntil.getTime() - now.getTime())
    const tries = await listTries(tx, userId, now)
    const [first] = tries
    if (first && tries.length >= MAX_FAILURES)
      throw tooManyRequests(first.at.getTime() + WINDOW_MS - now.getTime())
    return insertCodeTry(tx, userId, now)
  })
}

const listTries = (tx: Tx, userId: number, now: Date) =>
  listCodeTries(tx, userId, new Date(now.getTime() - WINDOW_MS))

async function failTry(
  db: Db,
  { userId, id }: { userId: number; id: number },
  { actor = NOBODY, request, now }: Source,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockUser(tx, userId)
    await markTryFailed(tx, id)
    const tries = await listTries(tx, userId, now)
    if (tries.filter(({ failed }) => failed).length < MAX_FAILURES) return
    const block = await incrementCounter(tx, blockKey(userId), WINDOW_MS, now)
    if (block.count > 1) return
    const until = block.windowEndsAt.toISOString()
    await recordAudit(
      tx,
      { actor, request, now },
      { action: 'session.codes_blocked', object: 'user', objectId: userId, after: { until } },
    )
    const news = { is: 'codes_blocked', until } as const
    await addAccountEvent(tx, { userId, news, key: `codes_blocked ${until}`, now })
  })
}
