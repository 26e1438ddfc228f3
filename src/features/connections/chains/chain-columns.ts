import type { TableColumn } from '#src/records/list/table-columns.ts'

/** Below this width in px of the panel, the node and the number of receivers have no column. */
export const NODE_FROM = 960
/** Below this width in px, each chain is a card. */
export const CARDS_BELOW = 632

export const CHAIN_COLUMNS: readonly TableColumn[] = [
  { key: 'chain', label: 'Chain', min: 136, grow: 1.2 },
  { key: 'state', label: 'State', min: 104, grow: 0.6 },
  { key: 'node', label: 'Node', min: 160, grow: 1.4, dropBelow: NODE_FROM },
  { key: 'tokens', label: 'Tokens', min: 132, grow: 1.2 },
  { key: 'receivers', label: 'Receivers', min: 72, align: 'end', dropBelow: NODE_FROM },
  { key: 'scanned', label: 'Scanned block', min: 144, align: 'end' },
  { key: 'actions', label: 'Actions', min: 28, isLabelHidden: true },
]
