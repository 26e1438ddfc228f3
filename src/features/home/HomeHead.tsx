import { useMemo } from 'react'
import { largest, MAX_NAMED_PROJECTS } from '#src/domain/money/many-projects.ts'
import type { Sums } from '#src/domain/money/ranked-rows.ts'
import { formatRange } from '#src/domain/time/buckets.ts'
import { autoUnit, unitName } from '#src/domain/time/time-units.ts'
import { formatOffset, offsetMinutes } from '#src/domain/time/zone.ts'
import { setCompared } from '#src/features/home/cards/home-view.ts'
import type { PageView } from '#src/features/home/cards/home-view.ts'
import type { Source } from '#src/features/home/cards/queries.ts'
import { useResult } from '#src/features/home/cards/use-result.ts'
import { sumOf } from '#src/features/home/graph/graph-series.ts'
import { toPeriodRequest } from '#src/figures/period-request.ts'
import { ProjectLegend } from '#src/projects/ProjectLegend.tsx'
import { Switch } from '#src/ui/controls/Switch.tsx'
import { Tooltip } from '#src/ui/controls/Tooltip.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { TopBarSlot } from '#src/ui/TopBarSlot.tsx'
import { useIsMobile } from '#src/ui/use-media.ts'
import { LiveSwitch } from './LiveSwitch.tsx'

const Rule = styled('i')`
  width: 1px;
  height: 16px;
  margin-left: 4px;
  background: var(--line-strong);
  @media (max-width: 1199px) {
    display: none;
  }
`
/** A part of the note that a bar of up to so many px has no room for. */
const Part = styled('span')<{ $hiddenTo: number }>`
  @media screen and (min-width: 851px) and (max-width: ${(p) => p.$hiddenTo}px) {
    display: none;
  }
`
const Switches = styled('div')`
  display: flex;
  align-items: center;
  gap: 16px;
  ${MOBILE} {
    justify-content: space-between;
    margin-bottom: -8px;
  }
`
const Labelled = styled('span')`
  display: flex;
  align-items: center;
  gap: 8px;
  font: var(--t-small);
  font-weight: 500;
  color: var(--text-2);
  white-space: nowrap;
`

/** The legend of the selected projects; of many, the largest are named. */
export function HomeLegend(props: { view: PageView; summary: Source<Sums> }) {
  const { view } = props
  const { projects } = view.selection
  const { result } = useResult(props.summary, view)
  const isMany = projects.length > MAX_NAMED_PROJECTS
  const ordered = useMemo(
    () => (isMany ? byAmount(projects, result?.items ?? []) : projects),
    [isMany, projects, result],
  )
  return <ProjectLegend projects={ordered} colours={view.colours} isCompared={view.isCompared} />
}

/** The projects by amount, or by count if there are no amounts; the largest first. */
function byAmount(projects: readonly string[], items: readonly Sums[]): string[] {
  const metric = items.some(({ amount }) => amount !== 0) ? 'amount' : 'count'
  const sums = new Map(
    projects.map((project) => [
      project,
      sumOf(
        items.filter((item) => item.project === project),
        metric,
      ),
    ]),
  )
  return largest(projects, projects.length, (project) => sums.get(project) ?? 0).shown
}

/**
 * Home's part of the top bar: the range of the figures on screen (also while newer ones load or fail),
 * the switches and the project legend.
 */
export function HomeHead(props: {
  view: PageView
  /** Orders the legend of many projects. */
  summary: Source<Sums>
  /** Whether the server tells what changes. */
  hasLive: boolean
}) {
  const { view, summary } = props
  const isMobile = useIsMobile()
  const { selection, isCompared, asOf } = view
  const { unit } = selection
  const { result } = useResult(summary, view)
  const resolvedQuery = result?.resolvedQuery ?? toPeriodRequest(selection, asOf)?.resolvedQuery
  const isAll = selection.period === 'all'
  const switches = (
    <Switches className="screen-only">
      {props.hasLive && (
        <Labelled>
          <LiveSwitch projects={selection.projects} />
        </Labelled>
      )}
      <Tooltip text={isAll ? 'All time has no previous period' : null}>
        <Labelled>
          <span aria-hidden>Compare</span>
          <Switch
            label="Compare with previous period"
            layout="bare"
            checked={isCompared}
            disabled={isAll}
            onChange={setCompared}
          />
          <Rule />
        </Labelled>
      </Tooltip>
    </Switches>
  )
  return (
    <>
      <TopBarSlot place="note">
        {resolvedQuery && (
          <>
            <Part $hiddenTo={999}>{formatRange(resolvedQuery.range, resolvedQuery.zone)}</Part>
            <Part $hiddenTo={1099}>
              <span style={{ padding: '0 2px' }}> · </span>
              by{' '}
              {unitName(
                unit === 'auto' ? autoUnit(resolvedQuery.range, resolvedQuery.zone) : unit,
              ).toLowerCase()}
            </Part>
            <Part $hiddenTo={1359}>
              <span style={{ padding: '0 2px' }}> · </span>
              <Tooltip text={resolvedQuery.zone}>
                <span>
                  UTC{formatOffset(offsetMinutes(resolvedQuery.asOf, resolvedQuery.zone))}
                </span>
              </Tooltip>
            </Part>
            {view.excludeUnknown && <span className="print-only"> · without unknown</span>}
          </>
        )}
      </TopBarSlot>
      {!isMobile && <TopBarSlot place="tools">{switches}</TopBarSlot>}
      <TopBarSlot place="legend">
        <HomeLegend view={view} summary={summary} />
        {/* The bar of a phone has no room for them. */}
        {isMobile && switches}
      </TopBarSlot>
    </>
  )
}
