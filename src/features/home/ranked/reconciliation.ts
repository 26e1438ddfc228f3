import { formatShare, sumUsd } from '#src/domain/money/money.ts'

/** Each row is rounded to cents: half a cent per row is no difference. */
const ROUNDING_PER_ROW = 0.005

export interface Reconciliation {
  shown: number
  total: number
  /** The sum that "Exclude unknown" left out. */
  unknown: number
  /** The remaining difference of the card and the summary. */
  difference: number
}

/**
 * Compares a card's sum with the Transactions summary for the same filters. Null if they are equal and
 * nothing was left out.
 */
export function reconcile(
  shown: number,
  unknown: number,
  total: number,
  rowCount: number,
): Reconciliation | null {
  const rest = sumUsd([total, -shown, -unknown])
  // Floating-point precision at this magnitude.
  const precision = Math.abs(total) * Number.EPSILON * Math.max(1, rowCount)
  const isEqual = Math.abs(rest) <= ROUNDING_PER_ROW * Math.max(1, rowCount) + precision + 1e-6
  if (isEqual && unknown === 0) return null
  return { shown, total, unknown, difference: isEqual ? 0 : rest }
}

/** "Shown $412,300 of $431,900 · unknown 4.53%": one line of a narrow card. */
export function describeReconciliation(
  { shown, total, unknown, difference }: Reconciliation,
  format: (value: number) => string,
): string {
  const parts = [`Shown ${format(shown)} of ${format(total)}`]
  if (unknown !== 0) parts.push(`unknown ${formatShare(unknown, total)}`)
  if (difference !== 0) parts.push(`${format(difference)} not accounted for`)
  return parts.join(' · ')
}
