import { QueryCache } from '@tanstack/react-query'
import type { Query, QueryClient, QueryKey, QueryState } from '@tanstack/react-query'
import { experimental_createQueryPersister as createQueryPersister } from '@tanstack/query-persist-client-core'
import type { PersistedQuery } from '@tanstack/query-persist-client-core'
import { proxy } from 'valtio'
import * as z from 'zod/mini'
import type { ZodMiniType } from 'zod/mini'
import { onLeave } from '#src/state/session.ts'
import type { StoreError } from '#src/state/idb-store.ts'
import {
  CLOCK_TOLERANCE_MS,
  closeCacheStore,
  dropEntry,
  ENTRY_SCHEMA,
  isEntry,
  isCacheStoreOf,
  noteUse,
  onRecovered,
  openCacheStore,
  putEntry,
  sweepCacheStore,
  takeEntry,
} from './query-cache-store.ts'

export const MAX_AGE_MS = 30 * 86_400_000
const SWEEP_AFTER_MS = 3000
/** Of an infinite list; more would cost each visit a long task. */
const KEPT_PAGES = 2

/** Why this device does not keep what is fetched, so that people can be told. */
export const cacheHealth = proxy<{ fault: StoreError }>({ fault: 'none' })

// Entries read before the first paint, by query hash; each is taken by the first query that asks.
let early = new Map<string, unknown>()
// What this device knew when the page began, by query hash: what "since you last looked" starts from.
let known = new Map<string, { data: unknown; at: number }>()
/** Of some fifteen views of Home; those that were asked for longest ago go. */
const MAX_KNOWN = 200

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

/** The first pages of a list; anything else as it is. */
function trimmed(data: unknown): unknown {
  if (!isInfinite(data)) return data
  return {
    pages: data.pages.slice(0, KEPT_PAGES),
    pageParams: data.pageParams.slice(0, KEPT_PAGES),
  }
}

/** Whether kept data still is what the schema describes: the disk is as untrusted as the network. */
function isSound(data: unknown, schema: ZodMiniType): boolean {
  if (!isInfinite(data)) return z.safeParse(schema, data).success
  return (
    data.pages.length > 0 &&
    data.pages.length === data.pageParams.length &&
    data.pages.every((page) => z.safeParse(schema, page).success)
  )
}

/** The entry's own data and time, or null for one that is broken, of another schema, or too old. */
export function readEntry(
  value: unknown,
  schema: ZodMiniType,
  nowMs: number,
): { data: unknown; at: number; isDoubtful: boolean } | null {
  if (!isEntry(value)) return null
  const { data, dataUpdatedAt } = value.state
  if (nowMs - dataUpdatedAt > MAX_AGE_MS || !isSound(data, schema)) return null
  // A time of the future comes from a wrong clock: such an entry would never be stale.
  const isDoubtful = dataUpdatedAt > nowMs + CLOCK_TOLERANCE_MS
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

function noteKnown(hash: string, entry: { data: unknown; at: number }): void {
  known.delete(hash)
  known.set(hash, entry)
  const [oldest = hash] = known.keys()
  if (known.size > MAX_KNOWN) known.delete(oldest)
}

/** Takes the early entry of a query that is about to be born. */
function initialState(hash: string, schema: ZodMiniType | undefined) {
  const value = early.get(hash)
  if (value === undefined || schema === undefined) return undefined
  early.delete(hash)
  const entry = readEntry(value, schema, Date.now())
  if (entry === null) {
    void dropEntry(hash)
    return undefined
  }
  noteUse(hash)
  noteKnown(hash, entry)
  return restoredState(entry)
}

/**
 * A cache whose queries are born with what the device has kept of them, so that the first paint
 * already shows it, with its true age and without a pending state.
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
    // The schema of this query has just been held against the data: it is a TData.
    return super.build(client, options, (kept as QueryState<TData, TError> | undefined) ?? state)
  }
}

let hasAskedForStorage = false

/** An installed app's storage should outlast a full disk. Asked once, when there is something to keep. */
function askForDurableStorage(): void {
  if (hasAskedForStorage) return
  hasAskedForStorage = true
  const isInstalled = globalThis.matchMedia?.('(display-mode: standalone)').matches ?? false
  if (isInstalled) globalThis.navigator.storage?.persist().catch(() => false)
}

let hasRefused = false

/**
 * Tells what storage did wrong. A single refusal may be a page that is being closed or a connection
 * that broke; the second in a row is the device's.
 */
function noteFault(fault: StoreError): void {
  const isFirst = fault === 'refused' && !hasRefused
  hasRefused = fault === 'refused'
  if (!isFirst) cacheHealth.fault = fault
}

/** Of each list the pages that were last written, and how many there were then. */
const written = new WeakMap<Query, { pages: readonly unknown[]; count: number }>()

/** Queries with answers that a silent disk did not take. */
const missed = new Set<Query>()
let isCatchingUp = false

/** Writes what was missed, one after the other: all at once would take the disk as long again. */
async function catchUp(keep: (query: Query) => Promise<void>): Promise<void> {
  if (isCatchingUp) return
  isCatchingUp = true
  try {
    for (const query of missed) {
      missed.delete(query)
      await keep(query)
    }
  } finally {
    isCatchingUp = false
  }
}

/** React Query's persister for one query, reading and writing through the shelf. */
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
        const fault = await putEntry(value)
        if (fault !== 'none') written.delete(query)
        if (fault === 'silent' && !isCatchingUp) missed.add(query)
        noteFault(fault)
        if (cacheHealth.fault === 'none') askForDurableStorage()
      },
    },
    serialize: ({ state, queryKey, queryHash, buster }): PersistedQuery => ({
      buster,
      queryHash,
      // Keys may hold proxies of the state, which a database can't clone.
      queryKey: plain(queryKey),
      state: { ...restoredState({ data: null, at: 0, isDoubtful: false }), ...bare(state) },
    }),
    deserialize: (value) => {
      entry = readEntry(value, schema, Date.now())
      // readEntry has seen that it is one; throwing makes the persister drop it.
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
  // What is hashed as JSON is the same key as its JSON.
  return JSON.parse(JSON.stringify(queryKey)) as QueryKey
}

