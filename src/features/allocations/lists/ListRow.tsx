import type { ReactNode } from 'react'
import type { TableColumn } from '#src/records/list/table-columns.ts'
import { cellClass, gridOf } from '#src/records/list/Table.tsx'
import { styled } from '#src/ui/theme.ts'
import type { AllocationList } from '#src/wire/allocation-lists.ts'
import {
  frozenAt,
  ListName,
  ListProgress,
  ListRoot,
  ListTokens,
  ListWallets,
  RunningFile,
  WithdrawnText,
} from './list-cells.tsx'
import { LIST_COLUMNS, ROOT_FROM } from './list-columns.ts'
import { ListDownload } from './ListDownload.tsx'
import { ListMenu } from './ListMenu.tsx'
import type { ListFiles } from './use-list-files.ts'

const Row = styled('div')`
  display: grid;
  ${gridOf(LIST_COLUMNS)}
  align-items: center;
  row-gap: 6px;
  min-height: 60px;
  padding: 9px 20px 10px;
  border-top: 1px solid var(--line);
  transition: background var(--d-1);
  &:hover {
    background: color-mix(in srgb, var(--surface-2) 60%, transparent);
  }
  &[aria-current] {
    background: var(--surface-2);
    box-shadow: inset 2px 0 0 var(--accent);
  }
  & > .state {
    grid-column: 3 / -1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & > .whole {
    grid-column: 1 / -1;
    font: var(--t-small);
    color: var(--text-3);
    overflow-wrap: anywhere;
  }
`
const Lines = styled('div')`
  display: grid;
  & > small {
    font: var(--t-small);
    color: var(--text-3);
  }
`
const Side = styled('div')`
  display: flex;
  align-items: center;
  justify-content: flex-end;
  gap: 4px;
`
const Root = styled('div')`
  display: flex;
  align-items: center;
  gap: 6px;
`

export interface ListItemProps {
  list: AllocationList
  files: ListFiles
  isMasked: boolean
  /** The page's URL names it. */
  isMarked: boolean
  /** In px of the card. */
  width: number
  onWithdraw: (list: AllocationList) => void
}

const byKey = new Map(LIST_COLUMNS.map((column) => [column.key, column]))

function Cell({ of, children }: { of: string; children: ReactNode }) {
  const column: TableColumn | undefined = byKey.get(of)
  if (column === undefined) return null
  return (
    <div role="cell" className={cellClass(column)} style={{ paddingLeft: column.startSlot }}>
      {children}
    </div>
  )
}

export const bringIntoView = (element: HTMLElement | null) =>
  element?.scrollIntoView({ block: 'center' })

/** Whether a list has sums, a root and files. */
export const hasSums = ({ state }: AllocationList) => state === 'ready' || state === 'withdrawn'

/** A list as a row of two lines. */
export function ListRow(props: ListItemProps) {
  const { list, files, isMasked, isMarked } = props
  const isRunning = files.running?.list.id === list.id
  return (
    <Row
      role="row"
      ref={isMarked ? bringIntoView : undefined}
      {...(isMarked ? { 'aria-current': true } : {})}
    >
      <Cell of="list">
        <Lines>
          <ListName list={list} />
          <small className="trunc" title={list.note ?? undefined}>
            {list.note ?? 'No note'}
          </small>
        </Lines>
      </Cell>
      <Cell of="frozen">
        <Lines>
          <span className="num t2">{frozenAt(list)}</span>
          <small className="trunc" title={list.made_by}>
            {list.made_by}
          </small>
        </Lines>
      </Cell>
      {hasSums(list) ? (
        <>
          <Cell of="tokens">
            <Lines className={list.state === 'withdrawn' ? 't2' : undefined}>
              <ListTokens list={list} isMasked={isMasked} />
              <small>
                <ListWallets list={list} isMasked={isMasked} />
              </small>
            </Lines>
          </Cell>
          <Cell of="root">
            <Root>
              <ListRoot list={list} />
            </Root>
          </Cell>
          <Cell of="actions">
            <Side>
              <ListDownload list={list} files={files} />
              <ListMenu
                list={list}
                hasRoot={props.width < ROOT_FROM}
                onWithdraw={props.onWithdraw}
              />
            </Side>
          </Cell>
        </>
      ) : (
        <div role="cell" className="state" aria-colspan={LIST_COLUMNS.length - 2}>
          <ListProgress list={list} isMasked={isMasked} />
        </div>
      )}
      {list.state === 'withdrawn' && (
        <div role="cell" className="whole" aria-colspan={LIST_COLUMNS.length}>
          <WithdrawnText list={list} />
        </div>
      )}
      {isRunning && (
        <div role="cell" className="whole" aria-colspan={LIST_COLUMNS.length}>
          <RunningFile files={files} />
        </div>
      )}
    </Row>
  )
}
