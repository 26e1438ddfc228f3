import { userSchema } from '#src/wire/users.ts'
import type { User } from '#src/wire/users.ts'
import { IdbStore } from './idb-store.ts'
import { DATABASES, readStored, STORAGE_KEYS, writeStored } from './storage.ts'

/** A session as the device stores it. The access token stays in memory. */
export type SessionRecord = {
  /** Counts the refreshes: a higher one means that another tab has refreshed. */
  generation: number
  refresh: string
  /** The last known user, for an offline start. */
  user: User
}

const KEY = 'record'
/** Longer than for the cache: a session that is not found costs a login. */
const RECORD_LIMIT_MS = 3000

const store = new IdbStore<SessionRecord>(DATABASES.session, RECORD_LIMIT_MS, syncWithDisk)

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

// The last one that was read or written, for a disk that stops responding: that is no logout.
let lastSeen: SessionRecord | null = null

/**
 * Runs when a disk responds that did not respond in time: writes the newest tokens, because those on
 * the disk are spent. A logout, and a newer record of another tab, stay.
 */
function syncWithDisk(): void {
  const newest = lastSeen
  if (newest === null) return
  void store.change(KEY, (now) => {
    const isBehind = !isRecord(now) || now.generation < newest.generation
    return isBehind && readStored(STORAGE_KEYS.signedOut) !== true ? newest : undefined
  })
}

type ReadResult = Awaited<ReturnType<typeof store.read>>

let isFirstRead = true

/**
 * The record that scripts/build/early-record.ts has read while the app was loading. Only the first read
 * uses it: later it may be outdated.
 */
function takePreloaded(): Promise<ReadResult> | undefined {
  if (!isFirstRead) return undefined
  isFirstRead = false
  // Only that script sets it; its value is validated like any other.
  const holder = globalThis as { earlyRecord?: Promise<ReadResult> }
  const preloaded = holder.earlyRecord
  delete holder.earlyRecord
  return preloaded
}

/**
 * The session of this device, or null. A logout sets a mark first, so that a browser that is killed
 * before its database is empty does not start logged in.
 */
export async function readRecord(): Promise<SessionRecord | null> {
  const preloaded = takePreloaded()
  if (readStored(STORAGE_KEYS.signedOut) === true) return null
  const stored = store.read(KEY)
  // The preloaded one may never arrive.
  const { isKnown, value } = await (preloaded ? Promise.race([preloaded, stored]) : stored)
  if (isKnown) lastSeen = isRecord(value) ? value : null
  return lastSeen
}

/** Stores a new session in place of any other. */
export async function writeRecord(record: SessionRecord): Promise<void> {
  // False rather than absent: scripts/build/boot.ts then loads Home while the app is loading.
  writeStored(STORAGE_KEYS.signedOut, false)
  lastSeen = record
  await store.set(KEY, record)
}

/**
 * Replaces the record if it is still the one of `generation`: a record that a logout has removed
 * stays removed. Resolves to whether it was replaced.
 */
export async function replaceRecord(
  generation: number,
  next: (now: SessionRecord) => SessionRecord,
): Promise<boolean> {
  const replace = (now: SessionRecord | null | undefined) =>
    isRecord(now) && now.generation === generation ? next(now) : undefined
  const onDisk = await store.change(KEY, replace)
  // If the disk fails, this tab continues with the last record that it knows.
  const written = onDisk ?? (store.lastError === 'none' ? undefined : replace(lastSeen))
  if (written !== undefined) lastSeen = written
  return written !== undefined
}

/** Stores the user beside the tokens, if there still is a session. */
export async function keepUser(user: User): Promise<void> {
  await store.change(KEY, (now) => (isRecord(now) ? { ...now, user } : undefined))
}

export async function clearRecord(): Promise<void> {
  await takeRecord()
}

/**
 * Ends the session of this device and resolves to its record. Sets the logout mark before it waits
 * for the disk.
 */
export async function takeRecord(): Promise<SessionRecord | null> {
  const seen = lastSeen
  lastSeen = null
  writeStored(STORAGE_KEYS.signedOut, true)
  const reading = store.read(KEY)
  await store.clear()
  const { value } = await reading
  const stored = isRecord(value) ? value : null
  // The disk may have newer tokens, of another tab, or older ones if it failed.
  return seen !== null && seen.generation > (stored?.generation ?? 0) ? seen : stored
}
