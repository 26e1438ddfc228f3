import { lazyPart } from '#src/ui/lazy-part.tsx'
import { after } from '#src/ui/loading-order.ts'
import { SilentBoundary } from '#src/ui/SilentBoundary.tsx'
import type { ChartTooltipProps } from './ChartTooltipLayer.tsx'

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
