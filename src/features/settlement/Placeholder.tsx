import { Panel } from '#src/ui/Panel.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { styled } from '#src/ui/theme.ts'

const Row = styled('div')<{ $height: number }>`
  display: flex;
  align-items: center;
  justify-content: space-between;
  height: ${(p) => p.$height}px;
  padding: 0 20px;
  border-top: 1px solid var(--line);
`

const PARTS = [
  { title: 'Completed purchases', heights: [40, 40, 40, 40, 40, 40, 48] },
  { title: 'Where it went', heights: [48, 48, 48, 48, 48, 56] },
  { title: 'For information', heights: [48, 48] },
]

/** As high as the settlement of a project with five payment tokens. */
export function Placeholder() {
  return (
    <div role="status" aria-busy="true" aria-label="Loading the settlement">
      <div aria-hidden>
        {PARTS.map(({ title, heights }) => (
          <Panel key={title} title={title}>
            {heights.map((height, index) => (
              <Row key={index} $height={height}>
                <Skeleton width="24%" />
                <Skeleton width="12%" />
              </Row>
            ))}
          </Panel>
        ))}
      </div>
    </div>
  )
}
