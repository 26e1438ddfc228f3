import { axisScale } from '#src/domain/money/axis-scale.ts'
import { figureFormat, MASK_BLOCK } from '#src/domain/text/mask.ts'
import { CHART_COLOURS } from './chart-colours.ts'

/** Width of the Y axis in px; its labels align with the card's text. */
export const AXIS_WIDTH = 44
/** Minimum distance of two dates on the X axis. */
const LABEL_EVERY_PX = 110
/** Distance of the dates to the baseline. */
const LABEL_MARGIN = 8
/** Height of the dates and their distance, in px. */
export const DATES_HEIGHT = 20

/** About half the width of an axis label in px. */
function halfOf(label: string): number {
  return label.length * 3.2
}

/** The step between labelled buckets: every nth one has a label, beginning with the first. */
export function labelStep(slot: number): number {
  return Math.max(1, Math.ceil(LABEL_EVERY_PX / Math.max(slot, 0.01)))
}

/** The width of each of these dates, in a chart of this width; in px. */
export function slotWidth(width: number, count: number): number {
  return Math.max(0, width - AXIS_WIDTH) / Math.max(1, count)
}

/**
 * The frame of the bars.
 * @param room between the baseline and the dates, in px
 */
export function barGrid(room = 0) {
  const bottom = DATES_HEIGHT + room
  return { left: AXIS_WIDTH, right: 0, top: 8, bottom, outerBoundsMode: 'none' as const }
}

/** The axis of dates: as many of these labels as fit. Sizes in px. */
export function dateAxis(options: {
  labels: string[]
  /** Of the whole chart. */
  width: number
  /** Between the baseline and the dates. */
  room?: number
}) {
  const { labels, width, room = 0 } = options
  const slot = slotWidth(width, labels.length)
  const step = labelStep(slot)
  return {
    type: 'category' as const,
    data: labels,
    axisLabel: {
      interval: (index: number, label: string) =>
        index % step === 0 && AXIS_WIDTH + (index + 0.5) * slot + halfOf(label) <= width,
      hideOverlap: true,
      margin: LABEL_MARGIN + room,
    },
  }
}

/** The axis of values from 0 to above the tallest bar, in USD or as counts. */
export function valueAxis(options: { tallest: number; isMoney: boolean; privacy: boolean }) {
  const { isMoney, privacy } = options
  const scale = axisScale(options.tallest, !isMoney)
  const figures = figureFormat(false)
  return {
    type: 'value' as const,
    min: 0,
    max: scale.max,
    interval: scale.step,
    axisLabel: {
      formatter: (value: number) => {
        if (value === 0) return '0'
        if (privacy) return `{mask|${MASK_BLOCK.repeat(3)}}`
        return isMoney ? figures.compactUsd(value) : figures.compact(value)
      },
      rich: {
        mask: {
          color: CHART_COLOURS.mask,
          fontFamily: "'Geist Mono Variable', monospace",
          fontSize: 9,
        },
      },
    },
  }
}
