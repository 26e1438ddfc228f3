import { useId, useMemo, useRef } from 'react'
import { deviceZone } from '#src/domain/time/zone.ts'
import { forPerson, type RecordLayout, type RowContext } from '#src/records/record-definition.ts'
import { useMayWrite } from '#src/state/session.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { InCards, useIsCards } from './in-cards.ts'
import { RowSkeleton } from './record-skeletons.tsx'
import { RecordItem } from './RecordItem.tsx'
import { Table } from './Table.tsx'
import { useOpenedRows } from './use-opened-rows.ts'

const PLACEHOLDERS = ['first', 'second', 'third']

/**
 * A short list that is loaded as a whole, in a card with a title: a table, or one card per record
 * where the table has no room. `record` and `context` must be stable.
 */
export function WholeList<T extends object>(props: {
  record: RecordLayout<T>
  context: RowContext<T>
  /** Undefined shows placeholders. */
  rows: readonly T[] | undefined
  idOf: (row: T) => string
}) {
  const { context, rows, idOf } = props
  const mayWrite = useMayWrite()
  const record = useMemo(() => forPerson(props.record, mayWrite), [props.record, mayWrite])
  const frame = useRef<HTMLDivElement>(null)
  const isCards = useIsCards(frame, record.cardsBelow)
  const [opened, toggle] = useOpenedRows()
  const listId = useId()
  const zone = deviceZone()
  const view = useMemo(() => ({ record, context, zone }), [record, context, zone])
  const items = rows?.map((row) => {
    const id = idOf(row)
    return (
      <RecordItem
        key={id}
        isCard={isCards}
        row={row}
        id={id}
        view={view}
        isOpen={opened.has(id)}
        detailsId={`${listId}${id}`}
        onToggle={toggle}
      />
    )
  })
  const placeholders = PLACEHOLDERS.map((name) => (
    <RowSkeleton key={name} columns={record.columns} />
  ))
  return (
    <div ref={frame} className={isCards && items ? 'cards' : undefined}>
      <InCards value={isCards}>
        {isCards ? (
          (items ?? <CardPlaceholder />)
        ) : (
          <Table label={record.label} columns={record.columns} isBusy={!items} isBare>
            {items ?? placeholders}
          </Table>
        )}
      </InCards>
    </div>
  )
}

function CardPlaceholder() {
  return (
    <div aria-busy="true" style={{ display: 'grid', gap: 12, padding: '0 16px 16px' }}>
      <Skeleton width="40%" />
      <Skeleton width="80%" />
      <Skeleton width="48%" />
    </div>
  )
}
