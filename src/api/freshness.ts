import { useQueryClient } from '@tanstack/react-query'
import type { QueryCache } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'

/** Project names and their like change rarely and say nothing about the figures' age. */
const UNDATED = 'projects'

/**
 * When the oldest answer on screen was fetched (epoch ms; 0 while there is none) and whether any is
 * on its way. One text, so that an unchanged state renders nothing.
 */
function stateOf(cache: QueryCache): string {
  let oldest = 0
  let isUpdating = false
  for (const query of cache.getAll()) {
    if (!query.isActive() || query.queryKey[0] === UNDATED) continue
    if (query.state.fetchStatus === 'fetching') isUpdating = true
    const at = query.state.dataUpdatedAt
    if (at > 0 && (oldest === 0 || at < oldest)) oldest = at
  }
  return `${oldest}${isUpdating ? '+' : ''}`
}

/** The age of what is on screen; re-renders when it changes. */
export function useFreshness(): { at: number | null; isUpdating: boolean } {
  const cache = useQueryClient().getQueryCache()
  const subscribe = useCallback(
    (listener: () => void) => {
      // Queries are also born while React renders; it must be told after that, once for all.
      let isDue = false
      return cache.subscribe(() => {
        if (isDue) return
        isDue = true
        queueMicrotask(() => {
          isDue = false
          listener()
        })
      })
    },
    [cache],
  )
  const state = useSyncExternalStore(subscribe, () => stateOf(cache))
  const at = Number.parseInt(state, 10)
  return { at: at === 0 ? null : at, isUpdating: state.endsWith('+') }
}
