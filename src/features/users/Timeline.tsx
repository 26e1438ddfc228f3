import { Download } from 'lucide-react'
import { useId, useState } from 'react'
import { toast } from 'react-hot-toast/headless'
import { useSnapshot } from 'valtio'
import { useFeature } from '#src/api/features.ts'
import { havePagesFailed, PagesFailed } from '#src/records/page/PagesFailed.tsx'
import { describeError } from '#src/session/describe-error.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { filters } from '#src/state/filters.ts'
import { Button, showReason } from '#src/ui/controls/Button.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { Segmented } from '#src/ui/controls/Segmented.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { PanelBox } from '#src/ui/lists/Panel.tsx'
import { downloadCsv } from '#src/ui/save-file.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { PAGE_SIZE } from '#src/wire/paging.ts'
import type { WalletDetails } from '#src/wire/wallet-details.ts'
import type { TimelineContext } from './entry-parts.tsx'
import { timelineCsv } from './timeline-csv.ts'
import { timelineParts } from './timeline-parts.tsx'
import {
  filterOf,
  TIMELINE_FILTERS,
  WITHOUT_NOTES,
  timelineDays,
  timelineRows,
  type TimelineFilter,
} from './timeline-rows.ts'
import { TimelineItem } from './TimelineItem.tsx'
import { fetchTimeline, useTimeline } from './use-timeline.ts'

const Box = styled('div')`
  container: timeline / inline-size;
`
const Head = styled('div')`
  display: flex;
  align-items: center;
  gap: 16px;
  padding: 15px 20px;
  & > h2 {
    flex: 1;
    font: var(--t-title);
    letter-spacing: -0.006em;
  }
  @container timeline (width < 520px) {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 12px;
    padding: 15px 16px;
    & > .choice {
      grid-row: 2;
      grid-column: 1 / -1;
    }
  }
  ${MOBILE} {
    & > button {
      margin: -12px -12px -12px 0;
    }
  }
`
/** Scrolls where the choices have no room. */
const Choice = styled('div')`
  min-width: 0;
  overflow-x: auto;
  scrollbar-width: none;
  /* Room for the focus ring, which would be cut off. */
  margin: -4px;
  padding: 4px;
  @container timeline (width < 520px) {
    margin: -4px -16px;
    padding: 4px 16px;
    & > div {
      width: max-content;
    }
  }
`
const Day = styled('h3')`
  padding: 12px 20px 8px;
  border-top: 1px solid var(--line);
  background: var(--bg);
  font: var(--t-small);
  font-weight: 500;
  color: var(--text-3);
  @container timeline (width < 520px) {
    padding: 12px 16px 8px;
  }
`
const State = styled('div')`
  display: flex;
  min-height: 200px;
  border-top: 1px solid var(--line);
`
const More = styled('div')`
  display: flex;
  justify-content: center;
  padding: 12px;
  border-top: 1px solid var(--line);
`
const Waiting = styled('div')`
  display: grid;
  gap: 24px;
  padding: 24px 20px;
  border-top: 1px solid var(--line);
`

/** What happened to a wallet, newest first and by day. */
export function Timeline({ details, isMasked }: { details: WalletDetails; isMasked: boolean }) {
  const titleId = useId()
  const { wallet } = details
  const [choice, setChoice] = useState('all')
  const hasNotes = useFeature('notes')
  const filter = filterOf(choice)
  const { entries, query } = useTimeline(wallet, filter.kinds, PAGE_SIZE)
  const { asOf } = useSnapshot(filters)
  const isWhole = filter.kinds.length === 0 && query.data !== undefined && !query.hasNextPage
  const now = new Date(asOf)
  const days = timelineDays(timelineRows(entries, details, isWhole), now)
  const context: TimelineContext = {
    projectId: wallet.project_id,
    wallet,
    registration: details.origin.registration,
    isMasked,
    now,
  }
  return (
    <PanelBox aria-labelledby={titleId} aria-busy={query.isFetching}>
      <Box>
        <Head>
          <h2 id={titleId}>Timeline</h2>
          <Choice className="choice">
            <Segmented
              label="Show"
              options={hasNotes ? TIMELINE_FILTERS : WITHOUT_NOTES}
              value={filter.value}
              onChange={setChoice}
            />
          </Choice>
          <DownloadCsv details={details} filter={filter} isMasked={isMasked} />
        </Head>
        {days.map(({ label, rows }) => (
          <div key={label}>
            <Day>{label}</Day>
            <ul>
              {rows.map((row) => (
                <TimelineItem key={row.key} row={row} {...timelineParts(row, context)} />
              ))}
            </ul>
          </div>
        ))}
        {query.data !== undefined && days.length === 0 && (
          <State>
            <EmptyState title={filter.emptyText} />
          </State>
        )}
        <Rest query={query} />
      </Box>
    </PanelBox>
  )
}

/** After the rows: more of them, why there are none, or what stands for them. */
function Rest({ query }: { query: ReturnType<typeof useTimeline>['query'] }) {
  if (havePagesFailed(query)) {
    return (
      <State>
        <PagesFailed
          query={query}
          what="timeline"
          notSaved="You are offline, and it was not saved on this device."
        />
      </State>
    )
  }
  if (query.data === undefined) {
    return (
      <Waiting aria-hidden>
        {[64, 48, 72, 56, 40].map((width) => (
          <Skeleton key={width} width={`${width}%`} height={20} />
        ))}
      </Waiting>
    )
  }
  if (!query.hasNextPage) return null
  return (
    <More>
      <Button
        variant="ghost"
        isBusy={query.isFetchingNextPage}
        busyLabel="Loading"
        onClick={() => void query.fetchNextPage()}
      >
        Show more
      </Button>
    </More>
  )
}

/** Downloads all entries of the chosen kinds, also those that are not loaded. */
function DownloadCsv(props: { details: WalletDetails; filter: TimelineFilter; isMasked: boolean }) {
  const { filter, isMasked } = props
  const { wallet } = props.details
  const isOnline = useOnline()
  const [isBusy, setBusy] = useState(false)
  const download = async () => {
    if (!isOnline) return showReason(OFFLINE_REFUSAL)
    setBusy(true)
    try {
      const csv = timelineCsv(await fetchTimeline(wallet, filter.kinds))
      const what = filter.kinds.length === 0 ? 'timeline' : filter.value
      downloadCsv(`${wallet.project_id}-${wallet.wallet_address}-${what}.csv`, csv)
    } catch (error) {
      toast.error(describeError(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <IconButton
      label="Download CSV"
      icon={Download}
      isBusy={isBusy}
      // Privacy mode includes files.
      disabled={isMasked}
      onClick={() => void download()}
    />
  )
}
