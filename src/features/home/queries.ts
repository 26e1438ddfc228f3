import { hashKey, keepPreviousData, notifyManager, queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { send } from '#src/api/http.ts'
import { minDateOf, untilDatesArrive } from '#src/api/projects.ts'
import type { StandIn } from '#src/api/query-meta.ts'
import { rangeOf } from '#src/domain/time-range.ts'
import { serverNow } from '#src/state/clock.ts'
import { filters } from '#src/state/filters.ts'
import type { GraphQuery, RangeQuery } from '#src/wire/analytics.ts'
import type { Call } from '#src/wire/call.ts'
import { toGraphRequest, toPreviousRequest } from './graph-query.ts'
import type { GraphRequest, ResolvedQuery, HomeSelection } from './graph-query.ts'

/** The items of a card, and the query that they are the result of. */
export interface Result<Item> {
  resolvedQuery: ResolvedQuery
  items: Item[]
}

/** One kind of items: how they are requested and parsed. */
export interface Source<Item> {
  /** The path of its call: the first part of the query key. */
  path: string
  /** Graph calls send the unit. The others do not, and do not refetch for a new unit. */
  sendsUnit: boolean
  item: z.ZodMiniType<Item>
  fetch: (request: GraphRequest, signal: AbortSignal) => Promise<Item[]>
}

type AnalyticsCall<Response> = Call & {
  params?: never
  body?: never
  query: z.ZodMiniType<GraphQuery> | z.ZodMiniType<RangeQuery>
  response: z.ZodMiniType<Response>
}

/** A card's data comes from one call; its response becomes items as soon as it is parsed. */
export function source<Response, Item>({
  call,
  item,
  toItems,
  sendsUnit = false,
}: {
  call: AnalyticsCall<Response>
  item: z.ZodMiniType<Item>
  toItems: (response: Response) => Item[] | Promise<Item[]>
  sendsUnit?: boolean
}): Source<Item> {
  return {
    path: call.path,
    sendsUnit,
    item,
    fetch: async ({ query }, signal) => {
      const { unit, ...rest } = query
      const sent = sendsUnit && unit !== undefined ? { ...rest, unit } : rest
      return toItems(await send(call, { query: sent }, { signal }))
    },
  }
}

/** A burst of filter changes sends one round of requests. */
const DEBOUNCE_MS = 20
/** Limit for results that no card shows, about ten views of Home; the oldest are removed first. */
const MAX_UNUSED_RESULTS = 130
const UNUSED_KEPT_MS = 10 * 60_000

const resolvedQuerySchema = z.object({
  range: z.object({ start: z.number(), end: z.number() }),
  unit: z.enum(['hour', 'day', 'week', 'month', 'year']),
  zone: z.string(),
  projects: z.array(z.string()),
  asOf: z.number(),
})

const SCOPE = { screen: 'home' } as const

/** Resolves after the debounce time; rejects if the request is cancelled. */
function debounce(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, DEBOUNCE_MS)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}

const resultSchemas = new WeakMap<object, z.ZodMiniType<Result<unknown>>>()

/** The schema of a persisted result. Cached, as every render needs it. */
function resultSchema<Item>(from: Source<Item>): z.ZodMiniType<Result<unknown>> {
  let schema = resultSchemas.get(from)
  if (!schema) {
    schema = z.object({ resolvedQuery: resolvedQuerySchema, items: z.array(from.item) })
    resultSchemas.set(from, schema)
  }
  return schema
}

/** The key of disabled queries. One for all selections, so that they leave no entries in the cache. */
export const NO_RESULT_KEY = ['nothing', SCOPE] as const

/**
 * Whether a result is for the page's current `asOf`, and for the current range of "all": the start of a
 * project moves when older history is imported, and keys contain no instants.
 */
function isCurrent({ resolvedQuery }: Result<unknown>, selection: HomeSelection): boolean {
  if (resolvedQuery.asOf !== filters.asOf || resolvedQuery.zone !== selection.zone) return false
  const range =
    selection.period === 'all'
      ? rangeOf(selection, resolvedQuery.asOf, selection.minDate, selection.zone)
      : null
  return range === null || range.start === resolvedQuery.range.start
}

/**
 * Accepts results for the same selection in another time zone or with more projects as placeholder:
 * figures are per project, and the result names its zone.
 */
function standInFrom(
  own: readonly [string, { zone: string; projects: readonly string[] }],
  projects: readonly string[],
): StandIn {
  const hash = hashKey(own)
  return {
    accepts([path, part]) {
      if (!hasProjects(part) || !projects.every((project) => part.projects.includes(project)))
        return false
      const { zone, projects: chosen } = own[1]
      // Equal except for zone and projects.
      return hashKey([path, { ...part, zone, projects: chosen }]) === hash
    },
    adapt(data) {
      // Validated by the query's own schema; the items of every source name their project.
      const { resolvedQuery, items } = data as Result<{ project: string }>
      return {
        resolvedQuery: { ...resolvedQuery, projects: [...projects] },
        items: items.filter(({ project }) => projects.includes(project)),
      }
    },
  }
}

