import { Skeleton } from '#src/ui/Skeleton.tsx'
import { useIsMobile } from '#src/ui/use-media.ts'
import { styled } from '#src/ui/theme.ts'
import { rowGeometry } from './row-geometry.ts'
import type { RowKind } from './row-geometry.ts'

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

/** Widths of labels and bars, row by row: quiet, and the same every time. */
const LABELS = [96, 120, 72, 104, 84]
const BARS = [100, 82, 61, 47, 38]

/** The rows of a ranked card before anything has come (spec 2: 5 placeholder rows, UTM Plus 3). */
export function RankedPlaceholder({ look, slots }: { look: RowKind; slots: number }) {
  const geometry = rowGeometry(look, useIsMobile())
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
