import { useEffect } from 'react'
import type { ConversionsCardRow, RankedCardRow } from '#src/features/home/cards/cards.ts'
import type { HomeView } from '#src/features/home/cards/home-view.ts'
import { keptShown } from '#src/ui/loading-order.ts'
import { ConversionsCard } from './ConversionsCard.tsx'
import { RankedCard } from './RankedCard.tsx'

/** A card below the graphs. The cards of both kinds load together. */
export function LowerCard(props: { card: RankedCardRow | ConversionsCardRow; view: HomeView }) {
  const { card, view } = props
  useEffect(keptShown, [])
  return card.kind === 'ranked' ? (
    <RankedCard card={card} view={view} />
  ) : (
    <ConversionsCard card={card} view={view} />
  )
}
