import { memo, type CSSProperties, type ReactNode } from 'react'
import { InTable } from '#src/ui/lists/InfiniteList.tsx'
import { Surface } from '#src/ui/Surface.ts'
import { css, styled } from '#src/ui/theme.ts'
import { ariaSort, SortButton, type Sorting } from './SortButton.tsx'
import { below, ROW_PADDING_PX, rowGrid, type TableColumn } from './table-columns.ts'

// Columns are dropped by the table's own width, not by the window's.
const Root = styled(Surface)<{ $isBare: boolean }>`
  container: list / inline-size;
  ${(p) => (p.$isBare ? 'border: 0; border-radius: 0; background: none;' : '')}
`
const Row = styled('div')<{
  $columns: readonly TableColumn[]
  $isHead?: boolean
  $isOpen?: boolean
  $isSelected?: boolean
}>`
  display: grid;
  ${(p) => gridOf(p.$columns)}
  align-items: center;
  width: 100%;
  min-height: ${(p) => (p.$isHead ? '40px' : '48px')};
  padding: 0 ${ROW_PADDING_PX}px;
  ${(p) =>
    p.$isHead
      ? 'color: var(--text-3); font: var(--t-small); font-weight: 500;'
      : 'border-top: 1px solid var(--line); transition: background var(--d-1);'}
  ${(p) => (p.$isOpen || p.$isSelected ? 'background: var(--surface-2);' : '')}
  &:hover {
    ${(p) =>
      p.$isHead || p.$isOpen || p.$isSelected
        ? ''
        : 'background: color-mix(in srgb, var(--surface-2) 60%, transparent);'}
  }
`
// Classes instead of components, because a screen of rows has hundreds of cells.
const cell = css`
  min-width: 0;
  white-space: nowrap;
  overflow-wrap: normal;
  & > * {
    min-width: 0;
    max-width: 100%;
  }
  & > .trunc {
    display: block;
  }
`
const endCell = css`
  display: flex;
  justify-content: flex-end;
  text-align: end;
  font-variant-numeric: tabular-nums;
`
const Detail = styled('div')<{ $isFlush: boolean }>`
  padding: ${(p) => (p.$isFlush ? '0' : '16px 20px 20px')};
  background: var(--bg);
  border-top: 1px solid var(--line);
  /* The corners of the table, if its last row is open. */
  [data-row]:last-child > [role='row']:last-child > & {
    border-radius: 0 0 11px 11px;
  }
`

const grids = new WeakMap<readonly TableColumn[], string>()

/** The CSS grid of a set of columns, computed once: each row uses it. */
export function gridOf(columns: readonly TableColumn[]): string {
  const cached = grids.get(columns)
  if (cached !== undefined) return cached
  const grid = rowGrid(columns)
  grids.set(columns, grid)
  return grid
}

/** The classes of a cell in a column. */
export function cellClass({ align, dropBelow }: TableColumn): string {
  const classes = [cell]
  if (align === 'end') classes.push(endCell)
  if (dropBelow !== undefined) classes.push(hiddenBelow(dropBelow))
  return classes.join(' ')
}

const rowClasses = new WeakMap<TableColumn, string>()

/** The same of a cell below the header. */
function rowCellClass(column: TableColumn): string {
  let found = rowClasses.get(column)
  if (found === undefined) {
    found = cellClass(column)
    if (column.cellClass !== undefined) found += ` ${column.cellClass}`
    rowClasses.set(column, found)
  }
  return found
}

const hidden = new Map<number, string>()

/** A class that hides an element below a table width in px. */
export function hiddenBelow(width: number): string {
  let name = hidden.get(width)
  if (name === undefined) {
    name = css`
      ${below(width, 'display: none;')}
    `
    hidden.set(width, name)
  }
  return name
}

const visible = new Map<number, string>()

/** A class that shows an element only below a table width in px: the value of a dropped column. */
export function visibleBelow(width: number): string {
  let name = visible.get(width)
  if (name === undefined) {
    name = css`
      display: none;
      ${below(width, 'display: block;')}
    `
    visible.set(width, name)
  }
  return name
}

