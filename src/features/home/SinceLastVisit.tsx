import { Suspense, useEffect } from 'react'
import { hashKey, useQuery } from '@tanstack/react-query'
import { useAppBadge } from '#src/api/app-badge.ts'
import { formatAge } from '#src/domain/format-time.ts'
import { MaskableText } from '#src/ui/Mask.tsx'
import { SilentBoundary } from '#src/ui/SilentBoundary.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { knownBefore } from '#src/api/persister.ts'
import { onLeave } from '#src/state/session.ts'
import type { HomeView } from './home-view.ts'
import { newsOf } from './since-last-visit.ts'
import { countries, transactionRecords, transactionSummary } from './sources.ts'
import type { HomeSelection } from './graph-query.ts'
import { resultQuery } from './queries.ts'
import type { Result, Source } from './queries.ts'

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

/** Of some ten views; a person compares with the one that was just left, not with the fiftieth. */
const MAX_FIRST_LOOKS = 30

/** What a device that had kept nothing saw first on this page, by query hash. */
const firstLooks = new Map<string, { data: unknown; at: number }>()
onLeave(() => firstLooks.clear())

/**
 * One source's newest answer to a choice, and the one that the person knew when the page began: what
 * the device had kept, or where it had nothing the first that came. It asks for nothing itself.
 */
function useLastVisit<Item>(from: Source<Item>, selection: HomeSelection) {
  const query = resultQuery(from, selection)
  const hash = hashKey(query.queryKey)
  const { data, dataUpdatedAt } = useQuery({
    ...query,
    enabled: false,
    // Another choice's answer is no look at this one.
    placeholderData: () => undefined,
  })
  // Days of another time zone are other days.
  const now = data?.resolvedQuery.zone === selection.zone ? data : undefined
  const found = knownBefore(hash) ?? firstLooks.get(hash)
  const isFirst = !found && now !== undefined
  useEffect(() => {
    if (!isFirst) return
    firstLooks.set(hash, { data: now, at: dataUpdatedAt })
    const [oldest = hash] = firstLooks.keys()
    if (firstLooks.size > MAX_FIRST_LOOKS) firstLooks.delete(oldest)
  }, [hash, isFirst, now, dataUpdatedAt])
  // Kept under the same key by the same schema, which has been held against it.
  return { now, before: found?.data as Result<Item> | undefined, at: found?.at ?? 0 }
}
