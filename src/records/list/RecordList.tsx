import { useCallback, useId, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useFeature } from '#src/api/features.ts'
import { deviceZone } from '#src/domain/time/zone.ts'
import { RecordLinks } from '#src/records/cells/RecordLink.tsx'
import { ListHead } from '#src/records/head/ListHead.tsx'
import { useListTotal } from '#src/records/head/use-list-total.ts'
import {
  forOneProject,
  forPerson,
  type RecordDefinition,
  type RowContext,
} from '#src/records/record-definition.ts'
import type { Query } from '#src/session/address.ts'
import { live } from '#src/state/live.ts'
import { useMayWrite } from '#src/state/session.ts'
import { CheckBox } from '#src/ui/controls/CheckBox.tsx'
import { SharedTip } from '#src/ui/controls/SharedTip.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { InfiniteList } from '#src/ui/lists/InfiniteList.tsx'
import { styled } from '#src/ui/theme.ts'
import { CardsHead } from './CardsHead.tsx'
import { InCards, useIsCards } from './in-cards.ts'
import { NewRows, type Showing } from './NewRows.tsx'
import { CardSkeleton, RowSkeleton } from './record-skeletons.tsx'
import { RecordItem } from './RecordItem.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import type { Sorting } from './SortButton.tsx'
import { Table } from './Table.tsx'
import { useOpenedRows } from './use-opened-rows.ts'
import { usePagedList } from './use-paged-list.ts'
import { useRowSelection } from './use-row-selection.ts'

/** In line with the checkboxes of the rows. */
const Corner = styled('span')`
  display: flex;
  padding-left: 4px;
`

const NOT_CACHED = 'You are offline, and this list is not saved on this device.'

/** The first of each kind in the list. */
const SELECT = 'button[aria-pressed]'
const SELECT_ALL = '[role=checkbox]'

const PLACEHOLDERS = 20
const PLACEHOLDERS_IN_SEARCH = 1

/**
 * A list of records: a table, or one card per record where the table has no room. Shows placeholders
 * while it loads, a text when it is empty, and an error with a retry button.
 * `record` and `context` must be stable: all rows render again when one of them changes.
 */
