import { formatShare, sumUsd } from '#src/domain/money.ts'

/** Rows are rounded to cents one by one: up to half a cent each is no difference (decisions 11). */
const ROUNDING_PER_ROW = 0.005

export interface Reconciliation {
  shown: number
  total: number
  /** What exclude unknown left out. */
  unknown: number
  /** The rest that neither explains: the card and the summary disagree. */
  difference: number
}

/**
 * A card's sum against the Transactions summary for the same filters. Null when they agree and
 * nothing was left out: then there is nothing to say.
 */
export function reconcile(
  shown: number,
  unknown: number,
  total: number,
  rowCount: number,
): Reconciliation | null {
  const rest = sumUsd([total, -shown, -unknown])
  // What a number of that size can't hold is no difference either.
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
