import { useQueryClient } from '@tanstack/react-query'
import type { QueryCache } from '@tanstack/react-query'
import { projectCalls } from '#src/wire/projects.ts'
import { useCallback, useState, useSyncExternalStore } from 'react'

/** Project names and their like change rarely and say nothing about the figures' age. */
const UNDATED: readonly unknown[] = [
  projectCalls.listProjectNames.path,
  projectCalls.listProjects.path,
]

/**
 * When the oldest answer on screen was fetched (epoch ms; 0 while there is none), whether any is on
 * its way (+), and whether figures of before stand in for it (~). One text, so that an unchanged
 * state renders nothing.
 */
function stateOf(cache: QueryCache): string {
  let oldest = 0
  let isUpdating = false
  let hasPlaceholder = false
  for (const query of cache.getAll()) {
    if (!query.isActive() || UNDATED.includes(query.queryKey[0])) continue
    if (query.state.fetchStatus === 'fetching') {
      isUpdating = true
      hasPlaceholder ||= query.observers.some((one) => one.getCurrentResult().isPlaceholderData)
    }
    const at = query.state.dataUpdatedAt
    if (at > 0 && (oldest === 0 || at < oldest)) oldest = at
  }
  return `${oldest}${isUpdating ? '+' : ''}${hasPlaceholder ? '~' : ''}`
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
  const oldest = Number.parseInt(state, 10)
  // What stands in was on screen before, and is as old as it was then.
  const [last, setLast] = useState(0)
  if (oldest > 0 && oldest !== last) setLast(oldest)
  const at = oldest === 0 && state.includes('~') ? last : oldest
  return { at: at === 0 ? null : at, isUpdating: state.includes('+') }
}
