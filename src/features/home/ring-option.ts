import { lighten } from '#src/domain/colours.ts'
import { pluralize } from '#src/domain/pluralize.ts'
import { sumUsd } from '#src/domain/money.ts'
import type { ChartOption } from '#src/ui/chart-option.ts'
import { CHART_COLOURS, REPEATED_HATCH } from './chart-colours.ts'
import { MAX_NAMED_PROJECTS } from './tooltip-rows.ts'

export interface Slice {
  name: string
  value: number
  colour: string
  /** Whether the colour is another slice's too. */
  isHatched?: boolean | undefined
}

/** Of many slices those below this part of the whole are drawn as one. */
const THINNEST = 0.01

/** The slices as they are drawn: of more than 8, those below 1 % join in one of a quiet colour. */
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
        // A border would make the ring thinner too.
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
