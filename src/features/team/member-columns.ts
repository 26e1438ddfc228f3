import type { TableColumn } from '#src/records/list/table-columns.ts'

/** The columns, and below which table width in px the last of them goes into the first one. */
export interface MemberLayout {
  columns: readonly TableColumn[]
  seenBelow: number
  factorBelow: number
  cardsBelow: number
}

const CARDS_BELOW = 612

function layoutOf(seenBelow: number, factor: readonly TableColumn[]): MemberLayout {
  return {
    columns: [
      { key: 'person', label: 'Person', min: 200, grow: 6 },
      { key: 'role', label: 'Role', min: 88, grow: 1 },
      { key: 'projects', label: 'Projects', min: 120, grow: 5 },
      ...factor,
      { key: 'status', label: 'Status', min: 88, grow: 1 },
      { key: 'seen', label: 'Last seen', min: 88, dropBelow: seenBelow },
      { key: 'act', label: 'Actions', min: 28, isLabelHidden: true },
    ],
    seenBelow,
    factorBelow: FACTOR_BELOW,
    cardsBelow: CARDS_BELOW,
  }
}

const FACTOR_BELOW = 736

export const PLAIN_LAYOUT = layoutOf(712, [])
/** For a server with second factors. */
export const WITH_FACTOR_LAYOUT = layoutOf(836, [
  { key: 'factor', label: 'Second factor', min: 112, dropBelow: FACTOR_BELOW },
])
