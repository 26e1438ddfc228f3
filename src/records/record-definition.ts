import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import type { SearchField } from '#src/domain/sale/search-rules.ts'
import { GAP_PX, ROW_PADDING_PX, type TableColumn } from '#src/records/list/table-columns.ts'
import type { PagedListSource } from '#src/records/list/use-paged-list.ts'
import type { Query } from '#src/session/address.ts'
import { css } from '#src/ui/theme.ts'
import type { Call } from '#src/wire/call.ts'
import type { Feature } from '#src/wire/features.ts'
import type { LiveKind } from '#src/wire/live.ts'
import type { Total } from '#src/wire/paging.ts'
import type { SortOrder } from '#src/wire/paging.ts'

/** What a row shows besides its record. Rows render again when it changes. */
export interface RowContext<T> {
  /** CSS colours by project name. */
  colours: ReadonlyMap<string, string>
  privacy: boolean
  now: Date
  /** All rows are of one project, so they need not name it. */
  isOneProject?: boolean
  /** What the button in a row does. */
  onAction: (row: T) => void
}

export interface RecordColumn<T> extends TableColumn {
  /** What differs in a list of one project. */
  inOneProject?: Partial<TableColumn>
  cell: (row: T, context: RowContext<T>) => ReactNode
  /** Holds only buttons that change something: people who only look have no such column. */
  isWrite?: true
}

/** The parts of a record's card on a phone. */
export interface CardParts {
  /** The record's name for assistive technology. */
  label: string
  head: ReactNode
  /** The first line is the lead line; its content sets its size. */
  lines: readonly { start: ReactNode; end?: ReactNode }[]
  foot: ReactNode
  /** The foot is the last line, without a line above it. */
  isFootPlain?: boolean
}

/**
 * Renders a column that the table drops at some width as a fact of the opened row, visible at those
 * widths only. Renders nothing in a list of cards, which show all values themselves.
 */
export type Dropped = (column: string) => ReactNode

export interface RecordSearchField {
  /** The parameter of the page's URL. */
  name: SearchField
  /** The parameter of the API call; `name` unless given. */
  param?: string
  label: string
  placeholder: string
  /** Without it the server does not search by this field. */
  needs?: Feature
}

interface FilterOption {
  value: string
  label: string
  /** Stands before the label. */
  mark?: ReactNode
  /** The parameter of the page's URL that has this value; the filter's unless given. */
  param?: string
}

/** A filter in a list's toolbar. Without a value it leaves the list as it is. */
export interface ListFilter {
  /** The parameter of the page's URL, and of the API call unless `toQuery` is given. */
  name: string
  /** All options stand in a row and one is chosen; without it, several are chosen in a menu. */
  isSingle?: true
  /** One is chosen in a menu, not several. */
  isOne?: true
  /** Only links choose it: its values show with a button that removes them. */
  isLinked?: true
  /** Its first option is a switch, named as the filter. */
  isSwitch?: true
  /** "Status" */
  label: string
  /** The first option, which chooses no value: "All statuses". */
  allLabel: string
  options: readonly FilterOption[]
  /** Whether the API call takes a value of the URL; any value unless given. */
  accepts?: ((value: string) => boolean) | undefined
  /** What the chosen values ask of the API call; its own parameter with these values unless given. */
  toQuery?: (values: readonly string[]) => Query
}

/** An order of a list. */
export interface ListSort {
  /** The key of the column whose header chooses it; null for a default order that no column shows. */
  column: string | null
  /** The `sort` parameter of the page's URL and of the API call. */
  by: string
  order: SortOrder
  /** "Newest first" */
  label: string
}

/** A record as a line of a CSV. Amounts are exact, times are instants in UTC. */
export interface RecordCsv<T> {
  fileName: string
  columns: readonly { head: string; value: (row: T) => string | null }[]
}

/** What stands above a list: how many rows its filters hold, what they come to, and a file of them all. */
export interface ListHeadDefinition {
  total: TotalCall
  /** The file of all rows; absent where a dialog of the page makes it. */
  csv?: { call: CsvCall; name: string }
  /** What one row is called: "purchase". */
  noun: string
  /** The sums to show, in this order. */
  sums: readonly ('usd' | 'tokens')[]
  /** What the dollars are, after the amount: "paid". */
  usdSuffix?: string
  /** What the sums leave out. */
  note?: string
}

