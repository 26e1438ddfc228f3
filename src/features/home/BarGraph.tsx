import { useMemo, useState } from 'react'
import { describeBucket } from '#src/domain/buckets.ts'
import type { ChartHover } from '#src/ui/chart-option.ts'
import { Chart } from '#src/ui/Chart.tsx'
import { ChartTooltip } from '#src/ui/ChartTooltip.tsx'
import { MaskableText } from '#src/ui/Mask.tsx'
import { styled } from '#src/ui/theme.ts'
import { AXIS_WIDTH, graphOption } from './graph-option.ts'
import type { GraphSeries } from './graph-series.ts'
import type { HomeView } from './home-view.ts'
import { tooltipRows } from './tooltip-rows.ts'
import { useIsDrawn } from './use-first-draw.ts'
import { useWidth } from './use-width.ts'

const Plot = styled('div')`
  margin-top: 16px;
`
const Note = styled('p')`
  margin-top: 6px;
  color: var(--text-3);
`

/** The bars of a graph card, and what the bucket under the pointer holds. */
export function BarGraph(props: {
  name: string
  series: GraphSeries
  previous: GraphSeries | null
  isMoney: boolean
  isHero: boolean
  height: number
  view: HomeView
}) {
  const { series, previous, isMoney, isHero, height } = props
  const { colours, privacy, figures } = props.view
  const [measure, width] = useWidth()
  const [hover, setHover] = useState<ChartHover | null>(null)
  const isDrawn = useIsDrawn()
  const option = useMemo(
    () =>
      graphOption({
        series,
        previous: previous?.totals ?? null,
        colours,
        isMoney,
        privacy,
        width,
        isHero,
      }),
    [series, previous, colours, isMoney, privacy, width, isHero],
  )
  const slot = (width - AXIS_WIDTH) / Math.max(1, series.starts.length)
  const isOver = hover !== null && hover.index < series.starts.length
  return (
    <Plot ref={measure}>
      {width > 0 && (
        <Chart
          option={option}
          label={`${props.name} by date, stacked by project`}
          height={height}
          isMasked={privacy}
          isStill={isDrawn}
          onHover={setHover}
          band={
            isOver
              ? { left: AXIS_WIDTH + hover.index * slot, width: slot, top: 8, bottom: 20 }
              : null
          }
        />
      )}
      {width === 0 && <div style={{ height }} />}
      {isOver && (
        <BucketTooltip
          hover={hover}
          series={series}
          previous={previous}
          write={isMoney ? figures.usd : figures.count}
          view={props.view}
        />
      )}
    </Plot>
  )
}

function BucketTooltip(props: {
  hover: ChartHover
  series: GraphSeries
  previous: GraphSeries | null
  write: (value: number) => string
  view: HomeView
}) {
  const { hover, series, previous, write } = props
  const { colours, figures } = props.view
  const { index } = hover
  const { unit, zone } = series.resolvedQuery
  const total = series.totals[index] ?? 0
  const before = previous?.totals[index]
  const beforeStart = previous?.starts[index]
  const isOpen = index === series.unfinished
  return (
    <ChartTooltip
      at={hover}
      title={describeBucket(series.starts[index] ?? 0, unit, zone)}
      titleEnd="% of total"
      rows={tooltipRows(
        series.rows
          .toReversed()
          .map(({ project, values }) => ({ project, value: values[index] ?? 0 })),
        total,
        { write, figures, colours },
      )}
      total={{ value: write(total), share: figures.share(total, total) }}
      note={
        (isOpen || before !== undefined) && (
          <Note>
            {isOpen && <span>Not finished yet. </span>}
            {before !== undefined && beforeStart !== undefined && (
              <span>
                Previous: <MaskableText text={write(before)} />,{' '}
                {describeBucket(beforeStart, unit, zone)}
              </span>
            )}
          </Note>
        )
      }
    />
  )
}
