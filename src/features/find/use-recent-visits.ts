import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useLocation, useSearch } from 'wouter'
import { ApiError } from '#src/api/api-error.ts'
import { queryOf } from '#src/api/http.ts'
import { codeEffectQuery } from '#src/records/code-effect-query.ts'
import { forgetRecent, noteRecent, type Recent } from '#src/state/recents.ts'
import { transactionDetailsCalls } from '#src/wire/transaction-details.ts'
import { walletDetailsCalls } from '#src/wire/wallet-details.ts'
import { visitOf } from './recent-visits.ts'

/** Notes the records whose pages are opened, and forgets those that do not exist. */
export function useRecentVisits(): void {
  // Renders again on navigation.
  useLocation()
  useSearch()
  // Not what wouter returns: it is decoded, so a name with a percent sign would be decoded twice.
  const { pathname, search } = globalThis.location
  const visit = useMemo(() => visitOf({ pathname, search }), [pathname, search])
  const client = useQueryClient()
  const isGone = useSyncExternalStore(
    (onChange) =>
      client.getQueryCache().subscribe(({ type }) => {
        // Other events occur while components render.
        if (type === 'updated') onChange()
      }),
    () => visit !== null && isAbsent(client, visit),
  )
  useEffect(() => {
    if (visit === null) return
    if (isGone) forgetRecent(visit)
    else noteRecent(visit)
  }, [visit, isGone])
}

/** Whether the page of the record has found none. */
function isAbsent(client: QueryClient, visit: Omit<Recent, 'at'>): boolean {
  const queryKey = pageKey(visit)
  const error = queryKey && client.getQueryState(queryKey)?.error
  return error instanceof ApiError && error.status === 404
}

function pageKey({ kind, projectId: project_id, id }: Omit<Recent, 'at'>) {
  if (kind === 'wallet') {
    const params = { project_id, wallet_address: id }
    return queryOf(walletDetailsCalls.getWallet, { params }).queryKey
  }
  const params = { project_id, id }
  if (kind === 'bonus_code') return codeEffectQuery(params).queryKey
  if (kind !== 'transaction') return undefined
  return queryOf(transactionDetailsCalls.getTransaction, { params }).queryKey
}