type Filtered = Call & { params?: never; body?: never; query: z.ZodMiniType }
export type TotalCall = Filtered & { response: z.ZodMiniType<Total> }
export type CsvCall = Filtered & { response: 'text/csv' }

/** How the records of one kind are shown: as rows of a table, or as cards. */
export interface RecordLayout<T> {
  /** The accessible name of the table: "Transactions". */
  label: string
  columns: readonly RecordColumn<T>[]
  /** Below this table width in px, each record is a card. */
  cardsBelow: number
  card: (row: T, context: RowContext<T>) => CardParts
  /** What the expand button shows and hides: "Details" unless given. */
  detailsLabel?: string
  /** Without it a record can't be expanded. */
  details?: (row: T, dropped: Dropped) => ReactNode
}

/** Everything that a list page needs to know about one kind of record. */
export interface RecordDefinition<T> extends RecordLayout<T> {
  /** The API call, its validation and the rows' keys. */
  list: PagedListSource<T>
  /** Two fields show a select beside the search box. */
  search?: readonly RecordSearchField[]
  /** The orders of the list, the default first. */
  sorts?: readonly ListSort[]
  /** Without it the server has neither the page's filters nor the orders. */
  filtersNeed?: Feature
  /** The same of the orders alone. */
  sortsNeed?: Feature
  /** Needs the feature `exports`, and so does the period in the toolbar that comes with it. */
  head?: ListHeadDefinition
  /** What a selection of records copies and downloads; without it none can be selected. */
  csv?: RecordCsv<T>
  isNewestFirst: boolean
  /** The changes that can add or change records, and what a record is called: "purchase". */
  live?: { kinds: readonly LiveKind[]; noun: string }
  /** What one record is called, where a URL can name one: "bonus code". */
  one?: string
  emptyTitle: string
  /** What fills an empty list, as a sentence. */
  filledBy: string
}

/** The column of the expand button. */
export const EXPAND_COLUMN = 'expand'

/** The button is wider than its column: its icon is what lines up. */
const expandOnly = css`
  display: flex;
  & > button {
    max-width: none;
    margin: 0 -6px;
  }
`
/** Both targets are 24 px wide, one beside the other. */
const selectAndExpand = css`
  display: flex;
  padding-left: 4px;
  & > button {
    width: 24px;
    height: 28px;
    max-width: none;
  }
`

/** Completes a definition with the column of the expand button. */
export function defineRecord<T>(
  definition: RecordDefinition<T> & Required<Pick<RecordLayout<T>, 'details'>>,
): typeof definition & { detailsLabel: string } {
  const layout = defineLayout<T>(definition, definition.csv !== undefined)
  return { ...definition, ...layout, details: definition.details }
}

const PROJECT_COLUMN = 'project'

/** The definition for a list of one project: without its column, whose room the other columns keep. */
export function forOneProject<T>(record: RecordDefinition<T>): RecordDefinition<T> {
  const project = record.columns.find(({ key }) => key === PROJECT_COLUMN)
  if (project === undefined) return record
  const room = project.min + GAP_PX
  const columns = record.columns.flatMap((column) => {
    if (column === project) return []
    const { dropBelow } = column
    const moved = dropBelow === undefined ? column : { ...column, dropBelow: dropBelow - room }
    return [{ ...moved, ...column.inOneProject }]
  })
  return { ...record, columns, cardsBelow: record.cardsBelow - room }
}

/** The layout for this person: without the columns of buttons that they would be refused. */
export function forPerson<T, Layout extends RecordLayout<T>>(
  layout: Layout & RecordLayout<T>,
  mayWrite: boolean,
): Layout {
  if (mayWrite) return layout
  return { ...layout, columns: layout.columns.filter(({ isWrite }) => !isWrite) }
}

/** The same for records that no page lists. */
export function defineLayout<T>(
  layout: RecordLayout<T>,
  isSelectable = false,
): RecordLayout<T> & { detailsLabel: string } {
  const { detailsLabel = 'Details', columns } = layout
  const expand: RecordColumn<T> = {
    key: EXPAND_COLUMN,
    label: detailsLabel,
    // The checkbox stands in the row's padding.
    ...(isSelectable ? { min: 24, outset: ROW_PADDING_PX } : { min: 16 }),
    cellClass: isSelectable ? selectAndExpand : expandOnly,
    isLabelHidden: true,
    cell: () => null,
  }
  return { ...layout, detailsLabel, columns: [expand, ...columns] }
}
