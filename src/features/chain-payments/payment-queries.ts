import { useQuery } from '@tanstack/react-query'
import { queryOf, send } from '#src/api/http.ts'
import { TOTAL } from '#src/records/head/use-list-total.ts'
import { chainPaymentCalls } from '#src/wire/chain-payments.ts'

const { listChainPayments, sumProofs } = chainPaymentCalls

/**
 * How many payments there are, the sums of the open ones by token, and how far chains were searched. Its
 * key starts with the list's path, so that it is fetched again with the list.
 */
export function useOpenPayments(projects: readonly string[]) {
  const query = { projects: projects.toSorted(), state: 'open', page: 1, limit: 1 } as const
  return useQuery({
    queryKey: [listChainPayments.path, { ...TOTAL, ...query }],
    queryFn: ({ signal }) => send(listChainPayments, { query }, { signal }),
    enabled: projects.length > 0,
    // As the list, which starts over with each visit.
    staleTime: 0,
    meta: { keep: listChainPayments.response },
  })
}

/** Any range says whether a chain is connected; an empty one costs least. */
const ANY_INSTANT = '2020-01-01T00:00:00.000Z'

/** Whether none of the projects is known to have a connected chain; false while that is unknown. */
export function useLacksChains(projects: readonly string[], isNeeded: boolean): boolean {
  const range = { start_date: ANY_INSTANT, end_date: ANY_INSTANT }
  const { data } = useQuery({
    ...queryOf(sumProofs, { query: { projects: projects.toSorted(), ...range } }),
    enabled: isNeeded && projects.length > 0,
    staleTime: 0,
    meta: { keep: sumProofs.response },
  })
  if (!isNeeded || data === undefined) return false
  return !Object.values(data).some(({ is_connected: is }) => is)
}
