import { memo, useCallback, useId, useMemo, useRef, useState, type ReactNode } from 'react'
import { deviceZone } from '#src/domain/zone.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { ExpandButton } from './ExpandButton.tsx'
import { Fact } from './facts.ts'
import { InCards, useIsCards } from './in-cards.ts'
import { InfiniteList } from '#src/ui/InfiniteList.tsx'
import { RecordCard } from './RecordCard.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Surface } from '#src/ui/Surface.ts'
import { below, WIDE_PX, type TableColumn } from './table-columns.ts'
import { css, styled } from '#src/ui/theme.ts'
import { Table, TableRow, TableRowPlaceholder } from './Table.tsx'

/** Rows that come page by page, however they are fetched. */
export interface RecordSource<T> {
  rows: readonly T[]
  isLoading: boolean
  isFetching: boolean
  hasMore: boolean
  /** Why the last fetch failed, while it did. */
  failure: string | null
  fetchMore: () => void
  retry: () => void
}

/** What a record opens to, and how its button names that. */
export interface Expansion<T> {
  column: string
  showLabel: string
  hideLabel: string
  render: (row: T, dropped: Dropped) => ReactNode
}

/**
 * A column that the table drops at some width, as a fact of the opened row that shows itself at just
 * those widths; nothing in a list of cards, which show it themselves.
 */
export type Dropped = (column: string) => ReactNode

/** A record's parts on a phone. */
export interface CardParts {
  label: string
  head: ReactNode
  lines?: readonly { start: ReactNode; end?: ReactNode }[]
  fields?: readonly { label: string; value: ReactNode }[]
  foot?: ReactNode
}

/** What a row opens to starts under its second column. */
const Inset = styled('div')`
  padding-left: 32px;
  ${below(WIDE_PX, 'padding-left: 28px;')}
`
/** The button is wider than its column: the arrow in its middle is what stands in line. */
const Chevron = styled('span')`
  display: flex;
  margin: 0 -6px;
`

const PLACEHOLDERS = 20
const PLACEHOLDERS_IN_SEARCH = 1

/** How the rows of a list look: as long as it is the same object, no row is drawn again. */
interface View<T, Look> {
  cells: (row: T, look: Look) => Readonly<Record<string, ReactNode>>
  card: (row: T, look: Look) => CardParts
  /** What a row's look depends on besides the row. */
  look: Look
  expansion?: Expansion<T> | undefined
}

/**
 * The list that every search screen shows: a table, on a phone one card a record, with
 * placeholders, an empty text and, in their place, what failed with a way to try again.
 * `columns`, `keyOf`, `cells`, `card`, `look` and `expansion` stay the same from render to render:
 * a new one draws every row anew.
 */
export function RecordList<T extends object, Look>(
  props: View<T, Look> & {
    /** The table's name: "Transactions", which "did not load" if it comes to that. */
    label: string
    columns: readonly TableColumn[]
    /** The table's width in px below which every record is a card. */
    cardsBelow: number
    source: RecordSource<T>
    keyOf: (row: T) => string
    /** Keys of the records that are open when the list appears. */
    openAtFirst?: readonly string[]
    /** A search waits for one row, not for twenty. */
    isSearch: boolean
    empty: { title: string; text?: string | undefined; action?: ReactNode }
    /** Names this list's place, so that it is found again when the person comes back. */
    placeKey: string
  },
) {
  const { source, keyOf, cells, card, look, expansion } = props
  const frame = useRef<HTMLDivElement>(null)
  const isCards = useIsCards(frame, props.cardsBelow)
  const { columns } = props
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set(props.openAtFirst))
  const detailIds = useId()

  const toggle = useCallback((key: string) => {
    setOpened((before) => {
      const after = new Set(before)
      if (!after.delete(key)) after.add(key)
      return after
    })
  }, [])

  // Times are the device's: where it has moved to another zone, every row is drawn anew.
  const zone = deviceZone()
  const view = useMemo(
    () => ({ cells, card, look, expansion, zone }),
    [cells, card, look, expansion, zone],
  )
  const renderItem = useCallback(
    (row: T) => {
      const id = keyOf(row)
      const isOpen = opened.has(id)
      const detailId = `${detailIds}${id.replaceAll(/\s/g, '-')}`
      const record = { row, id, isOpen, detailId, onToggle: toggle }
      return isCards ? (
        <CardRecord {...record} view={view} />
      ) : (
        <RowRecord {...record} view={view} columns={columns} />
      )
    },
    [keyOf, opened, detailIds, toggle, isCards, view, columns],
  )

  const list = (
    <InfiniteList
      key={props.placeKey}
      items={source.rows}
      keyOf={keyOf}
      renderItem={renderItem}
      onEnd={source.fetchMore}
      hasMore={source.hasMore}
      isFetching={source.isFetching}
      isLoading={source.isLoading}
      placeholderCount={props.isSearch ? PLACEHOLDERS_IN_SEARCH : PLACEHOLDERS}
      renderPlaceholder={() => (isCards ? <CardSkeleton /> : <RowSkeleton columns={columns} />)}
      empty={<EmptyState {...props.empty} />}
      error={
        source.failure === null ? null : (
          <ErrorState
            title={`${props.label} did not load`}
            text={source.failure}
            onRetry={source.retry}
            isRetrying={source.isFetching}
          />
        )
      }
      // Cards have other heights than rows.
      snapshotKey={isCards ? `${props.placeKey} cards` : props.placeKey}
    />
  )
  return (
    <div ref={frame} className={isCards ? 'cards' : undefined}>
      <InCards value={isCards}>
        {isCards ? (
          list
        ) : (
          <Table label={props.label} columns={columns} isBusy={source.isLoading}>
            {list}
          </Table>
        )}
      </InCards>
    </div>
  )
}

