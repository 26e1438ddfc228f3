import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { send } from '#src/api/http.ts'
import {
  allocationListCalls,
  type AllocationDifference,
  type DifferencePart,
  type DifferenceRow,
} from '#src/wire/allocation-lists.ts'
import { PAGE_SIZE } from '#src/wire/paging.ts'

const { getAllocationDifference } = allocationListCalls

/** A list, and what it is compared with: the id of another one, or the present state. */
export interface Compared {
  id: string
  against: string | undefined
}

type Pages = InfiniteData<AllocationDifference>

/** Further pages are not refetched in the background: there may be many of them. */
const isShort = ({ state: { data } }: { state: { data: Pages | undefined } }) =>
  (data?.pages.length ?? 0) <= 1

const isOfPart = ({ difference }: DifferenceRow, part: DifferencePart | undefined) =>
  part === undefined || (part === 'less') === difference.startsWith('-')

/**
 * What has changed since a list, as far as it is loaded: the sums of both parts, and the wallets of one
 * part or both. While another part is requested, its rows among the loaded ones show.
 */
export function useDifference({ id, against }: Compared, part: DifferencePart | undefined) {
  const ofBoth = JSON.stringify([id, against])
  const query = useInfiniteQuery({
    queryKey: [getAllocationDifference.path, { id, against, part, limit: PAGE_SIZE }, ofBoth],
    queryFn: ({ pageParam: page, signal }) =>
      send(
        getAllocationDifference,
        {
          params: { id },
          query: {
            page,
            limit: PAGE_SIZE,
            ...(against === undefined ? {} : { to: against }),
            ...(part === undefined ? {} : { part }),
          },
        },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ rows, page }) => (rows.length < PAGE_SIZE ? undefined : page + 1),
    placeholderData: (before, of) => (of?.queryKey[2] === ofBoth ? before : undefined),
    staleTime: 0,
    refetchOnWindowFocus: isShort,
    refetchOnReconnect: isShort,
    // One entry of the device's cache for each comparison, not one for each part.
    meta: part === undefined ? { keep: getAllocationDifference.response } : {},
  })
  const pages = query.data?.pages
  const rows = useMemo(() => {
    const byWallet = new Map<string, DifferenceRow>()
    // A row that has moved to a later page meanwhile comes twice.
    for (const page of pages ?? [])
      for (const row of page.rows)
        if (isOfPart(row, part) && !byWallet.has(row.wallet_address))
          byWallet.set(row.wallet_address, row)
    return [...byWallet.values()]
  }, [pages, part])
  return { query, sums: pages?.at(-1), rows }
}
