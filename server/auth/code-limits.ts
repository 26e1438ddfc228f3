import type { FastifyRequest } from 'fastify'
import { addAccountEvent } from '#server/db/account-events.ts'
import { countFailedTries, findFirstEnd, markFailed, takeTry } from '#server/db/code-tries.ts'
import type { Db, Tx } from '#server/db/open.ts'
import { incrementCounter, resetCounter } from '#server/db/rate-counters.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockUser } from '#server/db/users.ts'
import { tooManyRequests } from '#server/http/errors.ts'
import { recordAudit, type AuditSource } from './audit.ts'

// Six digits are guessed in a few thousand tries from as many addresses, so the codes of an account are
// limited over all of them. Passkeys can't be guessed and have no limit.

const WINDOW_MS = 3_600_000
/** Wrong codes, and wrong passwords of a step-up, of an account in any hour. */
const MAX_FAILURES = 10

/** Each try has a counter of its own, which ends an hour later. Their number is the limit. */
const tryKeys = (userId: number) =>
  Array.from({ length: MAX_FAILURES }, (_, slot) => `code-try:${userId}:${slot}`)
const blockKey = (userId: number) => `codes-blocked:${userId}`

/** A try that was counted before its check. */
export interface CodeTry {
  userId: number
  key: string
}

/**
 * Counts a try before the code is checked, so that concurrent ones count too.
 * @throws HttpError 429 with `Retry-After` while codes are refused
 */
export function takeCodeTry(db: Db, userId: number, now: Date): Promise<CodeTry> {
  return inTransaction(db, async (tx) => {
    await lockUser(tx, userId)
    const blockedUntil = await findFirstEnd(tx, [blockKey(userId)], now)
    if (blockedUntil) throw tooManyRequests(blockedUntil.getTime() - now.getTime())
    const keys = tryKeys(userId)
    const key = await takeTry(tx, keys, new Date(now.getTime() + WINDOW_MS), now)
    if (key !== null) return { userId, key }
    const end = (await findFirstEnd(tx, keys, now)) ?? now
    throw tooManyRequests(end.getTime() - now.getTime())
  })
}

/** Takes a try off after a right code, in the transaction of its effect. */
export async function releaseCodeTry(tx: Tx, { key }: CodeTry): Promise<void> {
  await resetCounter(tx, key)
}

/** After a wrong code: the tenth in an hour refuses codes for an hour, and the person gets a mail. */
export async function failCodeTry(
  db: Db,
  { userId, key }: CodeTry,
  {
    actor = { id: null, email: null, role: null },
    request,
    now,
  }: { actor?: AuditSource['actor']; request: Pick<FastifyRequest, 'ip' | 'id'>; now: Date },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockUser(tx, userId)
    await markFailed(tx, key)
    if ((await countFailedTries(tx, tryKeys(userId), now)) < MAX_FAILURES) return
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
