import { lighten } from '#src/domain/colours.ts'
import type { ChartOption } from '#src/ui/chart-option.ts'
import { CHART_COLOURS } from './chart-colours.ts'

export interface Slice {
  name: string
  value: number
  colour: string
}

export interface RingLook {
  slices: readonly Slice[]
  /** Outer diameter and thickness in px. */
  size: number
  stroke: number
  /** Between slices, in px. */
  gap: number
  /** The slice that is pointed at. */
  hot?: string | null
}

/** The angle of a gap of that many px at the middle of the ring. */
function gapDegrees(gap: number, size: number, stroke: number): number {
  return (gap * 360) / (Math.PI * (size - stroke))
}

/** A ring whose slices follow one another clockwise from the top; a plain track when all are 0. */
export function ringOption({ slices, size, stroke, gap, hot = null }: RingLook): ChartOption {
  const present = slices.filter((slice) => slice.value > 0)
  const drawn = present.length > 0 ? present : [{ name: '', value: 1, colour: CHART_COLOURS.rest }]
  return {
    series: [
      {
        type: 'pie',
        radius: [size / 2 - stroke, size / 2],
        center: ['50%', '50%'],
        startAngle: 90,
        clockwise: true,
        silent: present.length === 0,
        label: { show: false },
        emphasis: { disabled: true },
        animationDuration: 500,
        animationDurationUpdate: 500,
        // A border would make the ring thinner too.
        padAngle: drawn.length > 1 ? gapDegrees(gap, size, stroke) : 0,
        itemStyle: { borderWidth: 0 },
        data: drawn.map(({ name, value, colour }) => ({
          name,
          value,
          itemStyle: { color: name === hot ? lighten(colour, 8) : colour },
        })),
      },
    ],
  }
}
