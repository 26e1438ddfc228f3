import type { RankedCardRow } from '#src/features/home/cards/cards.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { styled } from '#src/ui/theme.ts'
import { useIsMobile } from '#src/ui/use-media.ts'
import type { RowGeometry } from './ranked-option.ts'

/** How rows are laid out: one line, larger for Deposits, two lines for campaigns. */
export type RowKind = RankedCardRow['rowKind']

/** In px, above 850 px and at 850 px or less (the design guide's ranked row). */
const GEOMETRY: Record<RowKind, { desktop: RowGeometry; mobile: RowGeometry }> = {
  plain: {
    desktop: { row: 36, barTop: 24, bar: 6, hollow: 10 },
    mobile: { row: 48, barTop: 32, bar: 8, hollow: 12 },
  },
  deposits: {
    desktop: { row: 52, barTop: 28, bar: 8, hollow: 12 },
    mobile: { row: 56, barTop: 32, bar: 8, hollow: 12 },
  },
  campaigns: {
    desktop: { row: 60, barTop: 42, bar: 6, hollow: 10 },
    mobile: { row: 72, barTop: 50, bar: 8, hollow: 12 },
  },
}

export function rowGeometry(kind: RowKind, isMobile: boolean): RowGeometry {
  return GEOMETRY[kind][isMobile ? 'mobile' : 'desktop']
}

/** Rows, the line below them and the pager of a card, in px. */
export function cardHeight(kind: RowKind, slots: number, isMobile: boolean): number {
  const foot = isMobile ? 48 : kind === 'deposits' ? 24 : 32
  return 12 + slots * rowGeometry(kind, isMobile).row + foot
}

const Rows = styled('div')`
  display: grid;
  margin-top: 12px;
`
const Row = styled('div')`
  position: relative;
  display: flex;
  gap: 24px;
  padding-top: 4px;
  & > :nth-child(1) {
    margin-right: auto;
  }
`
const Bar = styled('i')`
  position: absolute;
  left: 0;
  display: flex;
`

/** Widths of labels and bars by row, the same on every load. */
const LABELS = [96, 120, 72, 104, 84]
const BARS = [100, 82, 61, 47, 38]

/** Skeleton rows of a ranked card while it loads: 5, of UTM Plus 3. */
export function RankedPlaceholder({ kind, slots }: { kind: RowKind; slots: number }) {
  const geometry = rowGeometry(kind, useIsMobile())
  return (
    <Rows aria-hidden>
      {Array.from({ length: slots }, (_, index) => (
        <Row key={index} style={{ height: geometry.row }}>
          <Skeleton width={LABELS[index % LABELS.length]} />
          <Skeleton width={72} />
          <Skeleton width={36} />
          <Bar style={{ top: geometry.barTop, width: `${BARS[index % BARS.length]}%` }}>
            <Skeleton height={geometry.bar} radius={2} />
          </Bar>
        </Row>
      ))}
    </Rows>
  )
}
