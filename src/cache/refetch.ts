import type { QueryClient, QueryFilters } from '@tanstack/react-query'

/**
 * Refetches the active queries that match and marks the others as stale. Cancels running fetches,
 * because their data may be outdated.
 */
export async function refetch(client: QueryClient, queries: QueryFilters): Promise<void> {
  // Immediately, for queries that become active meanwhile.
  void client.invalidateQueries({ ...queries, refetchType: 'none' })
  // A refetch would reuse a first fetch that is in progress.
  await client.cancelQueries(queries)
  // A fetch that has begun since then is not sent twice.
  await client.invalidateQueries(queries, { cancelRefetch: false })
}
