import { axisScale } from '#src/domain/money/axis-scale.ts'
import type { LaunchLine } from './launch-lines.ts'
import { dayCount } from './launch-lines.ts'

/** Space around the plot in px: for the values, the names at the ends of the lines, and the days. */
export const MARGIN = { left: 48, top: 12, bottom: 28 } as const
const NAME_WIDTH_PX = 84
const NARROW_NAME_WIDTH_PX = 64
/** Below this width in px, names have less space. */
const NARROW_PX = 560
/** The distance between two names that lie over each other. */
const NAME_HEIGHT_PX = 14
/** The least distance of two days on the axis. */
const DAY_EVERY_PX = 100
const STEPS = [1, 2, 7, 14, 28, 56, 91, 182, 364, 728] as const

/** Where each day and each value is, in px of the chart. */
export interface LaunchPlot {
  width: number
  height: number
  /** The right and the lower edge of the plot. */
  right: number
  bottom: number
  nameWidth: number
  /** The number of days of the axis. */
  days: number
  x: (day: number) => number
  y: (value: number) => number
  /** The largest value of a line. */
  tallest: number
  /** The texts of the days that have one. */
  ticks: ReadonlyMap<number, string>
}

/** The plot of these lines in a chart of this size in px. */
export function plotOf(
  lines: readonly LaunchLine[],
  size: { width: number; height: number },
  isCount: boolean,
): LaunchPlot {
  const { width, height } = size
  const days = dayCount(lines)
  const nameWidth = width < NARROW_PX ? NARROW_NAME_WIDTH_PX : NAME_WIDTH_PX
  const right = Math.max(MARGIN.left + 1, width - nameWidth)
  const bottom = height - MARGIN.bottom
  const tallest = Math.max(0, ...lines.map(({ values }) => values.at(-1) ?? 0))
  const { max } = axisScale(tallest, isCount)
  const slot = days > 1 ? (right - MARGIN.left) / (days - 1) : 0
  return {
    width,
    height,
    right,
    bottom,
    nameWidth,
    days,
    x: (day) => MARGIN.left + (day - 1) * slot,
    y: (value) => bottom - (value / max) * (bottom - MARGIN.top),
    tallest,
    ticks: ticksOf(days, slot),
  }
}

function ticksOf(days: number, slot: number): Map<number, string> {
  const step = STEPS.find((each) => each * slot >= DAY_EVERY_PX) ?? STEPS.at(-1) ?? 1
  const later = Array.from({ length: Math.floor(days / step) }, (_unused, index) => {
    const day = (index + 1) * step
    return [day, `Day ${day}`] as const
  }).filter(([day]) => (day - 1) * slot >= DAY_EVERY_PX / 2)
  return new Map(days === 0 ? [] : [[1, 'Launch'], ...later])
}

/** The day at a place in px, from 1 to the last; null outside of the plot. */
export function dayAt({ days, right, x }: LaunchPlot, place: number): number | null {
  if (days === 0 || place < MARGIN.left - 8 || place > right + 8) return null
  const slot = x(2) - x(1)
  const day = slot === 0 ? 1 : Math.round((place - MARGIN.left) / slot) + 1
  return Math.min(days, Math.max(1, day))
}

/** The end of a line, and the middle of its name beside it. */
export interface LineEnd {
  project: string
  x: number
  y: number
  nameY: number
}

/**
 * The ends of the lines. Names that would lie over each other move apart, and stay in the chart. A
 * chart has room for some 20 names beside each other's ends; the further ones have none.
 */
export function lineEnds(lines: readonly LaunchLine[], plot: LaunchPlot): LineEnd[] {
  const room = Math.floor((plot.bottom - MARGIN.top) / NAME_HEIGHT_PX)
  const ends = lines
    .map(({ project, values }) => {
      const y = plot.y(values.at(-1) ?? 0)
      return { project, x: plot.x(values.length), y, nameY: y }
    })
    .toSorted((a, b) => a.y - b.y)
    .slice(0, room)
  const isBeside = (a: LineEnd, b: LineEnd) => Math.abs(a.x - b.x) < plot.nameWidth
  // Down from the highest, then up from the lowest for those that have left the plot.
  ends.forEach((end, index) => {
    for (const above of ends.slice(0, index))
      if (isBeside(above, end)) end.nameY = Math.max(end.nameY, above.nameY + NAME_HEIGHT_PX)
  })
  ends.toReversed().forEach((end, index, all) => {
    end.nameY = Math.min(end.nameY, plot.bottom)
    for (const below of all.slice(0, index))
      if (isBeside(below, end)) end.nameY = Math.min(end.nameY, below.nameY - NAME_HEIGHT_PX)
  })
  return ends
}
