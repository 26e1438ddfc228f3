import { Suspense } from 'react'
import { useAppBadge } from '#src/api/app-badge.ts'
import { formatAge } from '#src/domain/format-time.ts'
import { MaskableText } from '#src/ui/Mask.tsx'
import { SilentBoundary } from '#src/ui/SilentBoundary.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { HomeView } from './home-view.ts'
import { useLastVisit } from './last-visit.ts'
import { newsOf } from './since-last-visit.ts'
import { countries, transactionRecords, transactionSummary } from './sources.ts'

// Needs the names of all countries, which the first chart shall not wait for.
const NewCountries = lazyPart(() =>
  import('./NewCountries.tsx').then((module) => module.NewCountries),
)

const Root = styled('span')`
  margin-left: auto;
  font: var(--t-small);
  font-variant-numeric: tabular-nums;
  color: var(--text-3);
  ${MOBILE} {
    margin-left: 0;
    min-height: 20px;
    white-space: normal;
  }
`

const LongWords = styled('span')`
  ${MOBILE} {
    display: none;
  }
`

/**
 * "+$18,240 from 31 purchases, 2 new countries since you last looked, 09:12": what this device did not know
 * when the page began. Its place is kept from the first paint on, so that it moves nothing when
 * it comes. The app's icon carries the same count of purchases.
 */
export function SinceLastVisit({ view }: { view: HomeView }) {
  const { figures, selection } = view
  const summary = useLastVisit(transactionSummary, selection)
  const records = useLastVisit(transactionRecords, selection)
  const places = useLastVisit(countries, selection)
  const { now, before, at } = summary
  const news = now && before && newsOf(now, { summary: before, records: records.before, at })
  useAppBadge(news && !figures.isMasked ? news.count : 0)
  return (
    <Root role="status">
      {news && (
        <>
          {figures.isMasked ? '' : '+'}
          <MaskableText text={figures.usd(news.amount, 0)} /> from{' '}
          <MaskableText text={figures.count(news.count)} />
          {/* Masked, not even "one" may show. */}
          <LongWords> {news.count === 1 && !figures.isMasked ? 'purchase' : 'purchases'}</LongWords>
          {places.now && places.before && (
            <SilentBoundary>
              <Suspense>
                <NewCountries now={places.now} before={places.before} figures={figures} />
              </Suspense>
            </SilentBoundary>
          )}{' '}
          since <LongWords>you last looked, </LongWords>
          {formatAge(news.since)}
        </>
      )}
    </Root>
  )
}
