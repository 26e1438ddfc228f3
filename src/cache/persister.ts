import { experimental_createQueryPersister as createQueryPersister } from '@tanstack/query-persist-client-core'
import type { PersistedQuery } from '@tanstack/query-persist-client-core'
import { QueryCache } from '@tanstack/react-query'
import type { Query, QueryClient, QueryKey, QueryState } from '@tanstack/react-query'
import { proxy } from 'valtio'
import * as z from 'zod/mini'
import type { ZodMiniType } from 'zod/mini'
import type { StoreError } from '#src/state/idb-store.ts'
import { onLeave } from '#src/state/session.ts'
import {
  CLOCK_TOLERANCE_MS,
  closeCacheStore,
  dropEntry,
  ENTRY_SCHEMA,
  isEntry,
  isCacheStoreOf,
  isHurried,
  noteUse,
  onRecovered,
  openCacheStore,
  putEntry,
  sweepCacheStore,
  takeEntry,
} from './query-cache-store.ts'
import { findStandIn } from './stand-in.ts'

export const MAX_AGE_MS = 30 * 86_400_000
const SWEEP_AFTER_MS = 3000
/** Only a disk that stays silent for so long is reported: a busy one responds late for a moment. */
const SILENCE_MS = 3000
/** The number of entries that one transaction writes when a disk responds again. */
const WRITTEN_AT_ONCE = 10
/**
 * The number of stored pages of an infinite list: more would take too long to read on each visit.
 */
const KEPT_PAGES = 2

/** Why this device does not store data, for a notice to the user. */
export const cacheHealth = proxy<{ error: StoreError }>({ error: 'none' })

// Entries read before the first paint, by query hash. The first query with that hash takes its
// entry.
let preloaded = new Map<string, unknown>()
// The stored data when the page was loaded, by query hash: the basis of "since your last visit".
let previous = new Map<string, { data: unknown; at: number }>()
/** About fifteen views of Home; the least recently requested are removed first. */
const MAX_PREVIOUS = 200

function isInfinite(data: unknown): data is { pages: unknown[]; pageParams: unknown[] } {
  return (
    typeof data === 'object' &&
    data !== null &&
    'pages' in data &&
    Array.isArray(data.pages) &&
    'pageParams' in data &&
    Array.isArray(data.pageParams)
  )
}

/** The first pages of a list; other data unchanged. */
function trimmed(data: unknown): unknown {
  if (!isInfinite(data)) return data
  return {
    pages: data.pages.slice(0, KEPT_PAGES),
    pageParams: data.pageParams.slice(0, KEPT_PAGES),
  }
}

/** Whether stored data matches the schema: the disk is as untrusted as the network. */
function isSound(data: unknown, schema: ZodMiniType): boolean {
  if (!isInfinite(data)) return z.safeParse(schema, data).success
  return (
    data.pages.length > 0 &&
    data.pages.length === data.pageParams.length &&
    data.pages.every((page) => z.safeParse(schema, page).success)
  )
}

/** The data and time of an entry, or null if it is broken, of another schema, or too old. */
export function readEntry(
  value: unknown,
  schema: ZodMiniType,
  nowMs: number,
): { data: unknown; at: number; isDoubtful: boolean } | null {
  if (!isEntry(value)) return null
  const { data, dataUpdatedAt, isInvalidated } = value.state
  if (nowMs - dataUpdatedAt > MAX_AGE_MS || !isSound(data, schema)) return null
  // A time in the future comes from a wrong clock: such an entry would never become stale.
  const isDoubtful = isInvalidated || dataUpdatedAt > nowMs + CLOCK_TOLERANCE_MS
  return { data, at: Math.min(dataUpdatedAt, nowMs), isDoubtful }
}

function restoredState(entry: { data: unknown; at: number; isDoubtful: boolean }) {
  return {
    data: entry.data,
    dataUpdatedAt: entry.at,
    dataUpdateCount: 0,
    error: null,
    errorUpdateCount: 0,
    errorUpdatedAt: 0,
    fetchFailureCount: 0,
    fetchFailureReason: null,
    fetchMeta: null,
    isInvalidated: entry.isDoubtful,
    status: 'success' as const,
    fetchStatus: 'idle' as const,
  }
}

function notePrevious(hash: string, entry: { data: unknown; at: number }): void {
  previous.delete(hash)
  previous.set(hash, entry)
  const [oldest = hash] = previous.keys()
  if (previous.size > MAX_PREVIOUS) previous.delete(oldest)
}

