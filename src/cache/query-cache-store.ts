import type { PersistedQuery } from '@tanstack/query-persist-client-core'
import type { QueryKey } from '@tanstack/react-query'
import { IdbStore } from '#src/state/idb-store.ts'
import type { Change, StoreError } from '#src/state/idb-store.ts'
import { CACHE_VERSION, DATABASES, STORAGE_PREFIX } from '#src/state/storage.ts'

/**
 * The maximum number of stored entries; the least recently used are removed first.
 */
const MAX_ENTRIES = 500
/** The tolerance for a wrong device clock. */
export const CLOCK_TOLERANCE_MS = 5 * 60_000
/** The version of an entry, not of a build: an update must not discard offline data. */
export const ENTRY_SCHEMA = String(CACHE_VERSION)
/** The number of entries read before the first paint: about two screens. */
const PRELOADED_ENTRIES = 60
const INDEX_WAIT_MS = 1000
/** Results that arrive within this time are written in one transaction. */
const GATHER_MS = 100
/** After a change by this person, results are written at once: a reload must not show what was before it. */
const HURRY_MS = 10_000

/** A query hash is the JSON of its key, which starts with the path of a call. Older keys do not. */
const HASH_START = '["/'

/** The last use of each entry, by key. */
type Index = Record<string, number>
type Stored = PersistedQuery | Index

let handleRecovery: () => unknown = () => {}

const store = new IdbStore<Stored>(DATABASES.cache, undefined, () => handleRecovery())

let userId: string | null = null
let used = new Map<string, number>()
let indexTimer: ReturnType<typeof setTimeout> | undefined

/** The prefix of a user's keys. */
function userPrefix(id: string): string {
  return `${STORAGE_PREFIX}${id}`
}

const indexKey = (id: string) => `${userPrefix(id)}#used`
const entryKey = (id: string, hash: string) => `${userPrefix(id)}-${hash}`

/** Whether a value has the outline of an entry. The schema of its query validates the data. */
export function isEntry(value: unknown): value is PersistedQuery {
  if (typeof value !== 'object' || value === null) return false
  if (!('state' in value) || typeof value.state !== 'object' || value.state === null) return false
  const { state } = value
  return (
    'dataUpdatedAt' in state &&
    Number.isFinite(state.dataUpdatedAt) &&
    'data' in state &&
    'queryHash' in value &&
    typeof value.queryHash === 'string' &&
    'queryKey' in value &&
    Array.isArray(value.queryKey) &&
    'buster' in value &&
    value.buster === ENTRY_SCHEMA
  )
}

function readIndex(value: unknown): Map<string, number> {
  if (typeof value !== 'object' || value === null) return new Map()
  const pairs = Object.entries(value).filter((pair): pair is [string, number] =>
    Number.isFinite(pair[1]),
  )
  return new Map(pairs)
}

/** The keys beyond the limit, least recently used first. */
export function overflow(index: ReadonlyMap<string, number>, limit: number): string[] {
  const byAge = [...index].toSorted((a, b) => a[1] - b[1]).map(([key]) => key)
  return byAge.slice(0, Math.max(0, byAge.length - limit))
}

async function writeIndex(): Promise<void> {
  const id = userId
  if (id === null) return
  const extra = overflow(used, MAX_ENTRIES)
  for (const key of extra) used.delete(key)
  if (extra.length > 0) await store.remove(extra)
  // Merged, because other tabs write the same index.
  await store.change(indexKey(id), (now) => {
    const merged = readIndex(now)
    for (const [key, at] of used) merged.set(key, Math.max(at, merged.get(key) ?? 0))
    for (const key of [...extra, ...overflow(merged, MAX_ENTRIES)]) merged.delete(key)
    return userId === id ? Object.fromEntries(merged) : undefined
  })
}

function touch(key: string): void {
  used.set(key, Date.now())
  indexTimer ??= setTimeout(() => {
    indexTimer = undefined
    void writeIndex()
  }, INDEX_WAIT_MS)
}

/** Opens the store of a user. Resolves to the last used entries by query hash, not validated. */
export async function openCacheStore(id: string): Promise<Map<string, unknown>> {
  userId = id
  const found = await store.getChosen((keys, index) => {
    const known = readIndex(index)
    // A page that was closed before it wrote the index has left entries without an index entry.
    const now = Date.now()
    const own = keys.filter((key) => key.startsWith(entryKey(id, HASH_START)))
    if (userId === id) used = new Map(own.map((key) => [key, known.get(key) ?? now]))
    const recent = [...used].toSorted((a, b) => b[1] - a[1]).slice(0, PRELOADED_ENTRIES)
    return recent.map(([key]) => key)
  }, indexKey(id))
  const start = entryKey(id, '').length
  return new Map([...found].map(([key, value]) => [key.slice(start), value]))
}

/** Registers what to do when a disk that was too slow has responded, such as on the first start. */
export function onRecovered(handle: () => unknown): void {
  handleRecovery = handle
}

/** Whether the open store belongs to this user. */
export function isCacheStoreOf(id: string): boolean {
  return userId === id
}

/** Closes the store: pending reads and writes have no effect. */
export function closeCacheStore(): void {
  userId = null
  writing = null
  used = new Map()
  clearTimeout(indexTimer)
  indexTimer = undefined
}

