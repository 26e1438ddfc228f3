import { hashKey, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useAppBadge } from '#src/api/app-badge.ts'
import { previousResult } from '#src/cache/persister.ts'
import type { RankedItem } from '#src/domain/money/ranked-rows.ts'
import type { FigureFormat } from '#src/domain/text/mask.ts'
import { formatAge } from '#src/domain/time/format-time.ts'
import type { HomeView } from '#src/features/home/cards/home-view.ts'
import { resultQuery } from '#src/features/home/cards/queries.ts'
import type { Result, Source } from '#src/features/home/cards/queries.ts'
import {
  countries,
  transactionRecords,
  transactionSummary,
} from '#src/features/home/cards/sources.ts'
import type { PeriodSelection } from '#src/figures/period-request.ts'
import { onLeave } from '#src/state/session.ts'
import { Tooltip } from '#src/ui/controls/Tooltip.tsx'
import { MaskableText } from '#src/ui/text/Mask.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { newsOf, newCountries } from './since-last-visit.ts'

const Root = styled('span')`
  margin-left: auto;
  font: var(--t-small);
  font-variant-numeric: tabular-nums;
  color: var(--text-3);
  /* Then it takes no gap. */
  &:empty {
    position: absolute;
  }
  ${MOBILE} {
    &:empty {
      position: static;
    }
    margin-left: 0;
    min-height: 20px;
    white-space: normal;
  }
`

const WideOnly = styled('span')`
  ${MOBILE} {
    display: none;
  }
`

/** ", 2 new countries" with their names in a tooltip; nothing if there are none. */
function NewCountries(props: {
  now: Result<RankedItem>
  before: Result<RankedItem>
  figures: FigureFormat
}) {
  const { now, before, figures } = props
  const names = newCountries(now, before)
  if (names.length === 0) return null
  return (
    <>
      ,{' '}
      <Tooltip text={figures.isMasked ? null : names.join(', ')}>
        <span>
          <MaskableText text={figures.count(names.length)} /> new{' '}
          {names.length === 1 && !figures.isMasked ? 'country' : 'countries'}
        </span>
      </Tooltip>
    </>
  )
}

/**
 * "+$18,240 from 31 purchases, 2 new countries since you last looked, 09:12": the difference to the
 * figures of the previous visit. Its space is reserved from the first paint, so that it does not move
 * the layout. The badge of the app's icon shows the same number of purchases.
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
          {/* The plural while masked: "purchase" would reveal the count. */}
          <WideOnly> {news.count === 1 && !figures.isMasked ? 'purchase' : 'purchases'}</WideOnly>
          {places.now && places.before && (
            <NewCountries now={places.now} before={places.before} figures={figures} />
          )}{' '}
          since <WideOnly>you last looked, </WideOnly>
          {formatAge(news.since)}
        </>
      )}
    </Root>
  )
}

/** About ten views of Home, three queries each. */
const MAX_FIRST_RESULTS = 30

/** The first results on this page for queries without a persisted result, by query hash. */
const firstResults = new Map<string, { data: unknown; at: number }>()
onLeave(() => firstResults.clear())

/**
 * The newest result of one source for a selection, and the result of the previous visit: the persisted
 * one, or else the first one since the page was loaded. It never sends a request.
 */
function useLastVisit<Item>(from: Source<Item>, selection: PeriodSelection) {
  const query = resultQuery(from, selection)
  const hash = hashKey(query.queryKey)
  const { data, dataUpdatedAt } = useQuery({
    ...query,
    enabled: false,
    // The default placeholder would be the result of another selection.
    placeholderData: () => undefined,
  })
  // Days of another time zone are not comparable.
  const now = data?.resolvedQuery.zone === selection.zone ? data : undefined
  const found = previousResult(hash) ?? firstResults.get(hash)
  const isFirst = !found && now !== undefined
  useEffect(() => {
    if (!isFirst) return
    firstResults.set(hash, { data: now, at: dataUpdatedAt })
    const [oldest = hash] = firstResults.keys()
    if (firstResults.size > MAX_FIRST_RESULTS) firstResults.delete(oldest)
  }, [hash, isFirst, now, dataUpdatedAt])
  // The persisted result has the same key and was validated by the same schema.
  return { now, before: found?.data as Result<Item> | undefined, at: found?.at ?? 0 }
}
