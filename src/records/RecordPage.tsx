import type { UseQueryResult } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { ApiError } from '#src/api/api-error.ts'
import { describeError } from '#src/api/describe-error.ts'
import { useLacksFeature } from '#src/api/features.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Surface } from '#src/ui/Surface.ts'
import { css, MOBILE, styled } from '#src/ui/theme.ts'

const Frame = styled(Surface)`
  display: flex;
  min-height: 240px;
`
const wayBack = css`
  margin-top: 12px;
  color: var(--accent);
  text-decoration: underline;
  text-underline-offset: 3px;
  ${MOBILE} {
    padding: 12px 0;
  }
`

/** The page of one record: what it shows while there is none, else the record. */
export function RecordPage<T>(props: {
  query: UseQueryResult<T>
  /** "wallet" */
  what: string
  /** The list that it belongs to. */
  list: { href: string; title: string }
  /** As high as the record itself. */
  skeleton: ReactNode
  children: (record: T) => ReactNode
}) {
  const { query, what, list } = props
  const isLacking = useLacksFeature('wallet_page')
  const back = (
    <Link href={list.href} className={wayBack}>
      {list.title}
    </Link>
  )
  if (isLacking) {
    return (
      <Frame>
        <EmptyState
          title={`This server has no page of a ${what}`}
          text={`Its version is older than this app. ${list.title} shows what it knows.`}
          action={back}
        />
      </Frame>
    )
  }
  const { data, error } = query
  // The same for a project that does not exist and for one of other users.
  if (error instanceof ApiError && error.status === 404) {
    return (
      <Frame>
        <EmptyState
          icon={SearchX}
          title={`No such ${what}`}
          text="The address of this page may be wrong, or you may not see its project."
          action={back}
        />
      </Frame>
    )
  }
  if (data !== undefined) return props.children(data)
  const isNotSaved = query.fetchStatus === 'paused'
  if (!isNotSaved && error === null) {
    return (
      <div role="status" aria-busy="true" aria-label={`Loading the ${what}`}>
        {props.skeleton}
      </div>
    )
  }
  return (
    <Frame>
      <ErrorState
        title={`The ${what} did not load`}
        text={
          isNotSaved
            ? `You are offline, and this ${what} was not saved on this device.`
            : describeError(error)
        }
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    </Frame>
  )
}
