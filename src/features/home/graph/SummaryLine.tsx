import { memo } from 'react'
import type { Metric, Sums } from '#src/domain/money/ranked-rows.ts'
import { formatPreviousRange } from '#src/domain/time/buckets.ts'
import type { GraphCardRow } from '#src/features/home/cards/cards.ts'
import type { HomeView } from '#src/features/home/cards/home-view.ts'
import type { Result } from '#src/features/home/cards/queries.ts'
import { readStored, STORAGE_KEYS } from '#src/state/storage.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { after } from '#src/ui/loading-order.ts'
import { SilentBoundary } from '#src/ui/SilentBoundary.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Change } from '#src/ui/text/Change.tsx'
import { Figure } from '#src/ui/text/Figure.tsx'
import { MaskableText } from '#src/ui/text/Mask.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { sumOf } from './graph-series.ts'

// News of figures that are shown already, with the names of all countries: the charts come first.
const LaterFigures = lazyPart(async () => {
  await after('charts')
  return import('#src/features/home/LaterFigures.tsx')
}, 'LaterFigures')

const Line = styled('div')`
  position: relative;
  display: flex;
  align-items: baseline;
  flex-wrap: wrap;
  gap: 0 12px;
  margin-top: 12px;
  white-space: nowrap;
  ${MOBILE} {
    flex-direction: column;
  }
`
const Count = styled('span')`
  color: var(--text-2);
  font-variant-numeric: tabular-nums;
  & > b {
    font-weight: 500;
    color: var(--text-1);
  }
  ${MOBILE} {
    line-height: 20px;
  }
`
const SummaryEnd = styled('span')<{ $height?: number }>`
  display: flex;
  align-items: baseline;
  gap: 12px;
  margin-left: auto;
  ${MOBILE} {
    margin-left: 0;
    min-height: ${(p) => p.$height ?? 20}px;
  }
`
const From = styled('span')`
  font: var(--t-small);
  font-variant-numeric: tabular-nums;
  color: var(--text-3);
`

/** The height of what comes later, on phones: lines of 20, and the stage's of 44. */
const laterHeight = (isCompared: boolean) =>
  (readStored(STORAGE_KEYS.proofLine) ? 40 : 20) +
  (!isCompared && readStored(STORAGE_KEYS.stageLine) ? 44 : 0)

/** "$4,284,312.22 9,312 transactions", and the change from the previous period. */
export const SummaryLine = memo(function SummaryLine(props: {
  card: GraphCardRow
  metric: Metric
  summary: Result<Sums>
  previous: Result<Sums> | undefined
  view: HomeView
}) {
  const { card, metric, summary, previous } = props
  const { figures, isCompared } = props.view
  const amount = sumOf(summary.items, 'amount')
  const count = sumOf(summary.items, 'count')
  const hasAmount = card.options.some((option) => option.metric === 'amount')
  const size = card.isHero ? 'hero' : 'figure'
  return (
    <Line>
      <Figure text={hasAmount ? figures.usd(amount) : figures.count(count)} size={size} isWrapped />
      <Count>
        {hasAmount && (
          <>
            <b>
              <MaskableText text={figures.count(count)} />
            </b>{' '}
          </>
        )}
        {/* The plural while masked: the singular would reveal the count. */}
        {count === 1 && !figures.isMasked ? card.noun.replace(/s$/, '') : card.noun}
      </Count>
      {card.isHero && (
        <SilentBoundary fallback={<SummaryEnd $height={laterHeight(isCompared)} />}>
          <LaterFigures view={props.view} />
        </SilentBoundary>
      )}
      {isCompared && (
        <SummaryEnd>
          {previous && (
            <>
              <Change
                now={metric === 'amount' ? amount : count}
                before={sumOf(previous.items, metric)}
                figures={figures}
              />
              <From>
                from{' '}
                <MaskableText
                  text={
                    metric === 'amount'
                      ? figures.usd(sumOf(previous.items, 'amount'), 0)
                      : figures.count(sumOf(previous.items, 'count'))
                  }
                />
                {card.isHero && `, ${previousRangeOf(previous, summary)}`}
              </From>
            </>
          )}
        </SummaryEnd>
      )}
    </Line>
  )
})

function previousRangeOf(previous: Result<Sums>, summary: Result<Sums>): string {
  const { range, zone } = previous.resolvedQuery
  return formatPreviousRange(range, summary.resolvedQuery.range, zone)
}

/** Skeleton of the line. */
export function SummaryPlaceholder({ isHero }: { isHero: boolean }) {
  return (
    <Line aria-hidden>
      <span style={{ height: isHero ? 40 : 32, display: 'flex', alignItems: 'center' }}>
        <Skeleton width={isHero ? 232 : 152} height={isHero ? 24 : 20} />
      </span>
      <Skeleton width={96} height={12} />
      {/* On phones the line of the count is 8 higher than its skeleton. */}
      {isHero && <SummaryEnd $height={laterHeight(false) + 8} />}
    </Line>
  )
}
