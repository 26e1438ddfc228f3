import { Download } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { NO_PROJECT, useProjects } from '#src/api/projects.ts'
import { csvName } from '#src/domain/text/csv.ts'
import { formatPreviousRange, formatRange } from '#src/domain/time/buckets.ts'
import { PRIVACY_REFUSAL } from '#src/records/cells/privacy-refusal.ts'
import { readSort, withSort } from '#src/records/filters/list-query.ts'
import { useUrlParams } from '#src/records/use-url-params.ts'
import { describeError } from '#src/session/describe-error.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { SearchField } from '#src/ui/fields/SearchField.tsx'
import { downloadCsv } from '#src/ui/save-file.ts'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { TopBarSlot } from '#src/ui/TopBarSlot.tsx'
import { useIsMobile } from '#src/ui/use-media.ts'
import { CONVERSION_DAYS } from '#src/wire/channels.ts'
import { COUNTED_NOTE } from './channel-columns.tsx'
import { hasEveryChannel } from './channel-purchases.ts'
import { searchChannels, toChannelRows, totalOf, channelsCsv } from './channel-rows.ts'
import { CHANNEL_SORTS, sortChannels } from './channel-sorts.ts'
import { useChannels, useChannelView } from './channel-view.ts'
import { ChannelList } from './ChannelList.tsx'

const Toolbar = styled('div')`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 8px 16px;
  margin-bottom: 16px;
  & > form {
    flex: 0 1 272px;
  }
  ${MOBILE} {
    margin-bottom: 12px;
    & > form {
      flex: 1 0 100%;
    }
  }
`
/** Opacity of figures while those of another selection load. */
const STALE = 0.84

const EMPTY = { rows: [], gone: [] }

/** How each source and medium does: what it sold, and how many of its registrations bought. */
export function ChannelsPage() {
  const view = useChannelView()
  const { selection, excludeUnknown, figures } = view
  const { hasNone, failure } = useProjects()
  const { now, data, past, range, previous, isNotCached, isStale } = useChannels(selection)
  const [params, setParams] = useUrlParams()
  const sort = readSort(CHANNEL_SORTS, params)
  const [text, setText] = useState('')
  // The field answers first.
  const wanted = useDeferredValue(figures.isMasked ? '' : text)

  const { rows, gone } = useMemo(
    () => (data ? toChannelRows(data.rows, past?.rows ?? null, excludeUnknown) : EMPTY),
    [data, past, excludeUnknown],
  )
  const total = useMemo(() => totalOf(rows, gone), [rows, gone])
  const sorted = useMemo(() => (sort ? sortChannels(rows, sort) : rows), [rows, sort])
  const shown = useMemo(() => searchChannels(sorted, wanted), [sorted, wanted])

  const { zone } = selection
  const problem = data === undefined ? (selection.projects.length === 0 ? failure : null) : null
  const error = problem?.error ?? (data === undefined ? now.error : null)
  const download = () => {
    if (range) downloadCsv(csvName('channels', range, zone), channelsCsv(rows, gone))
  }
  return (
    <>
      <TopBarSlot place="note">
        {range && (
          <span className="small num t3">
            {formatRange(range, zone)}
            {previous && `, before: ${formatPreviousRange(previous, range, zone)}`}
          </span>
        )}
      </TopBarSlot>
      <TopBarSlot place="tools">
        <DownloadButton
          isMasked={figures.isMasked}
          onClick={rows.length + gone.length > 0 ? download : null}
        />
      </TopBarSlot>
      <Toolbar>
        <SearchField
          isLive
          value={text}
          onChange={setText}
          onClear={() => setText('')}
          placeholder="Search sources and mediums"
        />
        <p className="small t3">
          Converted: bought within {CONVERSION_DAYS} days of registering. Registrations of the last{' '}
          {CONVERSION_DAYS} days are left out.
          {rows.some((row) => row.now.buyers === null) && ` ${COUNTED_NOTE}`}
        </p>
      </Toolbar>
      <div style={isStale ? { opacity: STALE } : undefined}>
        <ChannelList
          rows={data || hasNone || isNotCached ? shown : undefined}
          total={total}
          count={rows.length}
          view={view}
          range={data && hasEveryChannel(data.rows) ? range : null}
          sorting={{
            sorts: CHANNEL_SORTS,
            sort: sort ?? { column: '', by: '', order: 'desc', label: '' },
            onSort: (next) => setParams((before) => withSort(before, CHANNEL_SORTS, next)),
          }}
          isBusy={now.isFetching}
          empty={
            <EmptyState
              title={rows.length > 0 ? 'No channels match' : 'No channels'}
              text={emptyText({ hasNone, isFiltered: rows.length > 0, text: wanted })}
            />
          }
          error={
            isNotCached || error !== null ? (
              <ErrorState
                title="Channels did not load"
                text={
                  isNotCached
                    ? 'You are offline, and these figures are not saved on this device.'
                    : describeError(error)
                }
                onRetry={problem?.retry ?? (() => void now.refetch())}
                isRetrying={now.isFetching}
              />
            ) : null
          }
        />
      </div>
    </>
  )
}

function emptyText(is: { hasNone: boolean; isFiltered: boolean; text: string }): string {
  if (is.hasNone) return NO_PROJECT
  if (is.isFiltered) return `No source or medium contains "${is.text.trim()}".`
  return 'Nobody bought or registered in this period.'
}

function DownloadButton(props: { isMasked: boolean; onClick: (() => void) | null }) {
  const isMobile = useIsMobile()
  const { isMasked, onClick } = props
  // A phone's bar has no room for the label.
  if (isMobile && !isMasked) {
    return (
      <IconButton
        label="Download CSV"
        icon={Download}
        disabled={onClick === null}
        onClick={() => onClick?.()}
      />
    )
  }
  return (
    <Button
      icon={Download}
      aria-label="Download CSV"
      disabled={onClick === null}
      disabledReason={isMasked ? PRIVACY_REFUSAL : undefined}
      onClick={() => onClick?.()}
    >
      {isMobile ? null : 'Download CSV'}
    </Button>
  )
}
