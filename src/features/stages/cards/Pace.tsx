import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { axisScale } from '#src/domain/money/axis-scale.ts'
import { formatAmount, formatDecimal } from '#src/domain/sale/record-formats.ts'
import { nearDay } from '#src/domain/sale/stage-dates.ts'
import { figureFormat, mask } from '#src/domain/text/mask.ts'
import { localDate } from '#src/domain/time/calendar.ts'
import type { StagesQuery } from '#src/features/stages/stage-queries.ts'
import type { StageView } from '#src/features/stages/stage-view.ts'
import { Loaded } from '#src/records/page/Loaded.tsx'
import { paceDays, setPaceDays } from '#src/state/pace-days.ts'
import { Card } from '#src/ui/Card.tsx'
import { AXIS_WIDTH, DATES_HEIGHT } from '#src/ui/charts/chart-axes.ts'
import { DataTable } from '#src/ui/charts/DataTable.tsx'
import { StackedBars } from '#src/ui/charts/StackedBars.tsx'
import { Segmented } from '#src/ui/controls/Segmented.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { MaskableText } from '#src/ui/text/Mask.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { useIsMobile } from '#src/ui/use-media.ts'
import { PACE_DAYS } from '#src/wire/stages.ts'
import { CardFoot, FootPlaceholder } from './ForecastFoot.tsx'

/** Of the chart, in px. */
const HEIGHT = 196
const MOBILE_HEIGHT = 160

const Choice = styled('div')`
  ${MOBILE} {
    margin-right: 12px;
    & [role='radio'] {
      min-width: 44px;
    }
  }
`
const Plot = styled('div')`
  display: flex;
  flex: 1;
  flex-direction: column;
  min-height: ${HEIGHT + 16}px;
  margin-bottom: 12px;
  ${MOBILE} {
    min-height: ${MOBILE_HEIGHT + 16}px;
  }
`
const MedianLine = styled('i')`
  position: absolute;
  right: 0;
  border-top: 1px dashed var(--text-2);
  pointer-events: none;
`
const Dash = styled('i')`
  display: inline-block;
  width: 16px;
  margin-right: 8px;
  border-top: 1px dashed var(--text-2);
  vertical-align: 3px;
`

/** What was sold on each of the completed days, with the median, which forecasts go by. */
export function Pace(props: { view: StageView | undefined; query: StagesQuery }) {
  const { view, query } = props
  const { days } = useSnapshot(paceDays)
  return (
    <Card
      title="Pace"
      subtitle="Tokens sold per completed day"
      isBusy={query.data === undefined && query.isFetching}
      tools={
        <Choice>
          <Segmented
            label="Days"
            options={PACE_DAYS.map((count) => ({ value: String(count), label: count }))}
            value={String(days)}
            onChange={(value) =>
              setPaceDays(PACE_DAYS.find((count) => String(count) === value) ?? days)
            }
          />
        </Choice>
      }
    >
      <Plot>
        <Loaded
          query={query}
          failed="The pace did not load"
          notCached={`You are offline, and the pace of ${days} days is not saved on this device.`}
          placeholder={<Skeleton height={HEIGHT} />}
        >
          {() => view && <PaceChart view={view} />}
        </Loaded>
      </Plot>
      {query.data && view ? <Median view={view} /> : query.isFetching && <FootPlaceholder />}
    </Card>
  )
}

/** Tokens per day: whole ones, unless there are few. */
function perDay(tokens: string, isMasked: boolean): string {
  if (isMasked) return mask('amount')
  return Number(tokens) >= 100 ? formatDecimal(tokens, 0, 0) : formatAmount(tokens, 2)
}

function Median({ view }: { view: StageView }) {
  const { pace } = view.summary
  return (
    <CardFoot>
      <span>
        <Dash className="paint" />
        <b className="num">
          <MaskableText text={perDay(pace.tokens_per_day, view.isMasked)} />
        </b>{' '}
        <span className="t2">
          <bdi>{view.projectId}</bdi> a day, the median
        </span>
      </span>
      <p>Today is not counted: it is not over.</p>
    </CardFoot>
  )
}

function PaceChart({ view }: { view: StageView }) {
  const { summary, isMasked, colour, projectId } = view
  const { pace } = summary
  const height = useIsMobile() ? MOBILE_HEIGHT : HEIGHT
  const today = localDate(view.text.now, view.text.zone)
  const bars = useMemo(() => {
    const values = pace.days.map(({ tokens }) => Number(tokens))
    return {
      labels: pace.days.map(({ date }) => nearDay(date, today)),
      stacks: [{ name: projectId, colour, values }],
      totals: values,
      previous: null,
      unfinished: -1,
      isMoney: false,
    }
  }, [pace, today, projectId, colour])
  const tallest = Math.max(0, ...bars.totals)
  const { max } = axisScale(tallest, true)
  const above = (1 - Number(pace.tokens_per_day) / max) * (height - TOP_PX - DATES_HEIGHT)
  const median = `The median is ${isMasked ? 'hidden' : `${perDay(pace.tokens_per_day, false)} ${projectId} a day`}.`
  return (
    <>
      {tallest > 0 ? (
        <StackedBars
          bars={bars}
          label={`Tokens sold on each of the last ${pace.days.length} days`}
          height={height}
          privacy={isMasked}
          renderLayer={({ width }) =>
            width > 0 && (
              <MedianLine className="paint" style={{ left: AXIS_WIDTH, top: TOP_PX + above }} />
            )
          }
          tooltip={(index) => dayTooltip(index, view)}
        />
      ) : (
        <EmptyState title="No sales in these days" />
      )}
      <PaceTable key={isMasked ? 'masked' : 'plain'} view={view} caption={median} />
    </>
  )
}

/** Of the chart, above its tallest line. */
const TOP_PX = 8

function dayTooltip(index: number, { summary, isMasked, projectId, colour, text }: StageView) {
  const day = summary.pace.days[index] ?? { date: '', tokens: '0', amount: '0' }
  return {
    title: nearDay(day.date, localDate(text.now, text.zone)),
    rows: [
      { key: 'tokens', label: projectId, colour, value: perDay(day.tokens, isMasked) },
      { key: 'usd', label: 'USD', value: figureFormat(isMasked).usd(Number(day.amount)) },
    ],
  }
}

/** The same for assistive technology. */
function PaceTable({ view, caption }: { view: StageView; caption: string }) {
  const { summary, isMasked, text } = view
  const { days } = summary.pace
  const makeRows = useMemo(() => {
    const today = localDate(text.now, text.zone)
    return () =>
      days.map(({ date, tokens, amount }) => [
        nearDay(date, today),
        perDay(tokens, isMasked),
        figureFormat(isMasked).usd(Number(amount)),
      ])
  }, [days, isMasked, text.now, text.zone])
  return (
    <DataTable
      name="Pace data"
      columns={['Day', 'Tokens', 'USD']}
      caption={caption}
      makeRows={makeRows}
    />
  )
}