/** Takes the preloaded entry of a query that is about to be created. */
function initialState(hash: string, schema: ZodMiniType | undefined) {
  const value = preloaded.get(hash)
  if (value === undefined || schema === undefined) return undefined
  preloaded.delete(hash)
  const entry = readEntry(value, schema, Date.now())
  if (entry === null) {
    void dropEntry(hash)
    return undefined
  }
  noteUse(hash)
  notePrevious(hash, entry)
  return restoredState(entry)
}

/**
 * A query cache whose queries start with their stored data, so that the first paint already shows
 * it, with its real age and without a pending state.
 */
export class PersistedQueryCache extends QueryCache {
  override build<TQueryFnData, TError, TData, TQueryKey extends readonly unknown[]>(
    ...[client, options, state]: Parameters<
      typeof QueryCache.prototype.build<TQueryFnData, TError, TData, TQueryKey>
    >
  ): Query<TQueryFnData, TError, TData, TQueryKey> {
    const defaulted = client.defaultQueryOptions(options)
    const isNew = state === undefined && this.get(defaulted.queryHash) === undefined
    const kept = isNew ? initialState(defaulted.queryHash, defaulted.meta?.keep) : undefined
    // The schema of this query has just validated the data: it is a TData.
    return super.build(client, options, (kept as QueryState<TData, TError> | undefined) ?? state)
  }
}

let hasRequestedStorage = false

/**
 * Requests persistent storage, so that an installed app's data survives a full disk. Requested
 * once, when there is data to store.
 */
function requestPersistentStorage(): void {
  if (hasRequestedStorage) return
  hasRequestedStorage = true
  const isInstalled = globalThis.matchMedia?.('(display-mode: standalone)').matches ?? false
  if (isInstalled) globalThis.navigator.storage?.persist().catch(() => false)
}

let hasRefused = false
let silence: ReturnType<typeof setTimeout> | undefined

function endSilence(): void {
  clearTimeout(silence)
  silence = undefined
}

/**
 * Reports a storage error. A single failure may come from a closing page or a broken connection;
 * two in a row come from the device.
 */
function noteError(error: StoreError): void {
  const isFirst = error === 'refused' && !hasRefused
  hasRefused = error === 'refused'
  if (isFirst) return
  if (error === 'silent') {
    silence ??= setTimeout(() => {
      cacheHealth.error = 'silent'
    }, SILENCE_MS)
    return
  }
  endSilence()
  cacheHealth.error = error
}

/** The pages that were last written of each list, and how many the list had then. */
const written = new WeakMap<Query, { pages: readonly unknown[]; count: number }>()

/** React Query's persister for one query, which reads and writes through the query cache store. */
function persisterOf(query: Query, schema: ZodMiniType) {
  let entry: ReturnType<typeof readEntry> = null
  const persister = createQueryPersister<unknown>({
    buster: ENTRY_SCHEMA,
    maxAge: MAX_AGE_MS,
    prefix: '',
    storage: {
      getItem: () => takeEntry(query.queryHash),
      removeItem: () => dropEntry(query.queryHash),
      setItem: async (_key, value) => {
        if (!isEntry(value)) return
        const error = await putEntry(value)
        if (error !== 'none') written.delete(query)
        noteError(error)
        if (error === 'none') requestPersistentStorage()
      },
    },
    serialize: ({ state, queryKey, queryHash, buster }): PersistedQuery => ({
      buster,
      queryHash,
      // Keys may contain Valtio proxies, which IndexedDB cannot clone.
      queryKey: plain(queryKey),
      state: { ...restoredState({ data: null, at: 0, isDoubtful: false }), ...bare(state) },
    }),
    deserialize: (value) => {
      entry = readEntry(value, schema, Date.now())
      // readEntry has validated the outline; throwing makes the persister remove the entry.
      if (entry === null) throw new Error('Not an entry')
      return value as PersistedQuery
    },
  })
  return {
    async retrieve() {
      await persister.retrieveQuery(query.queryHash)
      return entry
    },
    keep: () => persister.persistQuery(query),
  }
}

function plain(queryKey: QueryKey): QueryKey {
  // React Query hashes keys as JSON, so the JSON copy is the same key.
  return JSON.parse(JSON.stringify(queryKey)) as QueryKey
}

/** Only the data and its age: errors may contain values that cannot be cloned. */
function bare({ data, dataUpdatedAt, isInvalidated }: QueryState) {
  return { data: trimmed(data), dataUpdatedAt, isInvalidated }
}

