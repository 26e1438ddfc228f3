import { useId, useState, type ReactNode } from 'react'
import { EmptyState } from './EmptyState.tsx'
import { ErrorState } from './ErrorState.tsx'
import { ExpandButton } from './ExpandButton.tsx'
import { InfiniteList } from './InfiniteList.tsx'
import { RecordCard } from './RecordCard.tsx'
import { Skeleton } from './Skeleton.tsx'
import { Surface } from './Surface.ts'
import { useVisibleColumns, type TableColumn } from './table-columns.ts'
import { styled } from './theme.ts'
import { Table, TableRow, TableRowPlaceholder } from './Table.tsx'
import { useIsMobile } from './use-media.ts'

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
interface Expansion<T> {
  column: string
  showLabel: string
  hideLabel: string
  render: (row: T) => ReactNode
  /** Keys of the records that are open when the list appears. */
  openAtFirst?: readonly string[]
}

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
`
/** The button is wider than its column: the arrow in its middle is what stands in line. */
const Chevron = styled('span')`
  display: flex;
  margin: 0 -6px;
`

const PLACEHOLDERS = 20
const PLACEHOLDERS_IN_SEARCH = 1

/**
 * The list that every search screen shows: a table, on a phone one card a record, with
 * placeholders, an empty text and, in their place, what failed with a way to try again.
 */
export function RecordList<T>(props: {
  /** The table's name: "Transactions", which "did not load" if it comes to that. */
  label: string
  columns: readonly TableColumn[]
  source: RecordSource<T>
  keyOf: (row: T) => string
  cells: (row: T) => Readonly<Record<string, ReactNode>>
  card: (row: T) => CardParts
  expansion?: Expansion<T> | undefined
  /** A search waits for one row, not for twenty. */
  isSearch: boolean
  empty: { title: string; text?: string; action?: ReactNode }
  /** Names this list's place, so that it is found again when the person comes back. */
  placeKey: string
}) {
  const { source, expansion } = props
  const isMobile = useIsMobile()
  const columns = useVisibleColumns(props.columns)
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set(expansion?.openAtFirst))
  const detailIds = useId()

  const toggle = (key: string) => {
    setOpened((before) => {
      const after = new Set(before)
      if (!after.delete(key)) after.add(key)
      return after
    })
  }

  const renderItem = (row: T) => {
    const key = props.keyOf(row)
    const isOpen = opened.has(key)
    const detailId = `${detailIds}${key.replaceAll(/\s/g, '-')}`
    const button = expansion && (
      <ExpandButton
        isOpen={isOpen}
        onToggle={() => toggle(key)}
        showLabel={expansion.showLabel}
        hideLabel={expansion.hideLabel}
        controls={detailId}
      />
    )
    const content = isOpen && expansion ? expansion.render(row) : null
    const inset = isMobile ? content : <Inset>{content}</Inset>
    const detail = isOpen ? { detail: inset, detailId } : {}
    if (isMobile) {
      const card = props.card(row)
      const foot = (card.foot !== undefined || button) && (
        <>
          {card.foot ?? <span />}
          {button}
        </>
      )
      return <RecordCard {...card} {...(foot ? { foot } : {})} {...detail} />
    }
    const cells = props.cells(row)
    const all = expansion ? { ...cells, [expansion.column]: <Chevron>{button}</Chevron> } : cells
    return <TableRow columns={columns} cells={all} isOpen={isOpen} {...detail} />
  }

  const list = (
    <InfiniteList
      key={props.placeKey}
      items={source.rows}
      keyOf={props.keyOf}
      renderItem={renderItem}
      onEnd={source.fetchMore}
      hasMore={source.hasMore}
      isFetching={source.isFetching}
      isLoading={source.isLoading}
      placeholderCount={props.isSearch ? PLACEHOLDERS_IN_SEARCH : PLACEHOLDERS}
      renderPlaceholder={() => (isMobile ? <CardBone /> : <RowBone columns={columns} />)}
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
      snapshotKey={props.placeKey}
    />
  )
  if (isMobile) return list
  return (
    <Table label={props.label} columns={columns} isBusy={source.isLoading}>
      {list}
    </Table>
  )
}

function RowBone({ columns }: { columns: readonly TableColumn[] }) {
  return (
    <TableRowPlaceholder
      columns={columns}
      renderBone={(column) => (column.isLabelHidden ? null : <Skeleton width="64%" />)}
    />
  )
}

function CardBone() {
  return (
    <Surface aria-hidden style={{ display: 'grid', gap: 12, padding: 16, marginBottom: 12 }}>
      <Skeleton width="40%" />
      <Skeleton width="56%" height={24} />
      <Skeleton width="80%" />
      <Skeleton width="48%" />
    </Surface>
  )
}
