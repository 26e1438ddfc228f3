import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { Link } from 'wouter'
import type { HomeView } from '#src/features/home/cards/home-view.ts'
import { useRecordHref } from '#src/records/cells/RecordLink.tsx'
import { AXIS_WIDTH } from '#src/ui/charts/chart-axes.ts'
import { css, styled } from '#src/ui/theme.ts'
import { canvasPixels, TARGET, type Band } from './band-lanes.ts'
import { bandName } from './band-text.ts'
import { BandTooltip } from './BandTooltip.tsx'
import type { CodeMark } from './code-marks.ts'
import { MoreCodes } from './MoreCodes.tsx'

export interface MarkedCode {
  mark: CodeMark
  band: Band
  /** 0 to 2; null without a place. */
  lane: number | null
}

const LANE_HEIGHT = 8
/** From the baseline to the middle of the first lane, in px. */
const FIRST_LANE = 7.5
/** So long a pointer may be on its way to the tooltip or rest before it opens. */
const DELAY_MS = 120

const List = styled('ul')<{ $top: number }>`
  position: absolute;
  isolation: isolate;
  top: ${(p) => canvasPixels(p.$top)};
  left: ${canvasPixels(AXIS_WIDTH)};
  right: 0;
  height: ${canvasPixels(24)};
  pointer-events: none;
  & > li > * {
    position: absolute;
    height: ${canvasPixels(TARGET)};
    pointer-events: auto;
  }
`
const mark = css`
  border-radius: var(--r-sm);
  &:focus-visible {
    z-index: 3;
  }
  &:hover i,
  &:focus-visible i {
    opacity: 1;
  }
`
// Targets overlap, as lanes are lower: above all targets, each lane is hit by its own mark.
const Strip = styled('span')`
  position: absolute;
  z-index: 1;
  inset: ${canvasPixels((TARGET - LANE_HEIGHT) / 2)} 0;
`
const Line = styled('i')<{ $hasStart: boolean; $hasEnd: boolean }>`
  position: absolute;
  top: ${canvasPixels(2.5)};
  height: ${canvasPixels(3)};
  border-radius: 1.5px;
  opacity: 0.85;
  forced-color-adjust: none;
  &::before,
  &::after {
    content: none;
    position: absolute;
    top: -2px;
    width: 2px;
    height: 7px;
    border-radius: 1px;
    background: inherit;
  }
  &::before {
    ${(p) => (p.$hasStart ? "content: '';" : '')}
    left: 0;
  }
  &::after {
    ${(p) => (p.$hasEnd ? "content: '';" : '')}
    right: 0;
  }
`
const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

const topOf = (lane: number) => FIRST_LANE + lane * LANE_HEIGHT - TARGET / 2

/** The windows of bonus codes in three lanes under a graph. Codes from left to right. */
export function BandMarks(props: { codes: readonly MarkedCode[]; top: number; view: HomeView }) {
  const { view } = props
  const list = useRef<HTMLUListElement>(null)
  const lastPointer = useRef('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [stop, setStop] = useState(0)
  const [shown, setShown] = useState<{ mark: CodeMark; anchor: Element } | null>(null)
  const tipId = useId()
  const hrefOf = useRecordHref()
  const placed = props.codes.filter(({ lane }) => lane !== null)
  const others = props.codes.filter(({ lane }) => lane === null)
  const count = placed.length + (others.length > 0 ? 1 : 0)
  const tabStop = Math.min(stop, count - 1)

  useEffect(() => () => clearTimeout(timer.current), [])
  const showNow = (next: typeof shown) => {
    clearTimeout(timer.current)
    setShown(next)
  }
  const showLater = (next: typeof shown) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setShown(next), DELAY_MS)
  }
  const hrefOfCode = ({ project, id }: CodeMark) => hrefOf('bonus_code', project, id) ?? ''

  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    const to =
      step !== undefined
        ? Math.max(0, Math.min(tabStop + step, count - 1))
        : event.key === 'Home'
          ? 0
          : event.key === 'End'
            ? count - 1
            : null
    if (to === null) return
    event.preventDefault()
    list.current?.querySelectorAll<HTMLElement>('[data-mark]')[to]?.focus()
  }
  const stopProps = (index: number) => ({
    'data-mark': '',
    tabIndex: index === tabStop ? 0 : -1,
    onKeyDown: move,
  })

  return (
    <>
      <List ref={list} $top={props.top} aria-label="Bonus codes in this period">
        {placed.map(({ mark: code, band, lane }, index) => (
          <li key={`${code.project} ${code.id}`}>
            <Link
              {...stopProps(index)}
              href={hrefOfCode(code)}
              className={mark}
              aria-label={bandName(code, view.asOf)}
              {...(shown?.mark === code ? { 'aria-describedby': tipId } : {})}
              style={{
                left: canvasPixels(band.target.left),
                width: canvasPixels(band.target.width),
                top: canvasPixels(topOf(lane ?? 0)),
              }}
              onFocus={(event) => {
                setStop(index)
                showNow({ mark: code, anchor: event.currentTarget })
              }}
              onBlur={() => showNow(null)}
              onPointerEnter={(event) => {
                const anchor = event.currentTarget
                if (event.pointerType !== 'touch') showLater({ mark: code, anchor })
              }}
              onPointerLeave={(event) => {
                if (event.pointerType !== 'touch') showLater(null)
              }}
              onPointerDown={(event) => {
                lastPointer.current = event.pointerType
              }}
              onClick={(event) => {
                // A tap shows what the mark is; the link in the tooltip opens the page.
                if (lastPointer.current !== 'touch' || event.detail === 0) return
                event.preventDefault()
                showNow({ mark: code, anchor: event.currentTarget })
              }}
            >
              <Strip>
                <Line
                  className="paint"
                  $hasStart={band.hasStart}
                  $hasEnd={band.hasEnd}
                  style={{
                    left: canvasPixels(band.left - band.target.left),
                    width: canvasPixels(band.width),
                    background: view.colours.get(code.project) ?? 'grey',
                  }}
                />
              </Strip>
            </Link>
          </li>
        ))}
        {others.length > 0 && (
          <li>
            <MoreCodes
              codes={others.map((other) => other.mark)}
              top={topOf(2)}
              view={view}
              hrefOf={hrefOfCode}
              button={{ ...stopProps(placed.length), onFocus: () => setStop(placed.length) }}
            />
          </li>
        )}
      </List>
      {shown !== null && (
        <BandTooltip
          id={tipId}
          code={shown.mark}
          anchor={shown.anchor}
          href={hrefOfCode(shown.mark)}
          view={view}
          onStay={() => clearTimeout(timer.current)}
          onLeave={() => showLater(null)}
          onClose={() => showNow(null)}
        />
      )}
    </>
  )
}
