import { useMemo } from 'react'
import { largest, MAX_NAMED_PROJECTS } from '#src/domain/many-projects.ts'
import type { Sums } from '#src/domain/ranked-rows.ts'
import { ProjectLegend } from '#src/records/ProjectLegend.tsx'
import { sumOf } from './graph-series.ts'
import type { HomeView } from './home-view.ts'
import type { Source } from './queries.ts'
import { useResult } from './use-result.ts'

/** The legend of the selected projects; of many, the largest are named. */
export function HomeLegend(props: { view: HomeView; summary: Source<Sums> }) {
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