/** Derives a query's data from another query. */
async function standInFor(query: Query, schema: ZodMiniType, cache: QueryCache) {
  if (query.meta?.standIn === undefined) return null
  return findStandIn(query.meta.standIn, (value) => readEntry(value, schema, Date.now()), cache)
}

/**
 * Gives a query without data its stored data. A failed fetch stays visible as the error of the
 * query.
 */
async function restore(query: Query, cache: QueryCache): Promise<void> {
  const schema = query.meta?.keep
  if (schema === undefined || query.state.data !== undefined) return
  const own = await persisterOf(query, schema).retrieve()
  const entry = own ?? (await standInFor(query, schema, cache))
  if (entry === null || query.state.data !== undefined) return
  if (own !== null) notePrevious(query.queryHash, own)
  const { data, dataUpdatedAt, isInvalidated } = restoredState(entry)
  const status = query.state.status === 'error' ? 'error' : 'success'
  query.setState({ data, dataUpdatedAt, isInvalidated, status })
}

/**
 * The `persister` of every query: a query without data shows its stored data while it fetches. The
 * fetch stays the query’s own, so its failure is the query’s error and no rejection is unhandled.
 */
export async function withPersistence<Result, Context extends { client: QueryClient }>(
  queryFn: (context: Context) => Result | Promise<Result>,
  context: Context,
  query: Query,
): Promise<Result> {
  await restore(query, context.client.getQueryCache())
  return queryFn(context)
}

/** Whether a list has only grown beyond its stored pages: then there is nothing to write. */
function hasOnlyGrown(query: Query): boolean {
  const { data } = query.state
  if (!isInfinite(data)) return false
  const before = written.get(query)
  const count = data.pages.length
  const pages = data.pages.slice(0, KEPT_PAGES)
  written.set(query, { pages, count })
  // The same number of pages, even unchanged, is written: the server confirmed them just now.
  return (
    before !== undefined &&
    count > before.count &&
    pages.length === before.pages.length &&
    pages.every((page, at) => page === before.pages[at])
  )
}

/**
 * Writes new data of every query with `meta.keep`, also data set by hand. Of a list only the first
 * pages are stored.
 */
export function persistQueries(cache: QueryCache): () => void {
  const keep = async (query: Query) => {
    const schema = query.meta?.keep
    if (schema !== undefined && query.state.status === 'success')
      await persisterOf(query, schema).keep()
  }
  onRecovered(async () => {
    endSilence()
    // Without a network nothing else would try the disk again.
    const queries = cache.getAll()
    for (const query of queries) if (query.state.data === undefined) void restore(query, cache)
    // A few at a time: all at once would block the disk again. Logout empties the cache.
    for (let from = 0; from < queries.length; from += WRITTEN_AT_ONCE) {
      const some = queries.slice(from, from + WRITTEN_AT_ONCE)
      await Promise.all(some.filter((query) => cache.get(query.queryHash) === query).map(keep))
    }
  })
  return cache.subscribe((event) => {
    if (event.type !== 'updated' || event.query.meta?.keep === undefined) return
    const { action, query } = event
    // A page that is loaded before the result after a change arrives must not take this one for fresh.
    const isOutdated = action.type === 'invalidate' && isHurried()
    if (isOutdated || (action.type === 'success' && !hasOnlyGrown(query)))
      queueMicrotask(() => void keep(query))
  })
}

/** The stored data of a query when this page was loaded, and the time when it was fetched. */
export function previousResult(hash: string): { data: unknown; at: number } | null {
  return previous.get(hash) ?? null
}

/**
 * Opens the cache of a user. When it resolves, the data of the first screen is in memory. Resolves to
 * whether there is any.
 */
export async function openCache(userId: string): Promise<boolean> {
  previous = new Map()
  const found = await openCacheStore(userId)
  // The session may have ended meanwhile.
  preloaded = isCacheStoreOf(userId) ? found : new Map()
  // Data of other users and versions is removed once the first screen is shown.
  setTimeout(() => void sweepCacheStore(), SWEEP_AFTER_MS)
  return preloaded.size > 0
}

// All writes stop with the session. The code that ends the session clears the disk.
onLeave(() => {
  closeCacheStore()
  preloaded = new Map()
  previous = new Map()
  hasRefused = false
  endSilence()
  cacheHealth.error = 'none'
})
