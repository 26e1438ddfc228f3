import { useQuery, queryOptions } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { queryOf, send } from '#src/api/http.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/api/use-online.ts'
import { pluralize } from '#src/domain/pluralize.ts'
import { Button } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { noticeCalls, type Notice } from '#src/wire/notices.ts'
import { useWrite } from '#src/writes/use-write.ts'
import { Wide } from './SettingsGroup.tsx'

const STALE_MS = 30_000

const noticeQueries = {
  all: [noticeCalls.listNotices.path] as const,
  /** The unsent notices of a project, both kinds, the newest first. */
  unsent: (projectId: string) =>
    queryOptions({
      ...queryOf(noticeCalls.listNotices, { query: { projects: [projectId], state: ['failed'] } }),
      staleTime: STALE_MS,
      // A server may not have this call.
      retry: false,
    }),
}

function retryNotice(id: string): Promise<Notice> {
  return send(noticeCalls.retryNotice, { params: { id } })
}

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

/** The unsent notices of a project with the reason and a retry button; nothing if there are none. */
export function UnsentNotices({ projectId, kind }: { projectId: string; kind: Notice['kind'] }) {
  const isOnline = useOnline()
  // Both groups of a card share this query.
  const { data = [] } = useQuery(noticeQueries.unsent(projectId))
  const unsent = data.filter((notice) => notice.kind === kind)
  const { write, isBusy } = useWrite({
    mutationFn: async () => {
      // The oldest first: they are sent in this order.
      for (const { id } of unsent.toReversed()) await retryNotice(id)
    },
    meta: {
      success: 'Sending again',
      failure: 'Error sending again',
      invalidates: [noticeQueries.all],
    },
  })
  const [newest] = unsent
  if (newest === undefined) return null
  return (
    <Wide>
      <Line role="status">
        <Icon of={CircleAlert} size={14} />
        <span>
          <b>{describeUnsent(kind, unsent.length)}</b>
          {newest.reason !== null && <small>: {newest.reason}</small>}
        </span>
        <Button
          size="sm"
          isBusy={isBusy}
          busyLabel="Trying again"
          disabledReason={isOnline ? undefined : OFFLINE_REFUSAL}
          onClick={() => void write()}
        >
          Try again
        </Button>
      </Line>
    </Wide>
  )
}
