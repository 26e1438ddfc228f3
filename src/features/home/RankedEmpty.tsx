import { Inbox } from 'lucide-react'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import type { RankedCardRow } from './cards.ts'
import type { Metric } from './graph-series.ts'
import { totalOf } from './ranked-rows.ts'
import type { RankedItem, RankedRow } from './ranked-rows.ts'

/** Why a ranked card shows no bars: nothing came, it was left out, or the other figure is known. */
export function RankedEmpty(props: {
  card: RankedCardRow
  /** What the rows would be. */
  nouns: string
  rows: readonly RankedRow[]
  items: readonly RankedItem[]
  metric: Metric
}) {
  const { card, nouns, rows, items, metric } = props
  if (rows.length === 0 && items.some(({ amount, count }) => amount > 0 || count > 0)) {
    return (
      <EmptyState
        icon={Inbox}
        title={`Only unknown ${nouns} in this period`}
        text="Turn Exclude unknown off to see them."
      />
    )
  }
  // A server may send only one of the two.
  const other = card.options.find((one) => one.metric !== metric && totalOf(rows, one.metric) > 0)
  if (other) {
    return (
      <EmptyState
        icon={Inbox}
        title={`No ${metric === 'amount' ? 'amounts' : 'counts'} in this period`}
        text={`There are figures under ${other.label}.`}
      />
    )
  }
  return (
    <EmptyState
      icon={Inbox}
      title={`No ${card.look === 'deposits' ? card.nouns : 'purchases'} in this period`}
      text="Try a longer period or more projects."
    />
  )
}
