import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { describeError } from '#src/session/describe-error.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'

/** The data of a panel's query, however old; without any, what failed or a placeholder. */
export function Loaded<Data>(props: {
  query: { data: Data | undefined } & Pick<
    UseQueryResult,
    'error' | 'fetchStatus' | 'isFetching' | 'refetch'
  >
  /** "Keys did not load" */
  failed: string
  /** Shown offline. */
  notCached: string
  placeholder: ReactNode
  children: (data: Data) => ReactNode
}) {
  const { query } = props
  if (query.data !== undefined) return props.children(query.data)
  const isPaused = query.fetchStatus === 'paused'
  if (!isPaused && query.error === null) return props.placeholder
  return (
    <ErrorState
      title={props.failed}
      text={isPaused ? props.notCached : describeError(query.error)}
      onRetry={() => void query.refetch()}
      isRetrying={query.isFetching}
    />
  )
}
