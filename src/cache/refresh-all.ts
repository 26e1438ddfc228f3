import type { Query, QueryClient } from '@tanstack/react-query'
import { proxy, useSnapshot } from 'valtio'
import { connection } from '#src/session/connection.ts'
import { useOnline } from '#src/session/use-online.ts'
import { refresh } from '#src/state/filters.ts'
import { queryClient } from './query-client.ts'
import { refetch } from './refetch.ts'

/** A refresh is disabled for this time after the one before. */
const LOCK_MS = 300
const lock = proxy({ isOn: false })

/** Whether `refreshAll` would do anything now; re-renders when that changes. */
export function useCanRefresh(): boolean {
  const isOnline = useOnline()
  return !useSnapshot(lock).isOn && isOnline
}

const startsOver = ({ meta }: Query) => meta?.startsOver === true

/** Discards the rows of all paged lists, and requests the first page of those on screen. */
export function startListsOver(client: QueryClient): void {
  void client.resetQueries({
    // A first page that is still being fetched is as new.
    predicate: (query) => startsOver(query) && query.state.data !== undefined,
  })
}

/**
 * Refreshes everything for the Refresh button and its key: renews `asOf`, starts lists over, also
 * those of other screens, and refetches every other query. It does nothing offline and right after
 * another refresh.
 */
export function refreshAll(): void {
  if (lock.isOn || !connection.isOnline) return
  lock.isOn = true
  setTimeout(() => {
    lock.isOn = false
  }, LOCK_MS)
  refresh()
  startListsOver(queryClient)
  void refetch(queryClient, { predicate: (query) => !startsOver(query) })
}
