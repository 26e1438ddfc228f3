import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { Link } from 'wouter'
import { useAdministration } from '#src/api/features.ts'
import { noticeQueries } from '#src/api/notices.ts'
import { repairOf } from '#src/domain/sale/notice-reasons.ts'
import { pluralize } from '#src/domain/text/text.ts'
import { focusField } from '#src/features/project-settings/focus-field.ts'
import { projectHref } from '#src/records/page-hrefs.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { useMayWrite } from '#src/state/session.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { Wide } from '#src/ui/fields/SettingsGroup.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { Notice } from '#src/wire/notices.ts'
import { useRetryNotices } from '#src/writes/use-retry-notices.ts'

const Line = styled('div')`
  display: flex;
  align-items: center;
  gap: 8px;
  color: var(--negative);
  font: var(--t-small);
  & > span {
    min-width: 0;
    margin-right: auto;
    overflow-wrap: anywhere;
  }
  & a {
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  & small {
    font-size: inherit;
    color: var(--text-2);
  }
  ${MOBILE} {
    flex-wrap: wrap;
  }
`

/** "3 notices could not be sent", for one kind. */
function describeUnsent(kind: Notice['kind'], count: number): string {
  return kind === 'chat'
    ? `${pluralize(count, 'notice')} could not be sent`
    : `${pluralize(count, 'lead')} could not be forwarded`
}

/** "3 unsent notices", for one kind. */
function countUnsent(kind: Notice['kind'], count: number): string {
  return pluralize(count, kind === 'chat' ? 'unsent notice' : 'unsent lead')
}

/**
 * The unsent notices of a project with the reason; nothing if there are none. Admins get a link to
 * the list in Connections, other roles a button that retries them.
 */
export function UnsentNotices({ projectId, kind }: { projectId: string; kind: Notice['kind'] }) {
  const isOnline = useOnline()
  const mayWrite = useMayWrite()
  // Both groups of a card share this query.
  const { data = [] } = useQuery(noticeQueries.failed(projectId))
  const unsent = data.filter((notice) => notice.kind === kind)
  const isLinked = useAdministration(unsent.length > 0)
  const { write, isBusy } = useRetryNotices()
  const [newest] = unsent
  if (newest === undefined) return null
  const repair = repairOf(newest.reason)
  return (
    <Wide>
      <Line role="status">
        <Icon of={CircleAlert} size={14} />
        <span>
          {isLinked ? (
            <Link href={projectHref('/connections', projectId)}>
              {countUnsent(kind, unsent.length)}
            </Link>
          ) : (
            <b>{describeUnsent(kind, unsent.length)}</b>
          )}
          {newest.reason !== null && <small>: {newest.reason}</small>}
        </span>
        {repair !== null && mayWrite && (
          <Button
            size="sm"
            variant="ghost"
            onClick={({ currentTarget }) =>
              focusField(currentTarget.closest('section') ?? document.body, repair.field)
            }
          >
            {repair.label}
          </Button>
        )}
        {!isLinked && mayWrite && (
          <Button
            size="sm"
            isBusy={isBusy}
            busyLabel="Trying again"
            disabledReason={isOnline ? undefined : OFFLINE_REFUSAL}
            onClick={() => void write(unsent)}
          >
            Try again
          </Button>
        )}
      </Line>
    </Wide>
  )
}
