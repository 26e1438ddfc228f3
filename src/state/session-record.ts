import { userSchema } from '#src/wire/users.ts'
import type { User } from '#src/wire/users.ts'
import { DATABASES, readStored, STORAGE_KEYS, writeStored } from './storage.ts'
import { IdbStore } from './idb-store.ts'

/** What a device keeps of a session. The access token is not part of it: that one lives in memory. */
export type SessionRecord = {
  /** Counts the refreshes, so that a tab can tell whether another one was faster. */
  generation: number
  refresh: string
  /** The last known user, with whom an offline start goes on. */
  user: User
}

const KEY = 'record'
/** A session that is not found costs a sign-in, so this store waits longer than the cache does. */
const RECORD_LIMIT_MS = 3000

const store = new IdbStore<SessionRecord>(DATABASES.session, RECORD_LIMIT_MS, catchUp)

function isRecord(value: unknown): value is SessionRecord {
  return (
    typeof value === 'object' &&
    value !== null &&
    'refresh' in value &&
    typeof value.refresh === 'string' &&
    'generation' in value &&
    typeof value.generation === 'number' &&
    'user' in value &&
    userSchema.safeParse(value.user).success
  )
}

// The last one that was seen, for a disk that stops answering: silence is no sign-out.
let lastSeen: SessionRecord | null = null

/**
 * Gives a disk that was silent the newest tokens: the ones it has are spent. A sign-out, and what
 * another tab has written meanwhile, stay.
 */
function catchUp(): void {
  const newest = lastSeen
  if (newest === null) return
  void store.change(KEY, (now) => {
    const isBehind = !isRecord(now) || now.generation < newest.generation
    return isBehind && readStored(STORAGE_KEYS.signedOut) !== true ? newest : undefined
  })
}

type Looked = Awaited<ReturnType<typeof store.read>>

let isFirstLook = true

/**
 * What public/early-record.js read while the app was loading, for the first look of the page alone:
 * it grows old, and that script may run long after the app has begun.
 */
function takeEarly(): Promise<Looked> | undefined {
  if (!isFirstLook) return undefined
  isFirstLook = false
  // That script puts nothing else there; its value is checked like any other.
  const holder = globalThis as { earlyRecord?: Promise<Looked> }
  const early = holder.earlyRecord
  delete holder.earlyRecord
  return early
}

/**
 * The session of this device, if there is one. A sign-out is marked first and at once, so that a
 * browser killed before its database was emptied doesn't come back signed in.
 */
export async function readRecord(): Promise<SessionRecord | null> {
  const early = takeEarly()
  if (readStored(STORAGE_KEYS.signedOut) === true) return null
  const looked = store.read(KEY)
  // The early one may never come.
  const { isKnown, value } = await (early ? Promise.race([early, looked]) : looked)
  if (isKnown) lastSeen = isRecord(value) ? value : null
  return lastSeen
}

/** A new session replaces whatever was there. */
export async function writeRecord(record: SessionRecord): Promise<void> {
  // Said, not only unsaid: public/early-record.js then asks for Home while the app is loading.
  writeStored(STORAGE_KEYS.signedOut, false)
  lastSeen = record
  await store.set(KEY, record)
}

/**
 * Replaces the record only if it is still the one of `generation`: a record that a logout has
 * removed meanwhile stays removed. Answers whether it was replaced.
 */
export async function replaceRecord(
  generation: number,
  next: (now: SessionRecord) => SessionRecord,
): Promise<boolean> {
  const replace = (now: SessionRecord | null | undefined) =>
    isRecord(now) && now.generation === generation ? next(now) : undefined
  const onDisk = await store.change(KEY, replace)
  // A disk that fails has nothing to say: this tab then goes on by what it saw last.
  const written = onDisk ?? (store.lastError === 'none' ? undefined : replace(lastSeen))
  if (written !== undefined) lastSeen = written
  return written !== undefined
}

/** Keeps the user beside the tokens, if there still is a session. */
export async function keepUser(user: User): Promise<void> {
  await store.change(KEY, (now) => (isRecord(now) ? { ...now, user } : undefined))
}

export async function clearRecord(): Promise<void> {
  await takeRecord()
}

/**
 * Ends the session of this device and answers what it was. The sign-out is marked before anything
 * is waited for, so that a slow disk holds nobody up.
 */
export async function takeRecord(): Promise<SessionRecord | null> {
  const seen = lastSeen
  lastSeen = null
  writeStored(STORAGE_KEYS.signedOut, true)
  const looking = store.read(KEY)
  await store.clear()
  const { value } = await looking
  const kept = isRecord(value) ? value : null
  // Another tab may have newer tokens, and a disk that fails has older ones.
  return seen !== null && seen.generation > (kept?.generation ?? 0) ? seen : kept
}
