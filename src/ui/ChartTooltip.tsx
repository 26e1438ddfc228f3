import type { ChartTooltipProps } from './ChartTooltipLayer.tsx'
import { lazyPart } from './lazy-part.tsx'
import { after } from './loading-order.ts'
import { SilentBoundary } from './SilentBoundary.tsx'

// The first chart does not wait for it.
const ChartTooltipLayer = lazyPart(() => import('./ChartTooltipLayer.tsx'), 'ChartTooltipLayer')
void after('charts').then(() => ChartTooltipLayer.preload().catch(() => undefined))

/** The figures of the element under the pointer, 8 px from every edge of the viewport. */
export function ChartTooltip(props: ChartTooltipProps) {
  return (
    <SilentBoundary>
      <ChartTooltipLayer {...props} />
    </SilentBoundary>
  )
}
