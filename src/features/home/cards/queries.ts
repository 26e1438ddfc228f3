import { hashKey, keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { send } from '#src/api/http.ts'
import type { StandIn } from '#src/cache/query-meta.ts'
import { figuresSchema, periodQuery, type PeriodFigures } from '#src/figures/period-query.ts'
import type { PeriodRequest, PeriodSelection } from '#src/figures/period-request.ts'
import type { GraphQuery, RangeQuery } from '#src/wire/analytics.ts'
import type { Call } from '#src/wire/call.ts'

/** The items of a card, and the query that they are the result of. */
export interface Result<Item> extends PeriodFigures {
  items: Item[]
}

/** One kind of items: how they are requested and parsed. */
export interface Source<Item> {
  /** The path of its call: the first part of the query key. */
  path: string
  /** Graph calls send the unit. The others do not, and do not refetch for a new unit. */
  sendsUnit: boolean
  /** Of a persisted result. */
  schema: z.ZodMiniType<Result<Item>>
  fetch: (request: PeriodRequest, signal: AbortSignal) => Promise<Item[]>
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
    schema: figuresSchema({ items: z.array(item) }),
    fetch: async (request, signal) => {
      const query = sendsUnit ? request.query : request.rangeQuery
      return toItems(await send(call, { query }, { signal }))
    },
  }
}

const UNUSED_KEPT_MS = 10 * 60_000

const SCOPE = { screen: 'home' } as const

/** The key of disabled queries. One for all selections, so that they leave no entries in the cache. */
export const NO_RESULT_KEY = ['nothing', SCOPE] as const

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

/** The query of one card, for the selection or its previous period. */
export function resultQuery<Item>(
  from: Source<Item>,
  selection: PeriodSelection,
  isPrevious = false,
) {
  const query = periodQuery({
    path: from.path,
    key: { ...SCOPE, ...(from.sendsUnit ? { unit: selection.unit } : {}) },
    selection,
    isPrevious,
    schema: from.schema,
    fetch: async (request, signal) => ({ items: await from.fetch(request, signal) }),
  })
  return queryOptions({
    ...query,
    gcTime: UNUSED_KEPT_MS,
    // Figures of a previous period are only compared with their own selection.
    ...(isPrevious ? {} : { placeholderData: keepPreviousData }),
    meta: { ...query.meta, standIn: standInFrom(query.queryKey, selection.projects) },
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
