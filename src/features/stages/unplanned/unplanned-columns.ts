import type { TableColumn } from '#src/records/list/table-columns.ts'

const NAME: TableColumn = { key: 'name', label: 'Name', min: 212, grow: 1.4 }
const SUMS: readonly TableColumn[] = [
  { key: 'sold', label: 'Sold', min: 112, grow: 1, align: 'end' },
  { key: 'raised', label: 'Raised', min: 112, grow: 1, align: 'end' },
]

/** For who may not change the plan. */
export const READ_COLUMNS: readonly TableColumn[] = [NAME, ...SUMS]

export const UNPLANNED_COLUMNS: readonly TableColumn[] = [
  ...READ_COLUMNS,
  { key: 'actions', label: 'Actions', min: 228, isLabelHidden: true },
]
/** Below this width in px, each name is a card. */
export const UNPLANNED_CARDS_BELOW = 728

export const PROPOSAL_COLUMNS: readonly TableColumn[] = [
  { key: 'stage', label: 'Stage', min: 112, grow: 1 },
  { key: 'price', label: 'Usual price', min: 84, grow: 0.6, align: 'end' },
  { key: 'sold', label: 'Sold', min: 120, grow: 1, align: 'end' },
  { key: 'first', label: 'First purchase', min: 132, grow: 1, startSlot: 24 },
  { key: 'last', label: 'Last purchase', min: 108, grow: 1 },
]
/** The same of the proposal of a plan. */
export const PROPOSAL_CARDS_BELOW = 628
