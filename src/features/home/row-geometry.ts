import type { RankedCardRow } from './cards.ts'
import type { RowGeometry } from './ranked-option.ts'

/** How rows are laid out: one line, larger for Deposits, two lines for campaigns. */
export type RowKind = RankedCardRow['look']

/** In px, on a desk and at 850 px or less (the design guide's ranked row). */
const GEOMETRY: Record<RowKind, { desk: RowGeometry; mobile: RowGeometry }> = {
  plain: {
    desk: { row: 36, barTop: 24, bar: 6, hollow: 10 },
    mobile: { row: 48, barTop: 32, bar: 8, hollow: 12 },
  },
  deposits: {
    desk: { row: 52, barTop: 28, bar: 8, hollow: 12 },
    mobile: { row: 56, barTop: 32, bar: 8, hollow: 12 },
  },
  campaigns: {
    desk: { row: 60, barTop: 42, bar: 6, hollow: 10 },
    mobile: { row: 72, barTop: 50, bar: 8, hollow: 12 },
  },
}

export function rowGeometry(look: RowKind, isMobile: boolean): RowGeometry {
  return GEOMETRY[look][isMobile ? 'mobile' : 'desk']
}

/** Rows, the line below them and the pager of a card, in px. */
export function cardHeight(look: RowKind, slots: number, isMobile: boolean): number {
  const foot = isMobile ? 48 : look === 'deposits' ? 24 : 32
  return 12 + slots * rowGeometry(look, isMobile).row + foot
}
