/**
 * Privacy mode. Figures are masked where they are formatted, not where they are displayed, so no
 * output can show them. The number of blocks depends on the slot, never on the value.
 */
import {
  formatChange,
  formatCompact,
  formatCompactUsd,
  formatCount,
} from '#src/domain/money/money.ts'
import { formatPercent, formatShare, formatUsd } from '#src/domain/money/money.ts'

export const MASK_BLOCK = '█'
/** What assistive technology reads instead of a masked figure. */
export const MASK_LABEL = 'Hidden'

const BLOCKS = { amount: 8, count: 5, percent: 4, axis: 3 } as const
export type MaskSlot = keyof typeof BLOCKS

/** Blocks of a label by the index of its row. The lengths vary but reveal nothing. */
const LABEL_BLOCKS = [9, 7, 10, 8, 7]

export function mask(slot: MaskSlot): string {
  return MASK_BLOCK.repeat(BLOCKS[slot])
}

function maskLabel(index: number): string {
  return MASK_BLOCK.repeat(LABEL_BLOCKS[index % LABEL_BLOCKS.length] ?? 8)
}

/** All formats of figures, plain or masked. */
export interface FigureFormat {
  isMasked: boolean
  usd: (amount: number, decimals?: number) => string
  count: (count: number) => string
  compact: (value: number) => string
  compactUsd: (value: number) => string
  percent: (percent: number) => string
  share: (part: number, whole: number) => string
  change: (percent: number) => string
  /** Labels of rows (countries, campaigns) are masked too. The index selects the length. */
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

/** The formats for privacy mode on or off. */
export function figureFormat(privacy: boolean): FigureFormat {
  return privacy ? MASKED : PLAIN
}
