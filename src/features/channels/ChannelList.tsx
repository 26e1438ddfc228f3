import { useCallback, useId, useRef, type ReactNode } from 'react'
import type { TimeRange } from '#src/domain/time/calendar.ts'
import { CardsHead } from '#src/records/list/CardsHead.tsx'
import { InCards, useIsCards } from '#src/records/list/in-cards.ts'
import { CardSkeleton, RowSkeleton } from '#src/records/list/record-skeletons.tsx'
import { RecordCard } from '#src/records/list/RecordCard.tsx'
import type { Sorting } from '#src/records/list/SortButton.tsx'
import { Table, TableRow } from '#src/records/list/Table.tsx'
import { useOpenedRows } from '#src/records/list/use-opened-rows.ts'
import { EXPAND_COLUMN } from '#src/records/record-definition.ts'
import { InfiniteList } from '#src/ui/lists/InfiniteList.tsx'
import { MaskableText } from '#src/ui/text/Mask.tsx'
import { styled } from '#src/ui/theme.ts'
import { CARDS_BELOW, CHANNEL_COLUMNS } from './channel-columns.tsx'
import type { ChannelRow } from './channel-rows.ts'
import type { Compared } from './channel-sums.ts'
import type { ChannelView } from './channel-view.ts'
import { cardLines, ChannelItem, figureCells } from './ChannelItem.tsx'

const PLACEHOLDERS = 12

/** Why the counts of people are more than the people. */
const TOTAL_NOTE =
  'The sum of the rows: a person who bought through two sources or in two projects counts in each.'

/** In view below the rows that scroll. */
const Foot = styled('div')`
  position: sticky;
  bottom: 0;
  z-index: 1;
  overflow: hidden;
  border-radius: 0 0 11px 11px;
  font-weight: 600;
  & > div > div > .t2 {
    color: var(--text-1);
  }
`

const keyOf = ({ key }: ChannelRow) => key
const nothingMore = () => undefined

/** The channels as a table with a total, or as cards where the table has no room. */
export function ChannelList(props: {
  /** The rows to show, sorted; undefined shows placeholders. */
  rows: readonly ChannelRow[] | undefined
  /** The sum of all rows, also of those that a search leaves out, and their count. */
  total: Compared
  count: number
  view: ChannelView
  /** What the rows are of, in ms; null while no list can have their purchases. */
  range: TimeRange | null
  sorting: Sorting
  isBusy: boolean
  empty: ReactNode
  error: ReactNode
}) {
  const { rows, total, view, range, sorting } = props
  const { figures } = view
  const frame = useRef<HTMLDivElement>(null)
  const isCards = useIsCards(frame, CARDS_BELOW)
  const [opened, toggle] = useOpenedRows()
  const listId = useId()
  const renderItem = useCallback(
    (row: ChannelRow) => (
      <ChannelItem
        row={row}
        view={view}
        range={range}
        isCard={isCards}
        isOpen={opened.has(row.key)}
        detailsId={`${listId}${row.place}`}
        onToggle={toggle}
      />
    ),
    [view, range, isCards, opened, listId, toggle],
  )
  const hasError = props.error !== null
  const list = (
    <InfiniteList
      items={rows ?? []}
      keyOf={keyOf}
      renderItem={renderItem}
      onEnd={nothingMore}
      hasMore={false}
      isFetching={props.isBusy}
      isLoading={rows === undefined && !hasError}
      placeholderCount={PLACEHOLDERS}
      renderPlaceholder={() =>
        isCards ? <CardSkeleton /> : <RowSkeleton columns={CHANNEL_COLUMNS} />
      }
      empty={props.empty}
      error={props.error}
      snapshotKey={isCards ? 'channels cards' : 'channels'}
    />
  )
  const hasTotal = rows !== undefined && rows.length > 0 && !hasError
  const name = (
    <span title={TOTAL_NOTE}>
      All <MaskableText text={figures.count(props.count)} />
      <span className="sr">. {TOTAL_NOTE}</span>
    </span>
  )
  return (
    <div ref={frame} className={isCards ? 'cards' : undefined}>
      <InCards value={isCards}>
        {isCards ? (
          <>
            <CardsHead sorting={sorting} isSelecting={false} onSelect={undefined} />
            {/* At the start: the end of many cards is far away. */}
            {hasTotal && (
              <RecordCard
                label="All channels"
                head={<b>{name}</b>}
                lines={cardLines(total, figures)}
                foot={<span className="small t3">{TOTAL_NOTE}</span>}
                detail={null}
                detailId={`${listId}total`}
              />
            )}
            {list}
          </>
        ) : (
          <Table
            label="Channels"
            columns={CHANNEL_COLUMNS}
            isBusy={rows === undefined && !hasError}
            sorting={sorting}
          >
            {list}
            {hasTotal && (
              <Foot>
                <TableRow
                  columns={CHANNEL_COLUMNS}
                  cells={
                    new Map<string, ReactNode>([
                      [EXPAND_COLUMN, null],
                      ['channel', name],
                      ...figureCells(total, figures),
                    ])
                  }
                  isSelected
                />
              </Foot>
            )}
          </Table>
        )}
      </InCards>
    </div>
  )
}
