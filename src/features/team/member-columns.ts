import type { TableColumn } from '#src/records/table-columns.ts'

function columnsOf(seenBelow: number, factor: readonly TableColumn[]): readonly TableColumn[] {
  return [
    { key: 'person', label: 'Person', min: 200, grow: 6 },
    { key: 'role', label: 'Role', min: 88, grow: 1 },
    { key: 'projects', label: 'Projects', min: 120, grow: 5 },
    ...factor,
    { key: 'status', label: 'Status', min: 88, grow: 1 },
    { key: 'seen', label: 'Last seen', min: 88, dropBelow: seenBelow },
    { key: 'act', label: 'Actions', min: 28, isLabelHidden: true },
  ]
}

export const PLAIN_LAYOUT = { columns: columnsOf(712, []), seenBelow: 712, cardsBelow: 612 }
/** For a server with second factors. */
export const WITH_FACTOR_LAYOUT = {
  columns: columnsOf(836, [{ key: 'factor', label: 'Second factor', min: 112 }]),
  seenBelow: 836,
  cardsBelow: 736,
}
