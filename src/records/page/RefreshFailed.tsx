import type { UseQueryResult } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { describeError } from '#src/session/describe-error.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'

/** Above figures on screen that could not be refreshed. */
export function RefreshFailed(props: {
  query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>
}) {
  const { query } = props
  return (
    <Notice
      icon={CircleAlert}
      action={
        <Button
          size="sm"
          onClick={() => void query.refetch()}
          isBusy={query.isFetching}
          busyLabel="Trying again"
        >
          Try again
        </Button>
      }
    >
      <b>Could not refresh these figures.</b> {describeError(query.error)}
    </Notice>
  )
}
