import { ChevronRight } from 'lucide-react'
import { memo, useEffect, useMemo, useState } from 'react'
import type { PointerEvent, RefObject } from 'react'
import type { Metric } from '#src/domain/money/ranked-rows.ts'
import { rowName } from '#src/domain/money/ranked-rows.ts'
import type { RankedRow } from '#src/domain/money/ranked-rows.ts'
import { MASK_LABEL } from '#src/domain/text/mask.ts'
import type { HomeView } from '#src/features/home/cards/home-view.ts'
import { Chart } from '#src/ui/charts/Chart.tsx'
import { useIsDrawn } from '#src/ui/charts/use-first-draw.ts'
import { MOBILE, PRINT, styled } from '#src/ui/theme.ts'
import { useIsMobile } from '#src/ui/use-media.ts'
import { rankedOption, segmentAt } from './ranked-option.ts'
import { rowGeometry } from './RankedPlaceholder.tsx'
import type { RowKind } from './RankedPlaceholder.tsx'
import { RankedRowText } from './RankedRowText.tsx'
import { RankedTooltip } from './RankedTooltip.tsx'
import type { RowHover } from './RankedTooltip.tsx'
import type { HrefOf } from './use-row-hrefs.ts'

/** Label, value and share. A change that is wider than a share widens the column of all rows. */
const COLUMNS: Record<RowKind, { desktop: string; mobile: string }> = {
  plain: {
    desktop: 'minmax(0, 1fr) auto minmax(52px, auto)',
    mobile: 'minmax(0, 1fr) auto minmax(60px, auto)',
  },
  deposits: {
    desktop: 'minmax(0, 1fr) auto minmax(56px, auto)',
    mobile: 'minmax(0, 1fr) auto minmax(64px, auto)',
  },
  campaigns: { desktop: 'minmax(0, 1fr) auto', mobile: 'minmax(0, 1fr) auto' },
}
const PADDING: Record<RowKind, { desktop: number; mobile: number }> = {
  plain: { desktop: 2, mobile: 6 },
  deposits: { desktop: 4, mobile: 4 },
  campaigns: { desktop: 4, mobile: 8 },
}

const Rows = styled('div')<{ $kind: RowKind }>`
  position: relative;
  display: grid;
  grid-template-columns: ${(p) => COLUMNS[p.$kind].desktop};
  align-content: start;
  column-gap: 8px;
  margin-top: 12px;
  container-type: inline-size;
  ${MOBILE} {
    grid-template-columns: ${(p) => COLUMNS[p.$kind].mobile};
  }
`
/** One canvas draws the bars of all rows, beneath their text. */
const Canvas = styled('div')`
  position: absolute;
  inset: 0 0 auto;
  pointer-events: none;
  ${PRINT} {
    /* Each bar stays below the text of its row. */
    & canvas {
      height: 100% !important;
    }
  }
`
const PlainRow = styled('div')<{ $kind: RowKind }>`
  position: relative;
  grid-column: 1 / -1;
  display: grid;
  grid-template-columns: subgrid;
  /* Chrome before 117: the columns of each row are its own. */
  @supports not (grid-template-columns: subgrid) {
    grid-template-columns: ${(p) => COLUMNS[p.$kind].desktop};
  }
  align-content: start;
  align-items: center;
  column-gap: 8px;
  padding-top: ${(p) => PADDING[p.$kind].desktop}px;
  ${MOBILE} {
    padding-top: ${(p) => PADDING[p.$kind].mobile}px;
  }
`
const CampaignButton = styled('button')`
  position: relative;
  grid-column: 1 / -1;
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto 16px;
  align-content: start;
  align-items: center;
  column-gap: 8px;
  width: 100%;
  padding-top: 4px;
  border-radius: 4px;
  text-align: left;
  &:hover > :first-child {
    color: var(--ink-hover);
  }
  ${MOBILE} {
    grid-template-columns: minmax(0, 1fr) auto 20px;
    padding-top: 8px;
  }
`
const Go = styled('span')`
  align-self: center;
  margin-right: -4px;
  color: var(--text-3);
`

