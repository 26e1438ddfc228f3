import type { TableColumn } from '#src/records/list/table-columns.ts'
import { EXPAND_COLUMN } from '#src/records/record-definition.ts'

/** Below this width in px, each stage is a card: the columns that never drop, with their gaps. */
export const CARDS_BELOW = 656

/** In the order of the sale, without sorting: the order is its meaning. */
export const STAGE_COLUMNS: readonly TableColumn[] = [
  { key: EXPAND_COLUMN, label: 'Details', min: 16, isLabelHidden: true },
  { key: 'stage', label: 'Stage', min: 184, grow: 1.2 },
  { key: 'price', label: 'Price', min: 108, grow: 0.8, align: 'end', dropBelow: 792 },
  { key: 'sold', label: 'Sold', min: 132, grow: 1, align: 'end' },
  { key: 'share', label: 'Share', min: 104, grow: 1, align: 'end' },
  { key: 'raised', label: 'Raised', min: 124, grow: 1, align: 'end', dropBelow: 928 },
  { key: 'buyers', label: 'Buyers', min: 64, grow: 0.5, align: 'end', dropBelow: 1032 },
  { key: 'off', label: 'Off the plan', min: 148, grow: 1, startSlot: 8 },
]
