import { useQueryClient } from '@tanstack/react-query'
import type { QueryCache } from '@tanstack/react-query'
import { useCallback, useState, useSyncExternalStore } from 'react'

/**
 * The time of the oldest data on screen (epoch ms; 0 if there is none), whether a fetch is in
 * progress (+), and whether placeholder data is shown (~). As one string, so that an unchanged
 * state does not render.
 */
function stateOf(cache: QueryCache): string {
  let oldest = 0
  let isUpdating = false
  let hasPlaceholder = false
  for (const query of cache.getAll()) {
    if (!query.isActive() || query.meta?.isUndated === true) continue
    // A further page of a list does not update what is on screen, and a poll is not worth a mark.
    const isUpdate =
      query.state.fetchMeta?.fetchMore === undefined &&
      !(query.meta?.isPolled === true && query.state.data !== undefined)
    if (query.state.fetchStatus === 'fetching' && isUpdate) {
      isUpdating = true
      hasPlaceholder ||= query.observers.some((one) => one.getCurrentResult().isPlaceholderData)
    }
    const at = query.state.dataUpdatedAt
    if (at > 0 && (oldest === 0 || at < oldest)) oldest = at
  }
  return `${oldest}${isUpdating ? '+' : ''}${hasPlaceholder ? '~' : ''}`
}

/** The age of the data on screen; re-renders when it changes. */
export function useFreshness(): { at: number | null; isUpdating: boolean } {
  const cache = useQueryClient().getQueryCache()
  const subscribe = useCallback(
    (listener: () => void) => {
      // Queries are also created while React renders. The listener is called after that, once for
      // all.
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
  const oldest = Number.parseInt(state, 10)
  // Placeholder data was on screen before, and keeps its age.
  const [last, setLast] = useState(0)
  if (oldest > 0 && oldest !== last) setLast(oldest)
  const at = oldest === 0 && state.includes('~') ? last : oldest
  return { at: at === 0 ? null : at, isUpdating: state.includes('+') }
}
