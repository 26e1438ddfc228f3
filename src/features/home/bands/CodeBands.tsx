import { TicketPercent } from 'lucide-react'
import { useLayoutEffect, useMemo } from 'react'
import { createPortal } from 'react-dom'
import { useSnapshot } from 'valtio'
import { useFeature } from '#src/api/features.ts'
import { formatLastUse } from '#src/domain/sale/record-formats.ts'
import { nextBucket } from '#src/domain/time/buckets.ts'
import { startOf } from '#src/domain/time/calendar.ts'
import type { HomeView } from '#src/features/home/cards/home-view.ts'
import { useResult } from '#src/features/home/cards/use-result.ts'
import type { GraphSeries } from '#src/features/home/graph/graph-series.ts'
import { codeBands, setCodeBands } from '#src/state/code-bands.ts'
import { AXIS_WIDTH, DATES_HEIGHT } from '#src/ui/charts/chart-axes.ts'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { Tooltip } from '#src/ui/controls/Tooltip.tsx'
import { styled } from '#src/ui/theme.ts'
import { assignLanes, bandOf, canvasPixels, pixelOf, type BandAxis } from './band-lanes.ts'
import { BandMarks, type MarkedCode } from './BandMarks.tsx'
import { codeMarks, type CodeMark, type StageMark } from './code-marks.ts'

/** What the bands take from the plot, between its baseline and its dates; in px. */
const ROOM = 24

/** As wide as the canvas, which paper scales down. */
const Layer = styled('div')<{ $width: number }>`
  position: absolute;
  top: 0;
  left: 0;
  width: 100%;
  max-width: ${(p) => p.$width}px;
  container-type: inline-size;
`
/** A pixel of the canvas is var(--px): on paper, at any zoom, and while the window is resized. */
const Scale = styled('div')<{ $width: number }>`
  --px: calc(100cqw / ${(p) => p.$width});
`
const Stages = styled('ul')<{ $top: number }>`
  position: absolute;
  top: ${(p) => canvasPixels(p.$top)};
  left: ${canvasPixels(AXIS_WIDTH)};
  right: 0;
  height: ${canvasPixels(5)};
`
const Stage = styled('i')`
  position: absolute;
  top: 0;
  width: ${canvasPixels(8)};
  height: ${canvasPixels(5)};
  margin-left: ${canvasPixels(-4)};
  forced-color-adjust: none;
  clip-path: polygon(0 0, 100% 0, 50% 100%);
`

interface BandsProps {
  series: GraphSeries
  view: HomeView
  /** Of the whole chart, in px. */
  width: number
  height: number
  /** Sets the room between the baseline and the dates, in px. */
  onRoom: (room: number) => void
}

/** Bonus codes and changes of stage under the bars, and the button in the card's tools that hides them. */
export function CodeBands({ place, ...props }: BandsProps & { place: HTMLElement }) {
  const hasCodes = useFeature('campaigns')
  const { isOn } = useSnapshot(codeBands)
  if (!hasCodes) return null
  return (
    <>
      {createPortal(
        <IconButton
          label="Codes and stages"
          icon={TicketPercent}
          aria-pressed={isOn}
          onClick={() => setCodeBands(!isOn)}
          {...(isOn ? { style: { background: 'var(--surface-3)', color: 'var(--text-1)' } } : {})}
        />,
        place,
      )}
      {isOn && <ShownBands {...props} />}
    </>
  )
}

function ShownBands({ series, view, width, height, onRoom }: BandsProps) {
  const { result } = useResult(codeMarks, view)
  const plotWidth = width - AXIS_WIDTH
  const { codes, stages } = useMemo(
    () => marksOn(series, result?.items ?? [], plotWidth),
    [series, result, plotWidth],
  )
  const hasMarks = codes.length + stages.length > 0
  useLayoutEffect(() => {
    if (!hasMarks) return
    onRoom(ROOM)
    return () => onRoom(0)
  }, [hasMarks, onRoom])
  if (!hasMarks) return null
  const top = height - DATES_HEIGHT - ROOM
  const now = new Date(view.asOf)
  return (
    <Layer $width={width}>
      <Scale $width={width}>
        {stages.length > 0 && (
          <Stages $top={top} aria-label="Stages in this period">
            {stages.map(({ mark, left }) => (
              <li key={`${mark.project} ${mark.stage}`}>
                <Tooltip text={stageText(mark, now)} isName>
                  <Stage
                    className="paint"
                    style={{
                      left: canvasPixels(left),
                      background: view.colours.get(mark.project) ?? 'grey',
                    }}
                  />
                </Tooltip>
                <span className="sr">{stageText(mark, now)}</span>
              </li>
            ))}
          </Stages>
        )}
        {codes.length > 0 && <BandMarks codes={codes} top={top} view={view} />}
      </Scale>
    </Layer>
  )
}

const stageText = ({ project, stage, at }: StageMark, now: Date) =>
  `${project}: ${stage} from ${formatLastUse(new Date(at).toISOString(), now)}`

/** What lies on the axis of the drawn series, from left to right. */
function marksOn(series: GraphSeries, items: readonly (CodeMark | StageMark)[], width: number) {
  const { starts, resolvedQuery } = series
  const { unit, zone, projects, asOf } = resolvedQuery
  const last = starts.at(-1)
  const edges = last === undefined ? [] : [...starts, nextBucket(last, unit, zone)]
  const axis: BandAxis = { edges, width }
  const todayEnd = nextBucket(startOf(asOf, 'day', zone), 'day', zone)
  const shown = items.filter(({ project }) => projects.includes(project))
  const placed = shown.flatMap((mark) => {
    const band = mark.is === 'code' ? bandOf(mark.start, mark.end, axis, todayEnd) : null
    return mark.is === 'code' && band !== null ? [{ mark, band }] : []
  })
  // The most used codes choose their lanes first.
  placed.sort((a, b) => b.mark.uses - a.mark.uses)
  const lanes = assignLanes(
    placed.map(({ band }) => band),
    width,
  )
  const codes: MarkedCode[] = placed.map((each, index) => ({ ...each, lane: lanes[index] ?? null }))
  const [first = 0] = edges
  const end = edges.at(-1) ?? 0
  const stages = shown.flatMap((mark) =>
    mark.is === 'stage' && mark.at >= first && mark.at < end
      ? [{ mark, left: pixelOf(mark.at, axis) }]
      : [],
  )
  return { codes: codes.toSorted((a, b) => a.band.left - b.band.left), stages }
}
