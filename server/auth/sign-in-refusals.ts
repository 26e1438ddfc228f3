import type { FastifyRequest } from 'fastify'
import { incrementCounter } from '#server/db/accounts/rate-counters.ts'
import type { Db } from '#server/db/engine/open.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import { countRefusal } from '#server/db/records/audit.ts'
import type { ProofKind } from '#src/wire/second-factors.ts'
import { NOBODY, recordAudit, type AuditSource } from './audit.ts'
import { keyedHash, networkHash, networkOf } from './login-limits.ts'

const WINDOW_MS = 15 * 60_000
/**
 * Audit entries per window over all networks. Above the limit, one entry counts the rest. Unknown
 * accounts have a lower limit, so that they cannot crowd out known ones.
 */
const MAX_ENTRIES = { known: 100, unknown: 20 }

interface Source {
  request: Pick<FastifyRequest, 'ip' | 'id' | 'log'>
  now: Date
}

interface RefusedSignIn extends Source {
  /** The email as typed. */
  email: string
  /** The account with that email, or null. */
  userId: number | null
  secret: Buffer
}

interface RefusedProof extends Source {
  action: 'session.code_refused' | 'session.step_up_refused'
  kind: ProofKind
  /** Null for a passkey of no account. */
  userId: number | null
  /** The person who is signed in, of a step-up. */
  actor?: AuditSource['actor']
}

interface Refusal extends Source {
  action: 'session.refused' | RefusedProof['action']
  actor?: AuditSource['actor'] | undefined
  userId: number | null
  /** What else tells accounts apart, for the counter. */
  name: string
  /** Further values of the entry. */
  values: Readonly<Record<string, string>>
}

/**
 * Records a refused sign-in: a warning and an audit entry per account and network, which also
 * counts the refusals of the next 15 minutes. An email without an account is stored only as a keyed
 * hash, because users sometimes type a password into the email field.
 */
export async function recordRefusedSignIn(db: Db, refusal: RefusedSignIn): Promise<void> {
  const { email, userId, secret, request, now } = refusal
  const emailHash = hashEmail(secret, email)
  await recordRefusal(db, {
    action: 'session.refused',
    userId,
    name: `${userId ?? emailHash}`,
    values: userId === null ? { account: emailHash } : {},
    request,
    now,
  })
}

/** Records a refused second factor or step-up, as `recordRefusedSignIn` does. */
export async function recordRefusedProof(db: Db, refusal: RefusedProof): Promise<void> {
  const { action, kind, userId, actor, request, now } = refusal
  const name = `${action}:${kind}:${userId ?? ''}`
  await recordRefusal(db, { action, actor, userId, name, values: { kind }, request, now })
}

interface Entry {
  action: Refusal['action']
  objectId: number | null
  after: Readonly<Record<string, string>>
}

async function recordRefusal(db: Db, refusal: Refusal): Promise<void> {
  const { action, userId, name, values, request } = refusal
  const network = networkOf(request.ip)
  const kind = userId === null ? 'unknown' : 'known'
  const own: Entry = { action, objectId: userId, after: { network, ...values } }
  const rest: Entry = { action, objectId: null, after: { network: 'others', account: kind } }
  const proof = values['kind'] === undefined ? {} : { proof: values['kind'] }
  const group = action === 'session.refused' ? kind : `${action}:${kind}`
  const isNew = await inTransaction(db, async (tx) => {
    const count = await countIn(tx, `refused:${networkHash(request.ip)}:${name}`, refusal)
    if (count.n > 1 && (await countRefusal(tx, own, count))) return false
    const all = await countIn(tx, `refused:${group}`, refusal)
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
      {
        network,
        account: userId ?? values['account'] ?? null,
        isAccount: userId !== null,
        ...proof,
      },
      'sign-in refused; further attempts from this network for this account are counted in the audit log',
    )
}

/** What stands for an email without an account. */
export function hashEmail(secret: Buffer, email: string): string {
  return keyedHash(secret, 'refused-sign-in', email.toLowerCase())
}

async function countIn(tx: Db, key: string, { now }: Source): Promise<{ n: number; since: Date }> {
  const { count, windowEndsAt } = await incrementCounter(tx, key, WINDOW_MS, now)
  return { n: count, since: new Date(windowEndsAt.getTime() - WINDOW_MS) }
}

async function addEntry(
  tx: Db,
  { action, objectId, after }: Entry,
  { actor, request, now }: Refusal,
): Promise<void> {
  await recordAudit(
    tx,
    { actor: actor ?? NOBODY, request, now },
    { action, object: 'user', objectId, after: { ...after, count: 1 } },
  )
}
