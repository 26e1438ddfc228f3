import type { FastifyRequest } from 'fastify'
import { incrementCounter } from '#server/db/accounts/rate-counters.ts'
import type { Db } from '#server/db/engine/open.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import { tooManyRequests } from '#server/http/errors.ts'
import { NOBODY, recordAudit, type AuditSource } from './audit.ts'
import { countLoginTry, networkOf, type LockOut, type RateLimitKeys } from './login-limits.ts'

const WINDOW_MS = 15 * 60_000
/** Audit entries per window over all networks, so that nobody can fill the log without an account. */
const MAX_ENTRIES = { known: 100, unknown: 20 }

/** Whose attempts are counted. */
export interface Subject {
  /** The account; null for an email without one, and for attempts that name no account. */
  userId: number | null
  /** The keyed hash of an email without an account. */
  emailHash?: string
  /** The signed-in person who makes the attempts. */
  actor?: AuditSource['actor']
}

/**
 * Counts an attempt before the password is checked. The first one above a limit records the lock-out.
 * @param findSubject is called only then
 * @throws HttpError 429 above a limit, with `Retry-After`
 */
export async function limitLoginTries(
  db: Db,
  keys: RateLimitKeys,
  { request, now }: { request: Pick<FastifyRequest, 'ip' | 'id' | 'log'>; now: Date },
  findSubject: () => Promise<Subject>,
): Promise<void> {
  const lockOut = await countLoginTry(db, keys, now)
  if (lockOut === null) return
  if (lockOut.isNew) {
    const subject = lockOut.scope === 'account' ? await findSubject() : { userId: null }
    await recordLockOut(db, lockOut, subject, { request, now })
  }
  throw tooManyRequests(lockOut.until.getTime() - now.getTime())
}

async function recordLockOut(
  db: Db,
  { scope, count, until }: LockOut,
  { userId, emailHash, actor }: Subject,
  { request, now }: { request: Pick<FastifyRequest, 'ip' | 'id' | 'log'>; now: Date },
): Promise<void> {
  const network = networkOf(request.ip)
  const kind = userId === null ? 'unknown' : 'known'
  await inTransaction(db, async (tx) => {
    const { count: entries } = await incrementCounter(tx, `locked:${kind}`, WINDOW_MS, now)
    if (entries > MAX_ENTRIES[kind]) return
    await recordAudit(
      tx,
      { actor: actor ?? NOBODY, request, now },
      {
        action: 'session.lock_out',
        object: 'user',
        objectId: userId,
        after: {
          scope,
          network,
          ...(emailHash === undefined ? {} : { account: emailHash }),
          count,
          until: until.toISOString(),
        },
      },
    )
  })
  request.log.warn(
    { scope, network, account: userId ?? emailHash ?? null },
    'too many failed sign-ins: locked out',
  )
}
