import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { send } from '#src/api/http.ts'
import { rowCollector } from '#src/records/list/use-paged-list.ts'
import { paramsOf, type WalletName } from '#src/records/wallet-queries.ts'
import { MAX_PAGE_SIZE, type Page } from '#src/wire/paging.ts'
import {
  walletDetailsCalls,
  type TimelineEntry,
  type TimelineKind,
} from '#src/wire/wallet-details.ts'
import { entryKey } from './timeline-rows.ts'

const { listTimeline } = walletDetailsCalls
const NO_PAGES: readonly Page<TimelineEntry>[] = []

/** Further pages are not refetched in the background: there may be many of them. */
const isShort = ({ state: { data } }: { state: { data: InfiniteData<unknown> | undefined } }) =>
  (data?.pages.length ?? 0) <= 1

/** The timeline of a wallet, newest first, as far as it is loaded. */
export function useTimeline(
  wallet: WalletName,
  kinds: readonly TimelineKind[],
  limit: number,
  isNeeded = true,
) {
  const params = paramsOf(wallet)
  const query = useInfiniteQuery({
    queryKey: [listTimeline.path, { ...params, kinds, limit }],
    queryFn: ({ pageParam: page, signal }) =>
      send(listTimeline, { params, query: { page, limit, kinds } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ results, page }) => (results.length < limit ? undefined : page + 1),
    staleTime: 0,
    enabled: isNeeded,
    refetchOnWindowFocus: isShort,
    refetchOnReconnect: isShort,
    // One entry of the device's cache for each wallet, not one for each filter.
    meta: kinds.length === 0 ? { keep: listTimeline.response } : {},
  })
  const [collect] = useState(() => rowCollector<TimelineEntry>(entryKey))
  const pages = query.data?.pages ?? NO_PAGES
  const entries = useMemo(() => collect(pages), [collect, pages])
  return { entries, query }
}

/** The whole timeline of these kinds, in as many requests as it has pages. */
export async function fetchTimeline(
  wallet: WalletName,
  kinds: readonly TimelineKind[],
): Promise<TimelineEntry[]> {
  const byKey = new Map<string, TimelineEntry>()
  for (let page = 1; ; page++) {
    const query = { page, limit: MAX_PAGE_SIZE, kinds }
    // Each page follows the one before: rows that arrive meanwhile only repeat some.
    const { results } = await send(listTimeline, { params: paramsOf(wallet), query })
    for (const entry of results) byKey.set(entryKey(entry), entry)
    if (results.length < MAX_PAGE_SIZE) return [...byKey.values()]
  }
}
