import { Skeleton } from '#src/ui/Skeleton.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'

// As high as a PanelRow with a line.
const Row = styled('div')`
  display: grid;
  align-content: center;
  gap: 8px;
  min-height: 56px;
  &:not(:first-child) {
    border-top: 1px solid var(--line);
  }
  ${MOBILE} {
    min-height: 60px;
  }
`

/** Rows of a RowBox while they load. */
export function RowPlaceholder({ count }: { count: number }) {
  return Array.from({ length: count }, (_, at) => (
    <Row key={at} aria-hidden>
      <Skeleton width="32%" />
      <Skeleton width="56%" />
    </Row>
  ))
}
