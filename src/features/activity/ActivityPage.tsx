import { Download } from 'lucide-react'
import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { fetchActivityCsv } from '#src/api/audit.ts'
import { useProjects } from '#src/api/projects.ts'
import { isAdmin } from '#src/domain/people/roles.ts'
import { formatRange } from '#src/domain/time/buckets.ts'
import { rangeOf, type PeriodChoice } from '#src/domain/time/time-range.ts'
import { deviceZone } from '#src/domain/time/zone.ts'
import { PRIVACY_REFUSAL } from '#src/records/cells/privacy-refusal.ts'
import { RecordList } from '#src/records/list/RecordList.tsx'
import type { RowContext } from '#src/records/record-definition.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { filters } from '#src/state/filters.ts'
import { usePrivacy } from '#src/state/privacy.ts'
import { useUser } from '#src/state/session.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { saveCsv } from '#src/ui/save-file.ts'
import { TopBarSlot } from '#src/ui/TopBarSlot.tsx'
import { useIsMobile } from '#src/ui/use-media.ts'
import type { AuditEntry } from '#src/wire/audit.ts'
import { useWrite } from '#src/writes/use-write.ts'
import { toActivityQuery, toActivitySearch } from './activity-query.ts'
import { activityRecord } from './activity-record.tsx'
import { ActivityToolbar } from './ActivityToolbar.tsx'
import { useActivityFilters } from './use-activity-filters.ts'

const ALL_TIME: PeriodChoice = { period: 'all', customStart: null, customEnd: null }
const noAction = () => undefined

/**
 * Who did what, in the selected projects and period; others than admins see what they did themselves.
 * The activity about one record is shown as a whole, whatever is selected.
 */
export function ActivityPage() {
  const { colours, selected } = useProjects()
  const now = useSnapshot(filters)
  const { asOf } = now
  const privacy = usePrivacy()
  const choices = useActivityFilters()
  const isWhole = isAdmin(useUser()?.role ?? '')
  const { group, person, q, object, objectId, projectId } = choices
  const isRecord = object !== null
  const period = isRecord ? ALL_TIME : now
  const projects = isRecord && projectId !== null ? [projectId] : undefined
  const query = toActivitySearch({
    q,
    actor: isWhole ? person : null,
    action: group?.actions ?? [],
    object,
    objectId,
    period,
  })
  const context = useMemo<RowContext<AuditEntry>>(
    () => ({ colours, privacy, now: new Date(asOf), onAction: noAction }),
    [colours, privacy, asOf],
  )
  const range = rangeOf(period, asOf, null, deviceZone())
  const hasFilters = isRecord || q !== null || group !== null || (isWhole && person !== null)
  return (
    <>
      <TopBarSlot place="note">
        <span className="small num t3">
          {range === null ? 'All time' : formatRange(range, deviceZone())}, newest first
        </span>
      </TopBarSlot>
      <TopBarSlot place="tools">
        <DownloadButton
          isMasked={privacy}
          download={() =>
            fetchActivityCsv({ ...toActivityQuery(query), projects: [...(projects ?? selected)] })
          }
        />
      </TopBarSlot>
      <ActivityToolbar
        choices={choices}
        note={
          <>
            {!isWhole && 'Your own activity, and what was done to your account. '}
            {isRecord
              ? 'All of it, in every period'
              : 'Period and projects follow the filters of the sidebar'}
          </>
        }
      />
      <RecordList
        record={activityRecord}
        context={context}
        query={query}
        projects={projects}
        isSearch={false}
        emptyText={emptyText(hasFilters, range !== null)}
      />
    </>
  )
}

function emptyText(hasFilters: boolean, hasPeriod: boolean): string {
  if (hasFilters && hasPeriod) return 'Nothing matches these filters in this period.'
  if (hasFilters) return 'Nothing matches these filters.'
  return hasPeriod ? 'Nothing happened in this period.' : activityRecord.filledBy
}

function DownloadButton(props: { isMasked: boolean; download: () => Promise<Blob> }) {
  const isOnline = useOnline()
  const isMobile = useIsMobile()
  const { write, isBusy } = useWrite({
    mutationFn: async () => saveCsv('activity.csv', await props.download()),
    meta: { failure: 'Error downloading activity', isRead: true },
  })
  const onClick = () => void write()
  const masked = props.isMasked ? PRIVACY_REFUSAL : undefined
  const disabledReason = isOnline ? masked : OFFLINE_REFUSAL
  // A phone's bar has no room for the label.
  if (isMobile && disabledReason === undefined) {
    return <IconButton label="Download CSV" icon={Download} isBusy={isBusy} onClick={onClick} />
  }
  return (
    <Button
      icon={Download}
      aria-label="Download CSV"
      isBusy={isBusy}
      disabledReason={disabledReason}
      onClick={onClick}
    >
      {isMobile ? null : 'Download CSV'}
    </Button>
  )
}
