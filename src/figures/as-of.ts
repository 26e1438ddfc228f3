import { useQueryClient } from '@tanstack/react-query'
import type { Query, QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { PeriodSelection } from './period-request.ts'

/** Limit for figures that are not on screen, about ten views of Home; the oldest are removed first. */
const MAX_UNUSED = 130

/** Whether a query is one of `periodQuery`. */
export const isOfPeriod = ({ meta }: Query) => meta?.fetchAt !== undefined

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
