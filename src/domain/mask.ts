/**
 * Privacy mode. Figures are masked where they are formatted, not where they are shown, so that
 * no channel can forget to. The number of blocks belongs to the slot and tells nothing of the size.
 */
import { formatChange, formatCompact, formatCompactUsd, formatCount } from './money.ts'
import { formatPercent, formatShare, formatUsd } from './money.ts'

export const MASK_BLOCK = '█'
/** What assistive technology reads in place of a masked figure. */
export const MASK_LABEL = 'Hidden'

const BLOCKS = { amount: 8, count: 5, percent: 4, axis: 3 } as const
export type MaskSlot = keyof typeof BLOCKS

/** Blocks of labels, by the row's place: lengths that differ like labels, and say nothing. */
const LABEL_BLOCKS = [9, 7, 10, 8, 7]

export function mask(slot: MaskSlot): string {
  return MASK_BLOCK.repeat(BLOCKS[slot])
}

function maskLabel(index: number): string {
  return MASK_BLOCK.repeat(LABEL_BLOCKS[index % LABEL_BLOCKS.length] ?? 8)
}

/** Every way in which a figure reads, either plainly or masked. */
export interface FigureFormat {
  isMasked: boolean
  usd: (amount: number, decimals?: number) => string
  count: (count: number) => string
  compact: (value: number) => string
  compactUsd: (value: number) => string
  percent: (percent: number) => string
  share: (part: number, whole: number) => string
  change: (percent: number) => string
  /** Labels of rows (countries, campaigns) are hidden too; the index picks the length. */
  label: (label: string, index: number) => string
}

const PLAIN: FigureFormat = {
  isMasked: false,
  usd: formatUsd,
  count: formatCount,
  compact: (value) => formatCompact(value),
  compactUsd: (value) => formatCompactUsd(value),
  percent: formatPercent,
  share: formatShare,
  change: formatChange,
  label: (label) => label,
}

const MASKED: FigureFormat = {
  isMasked: true,
  usd: () => mask('amount'),
  count: () => mask('count'),
  compact: () => mask('axis'),
  compactUsd: () => mask('axis'),
  percent: () => mask('percent'),
  share: () => mask('percent'),
  change: () => mask('percent'),
  label: (_label, index) => maskLabel(index),
}

/** The formats to use while privacy mode is on or off. */
export function figureFormat(privacy: boolean): FigureFormat {
  return privacy ? MASKED : PLAIN
}
