import { useId, useMemo, useRef } from 'react'
import { useProjects } from '#src/api/projects.ts'
import { figureFormat } from '#src/domain/text/mask.ts'
import { deviceZone } from '#src/domain/time/zone.ts'
import { RecordLinks } from '#src/records/cells/RecordLink.tsx'
import { InCards, useIsCards } from '#src/records/list/in-cards.ts'
import { ListBox, ListBoxHead } from '#src/records/list/list-frame.ts'
import { CardSkeleton, RowSkeleton } from '#src/records/list/record-skeletons.tsx'
import { RecordItem } from '#src/records/list/RecordItem.tsx'
import { Table } from '#src/records/list/Table.tsx'
import type { RowContext } from '#src/records/record-definition.ts'
import { describeError } from '#src/session/describe-error.ts'
import { Segmented } from '#src/ui/controls/Segmented.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { InfiniteList } from '#src/ui/lists/InfiniteList.tsx'
import { MaskableText } from '#src/ui/text/Mask.tsx'
import { useIsMobile } from '#src/ui/use-media.ts'
import type {
  AllocationDifference,
  AllocationList,
  DifferencePart,
  DifferenceRow,
} from '#src/wire/allocation-lists.ts'
import type { useDifference } from './difference-query.ts'
import { differenceRecord } from './difference-record.tsx'

const PLACEHOLDERS = 5
const keyOf = (row: DifferenceRow) => row.wallet_address
const noAction = () => undefined

/** The wallets that differ, one part of them or both: those that got too much are first. */
export function ChangedWallets(props: {
  from: AllocationList
  to: AllocationList | undefined
  sums: AllocationDifference
  difference: ReturnType<typeof useDifference>
  part: DifferencePart | undefined
  onPart: (part: DifferencePart | undefined) => void
  isMasked: boolean
  now: Date
}) {
  const { from, to, sums, part, isMasked, now } = props
  const { query, rows } = props.difference
  const titleId = useId()
  const isMobile = useIsMobile()
  const { colours } = useProjects()
  const { project_id: projectId, number } = from
  const toNumber = to?.number
  const record = useMemo(
    () =>
      differenceRecord(
        { project_id: projectId, number },
        toNumber === undefined ? undefined : { number: toNumber },
      ),
    [projectId, number, toNumber],
  )
  const context = useMemo<RowContext<DifferenceRow>>(
    () => ({ colours, privacy: isMasked, now, onAction: noAction }),
    [colours, isMasked, now],
  )
  const frame = useRef<HTMLDivElement>(null)
  const isCards = useIsCards(frame, record.cardsBelow)
  const zone = deviceZone()
  const renderItem = useMemo(() => {
    const view = { record, context, zone }
    return (row: DifferenceRow) => (
      <RecordItem
        isCard={isCards}
        row={row}
        id={keyOf(row)}
        view={view}
        isOpen={false}
        detailsId=""
        onToggle={noAction}
      />
    )
  }, [record, context, zone, isCards])
  const { more, less } = sums
  const count = figureFormat(isMasked).count
  const option = (value: DifferencePart, label: string, wallets: number) => ({
    value,
    label: (
      <>
        {label}
        {!isMasked && <span className="t3 num">{count(wallets)}</span>}
      </>
    ),
  })
  const list = (
    <InfiniteList
      // Another part starts at its top.
      key={part}
      items={rows}
      keyOf={keyOf}
      renderItem={renderItem}
      onEnd={() => void query.fetchNextPage()}
      hasMore={query.hasNextPage && !query.isPlaceholderData}
      isFetching={query.isFetching}
      isLoading={rows.length === 0 && query.isPlaceholderData}
      placeholderCount={PLACEHOLDERS}
      renderPlaceholder={() =>
        isCards ? <CardSkeleton /> : <RowSkeleton columns={record.columns} />
      }
      empty={<EmptyState title={emptyTitle(part)} text={emptyText(part, from, to)} />}
      error={
        query.isFetchNextPageError ? (
          <ErrorState
            title="The other wallets did not load"
            text={describeError(query.error)}
            onRetry={() => void query.fetchNextPage()}
            isRetrying={query.isFetching}
          />
        ) : null
      }
    />
  )
  return (
    <ListBox aria-labelledby={titleId}>
      <ListBoxHead $hasChoice>
        <h2 id={titleId}>Wallets</h2>
        <span className="count">
          <MaskableText text={count(more.wallets + less.wallets)} />
          {!isMobile && `, in ${projectId}, less first`}
        </span>
        <Segmented
          label="Show"
          options={[
            { value: 'all', label: 'All' },
            option('more', 'More', more.wallets),
            option('less', 'Less', less.wallets),
          ]}
          value={part ?? 'all'}
          onChange={(next) => props.onPart(next === 'all' ? undefined : next)}
        />
      </ListBoxHead>
      <div ref={frame} className={isCards ? 'cards' : undefined}>
        <RecordLinks>
          <InCards value={isCards}>
            {isCards ? (
              list
            ) : (
              <Table label={record.label} columns={record.columns} isBare>
                {list}
              </Table>
            )}
          </InCards>
        </RecordLinks>
      </div>
    </ListBox>
  )
}

const emptyTitle = (part: DifferencePart | undefined) =>
  part === undefined ? 'Nothing has changed' : `No wallet is owed ${part}`

function emptyText(
  part: DifferencePart | undefined,
  { number }: AllocationList,
  to: AllocationList | undefined,
): string | undefined {
  if (part !== undefined) return undefined
  return to === undefined
    ? `Every wallet is owed what list ${number} has.`
    : `Lists ${number} and ${to.number} have the same wallets and amounts.`
}
