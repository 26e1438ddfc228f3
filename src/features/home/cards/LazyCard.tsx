import { Suspense } from 'react'
import { RankedPlaceholder, cardHeight } from '#src/features/home/ranked/RankedPlaceholder.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { after, keptShown } from '#src/ui/loading-order.ts'
import { useIsMobile } from '#src/ui/use-media.ts'
import type { ConversionsCardRow, RankedCardRow } from './cards.ts'
import { CardShell } from './CardShell.tsx'
import type { HomeView } from './home-view.ts'
import { useResult } from './use-result.ts'

let markWanted = () => {}
const wanted = new Promise<void>((resolve) => {
  markWanted = resolve
})

// The first chart has priority: the cards below load once it is drawn, unless the device has their figures.
const LowerCard = lazyPart(async () => {
  await Promise.race([after('charts'), wanted])
  return import('#src/features/home/ranked/LowerCard.tsx')
}, 'LowerCard')

/** Figures wait this long for code that is not on the device. */
const CODE_LIMIT_MS = 400

/** Loads the code of the cards at once; without it they would begin with placeholders. */
export async function loadCards(): Promise<void> {
  markWanted()
  const limit = new Promise((resolve) => setTimeout(resolve, CODE_LIMIT_MS))
  // The cards report a failure.
  await Promise.race([LowerCard.preload().catch(keptShown), limit])
}

/** A card in its own chunk, with a placeholder of the same size. */
export function LazyCard(props: { card: RankedCardRow | ConversionsCardRow; view: HomeView }) {
  const { card, view } = props
  // The request does not wait for the chunk.
  useResult<unknown>(card.items, view)
  return (
    <Suspense fallback={<LazyCardPlaceholder card={card} />}>
      <LowerCard card={card} view={view} />
    </Suspense>
  )
}

function LazyCardPlaceholder({ card }: { card: RankedCardRow | ConversionsCardRow }) {
  const isMobile = useIsMobile()
  const isRanked = card.kind === 'ranked'
  const slots = !isRanked ? 0 : card.rowKind === 'deposits' ? 4 : card.pageSize
  return (
    <CardShell
      title={card.title}
      name={card.title}
      subtitle={card.subtitle}
      state={{ is: 'loading' }}
      isBusy
      minHeight={isRanked ? cardHeight(card.rowKind, slots, isMobile) : 0}
      privacy
      onDownload={null}
      placeholder={isRanked ? <RankedPlaceholder kind={card.rowKind} slots={slots} /> : null}
    >
      {() => null}
    </CardShell>
  )
}
