import { proxy, useSnapshot } from 'valtio'
import { refresh } from '#src/state/filters.ts'
import { connection } from './connection.ts'
import { queryClient } from './query-client.ts'
import { refetch } from './refetch.ts'
import { useOnline } from './use-online.ts'

/** A refresh is disabled for this time after the one before. */
const LOCK_MS = 300
const lock = proxy({ isOn: false })

/** Whether `refreshAll` would do anything now; re-renders when that changes. */
export function useCanRefresh(): boolean {
  const isOnline = useOnline()
  return !useSnapshot(lock).isOn && isOnline
}

/**
 * Refreshes everything for the Refresh button and its key: renews `asOf`, starts lists over and
 * refetches every query. It does nothing offline and right after another refresh.
 */
export function refreshAll(): void {
  if (lock.isOn || !connection.isOnline) return
  lock.isOn = true
  setTimeout(() => {
    lock.isOn = false
  }, LOCK_MS)
  refresh()
  void refetch(queryClient, { predicate: (query) => query.meta?.startsOver !== true })
}
