import { proxy, useSnapshot } from 'valtio'
import { refresh } from '#src/state/filters.ts'
import { refetch } from './refetch.ts'
import { connection } from './connection.ts'
import { queryClient } from './query-client.ts'
import { useOnline } from './use-online.ts'

/** Spec 4: a refresh is disabled this long after the one before. */
const LOCK_MS = 300
const lock = proxy({ isOn: false })

/** Whether `refreshAll` would do anything now; re-renders when that changes. */
export function useCanRefresh(): boolean {
  const isOnline = useOnline()
  return !useSnapshot(lock).isOn && isOnline
}

/**
 * The Refresh button, and its key: a new "now", lists start over, and every answer is fetched again.
 * Offline, and right after another one, it does nothing.
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
