import type { TableColumn } from '#src/records/list/table-columns.ts'

/** Below this width in px of the card, the root moves into the menu of its list. */
export const ROOT_FROM = 906
/** Below this width in px, each list is a card. */
export const CARDS_BELOW = 716

export const LIST_COLUMNS: readonly TableColumn[] = [
  { key: 'list', label: 'List', min: 176, grow: 1.3 },
  { key: 'frozen', label: 'Frozen', min: 150, grow: 1 },
  { key: 'tokens', label: 'Tokens', min: 156, align: 'end' },
  { key: 'root', label: 'Root', min: 172, startSlot: 16, dropBelow: ROOT_FROM },
  { key: 'actions', label: 'Actions', min: 156, isLabelHidden: true },
]
