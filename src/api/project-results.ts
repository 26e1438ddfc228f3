import type { UseQueryResult } from '@tanstack/react-query'
import { describeError } from '#src/session/describe-error.ts'
import type { Projects } from './projects.ts'

/**
 * The state of a query about the selected projects, for a page with one card per project.
 * Placeholder data of another selection counts as pending, because it may lack a project.
 */
export function projectResults(
  query: UseQueryResult<readonly unknown[]>,
  { selected, isLoading, failure }: Pick<Projects, 'selected' | 'isLoading' | 'failure'>,
  words: { failed: string; notCached: string },
) {
  const isWaiting = query.isPending || query.isPlaceholderData
  const isPaused = isWaiting && query.fetchStatus === 'paused'
  // Without project names there is nothing to request.
  const unknown = selected.length === 0 ? failure : null
  const error = unknown?.error ?? query.error
  return {
    isWaiting,
    isPending: !isPaused && (isLoading || (selected.length > 0 && isWaiting)),
    failure:
      error === null && !isPaused
        ? null
        : {
            title: words.failed,
            text: isPaused ? words.notCached : describeError(error),
            onRetry: unknown?.retry ?? (() => void query.refetch()),
            isRetrying: query.isFetching,
          },
  }
}
