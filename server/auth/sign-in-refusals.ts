import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { countRefusal } from '#server/db/audit.ts'
import type { Db } from '#server/db/open.ts'
import { incrementCounter } from '#server/db/rate-counters.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { recordAudit } from './audit.ts'
import { networkOf } from './login-limits.ts'
import { deriveKey, sha256 } from './secret.ts'

const WINDOW_MS = 15 * 60_000
/**
 * Audit entries per window over all networks. Above the limit, one entry counts the rest. Unknown
 * accounts have a lower limit, so that they cannot crowd out known ones.
 */
const MAX_ENTRIES = { known: 100, unknown: 20 }

interface Refusal {
  /** The email as typed. */
  email: string
  /** The account with that email, or null. */
  userId: number | null
  secret: Buffer
  request: Pick<FastifyRequest, 'ip' | 'id' | 'log'>
  now: Date
}

interface Entry {
  objectId: number | null
  after: Readonly<Record<string, string>>
}

/**
 * Records a refused sign-in: a warning and an audit entry per account and network, which also
 * counts the refusals of the next 15 minutes. An email without an account is stored only as a keyed
 * hash, because users sometimes type a password into the email field.
 */
export async function recordRefusedSignIn(db: Db, refusal: Refusal): Promise<void> {
  const { email, userId, secret, request } = refusal
  const network = networkOf(request.ip)
  const kind = userId === null ? 'unknown' : 'known'
  const emailHash = hashEmail(secret, email)
  const own: Entry = {
    objectId: userId,
    after: { network, ...(userId === null ? { account: emailHash } : {}) },
  }
  const rest: Entry = { objectId: null, after: { network: 'others', account: kind } }
  const isNew = await inTransaction(db, async (tx) => {
    const count = await countIn(tx, `refused:${hash(network)}:${userId ?? emailHash}`, refusal)
    if (count.n > 1 && (await countRefusal(tx, own, count))) return false
    const all = await countIn(tx, `refused:${kind}`, refusal)
    if (all.n <= MAX_ENTRIES[kind]) {
      await addEntry(tx, own, refusal)
      return true
    }
    const further = { ...all, n: all.n - MAX_ENTRIES[kind] }
    if (further.n > 1 && (await countRefusal(tx, rest, further))) return false
    await addEntry(tx, rest, refusal)
    return true
  })
  if (isNew)
    request.log.warn(
      { network, account: userId ?? emailHash, isAccount: userId !== null },
      'sign-in refused; further attempts from this network for this account are counted in the audit log',
    )
}

/** What stands for an email without an account. */
export function hashEmail(secret: Buffer, email: string): string {
  return createHmac('sha256', deriveKey(secret, 'refused-sign-in'))
    .update(email.toLowerCase())
    .digest('base64url')
    .slice(0, 22)
}

const hash = (text: string) => sha256(text).toString('base64url').slice(0, 22)

async function countIn(tx: Db, key: string, { now }: Refusal): Promise<{ n: number; since: Date }> {
  const { count, windowEndsAt } = await incrementCounter(tx, key, WINDOW_MS, now)
  return { n: count, since: new Date(windowEndsAt.getTime() - WINDOW_MS) }
}

async function addEntry(tx: Db, { objectId, after }: Entry, refusal: Refusal): Promise<void> {
  const { request, now } = refusal
  const actor = { id: null, email: null, role: null }
  await recordAudit(
    tx,
    { actor, request, now },
    {
      action: 'session.refused',
      object: 'user',
      objectId,
      after: { ...after, count: 1 },
    },
  )
}
