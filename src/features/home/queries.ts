import { hashKey, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { http } from '#src/api/http.ts'
import type { StandIn } from '#src/api/query-meta.ts'
import { minDateOf } from '#src/api/projects.ts'
import { rangeOf } from '#src/domain/time-range.ts'
import { filters } from '#src/state/filters.ts'
import { toGraphRequest, toPreviousRequest } from './graph-query.ts'
import type { GraphRequest, ResolvedQuery, HomeSelection } from './graph-query.ts'

/** What a card shows, with the terms that it was asked on. */
export interface Result<Item> {
  resolvedQuery: ResolvedQuery
  items: Item[]
}

/** Where one kind of items comes from, and how a server's answer becomes them. */
export interface Source<Item> {
  /** First part of the query key. */
  resource: string
  what: string
  /** Graph calls send the unit; the others do not, and a new unit leaves them alone. */
  sendsUnit: boolean
  item: z.ZodMiniType<Item>
  fetch: (request: GraphRequest, signal: AbortSignal) => Promise<Item[]>
}

/** What the source table needs of one call. */
export interface SourceCall<Schema extends z.ZodMiniType, Item> {
  resource: string
  what?: string
  path: string
  sendsUnit?: boolean
  schema: Schema
  item: z.ZodMiniType<Item>
  toItems: (response: z.output<Schema>) => Item[] | Promise<Item[]>
}

/** A card's data comes by one GET, parsed at the door and turned into items at once. */
export function source<Schema extends z.ZodMiniType, Item>(
  call: SourceCall<Schema, Item>,
): Source<Item> {
  const sendsUnit = call.sendsUnit ?? false
  return {
    resource: call.resource,
    what: call.what ?? 'summary',
    sendsUnit,
    item: call.item,
    fetch: async ({ query }, signal) => {
      const { unit, ...rest } = query
      const sent = sendsUnit && unit !== undefined ? { ...rest, unit } : rest
      const response = await http.get(call.path, sent, call.schema, { signal })
      return call.toItems(response)
    },
  }
}

/** A burst of filter changes makes one round of calls (spec 7). */
const DEBOUNCE_MS = 20
/** Answers that no card shows are few: some ten views of Home, the least recently used go first. */
const MAX_UNUSED_ANSWERS = 130
const UNUSED_KEPT_MS = 10 * 60_000

const resolvedQuerySchema = z.object({
  range: z.object({ start: z.number(), end: z.number() }),
  unit: z.enum(['hour', 'day', 'week', 'month', 'year']),
  zone: z.string(),
  projects: z.array(z.string()),
  asOf: z.number(),
})

const SCOPE = { screen: 'home' } as const

/** Waits, unless the call is no longer wanted. */
function settle(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, DEBOUNCE_MS)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}

const resultSchemas = new WeakMap<object, z.ZodMiniType<Result<unknown>>>()

/** What the device must hold for an answer of this source; made once, as every render asks for it. */
function resultSchema<Item>(from: Source<Item>): z.ZodMiniType<Result<unknown>> {
  let schema = resultSchemas.get(from)
  if (!schema) {
    schema = z.object({ resolvedQuery: resolvedQuerySchema, items: z.array(from.item) })
    resultSchemas.set(from, schema)
  }
  return schema
}

/** The key of what is not asked for: one for all choices, or each would leave something behind. */
export const NO_RESULT_KEY = ['nothing', SCOPE] as const

/**
 * Whether an answer is of the page's one frozen moment, and of the range that "all" has at it: a
 * project's start moves when older history is imported, and no key holds an instant.
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
 * An answer to the same choice in another time zone, or about more projects: its figures are those of
 * each project, in the zone that its terms name.
 */
function standInFrom(
  own: readonly [string, { zone: string; projects: readonly string[] }],
  projects: readonly string[],
): StandIn {
  const hash = hashKey(own)
  return {
    accepts([resource, part]) {
      if (!isHomeKeyPart(part) || !projects.every((project) => part.projects.includes(project)))
        return false
      const { zone, projects: chosen } = own[1]
      // The same but for these two.
      return hashKey([resource, { ...part, zone, projects: chosen }]) === hash
    },
    adapt(data) {
      // The query's own schema has passed it, and every source's items name their project.
      const { resolvedQuery, items } = data as Result<{ project: string }>
      return {
        resolvedQuery: { ...resolvedQuery, projects: [...projects] },
        items: items.filter(({ project }) => projects.includes(project)),
      }
    },
  }
}

/**
 * One card's call. The key holds what was chosen ("week"), never an instant, so that the last
 * answer is found again, also offline; the instants are made when the call goes out. An answer is
 * fresh as long as `isCurrent` finds it to be.
 */
export function resultQuery<Item>(
  from: Source<Item>,
  selection: HomeSelection,
  isPrevious = false,
) {
  const { period, customStart, customEnd, zone, projects } = selection
  const queryKey = [
    from.resource,
    {
      what: from.what,
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
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }): Promise<Result<Item>> => {
      await settle(signal)
      // The projects may be fetched again while this call is on its way.
      const latest = () => ({
        ...selection,
        minDate: minDateOf(client, selection.projects) ?? selection.minDate,
      })
      const fetchResult = async () => {
        const toRequest = isPrevious ? toPreviousRequest : toGraphRequest
        const request = toRequest(latest(), filters.asOf)
        if (!request) throw new Error('Nothing to ask for')
        return { resolvedQuery: request.resolvedQuery, items: await from.fetch(request, signal) }
      }
      const result = await fetchResult()
      // The page's moment was set anew meanwhile, such as by the server's clock: figures of a year
      // ago, by a clock that is a year behind, must not be seen for the blink of an eye.
      return isCurrent(result, latest()) ? result : fetchResult()
    },
    staleTime: ({ state }) => (state.data && isCurrent(state.data, selection) ? Infinity : 0),
    gcTime: UNUSED_KEPT_MS,
    // Figures of before belong to one choice: no other's may be set against them.
    ...(isPrevious ? {} : { placeholderData: keepPreviousData }),
    meta: { keep: resultSchema(from), standIn: standInFrom(queryKey, projects) },
  })
}

/** Whether a part of a key holds what Home's answers depend on. */
function isHomeKeyPart(value: unknown): value is { projects: readonly unknown[] } {
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

/** Drops answers of views that are no longer on screen, oldest first, down to the limit. */
export function trimCache(client: QueryClient, limit = MAX_UNUSED_ANSWERS): void {
  const cache = client.getQueryCache()
  const unused = cache
    .findAll({ type: 'inactive', predicate: (query) => isHomeKey(query.queryKey) })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
  for (const query of unused.slice(limit)) cache.remove(query)
}

/** Fetches what is on screen and is of another moment or range than the page now goes by. */
export async function refetchResults(client: QueryClient): Promise<void> {
  await client.refetchQueries(
    { type: 'active', stale: true, predicate: ({ queryKey }) => isHomeKey(queryKey) },
    // A call on its way sees to it by itself.
    { cancelRefetch: false },
  )
}
