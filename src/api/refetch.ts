import type { QueryClient, QueryFilters } from '@tanstack/react-query'

/**
 * Fetches again what is on screen of these queries, and marks the others as no longer true. An
 * answer that is on its way is thrown away: it may be of before.
 */
export async function refetch(client: QueryClient, queries: QueryFilters): Promise<void> {
  // At once, for what comes on screen meanwhile.
  void client.invalidateQueries({ ...queries, refetchType: 'none' })
  // A refetch would take a first answer on its way for its own.
  await client.cancelQueries(queries)
  await client.invalidateQueries(queries)
}
