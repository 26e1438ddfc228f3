import type { UseQueryResult } from '@tanstack/react-query'
import { CircleAlert, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useLacksFeature } from '#src/api/features.ts'
import { listHref } from '#src/records/page-hrefs.ts'
import { ApiError } from '#src/session/api-error.ts'
import { describeError } from '#src/session/describe-error.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Surface } from '#src/ui/Surface.ts'
import { css, MOBILE, styled } from '#src/ui/theme.ts'
import type { Feature } from '#src/wire/features.ts'
import { RecordStack } from './RecordStack.ts'
import { useLinkedAction } from './use-linked-action.ts'

const Page = styled('div')`
  container: record / inline-size;
`
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
  /** A server without it has no such page. */
  needs: Feature
  /** The action that a link to the page can start. */
  action?: string
  /** As high as the record itself. */
  skeleton: ReactNode
  children: (record: T) => ReactNode
}) {
  const { query, what, list } = props
  const isOnline = useOnline()
  const isLacking = useLacksFeature(props.needs)
  const back = (
    <Link href={listHref(list.href)} className={wayBack}>
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
  const retry = () => void query.refetch()
  if (data !== undefined) {
    return (
      <Page>
        {query.isError && isOnline && (
          <RecordStack>
            <Notice
              icon={CircleAlert}
              action={
                <Button
                  size="sm"
                  onClick={retry}
                  isBusy={query.isFetching}
                  busyLabel="Trying again"
                >
                  Try again
                </Button>
              }
            >
              <b>Could not refresh this {what}.</b> {describeError(error)}
            </Notice>
          </RecordStack>
        )}
        {props.children(data)}
      </Page>
    )
  }
  const isNotSaved = query.fetchStatus === 'paused'
  if (!isNotSaved && error === null) {
    return (
      <Page role="status" aria-busy="true" aria-label={`Loading the ${what}`}>
        <div aria-hidden>{props.skeleton}</div>
      </Page>
    )
  }
  return (
    <Frame>
      {isNotSaved && props.action !== undefined && <EndedAction name={props.action} />}
      <ErrorState
        title={`The ${what} did not load`}
        text={
          isNotSaved
            ? `You are offline, and this ${what} was not saved on this device.`
            : describeError(error)
        }
        onRetry={retry}
        isRetrying={query.isFetching}
      />
    </Frame>
  )
}

/** Without the record an action can't start; it must not do so later, when nobody expects it. */
function EndedAction({ name }: { name: string }) {
  useLinkedAction(name, OFFLINE_REFUSAL)
  return null
}
