import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useLocation, useSearch } from 'wouter'
import { queryOf } from '#src/api/http.ts'
import { pathSegments } from '#src/domain/sale/page-path.ts'
import { codeEffectQuery } from '#src/records/code-effect-query.ts'
import { ApiError } from '#src/session/api-error.ts'
import { forgetRecent, noteRecent, type Recent } from '#src/state/recents.ts'
import { transactionDetailsCalls } from '#src/wire/transaction-details.ts'
import { walletDetailsCalls } from '#src/wire/wallet-details.ts'

/** The lists whose records have pages, and those whose URL names one record, by their path. */
const OF_RECORD = new Map<string, Recent['kind']>([
  ['users', 'wallet'],
  ['transactions', 'transaction'],
  ['bonus-codes', 'bonus_code'],
])
const IN_LIST = new Map<string, Recent['kind']>([
  ['bonus-codes', 'bonus_code'],
  ['leads', 'lead'],
])

/**
 * The record that a URL shows; null for every other page. Pages are noted only when they are opened
 * from the search: everybody visits the same few all day, and they would push the records out.
 */
export function visitOf(url: { pathname: string; search: string }): Omit<Recent, 'at'> | null {
  const segments = pathSegments(url.pathname)
  const [list = '', projectId = '', id = ''] = segments
  const kind = segments.length === 3 ? OF_RECORD.get(list) : undefined
  if (kind !== undefined) return { kind, projectId, id, title: kind === 'wallet' ? id : '' }
  const params = new URLSearchParams(url.search)
  const [project, record] = [params.get('project') ?? '', params.get('id') ?? '']
  const listed = segments.length === 1 ? IN_LIST.get(list) : undefined
  if (listed === undefined || project === '' || record === '') return null
  return { kind: listed, projectId: project, id: record, title: '' }
}

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
