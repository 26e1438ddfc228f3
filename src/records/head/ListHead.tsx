import { Download } from 'lucide-react'
import { useState } from 'react'
import { formatCount } from '#src/domain/money/money.ts'
import { localDate } from '#src/domain/time/calendar.ts'
import { deviceZone } from '#src/domain/time/zone.ts'
import { PRIVACY_REFUSAL } from '#src/records/cells/privacy-refusal.ts'
import type { Query } from '#src/session/address.ts'
import { describeError } from '#src/session/describe-error.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { serverNow } from '#src/state/clock.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { MaskableText } from '#src/ui/text/Mask.tsx'
import { MOBILE, PRINT, styled } from '#src/ui/theme.ts'
import { useIsMobile } from '#src/ui/use-media.ts'
import { MAX_EXPORT_ROWS } from '#src/wire/paging.ts'
import { LARGE_ON_PHONE, progressText } from './file-progress.ts'
import { fileNameOf, totalParts } from './list-total-text.ts'
import { useListDownload } from './use-list-download.ts'
import type { useListTotal } from './use-list-total.ts'

const Root = styled('div')`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 12px;
  min-height: 36px;
  margin-bottom: 12px;
  & > .total {
    flex: 1 1 auto;
    min-width: 0;
  }
  & > .progress {
    font: var(--t-small);
    font-variant-numeric: tabular-nums;
    color: var(--text-2);
  }
  ${MOBILE} {
    min-height: 44px;
  }
  ${PRINT} {
    & > button,
    & > .progress {
      display: none;
    }
  }
`
const Text = styled('p')`
  display: flex;
  flex-wrap: wrap;
  gap: 0 4px;
  font: var(--t-body);
  font-variant-numeric: tabular-nums;
  color: var(--text-2);
  & b {
    font-weight: 500;
    color: var(--text-1);
  }
`

type ListTotal = NonNullable<ReturnType<typeof useListTotal>>

/** How many rows a list has, what they come to, and the file of all of them. It waits for nothing and holds nothing up. */
export function ListHead(props: {
  total: ListTotal
  /** The list's query with its order. */
  query: Query
  projects: readonly string[]
  isMasked: boolean
}) {
  const { total, projects } = props
  const { csv } = total.head
  return (
    <Root>
      <TotalText {...props} />
      {csv && (
        <DownloadButton
          {...props}
          csv={csv}
          rows={total.query.data?.rows}
          projects={projects.toSorted()}
        />
      )}
    </Root>
  )
}

function TotalText(props: { total: ListTotal; projects: readonly string[]; isMasked: boolean }) {
  const { head, query } = props.total
  const { data, error, isFetching } = query
  if (data === undefined) {
    if (error !== null)
      return (
        <>
          <span className="total t3 small" role="status" title={describeError(error)}>
            These rows could not be counted.
          </span>
          <Button
            size="sm"
            isBusy={isFetching}
            busyLabel="Counting"
            onClick={() => void query.refetch()}
          >
            Count again
          </Button>
        </>
      )
    return (
      <span className="total t3 small" aria-busy={isFetching}>
        {isFetching ? <Skeleton width={180} /> : 'Not counted on this device.'}
      </span>
    )
  }
  const parts = totalParts(head, data, props.projects, props.isMasked)
  return (
    <Text className="total" role="status" aria-label="Total">
      {parts.map(({ key, figure, unit, exact }, index) => (
        <span
          key={key}
          title={titleOf(key === 'rows' ? undefined : head.note, exact, props.isMasked)}
        >
          <b>
            <MaskableText text={figure} />
          </b>
          {unit === '' ? '' : ` ${unit}`}
          {index < parts.length - 1 ? ', ' : ''}
        </span>
      ))}
    </Text>
  )
}

function titleOf(note: string | undefined, exact: string, isMasked: boolean): string | undefined {
  if (isMasked) return note
  return note === undefined ? exact : `${exact}. ${note}`
}

function DownloadButton(props: {
  csv: NonNullable<ListTotal['head']['csv']>
  rows: number | undefined
  query: Query
  projects: readonly string[]
  isMasked: boolean
}) {
  const { csv, rows, projects } = props
  const isOnline = useOnline()
  const isMobile = useIsMobile()
  const { progress, start, cancel } = useListDownload()
  const [isConfirming, setConfirming] = useState(false)
  const disabledReason = refusalOf({ rows, isMasked: props.isMasked, isOnline })
  const begin = () => {
    setConfirming(false)
    const day = localDate(serverNow(), deviceZone())
    start({
      name: fileNameOf(csv.name, projects, day),
      fetch: (fetchFile) => fetchFile(csv.call, { query: { ...props.query, projects } }),
    })
  }
  const isLarge = isMobile && rows !== undefined && rows > LARGE_ON_PHONE
  const of = progress?.of ?? rows ?? null
  return (
    <>
      {progress && (
        <span
          className="progress"
          role="progressbar"
          aria-label="Download"
          {...(of ? { 'aria-valuenow': percentOf(progress.rows, of) } : {})}
        >
          {progressText({ ...progress, of })}
        </span>
      )}
      {progress && (
        <Button aria-label="Cancel download" onClick={cancel}>
          Cancel
        </Button>
      )}
      <Button
        icon={Download}
        aria-label="Download CSV"
        isBusy={progress !== null}
        busyLabel={isMobile ? 'CSV' : 'Downloading'}
        // A download that runs goes on.
        disabledReason={progress === null ? disabledReason : undefined}
        onClick={() => (isLarge ? setConfirming(true) : begin())}
      >
        {isMobile ? 'CSV' : 'Download CSV'}
      </Button>
      <ConfirmDialog
        title="Download a large file?"
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={begin}
        confirmLabel="Download"
        isHarmless
      >
        This list has {formatCount(rows ?? 0)} rows, about {megabytes(rows ?? 0)} MB. Choose a
        period or a filter for a smaller file.
      </ConfirmDialog>
    </>
  )
}

/** Bytes of a row, more than most have. */
const ROW_BYTES = 350
const megabytes = (rows: number) => formatCount(Math.max(1, Math.ceil((rows * ROW_BYTES) / 1e6)))

const percentOf = (rows: number, of: number) => Math.min(100, Math.floor((rows / of) * 100))

/** Why there is no file of all rows now; undefined where there is one. */
function refusalOf(state: { rows: number | undefined; isMasked: boolean; isOnline: boolean }) {
  const { rows = 1 } = state
  if (state.isMasked) return PRIVACY_REFUSAL
  if (!state.isOnline) return OFFLINE_REFUSAL
  if (rows === 0) return 'There are no rows to download.'
  if (rows > MAX_EXPORT_ROWS)
    return `A file has at most ${formatCount(MAX_EXPORT_ROWS)} rows, and this list has ${formatCount(rows)}. Choose a period or a filter.`
  return undefined
}
