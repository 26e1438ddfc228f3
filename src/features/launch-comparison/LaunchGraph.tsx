import { memo, useMemo, useState, type PointerEvent } from 'react'
import { hasRepeatedColour } from '#src/domain/colours.ts'
import type { FigureFormat } from '#src/domain/mask.ts'
import { pluralize } from '#src/domain/pluralize.ts'
import { ChartTooltip } from '#src/ui/ChartTooltip.tsx'
import { MiddleText } from '#src/ui/MiddleText.tsx'
import { keyframes, styled } from '#src/ui/theme.ts'
import { useWidth } from '#src/ui/use-width.ts'
import { dayAt, lineEnds, MARGIN, pathOf, plotOf, type LaunchPlot } from './launch-geometry.ts'
import { valueOn, type LaunchLine } from './launch-lines.ts'

const appear = keyframes`
  from { clip-path: inset(0 100% 0 0); }
  to { clip-path: inset(0); }
`
const Frame = styled('div')`
  position: relative;
  margin-top: 12px;
  touch-action: pan-y;
  & > svg {
    display: block;
    overflow: visible;
  }
  & text {
    font: 400 11px/16px var(--font);
    fill: var(--chart-label);
    font-variant-numeric: tabular-nums;
  }
  & .lines {
    animation: ${appear} var(--d-chart) var(--ease-out);
  }
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
          <svg
            role="img"
            aria-label="Sales since launch, cumulative, by project"
            width={width}
            height={height}
          >
            <Axes plot={plot} isMoney={isMoney} figures={figures} />
            <Lines lines={lines} plot={plot} colours={colours} />
            {isOver && <Hairline lines={lines} plot={plot} colours={colours} day={hover.day} />}
          </svg>
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

function Axes(props: { plot: LaunchPlot; isMoney: boolean; figures: FigureFormat }) {
  const { plot, isMoney, figures } = props
  return (
    <g aria-hidden>
      {plot.values.map((value) => {
        const y = Math.round(plot.y(value)) + 0.5
        const text = isMoney ? figures.compactUsd(value) : figures.compact(value)
        return (
          <g key={value}>
            <line
              x1={MARGIN.left}
              x2={plot.right}
              y1={y}
              y2={y}
              stroke={value === 0 ? 'var(--chart-base)' : 'var(--chart-grid)'}
            />
            <text
              x={0}
              y={y + 4}
              {...(figures.isMasked && value !== 0
                ? { style: { fill: 'var(--mask)', fontFamily: 'var(--mono)', fontSize: 9 } }
                : {})}
            >
              {value === 0 ? '0' : text}
            </text>
          </g>
        )
      })}
      {plot.ticks.map(({ day, label }) => (
        <text
          key={day}
          x={plot.x(day)}
          y={plot.bottom + 22}
          textAnchor={day === 1 ? 'start' : 'middle'}
        >
          {label}
        </text>
      ))}
    </g>
  )
}

interface LinesProps {
  lines: readonly LaunchLine[]
  plot: LaunchPlot
  colours: ReadonlyMap<string, string>
}

const colourOf = (colours: ReadonlyMap<string, string>, project: string) =>
  colours.get(project) ?? 'var(--chart-label)'

const Lines = memo(function Lines({ lines, plot, colours }: LinesProps) {
  return (
    <g className="lines" aria-hidden>
      {lines.map((line) => {
        const colour = colourOf(colours, line.project)
        return (
          <g key={line.project}>
            <path
              d={pathOf(line, plot)}
              fill="none"
              stroke={colour}
              strokeWidth={2}
              strokeLinejoin="round"
              // Another project has the same colour.
              {...(hasRepeatedColour(colours, line.project) ? { strokeDasharray: '6 3' } : {})}
            />
            <circle
              cx={plot.x(line.values.length)}
              cy={plot.y(line.values.at(-1) ?? 0)}
              r={3.5}
              fill={colour}
            />
          </g>
        )
      })}
    </g>
  )
})

/** The day under the pointer, with a hollow point on each line that has it. */
function Hairline({ lines, plot, colours, day }: LinesProps & { day: number }) {
  const x = plot.x(day)
  return (
    <g aria-hidden>
      <line x1={x} x2={x} y1={MARGIN.top} y2={plot.bottom} stroke="var(--line-hover)" />
      {lines.map((line) => {
        const value = valueOn(line, day)
        return (
          value !== null && (
            <circle
              key={line.project}
              cx={x}
              cy={plot.y(value)}
              r={3.5}
              fill="var(--surface-1)"
              stroke={colourOf(colours, line.project)}
              strokeWidth={2}
            />
          )
        )
      })}
    </g>
  )
}

const Names = memo(function Names({ lines, plot }: Omit<LinesProps, 'colours'>) {
  return lineEnds(lines, plot).map(({ project, x, nameY }) => (
    <Name
      key={project}
      aria-hidden
      className="trunc"
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
