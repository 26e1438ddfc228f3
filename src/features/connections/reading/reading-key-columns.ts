import type { TableColumn } from '#src/records/list/table-columns.ts'

export const READING_KEY_COLUMNS: readonly TableColumn[] = [
  { key: 'name', label: 'Name', min: 140, grow: 6 },
  { key: 'reads', label: 'Reads', min: 152, grow: 6 },
  { key: 'expires', label: 'Expires', min: 104, grow: 5 },
  { key: 'used', label: 'Last used', min: 116, grow: 5 },
  { key: 'actions', label: 'Actions', min: 76, align: 'end', isLabelHidden: true },
]

/** Below this table width in px, each key is a card. */
export const CARDS_BELOW = 660
