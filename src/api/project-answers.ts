import type { UseQueryResult } from '@tanstack/react-query'
import { describeError } from './describe-error.ts'
import type { Projects } from './projects.ts'

/**
 * Where the answers about the selected projects stand, for a page of one card per project. Those
 * about another selection may stand in meanwhile: they are waited on, and may miss a project.
 */
export function projectAnswers(
  query: UseQueryResult<readonly unknown[]>,
  { selected, isLoading, failure }: Pick<Projects, 'selected' | 'isLoading' | 'failure'>,
  words: { failed: string; notCached: string },
) {
  const isWaiting = query.isPending || query.isPlaceholderData
  const isPaused = isWaiting && query.fetchStatus === 'paused'
  // Without names there is nothing to ask for.
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
