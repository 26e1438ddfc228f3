import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { noticeQueries } from '#src/api/notices.ts'
import { formatAge } from '#src/domain/time/format-time.ts'
import { RecordLink } from '#src/records/cells/RecordLink.tsx'
import { Loaded } from '#src/records/page/Loaded.tsx'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Panel } from '#src/ui/lists/Panel.tsx'
import { PanelRow } from '#src/ui/lists/PanelRow.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'
import { styled } from '#src/ui/theme.ts'
import type { Notice } from '#src/wire/notices.ts'
import { useRetryNotices } from '#src/writes/use-retry-notices.ts'
import { Repair } from './Repair.tsx'

const FIRST_ROWS = 8

const Foot = styled('div')`
  display: flex;
  justify-content: center;
  padding: 8px;
  border-top: 1px solid var(--line);
`

/** The waiting and failed notices of a project. */
export function UnsentNoticesPanel({ projectId, now }: { projectId: string; now: Date }) {
  const query = useQuery(noticeQueries.unsent(projectId))
  const [showsAll, setShowsAll] = useState(false)
  const failed = query.data?.filter(({ state }) => state === 'failed') ?? []
  const waiting = (query.data?.length ?? 0) - failed.length
  const counts = [
    waiting > 0 && `${waiting} waiting`,
    failed.length > 0 && `${failed.length} failed`,
  ]
  return (
    <Panel
      title="Unsent notices"
      end={
        <>
          <span>{counts.filter(Boolean).join(', ')}</span>
          {failed.length > 1 && <RetryButton notices={failed} label="Retry all" />}
        </>
      }
    >
      <Loaded
        query={query}
        failed="Unsent notices did not load"
        notCached="You are offline, and notices are not kept on this device."
        placeholder={
          <PanelRow title="" line={<Skeleton width="40%" />}>
            {null}
          </PanelRow>
        }
      >
        {(notices) =>
          notices.length === 0 ? (
            <EmptyState icon={CircleCheck} title="Nothing is waiting to be sent." />
          ) : (
            <>
              {notices.slice(0, showsAll ? notices.length : FIRST_ROWS).map((notice) => (
                <NoticeRow key={notice.id} notice={notice} now={now} />
              ))}
              {notices.length > FIRST_ROWS && !showsAll && (
                <Foot>
                  <Button size="sm" variant="ghost" onClick={() => setShowsAll(true)}>
                    Show all {notices.length}
                  </Button>
                </Foot>
              )}
            </>
          )
        }
      </Loaded>
    </Panel>
  )
}

const SERVICES = {
  chat: 'Telegram',
  lead: 'Brevo',
  push: 'Your alert by push',
  mail: 'Your alert by mail',
} as const

/** "Telegram, transaction 48219" or "Brevo, nadia@example.org". */
export function describeNotice(notice: Notice): string {
  const { start, subject } = noticeParts(notice)
  return start + subject
}

/** The same with what it is about on its own, which may be a link. */
function noticeParts({ kind, subject }: Notice): { start: string; subject: string } {
  if (subject === undefined) return { start: SERVICES[kind], subject: '' }
  return { start: `${SERVICES[kind]}, ${kind === 'chat' ? 'transaction ' : ''}`, subject }
}

/** "8 tries, Key not found" of a failed notice; "Next 14:40, No answer" of a waiting one. */
export function describeState(notice: Notice, now: number): string {
  const { reason, attempts } = notice
  const start =
    notice.state === 'waiting'
      ? describeNext(notice, now)
      : `${attempts} ${attempts === 1 ? 'try' : 'tries'}`
  return reason === null ? start : `${start}, ${reason}`
}

function describeNext({ next_attempt_at: next }: Notice, now: number): string {
  const at = Date.parse(next ?? '')
  // One that is due waits for those before it.
  return at > now ? `Next ${formatAge(at, now)}` : 'Next in line'
}

function NoticeRow({ notice, now }: { notice: Notice; now: Date }) {
  const isWaiting = notice.state === 'waiting'
  return (
    <PanelRow
      title={describeNotice(notice)}
      name={<NoticeName notice={notice} />}
      line={
        <small>
          {describeState(notice, now.getTime())}
          <Repair projectId={notice.project_id} reason={notice.reason} />
        </small>
      }
    >
      <Badge tone={isWaiting ? 'warning' : 'negative'}>{isWaiting ? 'Waiting' : 'Failed'}</Badge>
      <RetryButton notices={[notice]} label="Retry" />
    </PanelRow>
  )
}

function NoticeName({ notice }: { notice: Notice }) {
  const { start, subject } = noticeParts(notice)
  if (notice.kind !== 'chat' || subject === '') return <>{start + subject}</>
  return (
    <>
      {start}
      <RecordLink kind="transaction" projectId={notice.project_id} id={subject}>
        {subject}
      </RecordLink>
    </>
  )
}

function RetryButton({ notices, label }: { notices: readonly Notice[]; label: string }) {
  const isOnline = useOnline()
  const { write, isBusy } = useRetryNotices()
  return (
    <Button
      size="sm"
      isBusy={isBusy}
      busyLabel="Retrying"
      disabledReason={isOnline ? undefined : OFFLINE_REFUSAL}
      onClick={() => void write(notices)}
    >
      {label}
    </Button>
  )
}
