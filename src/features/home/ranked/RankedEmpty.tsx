import { Inbox } from 'lucide-react'
import type { Metric } from '#src/domain/money/ranked-rows.ts'
import { totalOf } from '#src/domain/money/ranked-rows.ts'
import type { RankedItem, RankedRow } from '#src/domain/money/ranked-rows.ts'
import type { RankedCardRow } from '#src/features/home/cards/cards.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'

/** Why a ranked card is empty: no data, only unknown rows, or only the other metric has data. */
export function RankedEmpty(props: {
  card: RankedCardRow
  /** Plural name of the rows. */
  nouns: string
  rows: readonly RankedRow[]
  items: readonly RankedItem[]
  metric: Metric
  /** What to try, or what fills the card. */
  hint: string
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
  // A server may send only amounts or only counts.
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
      title={`No ${card.rowKind === 'deposits' ? card.nouns : 'purchases'} in this period`}
      text={props.hint}
    />
  )
}