/** A table of records: a header row, then the rows in `children`. */
export function Table(props: {
  label: string
  columns: readonly TableColumn[]
  isBusy?: boolean | undefined
  /** In a card of its own, below the card's title. */
  isBare?: boolean | undefined
  sorting?: Sorting | undefined
  /** In the header of the first column, instead of its label. */
  corner?: ReactNode
  children: ReactNode
}) {
  return (
    <Root
      as="div"
      role="table"
      $isBare={props.isBare ?? false}
      aria-label={props.label}
      aria-busy={props.isBusy ?? false}
    >
      <TableHead columns={props.columns} sorting={props.sorting} corner={props.corner} />
      <InTable value>{props.children}</InTable>
    </Root>
  )
}

interface HeadProps {
  columns: readonly TableColumn[]
  sorting: Sorting | undefined
  corner: ReactNode
}

const TableHead = memo(({ columns, sorting, corner }: HeadProps) => (
  <Row role="row" $columns={columns} $isHead>
    {columns.map((column, index) => {
      const sort = ariaSort(column.key, sorting)
      return (
        <div
          key={column.key}
          role="columnheader"
          className={cellClass(column)}
          style={outsetOf(column)}
          {...(sort === undefined ? {} : { 'aria-sort': sort })}
        >
          {index === 0 && corner}
          <span
            className={column.isLabelHidden ? 'sr' : 'trunc'}
            style={{ paddingLeft: column.startSlot, paddingRight: column.endSlot }}
          >
            {sorting && sort !== undefined ? (
              <SortButton
                {...sorting}
                column={column.key}
                label={column.label}
                isEnd={column.align === 'end'}
              />
            ) : (
              column.label
            )}
          </span>
        </div>
      )
    })}
  </Row>
))

/** A column that begins in the padding of its row. */
function outsetOf({ outset }: TableColumn) {
  return outset === undefined ? undefined : { marginLeft: -outset }
}

const starts = new WeakMap<TableColumn, CSSProperties>()

/** Where the cells of a column begin: one object for all rows, whose styles then need no comparison. */
function startOf(column: TableColumn): CSSProperties {
  let found = starts.get(column)
  if (found === undefined) {
    found = { paddingLeft: column.startSlot, ...outsetOf(column) }
    starts.set(column, found)
  }
  return found
}

/** One record. `detail` shows in a second row below it while it is open. */
export function TableRow(props: {
  columns: readonly TableColumn[]
  /** By column key. */
  cells: ReadonlyMap<string, ReactNode>
  isOpen?: boolean | undefined
  isSelected?: boolean | undefined
  detail?: ReactNode
  /** Whether the detail reaches the edges of the table, such as rows with the same columns. */
  isDetailFlush?: boolean | undefined
  detailId?: string | undefined
}) {
  const { columns, isOpen } = props
  return (
    <>
      <Row
        role="row"
        $columns={columns}
        $isOpen={isOpen ?? false}
        $isSelected={props.isSelected ?? false}
      >
        {columns.map((column) => (
          <div
            key={column.key}
            role="cell"
            className={rowCellClass(column)}
            style={startOf(column)}
          >
            {props.cells.get(column.key)}
          </div>
        ))}
      </Row>
      {isOpen && (
        <div role="row" id={props.detailId}>
          <Detail role="cell" aria-colspan={columns.length} $isFlush={props.isDetailFlush ?? false}>
            {props.detail}
          </Detail>
        </div>
      )}
    </>
  )
}

/** A row that is still loading: as high as a record, and hidden from assistive technology. */
export function TableRowPlaceholder(props: {
  columns: readonly TableColumn[]
  renderPlaceholder: (column: TableColumn) => ReactNode
}) {
  return (
    <Row aria-hidden $columns={props.columns}>
      {props.columns.map((column) => (
        <div key={column.key} className={cellClass(column)} style={outsetOf(column)}>
          {props.renderPlaceholder(column)}
        </div>
      ))}
    </Row>
  )
}
