import { describeError } from '#src/session/describe-error.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'

/** What of a query of pages says why some are missing. */
interface Pages {
  data: unknown
  error: Error | null
  isError: boolean
  isFetching: boolean
  isFetchNextPageError: boolean
  fetchStatus: string
  fetchNextPage: () => Promise<unknown>
  refetch: () => Promise<unknown>
}

/** Whether there are no pages on this device, and none can be fetched. */
const isNotSaved = ({ data, fetchStatus }: Pages) => data === undefined && fetchStatus === 'paused'

/** Whether pages are missing, or none of them is new: then `PagesFailed` says why. */
export const havePagesFailed = (query: Pages) => query.isError || isNotSaved(query)

/**
 * Why there are no rows, or not all of them, or none that are new.
 * @param props.what the rows: "The notes did not load"
 * @param props.notSaved offline, without rows on this device
 */
export function PagesFailed(props: { query: Pages; what: string; notSaved: string }) {
  const { query, what, notSaved } = props
  const title =
    query.data === undefined
      ? `The ${what} did not load`
      : query.isFetchNextPageError
        ? `The rest of the ${what} did not load`
        : `Could not refresh the ${what}`
  return (
    <ErrorState
      title={title}
      text={isNotSaved(query) ? notSaved : describeError(query.error)}
      onRetry={() => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())}
      isRetrying={query.isFetching}
    />
  )
}
