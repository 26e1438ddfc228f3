import { focusManager, onlineManager, QueryClient } from '@tanstack/react-query'
import { subscribe } from 'valtio'
import { retryDelayMs } from '#src/domain/time/waits.ts'
import { ApiError } from '#src/session/api-error.ts'
import { connection } from '#src/session/connection.ts'
import { renewAsOf } from '#src/state/filters.ts'
import { onLeave } from '#src/state/session.ts'
import { mutationCache } from './mutation-cache.ts'
import { persistQueries, withPersistence, PersistedQueryCache } from './persister.ts'

const FRESH_MS = 30_000
/** So that a screen visited before shows at once, all day. */
const KEPT_MS = 24 * 3_600_000
const MAX_RETRIES = 2

/**
 * A response below 500 is final. A timeout has taken 15 seconds: it is tried once more, because the
 * network may have changed or the device slept, and pauses if the server can't be reached.
 */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (failures >= MAX_RETRIES || !(error instanceof ApiError)) return false
  if (error.kind === 'timeout') return failures === 0
  return error.kind === 'network' || (error.kind === 'answer' && error.status >= 500)
}

const queryCache = new PersistedQueryCache()

export const queryClient = new QueryClient({
  queryCache,
  mutationCache,
  defaultOptions: {
    queries: {
      // Offline the first try still runs: it reads what is persisted on the device, then pauses.
      networkMode: 'offlineFirst',
      persister: withPersistence,
      staleTime: FRESH_MS,
      gcTime: KEPT_MS,
      retry: shouldRetry,
      retryDelay: (failures) => retryDelayMs(failures),
    },
    // Not kept in memory afterwards: the input may be a password or a file.
    mutations: { networkMode: 'always', retry: false, gcTime: 0 },
  },
})

persistQueries(queryCache)

onLeave(() => {
  void queryClient.cancelQueries()
  queryClient.clear()
})

// React Query starts as online, and does not notice a stopped server.
onlineManager.setEventListener(() => () => undefined)
onlineManager.setOnline(connection.isOnline)
subscribe(connection, () => onlineManager.setOnline(connection.isOnline), true)

/** Renews the filters' `asOf` when the tab becomes visible, before stale queries are refetched. */
export function watchFocus(): void {
  focusManager.setEventListener((handleFocus) => {
    const listener = () => {
      if (document.visibilityState === 'visible') renewAsOf()
      handleFocus()
    }
    document.addEventListener('visibilitychange', listener)
    return () => document.removeEventListener('visibilitychange', listener)
  })
}