export interface RankedRowsProps {
  /** The element that holds the rows; the card moves the focus to one of them. */
  list: RefObject<HTMLDivElement | null>
  /** Names the chart. */
  name: string
  kind: RowKind
  /** The rows of the page, and how many rows a page has. */
  rows: readonly RankedRow[]
  slots: number
  /** Index of the page's first row in the whole list. */
  offset: number
  metric: Metric
  decimals: 0 | 2
  /** The whole that shares are of, and the value of a full bar. */
  total: number
  full: number
  projects: readonly string[]
  /** The compared period's rows by key; null without a comparison. */
  previous: ReadonlyMap<string, RankedRow> | null
  view: HomeView
  /** Opens a campaign's countries. */
  onOpen: ((row: RankedRow) => void) | null
  /** Where the name of a row leads that does not open. */
  hrefOf: HrefOf
}

/** The rows of a ranked card: text above bars, all drawn on one canvas. */
export const RankedRows = memo(function RankedRows(props: RankedRowsProps) {
  const { list, rows, slots, kind, metric, full, projects, previous, view } = props
  const isMobile = useIsMobile()
  const geometry = rowGeometry(kind, isMobile)
  const [hover, setHover] = useState<RowHover | null>(null)
  const isDrawn = useIsDrawn()
  const hotRow = hover?.project === undefined || hover.project === null ? -1 : hover.row
  const hotProject = hover?.project ?? ''
  const option = useMemo(
    () =>
      rankedOption({
        rows,
        slots,
        metric,
        full,
        projects,
        colours: view.colours,
        previous: previous && rows.map((row) => previous.get(row.key)?.[metric] ?? 0),
        geometry,
        hot: hotRow < 0 ? null : { row: hotRow, project: hotProject },
      }),
    [rows, slots, metric, full, projects, view.colours, previous, geometry, hotRow, hotProject],
  )

  const pointAt = (event: PointerEvent) => {
    const box = list.current?.getBoundingClientRect()
    if (!box) return
    const row = Math.floor((event.clientY - box.top) / geometry.row)
    const found = rows[row]
    if (!found) return setHover(null)
    const part = (event.clientX - box.left) / box.width
    const project = segmentAt(found, part, full, { projects, metric })
    setHover({ row, project, x: event.clientX, y: event.clientY })
  }

  // A tap opens the tooltip; a tap anywhere else closes it.
  useEffect(() => {
    const leave = (event: globalThis.PointerEvent) => {
      const isInside = event.target instanceof Node && list.current?.contains(event.target)
      if (event.pointerType === 'touch' && !isInside) setHover(null)
    }
    document.addEventListener('pointerdown', leave)
    return () => document.removeEventListener('pointerdown', leave)
  }, [list])

  const pointed = hover ? rows[hover.row] : undefined
  return (
    <Rows
      ref={list}
      $kind={kind}
      style={{ minHeight: slots * geometry.row }}
      onPointerMove={(event) => event.pointerType !== 'touch' && pointAt(event)}
      onPointerDown={(event) => event.pointerType === 'touch' && pointAt(event)}
      onPointerLeave={(event) => event.pointerType !== 'touch' && setHover(null)}
    >
      <Canvas>
        <Chart
          option={option}
          label={`${props.name} by project`}
          height={slots * geometry.row + 12}
          isStill={isDrawn || hover !== null}
        />
      </Canvas>
      {rows.map((row, index) => {
        const { onOpen } = props
        const text = (
          <RankedRowText
            row={row}
            href={onOpen ? null : props.hrefOf(row)}
            index={props.offset + index}
            kind={kind}
            metric={metric}
            decimals={props.decimals}
            total={props.total}
            previous={previous && (previous.get(row.key)?.[metric] ?? 0)}
            figures={view.figures}
          />
        )
        return onOpen ? (
          <CampaignButton
            className="printed"
            key={row.key}
            type="button"
            aria-label={view.privacy ? MASK_LABEL : rowName(row)}
            style={{ height: geometry.row }}
            onClick={() => onOpen(row)}
          >
            {text}
            <Go>
              <ChevronRight size={16} strokeWidth={1.75} aria-hidden />
            </Go>
          </CampaignButton>
        ) : (
          <PlainRow key={row.key} $kind={kind} style={{ height: geometry.row }}>
            {text}
          </PlainRow>
        )
      })}
      {hover && pointed && (
        <RankedTooltip
          hover={hover}
          row={pointed}
          index={props.offset + hover.row}
          metric={metric}
          decimals={props.decimals}
          total={props.total}
          previous={previous && (previous.get(pointed.key)?.[metric] ?? 0)}
          projects={projects}
          view={view}
        />
      )}
    </Rows>
  )
})