const notDropped: Dropped = () => null

const shownClasses = new Map<number, string>()

function shownBelow(width: number): string {
  let name = shownClasses.get(width)
  if (name === undefined) {
    name = css`
      display: none;
      ${below(width, 'display: block;')}
    `
    shownClasses.set(width, name)
  }
  return name
}

interface RecordProps<T, Look> {
  row: T
  id: string
  view: View<T, Look>
  isOpen: boolean
  detailId: string
  onToggle: (id: string) => void
}

function OpenButton<T, Look>({ id, view, isOpen, detailId, onToggle }: RecordProps<T, Look>) {
  const { expansion } = view
  return expansion ? (
    <ExpandButton
      isOpen={isOpen}
      onToggle={() => onToggle(id)}
      showLabel={expansion.showLabel}
      hideLabel={expansion.hideLabel}
      controls={detailId}
    />
  ) : null
}

function TableRecord<T, Look>(props: RecordProps<T, Look> & { columns: readonly TableColumn[] }) {
  const { row, view, isOpen, detailId, columns } = props
  const { expansion } = view
  const cells = view.cells(row, view.look)
  const dropped: Dropped = (key) => {
    const column = columns.find((each) => each.key === key)
    return column?.dropBelow === undefined ? null : (
      <Fact key={key} className={shownBelow(column.dropBelow)}>
        <dt>{column.label}</dt>
        <dd>{cells[key]}</dd>
      </Fact>
    )
  }
  const button = (
    <Chevron>
      <OpenButton {...props} />
    </Chevron>
  )
  return (
    <TableRow
      columns={columns}
      cells={expansion ? { ...cells, [expansion.column]: button } : cells}
      isOpen={isOpen}
      {...(isOpen && expansion
        ? { detail: <Inset>{expansion.render(row, dropped)}</Inset>, detailId }
        : {})}
    />
  )
}

function PhoneRecord<T, Look>(props: RecordProps<T, Look>) {
  const { row, view, isOpen, detailId } = props
  const { expansion } = view
  const card = view.card(row, view.look)
  const foot = (card.foot !== undefined || expansion) && (
    <>
      {card.foot ?? <span />}
      <OpenButton {...props} />
    </>
  )
  return (
    <RecordCard
      {...card}
      {...(foot ? { foot } : {})}
      {...(isOpen && expansion ? { detail: expansion.render(row, notDropped), detailId } : {})}
    />
  )
}

// memo() loses the type parameter; what goes in comes out unchanged.
const RowRecord = memo(TableRecord) as typeof TableRecord
const CardRecord = memo(PhoneRecord) as typeof PhoneRecord

function RowSkeleton({ columns }: { columns: readonly TableColumn[] }) {
  return (
    <TableRowPlaceholder
      columns={columns}
      renderBone={(column) => (column.isLabelHidden ? null : <Skeleton width="64%" />)}
    />
  )
}

function CardSkeleton() {
  return (
    <Surface aria-hidden style={{ display: 'grid', gap: 12, padding: 16, marginBottom: 12 }}>
      <Skeleton width="40%" />
      <Skeleton width="56%" height={24} />
      <Skeleton width="80%" />
      <Skeleton width="48%" />
    </Surface>
  )
}