export function RecordList<T extends object>(props: {
  record: RecordDefinition<T>
  context: RowContext<T>
  /** The search and the filter of the list's call. */
  query: Query
  /** Lists these projects instead of the selected ones. */
  projects?: readonly string[] | undefined
  sorting?: Sorting | undefined
  /** Keys of the rows that are open at first. */
  openAtFirst?: readonly string[] | undefined
  /** A search expects one row, so it shows one placeholder. */
  isSearch: boolean
  /** In a card of its own, below the card's title. */
  isBare?: boolean | undefined
  emptyText: string | undefined
}) {
  // Here and not in the page, which need not render again for each request.
  const list = usePagedList(props.record.list, props.query, props.projects)
  const isList = props.projects === undefined
  const isOneProject = isList && list.projects.length === 1
  const mayWrite = useMayWrite()
  const record = useMemo(
    () => forPerson(isOneProject ? forOneProject(props.record) : props.record, mayWrite),
    [isOneProject, props.record, mayWrite],
  )
  const context = useMemo(() => ({ ...props.context, isOneProject }), [isOneProject, props.context])
  const { columns } = record
  const total = useListTotal(
    isList ? record.head : undefined,
    record.list.call.path,
    props.query,
    list.projects,
  )
  const { idOf } = record.list
  const frame = useRef<HTMLDivElement>(null)
  const isCards = useIsCards(frame, record.cardsBelow)
  const [opened, toggle] = useOpenedRows(props.openAtFirst)
  const listId = useId()
  const { csv } = record
  const selection = useRowSelection(list.key, list.rows, idOf)
  const { ids, press, selected } = selection
  // Cards have checkboxes only while someone selects.
  const [isSelecting, setSelecting] = useState(false)
  const isSelectable = csv !== undefined && (isSelecting || !isCards)

  const zone = deviceZone()
  const view = useMemo(() => ({ record, context, zone }), [record, context, zone])
  const renderItem = useCallback(
    (row: T) => {
      const id = idOf(row)
      return (
        <RecordItem
          isCard={isCards}
          row={row}
          id={id}
          view={view}
          isOpen={opened.has(id)}
          detailsId={`${listId}${id.replaceAll(/\s/g, '-')}`}
          onToggle={toggle}
          {...(isSelectable ? { isSelected: ids.has(id), onSelect: press } : {})}
        />
      )
    },
    [idOf, opened, listId, toggle, isCards, view, isSelectable, ids, press],
  )

  // Rows are put before the others without moving what is read.
  const [isInserting, setInserting] = useState(false)
  const show = (showing: Showing) => {
    const top = frame.current?.getBoundingClientRect().top ?? 0
    void total?.query.refetch()
    // The button goes, and had the focus.
    frame.current?.focus({ preventScroll: true })
    if ('reload' in showing) {
      if (top < 0) scrollTo(0, 0)
      showing.reload()
      return
    }
    // At the start of the list, the new rows are what is read.
    if (top < 0 && showing.added > 0) setInserting(true)
    showing.merge()
  }
  const { sorting } = props
  const isByTime = sorting === undefined || sorting.sort === sorting.sorts[0]
  const { isOn } = useSnapshot(live)
  const isLive = useFeature('live') && isOn && isByTime

  const failure = list.isOfflineEmpty ? NOT_CACHED : list.failure
  const rows = (
    <InfiniteList
      key={list.key}
      items={list.rows}
      keyOf={idOf}
      renderItem={renderItem}
      onEnd={list.fetchMore}
      hasMore={list.hasMore}
      {...(isInserting ? { onInserted: () => setInserting(false) } : {})}
      isFetching={list.isFetching}
      isLoading={list.isLoading && !list.isOfflineEmpty}
      placeholderCount={props.isSearch ? PLACEHOLDERS_IN_SEARCH : PLACEHOLDERS}
      renderPlaceholder={() => (isCards ? <CardSkeleton /> : <RowSkeleton columns={columns} />)}
      empty={<EmptyState title={record.emptyTitle} text={props.emptyText} />}
      error={
        failure === null ? null : (
          <ErrorState
            title={`${record.label} did not load`}
            text={failure}
            onRetry={list.retry}
            isRetrying={list.isFetching}
          />
        )
      }
      // Cards and rows differ in height, so each keeps its own scroll position.
      snapshotKey={isCards ? `${list.key} cards` : list.key}
    />
  )
  const selectAll = isSelectable && (
    <CheckBox
      label="Select all loaded rows"
      isChecked={list.rows.length > 0 && selected.length === list.rows.length}
      isMixed={selected.length > 0 && selected.length < list.rows.length}
      onPress={selection.pressAll}
    />
  )
  const clear = () => {
    selection.clear()
    setSelecting(false)
    // The bar goes, and its button had the focus.
    const next = frame.current?.querySelector<HTMLElement>(isCards ? SELECT : SELECT_ALL)
    next?.focus({ preventScroll: true })
    // With mouse or touch, the user looks elsewhere.
    if (next?.matches(':focus-visible')) next.scrollIntoView({ block: 'nearest' })
  }
  return (
    <div
      ref={frame}
      className={isCards ? 'cards' : undefined}
      tabIndex={-1}
      style={{ boxShadow: 'none' }}
    >
      {total && (
        <ListHead
          total={total}
          query={record.list.toQuery?.(props.query) ?? props.query}
          projects={list.projects}
          isMasked={context.privacy}
        />
      )}
      {isLive && record.live && (
        <NewRows key={list.key} source={record.list} live={record.live} list={list} onShow={show} />
      )}
      <RecordLinks>
        <InCards value={isCards}>
          {isCards ? (
            <>
              <CardsHead
                sorting={props.sorting}
                isSelecting={isSelecting}
                onSelect={csv && (() => (isSelecting ? clear() : setSelecting(true)))}
              />
              {rows}
            </>
          ) : (
            <Table
              label={record.label}
              columns={columns}
              isBusy={list.isLoading && !list.isOfflineEmpty}
              isBare={props.isBare}
              sorting={props.sorting}
              corner={selectAll && <Corner>{selectAll}</Corner>}
            >
              {/* Another list: a shown tip goes with its row. */}
              <SharedTip key={list.key}>{rows}</SharedTip>
            </Table>
          )}
        </InCards>
      </RecordLinks>
      {csv && (selected.length > 0 || (isCards && isSelecting)) && (
        <SelectionBar
          rows={selected}
          csv={csv}
          isMasked={context.privacy}
          start={isCards && selectAll}
          onClear={clear}
        />
      )}
    </div>
  )
}