/** Only data and its time: errors can hold what can't be cloned. */
function bare(state: QueryState): Pick<QueryState, 'data' | 'dataUpdatedAt'> {
  return { data: trimmed(state.data), dataUpdatedAt: state.dataUpdatedAt }
}

/**
 * What another answer knows of a query: in a chunk of its own, because it is seldom needed. Without
 * it the query waits for the server, as it would on a new device.
 */
async function standInFor(query: Query, schema: ZodMiniType, cache: QueryCache) {
  if (query.meta?.standIn === undefined) return null
  const parts = await import('./stand-in.ts').catch(() => null)
  return (await parts?.findStandIn(query.meta.standIn, schema, cache)) ?? null
}

/** Gives a query without data what the device has of it; whether its fetch failed stays told. */
async function restore(query: Query, cache: QueryCache): Promise<void> {
  const schema = query.meta?.keep
  if (schema === undefined || query.state.data !== undefined) return
  const own = await persisterOf(query, schema).retrieve()
  const entry = own ?? (await standInFor(query, schema, cache))
  if (entry === null || query.state.data !== undefined) return
  if (own !== null) noteKnown(query.queryHash, own)
  const { data, dataUpdatedAt, isInvalidated } = restoredState(entry)
  const status = query.state.status === 'error' ? 'error' : 'success'
  query.setState({ data, dataUpdatedAt, isInvalidated, status })
}

/**
 * The `persister` of every query: one without data shows what the device has of it while it goes
 * on to fetch. The fetch stays the query's own, so its failure is the query's error and no stray
 * rejection.
 */
export async function withPersistence<Result, Context extends { client: QueryClient }>(
  queryFn: (context: Context) => Result | Promise<Result>,
  context: Context,
  query: Query,
): Promise<Result> {
  await restore(query, context.client.getQueryCache())
  return queryFn(context)
}

/** Whether a list has only grown beyond what is kept of it: then there is nothing to write. */
function hasOnlyGrown(query: Query): boolean {
  const { data } = query.state
  if (!isInfinite(data)) return false
  const before = written.get(query)
  const count = data.pages.length
  const pages = data.pages.slice(0, KEPT_PAGES)
  written.set(query, { pages, count })
  // As many as before, though the same, are news: they were confirmed, and are kept as of now.
  return (
    before !== undefined &&
    count > before.count &&
    pages.length === before.pages.length &&
    pages.every((page, at) => page === before.pages[at])
  )
}

/**
 * Writes every new answer of a keepable query, also one that was set by hand; not the later pages
 * of a list, of which only the first are kept.
 */
export function keepAnswers(cache: QueryCache): () => void {
  const keep = async (query: Query) => {
    const schema = query.meta?.keep
    if (schema !== undefined && query.state.status === 'success')
      await persisterOf(query, schema).keep()
  }
  onRecovered(() => {
    // Without a network nothing else would ask the disk again.
    for (const query of cache.getAll()) void restore(query, cache)
    void catchUp(keep)
  })
  return cache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const { query } = event
    if (query.meta?.keep === undefined || hasOnlyGrown(query)) return
    queueMicrotask(() => void keep(query))
  })
}

/** What the device knew of a query when this page began: its data and when it was fetched. */
export function knownBefore(hash: string): { data: unknown; at: number } | null {
  return known.get(hash) ?? null
}

/** Opens the cache of a user; what the first screen needs is in memory when this is done. */
export async function openCache(userId: string): Promise<void> {
  known = new Map()
  const found = await openCacheStore(userId)
  // The session may have ended meanwhile.
  early = isCacheStoreOf(userId) ? found : new Map()
  // What other users and versions have left goes when the first screen is there.
  setTimeout(() => void sweepCacheStore(), SWEEP_AFTER_MS)
}

// All writes stop with the session; the disk is emptied by whoever ends it.
onLeave(() => {
  closeCacheStore()
  early = new Map()
  known = new Map()
  missed.clear()
  hasRefused = false
  cacheHealth.fault = 'none'
})
