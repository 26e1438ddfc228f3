import { useQueryClient } from '@tanstack/react-query'
import { FolderX } from 'lucide-react'
import { memo, useDeferredValue, useEffect, useMemo } from 'react'
import { describeError } from '#src/api/describe-error.ts'
import { useUser } from '#src/state/session.ts'
import { preloadCharts } from '#src/ui/Chart.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { MOBILE, PRINT, styled } from '#src/ui/theme.ts'
import { cardsFor } from './cards.ts'
import type { CardRow } from './cards.ts'
import { GraphCard } from './GraphCard.tsx'
import { HomeHead } from './HomeHead.tsx'
import { useHomeView } from './home-view.ts'
import type { HomeView } from './home-view.ts'
import { LazyCard } from './LazyCard.tsx'
import { refetchResults, trimCache } from './queries.ts'
import { Shortcuts } from './Shortcuts.tsx'

// The page is loaded before its figures are: the chart library comes meanwhile. Where a worker keeps
// both on the device nothing has to be waited for, and running the library would hold up the figures.
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
const Cell = styled('div')<{ $desk: number; $tablet: number; $isWideOnPaper: boolean }>`
  display: grid;
  min-width: 0;
  grid-column: span ${(p) => p.$desk};
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

/** Analytics of the selected projects: the cards that the person's role sees. */
export function HomePage() {
  const user = useUser()
  const view = useHomeView()
  const role = user?.role ?? ''
  const cards = useMemo(() => cardsFor(role), [role])
  const lead = cards.find((card) => card.kind === 'graph')
  // A new choice shows on the first card at once; the others follow without holding up the hand.
  // Figures to be hidden are hidden at once everywhere.
  const deferred = useDeferredValue(view)
  const later = view.privacy && !deferred.privacy ? view : deferred
  useOneMoment(later)
  useCacheTrim(later)
  // The first card is what a person looks for: the others are drawn once it is painted.
  const hasOthers = useDeferredValue(true, false)
  if (view.failure) {
    return (
      <ErrorState
        title="Your projects did not load"
        text={describeError(view.failure.error)}
        onRetry={view.failure.retry}
      />
    )
  }
  if (view.isEmpty) {
    return (
      <EmptyState
        icon={FolderX}
        title="You have no project yet"
        text={
          role === 'admin'
            ? 'Whoever runs the server adds one: npm run projects'
            : 'An admin can give you access to one.'
        }
      />
    )
  }
  return (
    <>
      {lead && <HomeHead view={view} summary={lead.summary} />}
      <Shortcuts />
      <Grid>
        {(hasOthers ? cards : cards.slice(0, 1)).map((card, index) => (
          <Cell
            key={card.id}
            $desk={card.columns.desk}
            $tablet={card.columns.tablet}
            $isWideOnPaper={card.kind === 'graph'}
          >
            <HomeCard card={card} view={index === 0 ? view : later} />
          </Cell>
        ))}
      </Grid>
    </>
  )
}

const HomeCard = memo(function HomeCard({ card, view }: { card: CardRow; view: HomeView }) {
  return card.kind === 'graph' ? (
    <GraphCard card={card} view={view} />
  ) : (
    <LazyCard card={card} view={view} />
  )
})

/**
 * Every card shows the same moment, and "all" since the same start: when one of them moves, all that
 * is on screen is fetched for it. It goes by the view that the last card has, so that no card
 * fetches for a choice that it is leaving.
 */
function useOneMoment({ asOf, selection: { minDate } }: HomeView): void {
  const client = useQueryClient()
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the answers are held against both
  useEffect(() => void refetchResults(client), [client, asOf, minDate])
}

/** Each choice leaves the answers of the one before behind; few of them are kept in memory. */
function useCacheTrim({ selection, isCompared }: HomeView): void {
  const client = useQueryClient()
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new choice leaves answers behind
  useEffect(() => trimCache(client), [client, selection, isCompared])
}