/**
 * The query of one card. The key contains the selection ("week"), never an instant, so that the last
 * result is found again, also offline. Instants are resolved when the request is sent. `isCurrent`
 * decides whether a result is fresh.
 */
export function resultQuery<Item>(
  from: Source<Item>,
  selection: HomeSelection,
  isPrevious = false,
) {
  const { period, customStart, customEnd, zone, projects } = selection
  const queryKey = [
    from.path,
    {
      ...SCOPE,
      period,
      customStart,
      customEnd,
      zone,
      projects: projects.toSorted(),
      ...(from.sendsUnit ? { unit: selection.unit } : {}),
      ...(isPrevious ? { isPrevious } : {}),
    },
  ] as const
  const fetchAt = async (now: HomeSelection, asOf: number, signal: AbortSignal) => {
    const toRequest = isPrevious ? toPreviousRequest : toGraphRequest
    const request = toRequest(now, asOf)
    if (!request) throw new Error('Query without projects or range')
    return { resolvedQuery: request.resolvedQuery, items: await from.fetch(request, signal) }
  }
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }): Promise<Result<Item>> => {
      await debounce(signal)
      if (period === 'all') await untilDatesArrive(client)
      // The projects may be refetched while this request is running.
      const latest = () => ({
        ...selection,
        minDate: minDateOf(client, selection.projects) ?? selection.minDate,
      })
      const fetchResult = () => fetchAt(latest(), filters.asOf, signal)
      const result = await fetchResult()
      // `asOf` may have changed meanwhile, for example to the server's clock: figures for the range of
      // a wrong device clock must not be shown.
      return isCurrent(result, latest()) ? result : fetchResult()
    },
    staleTime: ({ state }) => (state.data && isCurrent(state.data, selection) ? Infinity : 0),
    // A card that mounts with the start of "all" of before leaves the comparison to `useOneAsOf`.
    refetchOnMount: ({ state }) => state.data?.resolvedQuery.asOf !== filters.asOf,
    gcTime: UNUSED_KEPT_MS,
    // Figures of a previous period are only compared with their own selection.
    ...(isPrevious ? {} : { placeholderData: keepPreviousData }),
    meta: {
      keep: resultSchema(from),
      standIn: standInFrom(queryKey, projects),
      fetchAt: (asOf, signal) => fetchAt(selection, asOf, signal),
    },
  })
}

/** Whether a key part is the selection of one of Home's queries. */
function hasProjects(value: unknown): value is { projects: readonly unknown[] } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'projects' in value &&
    Array.isArray(value.projects)
  )
}

/** Whether a query key is one of Home's. */
function isHomeKey(key: readonly unknown[]): boolean {
  const [, part] = key
  return (
    typeof part === 'object' && part !== null && 'screen' in part && part.screen === SCOPE.screen
  )
}

/** Removes results that are not on screen from memory, the oldest first, down to the limit. */
export function trimCache(client: QueryClient, limit = MAX_UNUSED_RESULTS): void {
  const cache = client.getQueryCache()
  const unused = cache
    .findAll({ type: 'inactive', predicate: (query) => isHomeKey(query.queryKey) })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
  for (const query of unused.slice(limit)) cache.remove(query)
}

/** Refetches the results on screen that are not for the current `asOf` or range. */
export async function refetchResults(client: QueryClient): Promise<void> {
  await client.refetchQueries(
    { type: 'active', stale: true, predicate: ({ queryKey }) => isHomeKey(queryKey) },
    // A running request checks this by itself.
    { cancelRefetch: false },
  )
}

const shownResults = (client: QueryClient) =>
  client
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ queryKey }) => isHomeKey(queryKey) })

/** How long ago the newest result on the page arrived, in ms; 0 while one is being fetched. */
export function resultsAgeMs(client: QueryClient): number {
  const states = shownResults(client).map(({ state }) => state)
  if (states.length === 0 || states.some(({ fetchStatus }) => fetchStatus === 'fetching')) return 0
  return Date.now() - Math.max(...states.map(({ dataUpdatedAt }) => dataUpdatedAt))
}

/**
 * Fetches the results on screen as of now, and shows all of them at once, with the page's new `asOf`.
 * Nothing changes if one of them fails, or if the page was refreshed or filtered meanwhile.
 * @throws what the first failed request throws
 */
export async function advanceResults(client: QueryClient, signal: AbortSignal): Promise<void> {
  const before = filters.asOf
  const asOf = serverNow()
  const queries = shownResults(client).filter(({ state }) => state.data !== undefined)
  const results = await Promise.all(
    queries.map(async ({ queryKey, meta }) => ({
      queryKey,
      result: await meta?.fetchAt?.(asOf, signal),
    })),
  )
  if (signal.aborted || filters.asOf !== before) return
  notifyManager.batch(() => {
    filters.asOf = asOf
    for (const { queryKey, result } of results) client.setQueryData(queryKey, result)
  })
}
