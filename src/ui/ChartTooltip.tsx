import { type ReactNode } from 'react'
import type { FigureFormat } from '#src/domain/mask.ts'
import { lazyPart } from './lazy-part.tsx'
import { after } from './loading-order.ts'
import { SilentBoundary } from './SilentBoundary.tsx'

// The first chart does not wait for it.
const ChartTooltipLayer = lazyPart(() => import('./ChartTooltipLayer.tsx'), 'ChartTooltipLayer')
void after('shown').then(() => ChartTooltipLayer.preload().catch(() => undefined))

export type TooltipRow = {
  key: string
  label: string
  value: string
  share?: string | undefined
  colour?: string | undefined
  /** Whether another project has the same colour. */
  isHatched?: boolean | undefined
  isHot?: boolean | undefined
}

/** The values of projects at the element under the pointer. */
export interface ProjectRows {
  values: readonly { project: string; value: number }[]
  /** Of these values. */
  sum: number
  /** The shares are of this value. */
  total: number
  format: (value: number) => string
  figures: FigureFormat
  colours: ReadonlyMap<string, string>
  /** The project under the pointer, which always has a row. */
  hot?: string | null
}

export interface ChartTooltipProps {
  /** The position of the pointer in viewport pixels. */
  at: { x: number; y: number }
  title: string
  titleEnd?: string | undefined
  rows: readonly TooltipRow[] | ProjectRows
  total?: { value: string; share?: string | undefined } | undefined
  /** A paragraph below the rows: what the figures leave out. */
  note?: ReactNode
}

/** The figures of the element under the pointer, 8 px from every edge of the viewport. */
export function ChartTooltip(props: ChartTooltipProps) {
  return (
    <SilentBoundary>
      <ChartTooltipLayer {...props} />
    </SilentBoundary>
  )
}
