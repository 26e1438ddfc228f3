import { notifyManager, type QueryClient } from '@tanstack/react-query'
import { serverNow } from '#src/state/clock.ts'
import { filters } from '#src/state/filters.ts'
import { isOfPeriod } from './as-of.ts'

const shownFigures = (client: QueryClient) =>
  client.getQueryCache().findAll({ type: 'active', predicate: isOfPeriod })

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
