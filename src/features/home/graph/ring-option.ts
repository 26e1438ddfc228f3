import { lighten } from '#src/domain/colours.ts'
import { MAX_NAMED_PROJECTS } from '#src/domain/money/many-projects.ts'
import { sumUsd } from '#src/domain/money/money.ts'
import { pluralize } from '#src/domain/text/text.ts'
import { CHART_COLOURS, REPEATED_HATCH } from '#src/ui/charts/chart-colours.ts'
import type { ChartOption } from '#src/ui/charts/EChart.tsx'

export interface Slice {
  name: string
  value: number
  colour: string
  /** Whether another slice has the same colour. */
  isHatched?: boolean | undefined
}

/** Slices below this fraction are drawn as one if there are many. */
const THINNEST = 0.01

/** The slices to draw: if there are more than 8, those below 1% are joined in a grey one. */
export function ringSlices(slices: readonly Slice[]): readonly Slice[] {
  const total = sumUsd(slices.map(({ value }) => value))
  const thin = slices.filter(({ value }) => value > 0 && value < total * THINNEST)
  if (slices.length <= MAX_NAMED_PROJECTS || thin.length < 2) return slices
  return [
    ...slices.filter((slice) => !thin.includes(slice)),
    {
      name: pluralize(thin.length, 'other'),
      value: sumUsd(thin.map(({ value }) => value)),
      colour: CHART_COLOURS.previous,
    },
  ]
}

export interface RingOptions {
  slices: readonly Slice[]
  /** Outer diameter and thickness in px. */
  size: number
  stroke: number
  /** Gap between slices in px. */
  gap: number
  /** The slice under the pointer. */
  hot?: string | null
}

/** The angle of a gap in px at the middle of the ring's stroke. */
function gapDegrees(gap: number, size: number, stroke: number): number {
  return (gap * 360) / (Math.PI * (size - stroke))
}

/** A ring with its slices clockwise from the top; a plain track if all are 0. */
export function ringOption({ slices, size, stroke, gap, hot = null }: RingOptions): ChartOption {
  const present = slices.filter((slice) => slice.value > 0)
  const drawn: readonly Slice[] =
    present.length > 0 ? present : [{ name: '', value: 1, colour: CHART_COLOURS.rest }]
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
        // A border would also make the ring thinner.
        padAngle: drawn.length > 1 ? gapDegrees(gap, size, stroke) : 0,
        itemStyle: { borderWidth: 0 },
        data: drawn.map(({ name, value, colour, isHatched }) => ({
          name,
          value,
          itemStyle: {
            color: name === hot ? lighten(colour, 8) : colour,
            ...(isHatched ? REPEATED_HATCH : {}),
          },
        })),
      },
    ],
  }
}
