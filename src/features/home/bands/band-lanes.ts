import { bucketPosition } from '#src/domain/time/buckets.ts'

/** Sizes in px: a band keeps this distance to the ends of its time, and is at least this wide. */
const INSET = 2
const MIN_WIDTH = 4
/** What a finger or a pointer can hit. */
export const TARGET = 24
const LANES = 3
/** Between two targets of a lane. */
const GAP = 4
/** Of the mark that stands for the bands without a place, at the end of the last lane. */
export const MORE_WIDTH = 28

/** A length in pixels of the canvas, for an element that is laid over it. */
export const canvasPixels = (pixels: number) => `calc(${pixels} * var(--px))`

/** A band, in px from the left end of the plot. */
export interface Band {
  left: number
  width: number
  /** Whether it begins and ends on the axis. */
  hasStart: boolean
  hasEnd: boolean
  target: { left: number; width: number }
}

/** The axis of a graph. */
export interface BandAxis {
  /** The start of each bucket, then the end of the last one; epoch ms. */
  edges: readonly number[]
  /** Of the plot, in px. */
  width: number
}

/** The place of an instant (epoch ms), in px from the left end of the plot. */
export function pixelOf(instant: number, { edges, width }: BandAxis): number {
  return (bucketPosition(edges, instant) / Math.max(1, edges.length - 1)) * width
}

/**
 * The band of a time in epoch ms, without `end` if it goes on; null if it lies beside the axis.
 * @param todayEnd when the day of the page's "now" ends. A code that is valid now is drawn until then:
 *   the rest of a week, month or year on the axis has not happened yet.
 */
export function bandOf(
  start: number,
  end: number | null,
  axis: BandAxis,
  todayEnd: number,
): Band | null {
  const [first = 0] = axis.edges
  const last = axis.edges.at(-1) ?? 0
  if (start >= last || (end !== null && end <= first)) return null
  // A scheduled code has its whole time ahead.
  const limit = start < todayEnd ? Math.min(last, todayEnd) : last
  const hasStart = start >= first
  const hasEnd = end !== null && end <= limit
  const from = hasStart ? pixelOf(start, axis) + INSET : 0
  const to = hasEnd ? pixelOf(end, axis) - INSET : pixelOf(limit, axis)
  return {
    ...within((from + to) / 2, Math.max(MIN_WIDTH, to - from), axis.width),
    hasStart,
    hasEnd,
    target: within((from + to) / 2, Math.max(TARGET, to - from), axis.width),
  }
}

/** A box around a middle that stays within the plot. */
function within(middle: number, width: number, limit: number) {
  return { left: Math.max(0, Math.min(middle - width / 2, limit - width)), width }
}

/**
 * The lane of each band, 0 to 2; null for those without a place. If all have one, the lanes fill from
 * the left; otherwise the first bands choose first, and the end of the last lane stays free.
 * @param bands the most important first
 * @param width of the plot, in px
 */
export function assignLanes(bands: readonly Band[], width: number): (number | null)[] {
  const byStart = bands.map((_band, index) => index)
  byStart.sort((a, b) => (bands[a]?.left ?? 0) - (bands[b]?.left ?? 0))
  const all = fill(bands, byStart, [width, width, width])
  if (!all.includes(null)) return all
  const byRank = bands.map((_band, index) => index)
  return fill(bands, byRank, [width, width, width - MORE_WIDTH - GAP])
}

/** Puts each band into the first lane that is free there and reaches far enough. */
function fill(
  bands: readonly Band[],
  order: readonly number[],
  ends: readonly number[],
): (number | null)[] {
  const lanes: { left: number; width: number }[][] = Array.from({ length: LANES }, () => [])
  const found = bands.map((): number | null => null)
  for (const index of order) {
    const target = bands[index]?.target
    if (target === undefined) continue
    const right = target.left + target.width
    const lane = lanes.findIndex(
      (taken, place) =>
        right <= (ends[place] ?? 0) &&
        taken.every(
          (other) => right + GAP <= other.left || other.left + other.width + GAP <= target.left,
        ),
    )
    if (lane < 0) continue
    lanes[lane]?.push(target)
    found[index] = lane
  }
  return found
}
