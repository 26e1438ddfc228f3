import { ChevronDown, ChevronRight, ChevronUp } from 'lucide-react'
import { Fragment, memo, type ReactNode } from 'react'
import { IconButton } from '#src/ui/IconButton.tsx'
import { styled } from '#src/ui/theme.ts'
import { Fact } from './Facts.tsx'
import {
  EXPAND_COLUMN,
  type Dropped,
  type RecordLayout,
  type RowContext,
} from './record-definition.ts'
import { RecordCard } from './RecordCard.tsx'
import { below, WIDE_PX } from './table-columns.ts'
import { TableRow, visibleBelow } from './Table.tsx'

/** What all rows of a list share. A row renders again only when this object changes. */
interface RowView<T> {
  record: RecordLayout<T>
  context: RowContext<T>
  /** The device's time zone: every formatted time depends on it. */
  zone: string
}

interface RecordItemProps<T> {
  row: T
  id: string
  view: RowView<T>
  isOpen: boolean
  /** The element id of the details. */
  detailsId: string
  onToggle: (id: string) => void
}

/** Aligns the details with the second column. */
const Inset = styled('div')`
  padding-left: 32px;
  ${below(WIDE_PX, 'padding-left: 28px;')}
`
/** The button is wider than its column: its icon is what lines up. */
const Chevron = styled('span')`
  display: flex;
  margin: 0 -6px;
`

function Row<T>(props: RecordItemProps<T>) {
  const { row, id, view, isOpen, detailsId } = props
  const { columns, details } = view.record
  const cells = new Map<string, ReactNode>(
    columns.map(({ key, cell }) => [key, cell(row, view.context)]),
  )
  cells.set(
    EXPAND_COLUMN,
    <Chevron>
      <ExpandButton {...props} open={ChevronDown} closed={ChevronRight} />
    </Chevron>,
  )
  const dropped: Dropped = (key) => {
    const column = columns.find((each) => each.key === key)
    return column?.dropBelow === undefined ? null : (
      <Fact key={key} label={column.label} className={visibleBelow(column.dropBelow)}>
        {cells.get(key)}
      </Fact>
    )
  }
  return (
    <TableRow
      columns={columns}
      cells={cells}
      isOpen={isOpen}
      detail={isOpen && <Inset key={id}>{details?.(row, dropped)}</Inset>}
      detailId={detailsId}
    />
  )
}

const notDropped: Dropped = () => null

function Card<T>(props: RecordItemProps<T>) {
  const { row, id, view, isOpen, detailsId } = props
  const { card, details } = view.record
  const parts = card(row, view.context)
  return (
    <RecordCard
      {...parts}
      foot={
        <>
          {parts.foot}
          {details && <ExpandButton {...props} open={ChevronUp} closed={ChevronDown} />}
        </>
      }
      detail={isOpen && <Fragment key={id}>{details?.(row, notDropped)}</Fragment>}
      detailId={detailsId}
    />
  )
}

type Chevrons = { open: typeof ChevronDown; closed: typeof ChevronDown }

function ExpandButton<T>(props: RecordItemProps<T> & Chevrons) {
  const { id, isOpen, detailsId } = props
  const { detailsLabel = 'Details' } = props.view.record
  return (
    <IconButton
      label={`${isOpen ? 'Hide' : 'Show'} ${detailsLabel.toLowerCase()}`}
      icon={isOpen ? props.open : props.closed}
      tooltip={false}
      aria-expanded={isOpen}
      {...(isOpen ? { 'aria-controls': detailsId } : {})}
      onClick={() => props.onToggle(id)}
    />
  )
}

function Item<T>({ isCard, ...props }: RecordItemProps<T> & { isCard: boolean }) {
  return isCard ? <Card {...props} /> : <Row {...props} />
}

/** One record: a table row or a card, with the details while it is open. */
// memo() drops the type parameter; the component itself is unchanged.
export const RecordItem = memo(Item) as typeof Item
