import type { ConversionsCardRow, RankedCardRow } from './cards.ts'
import { ConversionsCard } from './ConversionsCard.tsx'
import type { HomeView } from './home-view.ts'
import { RankedCard } from './RankedCard.tsx'

/** A card below the graphs. The cards of both kinds load together. */
export function LowerCard(props: { card: RankedCardRow | ConversionsCardRow; view: HomeView }) {
  const { card, view } = props
  return card.kind === 'ranked' ? (
    <RankedCard card={card} view={view} />
  ) : (
    <ConversionsCard card={card} view={view} />
  )
}
