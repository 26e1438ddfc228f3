import { memo, useMemo, useState } from 'react'
import { describeBucket } from '#src/domain/time/buckets.ts'
import type { HomeView } from '#src/features/home/cards/home-view.ts'
import { DATES_HEIGHT } from '#src/ui/charts/chart-axes.ts'
import { StackedBars } from '#src/ui/charts/StackedBars.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { after } from '#src/ui/loading-order.ts'
import { SilentBoundary } from '#src/ui/SilentBoundary.tsx'
import { MaskableText } from '#src/ui/text/Mask.tsx'
import { styled } from '#src/ui/theme.ts'
import { graphBars, type GraphSeries } from './graph-series.ts'

// The chart and the cards have priority.
const CodeBands = lazyPart(async () => {
  await after('figures')
  return import('#src/features/home/bands/CodeBands.tsx')
}, 'CodeBands')

/** The bars of a graph card, with a tooltip for the bucket under the pointer. */
export const BarGraph = memo(function BarGraph(props: {
  name: string
  series: GraphSeries
  previous: GraphSeries | null
  isMoney: boolean
  isHero: boolean
  height: number
  view: HomeView
  /** Where the button of the bands under the bars stands; without it there are none. */
  bandTool?: HTMLElement | null
}) {
  const { series, previous, isMoney, isHero, height, bandTool } = props
  const { colours, privacy } = props.view
  const [room, setRoom] = useState(0)
  const bars = useMemo(
    () => graphBars({ series, previous: previous?.totals ?? null, colours, isMoney }),
    [series, previous, colours, isMoney],
  )
  return (
    <StackedBars
      bars={bars}
      label={`${props.name} by date, stacked by project`}
      height={height}
      privacy={privacy}
      room={room}
      overhang={isHero ? 3 : 2}
      renderLayer={({ width, isDrawn }) =>
        isDrawn &&
        bandTool && (
          <SilentBoundary>
            <CodeBands
              series={series}
              view={props.view}
              width={width}
              height={height}
              place={bandTool}
              onRoom={setRoom}
            />
          </SilentBoundary>
        )
      }
      tooltip={(index) => bucketTooltip(index, series, previous, isMoney, props.view)}
    />
  )
})

function bucketTooltip(
  index: number,
  series: GraphSeries,
  previous: GraphSeries | null,
  isMoney: boolean,
  { colours, figures }: HomeView,
) {
  const { unit, zone } = series.resolvedQuery
  const format = isMoney ? figures.usd : figures.count
  const total = series.totals[index] ?? 0
  const before = previous?.totals[index]
  const beforeStart = previous?.starts[index]
  const isOpen = index === series.unfinished
  return {
    title: describeBucket(series.starts[index] ?? 0, unit, zone),
    titleEnd: '% of total',
    rows: {
      values: series.rows
        .toReversed()
        .map(({ project, values }) => ({ project, value: values[index] ?? 0 })),
      sum: total,
      total,
      format,
      figures,
      colours,
    },
    note: (isOpen || before !== undefined) && (
      <p>
        {isOpen && <span>{before === undefined ? 'So far' : 'So far · '}</span>}
        {before !== undefined && beforeStart !== undefined && (
          <span>
            Previous: <MaskableText text={format(before)} />,{' '}
            {describeBucket(beforeStart, unit, zone)}
          </span>
        )}
      </p>
    ),
  }
}

const PlaceholderPlot = styled('div')<{ $height: number }>`
  position: relative;
  display: flex;
  align-items: flex-end;
  height: ${(p) => p.$height}px;
  margin-top: 16px;
  padding: 8px 0 0 36px;
`
const Lines = styled('i')<{ $count: number }>`
  position: absolute;
  inset: 8px 0 ${DATES_HEIGHT}px 36px;
  border-bottom: 1px solid var(--chart-base);
  background: repeating-linear-gradient(
    to bottom,
    var(--chart-grid) 0 1px,
    transparent 1px ${(p) => 100 / p.$count}%
  );
`
const Bar = styled('i')`
  position: relative;
  flex: 1;
  margin-bottom: 21px;
  padding: 0 calc(100% / 30 * 0.17);
  &::before {
    content: '';
    display: block;
    height: 100%;
    border-radius: 2px 2px 0 0;
    background: var(--chart-placeholder);
  }
`

const BARS = 30
/** Graphs up to this height have two grid lines, in px. */
const LOW_HEIGHT = 160

/** Placeholder of a graph: bars of random heights without numbers. */
export function PlaceholderBars({ height }: { height: number }) {
  const [heights] = useState(() => Array.from({ length: BARS }, () => 0.25 + Math.random() * 0.6))
  return (
    <PlaceholderPlot $height={height} aria-hidden>
      <Lines $count={height > LOW_HEIGHT ? 4 : 2} />
      {heights.map((share, index) => (
        <Bar key={index} style={{ height: `${Math.round(share * (height - 28))}px` }} />
      ))}
    </PlaceholderPlot>
  )
}
