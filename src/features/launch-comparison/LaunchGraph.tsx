import { LineChart } from 'echarts/charts'
import { use as register } from 'echarts/core'
import { memo, useMemo, useState, type PointerEvent } from 'react'
import { hasRepeatedColour } from '#src/domain/colours.ts'
import type { FigureFormat } from '#src/domain/text/mask.ts'
import { pluralize } from '#src/domain/text/text.ts'
import { Chart } from '#src/ui/charts/Chart.tsx'
import { ChartTooltip } from '#src/ui/charts/ChartTooltip.tsx'
import { useIsDrawn } from '#src/ui/charts/use-first-draw.ts'
import { MiddleText } from '#src/ui/text/MiddleText.tsx'
import { styled } from '#src/ui/theme.ts'
import { useWidth } from '#src/ui/use-width.ts'
import { dayAt, lineEnds, MARGIN, plotOf, type LaunchPlot } from './launch-geometry.ts'
import { valueOn, type LaunchLine } from './launch-lines.ts'
import { launchOption } from './launch-option.ts'

register([LineChart])

const Frame = styled('div')`
  position: relative;
  margin-top: 12px;
  touch-action: pan-y;
`
const Line = styled('i')`
  position: absolute;
  top: ${MARGIN.top}px;
  width: 1px;
  margin-left: -0.5px;
  background: var(--line-hover);
  pointer-events: none;
`
const Point = styled('i')`
  position: absolute;
  width: 9px;
  height: 9px;
  margin: -4.5px;
  border: 2px solid;
  border-radius: 50%;
  background: var(--surface-1);
  pointer-events: none;
`
const Name = styled('span')`
  position: absolute;
  height: 16px;
  font: 500 11px/16px var(--font);
  color: var(--text-1);
  /* Legible over another line. */
  text-shadow:
    0 0 3px var(--surface-1),
    0 0 3px var(--surface-1),
    0 0 3px var(--surface-1);
  pointer-events: none;
`

/** More rows than this would not fit beside the pointer. */
const MAX_ROWS = 10
/** Between the end of a line and its name. */
const NAME_GAP_PX = 10

interface Hover {
  day: number
  x: number
  y: number
}

/** A line per project from its launch on, with a tooltip for the day under the pointer. */
export const LaunchGraph = memo(function LaunchGraph(props: {
  lines: readonly LaunchLine[]
  colours: ReadonlyMap<string, string>
  isMoney: boolean
  height: number
  figures: FigureFormat
}) {
  const { lines, colours, isMoney, height, figures } = props
  const [measure, width] = useWidth()
  const [hover, setHover] = useState<Hover | null>(null)
  const plot = useMemo(
    () => plotOf(lines, { width, height }, !isMoney),
    [lines, width, height, isMoney],
  )
  const isDrawn = useIsDrawn()
  const privacy = figures.isMasked
  const option = useMemo(
    () => launchOption({ lines, plot, colours, isMoney, privacy }),
    [lines, plot, colours, isMoney, privacy],
  )
  const move = (event: PointerEvent) => {
    const { left } = event.currentTarget.getBoundingClientRect()
    const day = dayAt(plot, event.clientX - left)
    setHover(day === null ? null : { day, x: event.clientX, y: event.clientY })
  }
  const isOver = hover !== null && hover.day <= plot.days
  return (
    <Frame
      ref={measure}
      style={{ height }}
      onPointerMove={move}
      onPointerDown={move}
      onPointerLeave={() => setHover(null)}
    >
      {width > 0 && (
        <>
          <Chart
            option={option}
            label="Sales since launch, cumulative, by project"
            height={height}
            isMasked={figures.isMasked}
            isStill={isDrawn}
          />
          {isOver && <Hairline lines={lines} plot={plot} colours={colours} day={hover.day} />}
          <Names lines={lines} plot={plot} />
        </>
      )}
      {isOver && (
        <DayTooltip
          hover={hover}
          lines={lines}
          colours={colours}
          isMoney={isMoney}
          figures={figures}
        />
      )}
    </Frame>
  )
})

interface LinesProps {
  lines: readonly LaunchLine[]
  plot: LaunchPlot
  colours: ReadonlyMap<string, string>
}

const colourOf = (colours: ReadonlyMap<string, string>, project: string) =>
  colours.get(project) ?? 'var(--chart-label)'

/** The day under the pointer, with a hollow point on each line that has it. */
function Hairline({ lines, plot, colours, day }: LinesProps & { day: number }) {
  const left = plot.x(day)
  return (
    <>
      <Line className="paint" style={{ left, bottom: MARGIN.bottom }} />
      {lines.map((line) => {
        const value = valueOn(line, day)
        const style = { left, borderColor: colourOf(colours, line.project) }
        return (
          value !== null && (
            <Point key={line.project} className="paint" style={{ ...style, top: plot.y(value) }} />
          )
        )
      })}
    </>
  )
}

const Names = memo(function Names({ lines, plot }: Omit<LinesProps, 'colours'>) {
  return lineEnds(lines, plot).map(({ project, x, nameY }) => (
    <Name
      key={project}
      aria-hidden
      // Paper scales the chart, and has a legend.
      className="trunc screen-only"
      style={{ left: x + NAME_GAP_PX, top: nameY - 8, maxWidth: plot.nameWidth - NAME_GAP_PX }}
    >
      <MiddleText text={project} />
    </Name>
  ))
})

function DayTooltip(props: {
  hover: Hover
  lines: readonly LaunchLine[]
  colours: ReadonlyMap<string, string>
  isMoney: boolean
  figures: FigureFormat
}) {
  const { hover, lines, colours, isMoney, figures } = props
  const { day } = hover
  const found = lines
    .flatMap((line) => {
      const value = valueOn(line, day)
      return value === null ? [] : { project: line.project, value }
    })
    .toSorted((a, b) => b.value - a.value)
  const others = found.length - MAX_ROWS
  return (
    <ChartTooltip
      at={hover}
      title={day === 1 ? 'Launch' : `Day ${day}`}
      titleEnd={day === 1 ? 'Day 1' : 'since launch'}
      rows={found.slice(0, MAX_ROWS).map(({ project, value }) => ({
        key: project,
        label: project,
        value: isMoney ? figures.usd(value, 0) : figures.count(value),
        colour: colourOf(colours, project),
        isHatched: hasRepeatedColour(colours, project),
      }))}
      note={others > 0 && <p style={{ marginTop: 0 }}>{pluralize(others, 'other')}</p>}
    />
  )
}
