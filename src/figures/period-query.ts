import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { minDateOf, untilDatesArrive } from '#src/api/projects.ts'
import { UNITS } from '#src/domain/time/calendar.ts'
import { rangeOf } from '#src/domain/time/time-range.ts'
import { filters } from '#src/state/filters.ts'
import { toPeriodRequest } from './period-request.ts'
import type { PeriodRequest, PeriodSelection, ResolvedQuery } from './period-request.ts'

/** What all figures of a period have: the query that they are the result of. */
export interface PeriodFigures {
  resolvedQuery: ResolvedQuery
}

const resolvedQuerySchema = z.object({
  range: z.object({ start: z.number(), end: z.number() }),
  unit: z.enum(UNITS),
  zone: z.string(),
  projects: z.array(z.string()),
  asOf: z.number(),
})

/** The schema of figures as they are stored on the device. */
export function figuresSchema<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.object({ ...shape, resolvedQuery: resolvedQuerySchema })
}

/** A burst of filter changes sends one round of requests. */
const DEBOUNCE_MS = 20

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

/**
 * Whether figures are for the page's current `asOf`, and for the current range of "all": the start of a
 * project moves when older history is imported, and keys contain no instants.
 */
function isCurrent({ resolvedQuery }: PeriodFigures, selection: PeriodSelection): boolean {
  if (resolvedQuery.asOf !== filters.asOf || resolvedQuery.zone !== selection.zone) return false
  const range =
    selection.period === 'all'
      ? rangeOf(selection, resolvedQuery.asOf, selection.minDate, selection.zone)
      : null
  return range === null || range.start === resolvedQuery.range.start
}

/**
 * The query of the figures of a period. The key contains the selection ("week"), never an instant, so
 * that the last figures are found again, also offline. Instants are resolved when the request is sent.
 * `isCurrent` decides whether figures are fresh.
 * @param key what the call depends on besides the period and the projects
 * @param schema of the figures, from `figuresSchema`
 * @param freshMs how long figures as of the page's `asOf` stay fresh
 */
export function periodQuery<Value extends object>({
  path,
  key = {},
  selection,
  isPrevious = false,
  schema,
  fetch,
  freshMs = Infinity,
}: {
  path: string
  key?: object
  selection: PeriodSelection
  isPrevious?: boolean
  schema: z.ZodMiniType<Value & PeriodFigures>
  fetch: (request: PeriodRequest, signal: AbortSignal) => Promise<Value>
  freshMs?: number
}) {
  const { period, customStart, customEnd, zone, projects } = selection
  const queryKey = [
    path,
    {
      ...key,
      period,
      customStart,
      customEnd,
      zone,
      projects: projects.toSorted(),
      ...(isPrevious ? { isPrevious } : {}),
    },
  ] as const
  const fetchAt = async (now: PeriodSelection, asOf: number, signal: AbortSignal) => {
    const request = toPeriodRequest(now, asOf, isPrevious)
    if (!request) throw new Error('Query without projects or range')
    return { ...(await fetch(request, signal)), resolvedQuery: request.resolvedQuery }
  }
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }): Promise<Value & PeriodFigures> => {
      await debounce(signal)
      if (period === 'all') await untilDatesArrive(client)
      // The projects may be refetched while this request is running.
      const latest = () => ({
        ...selection,
        minDate: minDateOf(client, projects) ?? selection.minDate,
      })
      const fetchLatest = () => fetchAt(latest(), filters.asOf, signal)
      const figures = await fetchLatest()
      // `asOf` may have changed meanwhile, for example to the server's clock: figures for the range of
      // a wrong device clock must not be shown.
      return isCurrent(figures, latest()) ? figures : fetchLatest()
    },
    staleTime: ({ state }) => (state.data && isCurrent(state.data, selection) ? freshMs : 0),
    // Figures that mount with the start of "all" of before leave the comparison to `useOneAsOf`.
    refetchOnMount: ({ state }) =>
      freshMs !== Infinity || state.data?.resolvedQuery.asOf !== filters.asOf,
    meta: {
      keep: schema,
      fetchAt: (asOf, signal) => fetchAt(selection, asOf, signal),
    },
  })
}