/** The query keys of all stored entries of the user, the last used first. */
export function storedKeys(): QueryKey[] {
  if (userId === null) return []
  const start = entryKey(userId, '').length
  return [...used]
    .toSorted((a, b) => b[1] - a[1])
    .flatMap(([key]) => {
      try {
        // A hash is the JSON of its key, which is an array; anything else is ignored.
        const parsed: unknown = JSON.parse(key.slice(start))
        return Array.isArray(parsed) ? [parsed] : []
      } catch {
        return []
      }
    })
}

/** Marks an entry as used, so that it is kept. */
export function noteUse(hash: string): void {
  if (userId !== null && used.has(entryKey(userId, hash))) touch(entryKey(userId, hash))
}

/** The keys of the next reading, and what it finds. */
let reading: { keys: Set<string>; found: Promise<ReadonlyMap<string, unknown>> } | null = null

/** Reads a value together with all others that are asked for at this moment. */
async function readTogether(key: string): Promise<unknown> {
  if (reading === null) {
    const keys = new Set<string>()
    // A microtask later: a screen asks for all its entries at once.
    const found = Promise.resolve().then(() => {
      reading = null
      return store.getMany([...keys])
    })
    reading = { keys, found }
  }
  reading.keys.add(key)
  return (await reading.found).get(key)
}

export async function takeEntry(hash: string): Promise<unknown> {
  const id = userId
  if (id === null) return undefined
  const entry = await readTogether(entryKey(id, hash))
  // The session may have ended during the read.
  if (entry === undefined || userId !== id) return undefined
  touch(entryKey(id, hash))
  return entry
}

/** Reads entries without marking them as used: a search must not keep data that nobody opens. */
export async function peekEntries(hashes: readonly string[]): Promise<unknown[]> {
  const id = userId
  if (id === null) return []
  const found = await store.getMany(hashes.map((hash) => entryKey(id, hash)))
  return userId === id ? [...found.values()] : []
}

/** The results of the next writing, by key, and how it ends. */
let writing: {
  entries: Map<string, PersistedQuery>
  ended: Promise<Map<string, StoreError>>
} | null = null
let writeNow = () => {}
let hurriedUntil = 0

/** Writes what is gathered, and for a while everything as soon as it arrives. */
export function hurryWrites(): void {
  hurriedUntil = performance.now() + HURRY_MS
  writeNow()
}

/** Whether this person has just changed something. */
export const isHurried = () => performance.now() < hurriedUntil

// The page may be closed before the time is over.
globalThis.document?.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') writeNow()
})

/** Writes entries of a user in one transaction, and resolves to the errors by key. */
async function writeEntries(
  id: string,
  entries: ReadonlyMap<string, PersistedQuery>,
): Promise<Map<string, StoreError>> {
  const latest = Date.now() + CLOCK_TOLERANCE_MS
  const changes = new Map(
    [...entries].map(([key, entry]): [string, Change<Stored>] => [
      key,
      (now) => {
        if (userId !== id) return undefined
        const held = isEntry(now) ? now.state.dataUpdatedAt : 0
        return held > entry.state.dataUpdatedAt && held <= latest ? undefined : entry
      },
    ]),
  )
  const isWritten = await store.changeOnDisk(changes)
  const error = isWritten ? 'none' : store.lastError
  // One entry that can't be stored must not keep the others from it.
  if (error !== 'refused' || entries.size === 1)
    return new Map([...entries.keys()].map((key) => [key, error]))
  const errors = new Map<string, StoreError>()
  for (const one of entries)
    for (const [key, its] of await writeEntries(id, new Map([one]))) errors.set(key, its)
  return errors
}

async function writeGathered(
  id: string,
  entries: ReadonlyMap<string, PersistedQuery>,
): Promise<Map<string, StoreError>> {
  const errors = await writeEntries(id, entries)
  if (![...errors.values()].includes('full')) return errors
  // Making room helps against no other error.
  await makeRoom()
  return writeEntries(id, entries)
}

function gather(id: string) {
  const entries = new Map<string, PersistedQuery>()
  const isDue = new Promise<void>((resolve) => {
    writeNow = resolve
    setTimeout(resolve, isHurried() ? 0 : GATHER_MS)
  })
  const ended = isDue.then(() => {
    if (writing?.entries === entries) writing = null
    return writeGathered(id, entries)
  })
  writing = { entries, ended }
  return writing
}

/**
 * Stores an entry unless another tab has stored a newer one, together with others that arrive soon.
 * Resolves to the storage error, if any.
 */
export async function putEntry(entry: PersistedQuery): Promise<StoreError> {
  const id = userId
  if (id === null) return 'none'
  const key = entryKey(id, entry.queryHash)
  const { entries, ended } = writing ?? gather(id)
  entries.set(key, entry)
  const error = (await ended).get(key) ?? 'none'
  if (error === 'none' && userId === id) touch(key)
  return error
}

/** Removes the least recently used half of the entries. */
async function makeRoom(): Promise<void> {
  const old = overflow(used, Math.floor(used.size / 2))
  for (const key of old) used.delete(key)
  await store.remove(old)
}

export async function dropEntry(hash: string): Promise<void> {
  if (userId === null) return
  const key = entryKey(userId, hash)
  used.delete(key)
  await store.remove([key])
}

/** Removes entries of other users and versions. Keys without the prefix of this app stay. */
export async function sweepCacheStore(): Promise<void> {
  const id = userId
  if (id === null) return
  const own = [entryKey(id, HASH_START), indexKey(id)]
  const keys = await store.keys()
  if (userId !== id) return
  await store.remove(
    keys.filter(
      (key) => key.startsWith('saleroom:') && !own.some((start) => key.startsWith(start)),
    ),
  )
}
