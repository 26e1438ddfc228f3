import { Suspense } from 'react'
import { chartsFirst } from '#src/ui/Chart.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { useIsMobile } from '#src/ui/use-media.ts'
import type { ConversionsCardRow, RankedCardRow } from './cards.ts'
import { CardShell } from './CardShell.tsx'
import type { HomeView } from './home-view.ts'
import { RankedPlaceholder, cardHeight } from './RankedPlaceholder.tsx'
import { useResult } from './use-result.ts'

// The first chart comes first: what is below it is fetched when ECharts is there.
const Ranked = lazyPart(async () => {
  await chartsFirst()
  return (await import('./RankedCard.tsx')).RankedCard
})
const Conversions = lazyPart(async () => {
  await chartsFirst()
  return (await import('./ConversionsCard.tsx')).ConversionsCard
})

/** A card in a chunk of its own, and its place until that has come. */
export function LazyCard(props: { card: RankedCardRow | ConversionsCardRow; view: HomeView }) {
  const { card, view } = props
  // The figures do not wait for the code that draws them.
  useResult<unknown>(card.items, view)
  return (
    <Suspense fallback={<Waiting card={card} />}>
      {card.kind === 'ranked' ? (
        <Ranked card={card} view={view} />
      ) : (
        <Conversions card={card} view={view} />
      )}
    </Suspense>
  )
}

function Waiting({ card }: { card: RankedCardRow | ConversionsCardRow }) {
  const isMobile = useIsMobile()
  const isRanked = card.kind === 'ranked'
  const slots = !isRanked ? 0 : card.look === 'deposits' ? 4 : card.pageSize
  return (
    <CardShell
      title={card.title}
      name={card.title}
      subtitle={card.subtitle}
      state={{ is: 'loading' }}
      isBusy
      minHeight={isRanked ? cardHeight(card.look, slots, isMobile) : 0}
      privacy
      onDownload={null}
      placeholder={isRanked ? <RankedPlaceholder look={card.look} slots={slots} /> : null}
    >
      {() => null}
    </CardShell>
  )
}
