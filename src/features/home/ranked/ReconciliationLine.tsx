import type { Metric } from '#src/domain/money/ranked-rows.ts'
import { unknownOf } from '#src/domain/money/ranked-rows.ts'
import type { RankedItem } from '#src/domain/money/ranked-rows.ts'
import { RANKED_RULES } from '#src/domain/money/ranked-rules.ts'
import type { RankedCardRow } from '#src/features/home/cards/cards.ts'
import type { HomeView } from '#src/features/home/cards/home-view.ts'
import type { Result } from '#src/features/home/cards/queries.ts'
import { transactionSummary } from '#src/features/home/cards/sources.ts'
import { useResult } from '#src/features/home/cards/use-result.ts'
import { sumOf } from '#src/features/home/graph/graph-series.ts'
import { styled } from '#src/ui/theme.ts'
import { describeReconciliation, reconcile } from './reconciliation.ts'

/** A line in the space below the last bar, so that it does not move the layout. */
export const Reconciled = styled('div')`
  height: 14px;
  margin: -2px 0 -8px;
`
const Line = styled('p')`
  font: 400 11px/14px var(--font);
  font-variant-numeric: tabular-nums;
  color: var(--text-3);
`

/**
 * Shown when a card does not add up to the Transactions card with the same filters and time, and
 * when "Exclude unknown" leaves rows out. Hidden otherwise and in privacy mode.
 */
export function ReconciliationLine(props: {
  card: RankedCardRow
  result: Result<RankedItem>
  /** The sum of the card's rows. */
  total: number
  metric: Metric
  view: HomeView
}) {
  const { card, result, metric, view } = props
  const summary = useResult(transactionSummary, view)
  const isSameView =
    summary.result !== undefined &&
    summary.state.is === 'ready' &&
    !summary.state.isDimmed &&
    summary.result.resolvedQuery.asOf === result.resolvedQuery.asOf
  if (!summary.result || !isSameView || view.privacy) return null
  const found = reconcile(
    props.total,
    view.excludeUnknown ? unknownOf(result.items, RANKED_RULES[card.rule], metric) : 0,
    sumOf(summary.result.items, metric),
    result.items.length,
  )
  if (!found) return null
  const { usd, count } = view.figures
  const isCents = found.difference !== 0 && Math.abs(found.difference) < 1
  const format = metric === 'count' ? count : (value: number) => usd(value, isCents ? 2 : 0)
  return <Line>{describeReconciliation(found, format)}</Line>
}
