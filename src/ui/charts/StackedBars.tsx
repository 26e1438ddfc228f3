import { useMemo, useState, type ReactNode } from 'react'
import { styled } from '#src/ui/theme.ts'
import { useWidth } from '#src/ui/use-width.ts'
import { AXIS_WIDTH, DATES_HEIGHT, slotWidth } from './chart-axes.ts'
import { Chart } from './Chart.tsx'
import { ChartTooltip } from './ChartTooltip.tsx'
import type { ChartTooltipProps } from './ChartTooltipLayer.tsx'
import type { ChartHover } from './EChart.tsx'
import { barsOption, type Bars } from './stacked-bars.ts'
import { useIsDrawn } from './use-first-draw.ts'

const Plot = styled('div')`
  position: relative;
  margin-top: 16px;
`

/** A stack of bars per date, with a tooltip for the date under the pointer. Memoize `bars`. */
export function StackedBars(props: {
  bars: Bars
  /** Describes the chart. */
  label: string
  height: number
  privacy: boolean
  tooltip: (index: number) => Omit<ChartTooltipProps, 'at'>
  /** What lies over the chart, whose width is 0 until it is measured. */
  renderLayer?: ((plot: { width: number; slot: number; isDrawn: boolean }) => ReactNode) | undefined
  /** Between the baseline and the dates, in px. */
  room?: number
  /** Of the hollow bar of the compared period, in px. */
  overhang?: number
}) {
  const { bars, height, privacy, room = 0, overhang = 0 } = props
  const [measure, width] = useWidth()
  const [hover, setHover] = useState<ChartHover | null>(null)
  const isDrawn = useIsDrawn()
  const option = useMemo(
    () => barsOption(bars, { width, room, overhang, privacy }),
    [bars, width, room, overhang, privacy],
  )
  const count = bars.labels.length
  const slot = slotWidth(width, count)
  const isOver = hover !== null && hover.index < count
  return (
    <Plot ref={measure} style={{ minHeight: height }}>
      {width > 0 && (
        <Chart
          option={option}
          label={props.label}
          height={height}
          isMasked={privacy}
          isStill={isDrawn}
          onHover={setHover}
          band={
            isOver
              ? {
                  left: AXIS_WIDTH + hover.index * slot,
                  width: slot,
                  top: 8,
                  bottom: DATES_HEIGHT + room,
                }
              : null
          }
        />
      )}
      {props.renderLayer?.({ width, slot, isDrawn })}
      {isOver && <ChartTooltip at={hover} {...props.tooltip(hover.index)} />}
    </Plot>
  )
}
