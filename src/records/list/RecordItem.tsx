import { ChevronDown, ChevronUp } from 'lucide-react'
import { Fragment, memo, type ReactNode } from 'react'
import { Fact } from '#src/records/page/Facts.tsx'
import {
  EXPAND_COLUMN,
  type Dropped,
  type RecordLayout,
  type RowContext,
} from '#src/records/record-definition.ts'
import { CheckBox } from '#src/ui/controls/CheckBox.tsx'
import { iconImage } from '#src/ui/controls/icon-image.ts'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { styled } from '#src/ui/theme.ts'
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
  /** Undefined for a row that can't be selected. */
  isSelected?: boolean | undefined
  onSelect?: ((id: string, isRange: boolean) => void) | undefined
}

/** Aligns the details with the second column. */
const Inset = styled('div')<{ $by: number }>`
  padding-left: ${(p) => p.$by + 16}px;
  ${(p) => below(WIDE_PX, `padding-left: ${p.$by + 12}px;`)}
`

function Row<T>(props: RecordItemProps<T>) {
  const { row, id, view, isOpen, detailsId } = props
  const { columns, details } = view.record
  const cells = new Map<string, ReactNode>(
    columns.map(({ key, cell }) => [key, cell(row, view.context)]),
  )
  cells.set(
    EXPAND_COLUMN,
    <>
      {props.isSelected !== undefined && <RowCheckBox {...props} />}
      <ExpandButton {...props} />
    </>,
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
      isSelected={props.isSelected}
      detail={
        isOpen && (
          <Inset key={id} $by={columns[0]?.min ?? 0}>
            {details?.(row, dropped)}
          </Inset>
        )
      }
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
      start={props.isSelected !== undefined && <RowCheckBox {...props} />}
      foot={
        details ? (
          <>
            {parts.foot}
            <ExpandButton {...props} isCard />
          </>
        ) : (
          parts.foot
        )
      }
      detail={isOpen && <Fragment key={id}>{details?.(row, notDropped)}</Fragment>}
      detailId={detailsId}
    />
  )
}

function RowCheckBox<T>({ id, isSelected = false, onSelect }: RecordItemProps<T>) {
  return (
    <CheckBox
      label={`Select row ${id}`}
      isChecked={isSelected}
      onPress={(isRange) => onSelect?.(id, isRange)}
    />
  )
}

function ExpandButton<T>(props: RecordItemProps<T> & { isCard?: boolean }) {
  const { id, isOpen, detailsId, isCard } = props
  const { detailsLabel = 'Details' } = props.view.record
  return (
    <IconButton
      label={`${isOpen ? 'Hide' : 'Show'} ${detailsLabel.toLowerCase()}`}
      icon={isCard ? (isOpen ? ChevronUp : ChevronDown) : null}
      className={isCard ? undefined : iconImage(isOpen ? 'chevron-down' : 'chevron-right', 'sm')}
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
