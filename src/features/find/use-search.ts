import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { send } from '#src/api/http.ts'
import type { Recognised } from '#src/domain/sale/recognise-search.ts'
import { useSettled } from '#src/ui/use-settled.ts'
import { MAX_RESULTS, MIN_SEARCH_LENGTH, searchCalls } from '#src/wire/search.ts'
import { ALL_TRANSACTIONS, transactionCalls, type Transaction } from '#src/wire/transactions.ts'
import { toFoundRecord, type FoundRecord } from './found-record.ts'

/** Longer than between two letters of most typists. */
const TYPING_PAUSE_MS = 150
/** A search that takes longer is called slow. */
const SLOW_MS = 3000
/** The limit of a read, which a search is. */
const LIMIT_MS = 15_000
/** A status may change: the same text searched for again is requested again. */
const FRESH_MS = 5000
const KEPT_MS = 60_000

const { path } = searchCalls.search
/** A search is not repeated by itself: it has a limit per minute, and a button to try again. */
const ONCE = { staleTime: FRESH_MS, gcTime: KEPT_MS, retry: false, refetchOnWindowFocus: false }

const findQueries = {
  records: (q: string, projects: readonly string[]) =>
    queryOptions({
      queryKey: [path, { q, projects: projects.toSorted() }],
      queryFn: ({ signal }) =>
        send(searchCalls.search, { body: { q, projects } }, { signal, timeoutMs: LIMIT_MS }),
      ...ONCE,
    }),
  /** Under the path of the search: queries of the list's own path hold its pages. */
  transactionsOf: (walletAddress: string, projects: readonly string[]) =>
    queryOptions({
      queryKey: [path, { transactionsOf: walletAddress, projects: projects.toSorted() }],
      queryFn: ({ signal }) =>
        send(
          transactionCalls.listTransactions,
          {
            query: {
              ...ALL_TRANSACTIONS,
              projects,
              walletAddress,
              limit: MAX_RESULTS,
            },
          },
          { signal },
        ),
      ...ONCE,
    }),
}

export interface Search {
  records: readonly FoundRecord[]
  /** The response to the present text has not arrived. */
  areOfEarlierText: boolean
  /** The newest purchases of the address that was searched for. */
  transactions: readonly Transaction[]
  isSearching: boolean
  isSlow: boolean
  /** The first failure; null without one. */
  error: unknown
  retry: () => void
}

const NO_PROJECTS: readonly string[] = []

function useIsSlow(isSearching: boolean): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isSearching) return
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isSearching])
  return isSlow
}

/**
 * Searches the server for what was typed: text after a pause of 150 ms, an address or a hash at
 * once. The search of an earlier text is aborted, its records stay until the next ones arrive.
 * @param visible all projects that the user may see, whichever the filter selects; undefined while
 *   they are unknown, which counts as searching
 * @param isAllowed false sends nothing
 */
export function useSearch(
  recognised: Recognised,
  visible: readonly string[] | undefined,
  isAllowed: boolean,
  seesTransactions: boolean,
): Search {
  const { is, q } = recognised
  const isWhole = is === 'address' || is === 'hash'
  const typed = useSettled(q, TYPING_PAUSE_MS)
  const settled = isWhole ? q : typed
  const projects = visible ?? NO_PROJECTS
  const isWanted = isAllowed && [...q].length >= MIN_SEARCH_LENGTH
  const isSearched = isWanted && projects.length > 0
  const isDue = isSearched && settled === q
  const found = useQuery({
    ...findQueries.records(settled, projects),
    enabled: isDue,
    placeholderData: keepPreviousData,
    select: ({ results }) => results.map(toFoundRecord),
  })
  const ofWallet = useQuery({
    ...findQueries.transactionsOf(q, projects),
    enabled: isSearched && seesTransactions && is === 'address',
  })
  const isWaiting = found.isPending || found.isPlaceholderData
  const isSearching =
    (isWanted && visible === undefined) ||
    (isSearched && (!isDue || isWaiting || ofWallet.isLoading))
  const isSlow = useIsSlow(isSearching)
  const failed = [found, ofWallet].filter(({ isError }) => isError)
  const client = useQueryClient()
  const retry = () => {
    const restart = async () => {
      // A slow one would be waited for again.
      await client.cancelQueries({ queryKey: [path] })
      await Promise.all(
        (isSlow ? [found, ...(is === 'address' ? [ofWallet] : [])] : failed).map((query) =>
          query.refetch(),
        ),
      )
    }
    void restart()
  }
  return {
    records: isSearched ? (found.data ?? []) : [],
    areOfEarlierText: found.isPlaceholderData || !isDue,
    transactions: (isSearched && is === 'address' && ofWallet.data?.results) || [],
    isSearching,
    isSlow,
    error: isDue && failed.length > 0 ? (failed[0]?.error ?? null) : null,
    retry,
  }
}
