import { hashKey, useQueryClient } from '@tanstack/react-query'
import { FolderX } from 'lucide-react'
import {
  memo,
  startTransition,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
} from 'react'
import { useSnapshot } from 'valtio'
import { useAdministration, useFeature, useKnowsFeatures } from '#src/api/features.ts'
import { previousResult } from '#src/cache/persister.ts'
import { cardsFor } from '#src/features/home/cards/cards.ts'
import type { CardRow } from '#src/features/home/cards/cards.ts'
import { useCardView, useHomeView } from '#src/features/home/cards/home-view.ts'
import type { PageView } from '#src/features/home/cards/home-view.ts'
import { LazyCard, loadCards } from '#src/features/home/cards/LazyCard.tsx'
import { resultQuery } from '#src/features/home/cards/queries.ts'
import { GraphCard } from '#src/features/home/graph/GraphCard.tsx'
import { FirstGuide, SetupGate } from '#src/features/home/guide/SetupGate.tsx'
import { trimFigures, useOneAsOf } from '#src/figures/as-of.ts'
import { describeError } from '#src/session/describe-error.ts'
import { useUser } from '#src/state/session.ts'
import { setupGuide } from '#src/state/setup-guide.ts'
import { preloadCharts } from '#src/ui/charts/Chart.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { after, keptShown } from '#src/ui/loading-order.ts'
import { MOBILE, PRINT, styled } from '#src/ui/theme.ts'
import { HomeHead } from './HomeHead.tsx'
import { Shortcuts } from './Shortcuts.tsx'

// The chart library loads while the figures are requested. With a service worker both are on the
// device, and evaluating the library early would only delay the figures.
if (!globalThis.navigator?.serviceWorker?.controller) preloadCharts()

const Grid = styled('div')`
  display: grid;
  grid-template-columns: repeat(12, minmax(0, 1fr));
  gap: var(--gutter);
  ${MOBILE} {
    grid-template-columns: minmax(0, 1fr);
  }
  ${PRINT} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
    grid-auto-flow: dense;
  }
`
const Cell = styled('div')<{ $desktop: number; $tablet: number; $isWideOnPaper: boolean }>`
  display: grid;
  min-width: 0;
  grid-column: span ${(p) => p.$desktop};
  @media screen and (min-width: 851px) and (max-width: 1199px) {
    grid-column: span ${(p) => p.$tablet};
  }
  ${MOBILE} {
    grid-column: auto;
  }
  ${PRINT} {
    grid-column: span ${(p) => (p.$isWideOnPaper ? 2 : 1)};
    break-inside: avoid;
  }
`

/** Analytics of the selected projects: the cards that the user's role can see. */
export function HomePage() {
  const user = useUser()
  const view = useHomeView()
  const role = user?.role ?? ''
  const cards = useMemo(() => cardsFor(role), [role])
  const lead = cards.find((card) => card.kind === 'graph')
  // The first card follows a new selection at once; the others are deferred to keep input responsive.
  const deferredView = useDeferredValue(view)
  useOneAsOf(deferredView.asOf, deferredView.selection)
  useCacheTrim(deferredView)
  const hasLower = cards.some(({ kind }) => kind !== 'graph')
  const hasOthers = useOthers(() => {
    const query = lead && hasLower && resultQuery(lead.summary, view.selection)
    return query ? previousResult(hashKey(query.queryKey)) !== null : false
  })
  const administers = useAdministration(hasOthers)
  const hasLive = useFeature('live', hasOthers)
  if (view.failure) {
    return (
      <ErrorState
        title="Your projects did not load"
        text={describeError(view.failure.error)}
        onRetry={view.failure.retry}
      />
    )
  }
  if (view.isEmpty) return <NoProject role={role} />
  const grid = (
    <Grid>
      {(hasOthers ? cards : cards.slice(0, 1)).map((card, index) => (
        <Cell
          key={card.id}
          $desktop={card.columns.desktop}
          $tablet={card.columns.tablet}
          $isWideOnPaper={card.kind === 'graph'}
        >
          <HomeCard card={card} view={index === 0 ? view : deferredView} />
        </Cell>
      ))}
    </Grid>
  )
  return (
    <>
      {lead && <HomeHead view={view} summary={lead.summary} hasLive={hasLive} />}
      <Shortcuts />
      {lead ? (
        <SetupGate view={view} summary={lead.summary} isAllowed={administers}>
          {grid}
        </SetupGate>
      ) : (
        grid
      )}
    </>
  )
}

/**
 * False until the first card is shown, which the others would delay.
 * @param areKept whether the device has the figures of the others: then their code is loaded first
 */
function useOthers(areKept: () => boolean): boolean {
  const [hasOthers, setOthers] = useState(false)
  const wait = useEffectEvent(async () => {
    await after('shown')
    if (areKept()) await loadCards()
    else keptShown()
    startTransition(() => setOthers(true))
  })
  useEffect(() => void wait(), [])
  return hasOthers
}

/** The guide for an admin; for others, who can help. */
function NoProject({ role }: { role: string }) {
  const administers = useAdministration()
  const isKnown = useKnowsFeatures()
  const { isHidden } = useSnapshot(setupGuide)
  return (
    <>
      {administers && <FirstGuide />}
      {(!administers || isHidden) && (
        <EmptyState
          icon={FolderX}
          title="You have no project yet"
          text={
            role !== 'admin'
              ? 'An admin can give you access to one.'
              : administers || !isKnown
                ? 'The guide leads through adding one.'
                : 'Add your first project on the server: npm run projects -- add AURA'
          }
        />
      )}
    </>
  )
}

const HomeCard = memo(function HomeCard({ card, view: page }: { card: CardRow; view: PageView }) {
  const view = useCardView(page)
  return card.kind === 'graph' ? (
    <GraphCard card={card} view={view} />
  ) : (
    <LazyCard card={card} view={view} />
  )
})

/** Each new selection leaves unused results behind; only the most recent stay in memory. */
function useCacheTrim({ selection, isCompared }: PageView): void {
  const client = useQueryClient()
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new selection leaves results behind
  useEffect(() => trimFigures(client), [client, selection, isCompared])
}
