import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { incrementCounter } from '#server/db/accounts/rate-counters.ts'
import {
  addKeyAddress,
  insertReadingKey,
  isReadingKeyValid,
  readReadingKey,
  revokeReadingKey as revokeRow,
  takeReadingKey,
  type ReadingKeyRow,
  type UsedKey,
} from '#server/db/accounts/reading-keys.ts'
import type { Db, Tx } from '#server/db/engine/open.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import { writeKeyAlerts } from '#server/db/messages/alert-writing.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { forbidden, tooManyRequests, unauthenticated } from '#server/http/errors.ts'
import type { Call, KeyScope } from '#src/wire/call.ts'
import { READS_PER_MINUTE, type ReadingKeyCreate } from '#src/wire/reading-keys.ts'
import { recordAudit, type AuditSource } from './audit.ts'
import { sha256 } from './secret.ts'

const WINDOW_MS = 60_000
/** How often a response that is under way checks that its key still works. */
const CHECK_MS = 2000

/** A key that reads in place of a person. */
export interface Reader {
  /** No user. */
  id: null
  /** What the audit log calls it. */
  email: string
  /** It reads what a person with access to its projects reads, who is no admin. */
  role: 'user'
  keyId: number
  hasAllProjects: boolean
  scopes: readonly KeyScope[]
}

const SECRET = /^Bearer (slr_[\w-]{43})$/i

/** Whether a request is signed in by a reading key. */
export const hasReadingKey = ({ headers }: FastifyRequest): boolean =>
  /^Bearer slr_/i.test(headers.authorization ?? '')

/**
 * The reading key in the request's `Authorization` header. Counts the request against the key's rate.
 * @throws HttpError 401 without a key that works, 403 for a call that its scopes do not hold, 429 beyond
 * its rate
 */
export async function authenticateReader(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  request: FastifyRequest,
  call: Call,
): Promise<Reader> {
  const now = clock.now()
  const secret = SECRET.exec(request.headers.authorization ?? '')?.[1]
  const use =
    secret === undefined
      ? undefined
      : await recordUse(db, sha256(secret), { address: request.ip, now })
  if (use === undefined) throw unauthenticated()
  const { key, count, windowEndsAt } = use
  if (count > READS_PER_MINUTE) throw tooManyRequests(windowEndsAt.getTime() - now.getTime())
  if (call.scope === undefined || !key.scopes.includes(call.scope)) throw forbidden()
  return {
    id: null,
    email: `${key.name} (slr_…${key.last4})`,
    role: 'user',
    keyId: key.id,
    hasAllProjects: key.has_all_projects,
    scopes: key.scopes,
  }
}

/**
 * The use of a key, and the alerts of admins if its address is new, in one transaction. Beyond its rate a
 * use is only counted, so that it can neither fill the table of addresses nor send more alerts.
 */
function recordUse(
  db: Db,
  hash: Buffer,
  { address, now }: { address: string; now: Date },
): Promise<{ key: UsedKey; count: number; windowEndsAt: Date } | undefined> {
  return inTransaction(db, async (tx) => {
    const key = await takeReadingKey(tx, hash, now)
    if (key === undefined) return undefined
    const { id } = key
    const counted = await incrementCounter(tx, `reading:${id}`, WINDOW_MS, now)
    if (counted.count <= READS_PER_MINUTE && (await addKeyAddress(tx, id, address, now)))
      await writeKeyAlerts(tx, { ...key, address, now })
    return { key, ...counted }
  })
}

/** Ends a long download within seconds after its key was revoked, or has expired. */
export function endWithKey(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  { keyId }: Reader,
  { raw }: FastifyReply,
): void {
  let isChecking = false
  const check = async () => {
    // A database that does not respond is asked once, not again and again.
    if (isChecking) return
    isChecking = true
    // Where that cannot be read, the key's rights are not known any more.
    const isValid = await isReadingKeyValid(db, keyId, clock.now()).catch(() => false)
    isChecking = false
    if (!isValid) raw.destroy()
  }
  const timer = setInterval(() => void check(), CHECK_MS).unref()
  raw.once('close', () => clearInterval(timer))
}

/** A key's row, and its text, which is stored nowhere. */
export interface CreatedReadingKey {
  row: ReadingKeyRow
  key: string
}

/**
 * Creates a key for reading. The database stores only its hash.
 * @param projects null for all of now and later
 */
export async function createReadingKey(
  tx: Tx,
  source: AuditSource & { actor: { id: number } },
  { name, scopes, expires_at }: Omit<ReadingKeyCreate, 'projects'>,
  projects: readonly string[] | null,
): Promise<CreatedReadingKey> {
  const key = `slr_${randomBytes(32).toString('base64url')}`
  const id = await insertReadingKey(
    tx,
    {
      name,
      key_hash: sha256(key),
      last4: key.slice(-4),
      scopes,
      created_by: source.actor.id,
      created_at: source.now,
      expires_at: expires_at === null ? null : new Date(expires_at),
    },
    projects,
  )
  await recordAudit(tx, source, {
    action: 'reading_key.created',
    object: 'reading_key',
    objectId: id,
    after: { name, scopes, projects: projects ?? 'all', expires_at },
  })
  return { row: await readReadingKey(tx, id), key }
}

/**
 * Revokes a key at once.
 * @returns false if there is no such key that works
 */
export async function revokeReadingKey(tx: Tx, source: AuditSource, id: number): Promise<boolean> {
  if (!(await revokeRow(tx, id, source.now))) return false
  const { name } = await readReadingKey(tx, id)
  await recordAudit(tx, source, {
    action: 'reading_key.revoked',
    object: 'reading_key',
    objectId: id,
    before: { name },
  })
  return true
}
