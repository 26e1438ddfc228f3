import { notifyManager, useQueryClient } from '@tanstack/react-query'
import type { Query, QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { serverNow } from '#src/state/clock.ts'
import { filters } from '#src/state/filters.ts'
import type { PeriodSelection } from './period-request.ts'

/** Limit for figures that are not on screen, about ten views of Home; the oldest are removed first. */
const MAX_UNUSED = 130

/** Whether a query is one of `periodQuery`. */
const isOfPeriod = ({ meta }: Query) => meta?.fetchAt !== undefined

const shownFigures = (client: QueryClient) =>
  client.getQueryCache().findAll({ type: 'active', predicate: isOfPeriod })

/**
 * All figures on screen are of the same `asOf`, and "all" has the same start: when either changes,
 * those that are not are refetched. A page that defers its selection passes the deferred one, so that
 * nothing is fetched for a selection that it is about to leave.
 */
export function useOneAsOf(asOf: number, { minDate }: Pick<PeriodSelection, 'minDate'>): void {
  const client = useQueryClient()
  useEffect(
    () =>
      void client.refetchQueries(
        { type: 'active', stale: true, predicate: isOfPeriod },
        // A running request checks this by itself.
        { cancelRefetch: false },
      ),
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a change of either makes figures stale
    [client, asOf, minDate],
  )
}

/** Removes figures that are not on screen from memory, the oldest first, down to the limit. */
export function trimFigures(client: QueryClient): void {
  const cache = client.getQueryCache()
  const unused = cache
    .findAll({ type: 'inactive', predicate: isOfPeriod })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
  for (const query of unused.slice(MAX_UNUSED)) cache.remove(query)
}

/** How long ago the newest figures on the page arrived, in ms; 0 while some are being fetched. */
export function figuresAgeMs(client: QueryClient): number {
  const states = shownFigures(client).map(({ state }) => state)
  if (states.length === 0 || states.some(({ fetchStatus }) => fetchStatus === 'fetching')) return 0
  return Date.now() - Math.max(...states.map(({ dataUpdatedAt }) => dataUpdatedAt))
}

/**
 * Fetches the figures on screen as of now, and shows all of them at once, with the page's new `asOf`.
 * Nothing changes if one of them fails, or if the page was refreshed or filtered meanwhile.
 * @throws what the first failed request throws
 */
export async function advanceFigures(client: QueryClient, signal: AbortSignal): Promise<void> {
  const before = filters.asOf
  const asOf = serverNow()
  const queries = shownFigures(client).filter(({ state }) => state.data !== undefined)
  const results = await Promise.all(
    queries.map(async ({ queryKey, meta }) => ({
      queryKey,
      figures: await meta?.fetchAt?.(asOf, signal),
    })),
  )
  if (signal.aborted || filters.asOf !== before) return
  notifyManager.batch(() => {
    filters.asOf = asOf
    for (const { queryKey, figures } of results) client.setQueryData(queryKey, figures)
  })
}
