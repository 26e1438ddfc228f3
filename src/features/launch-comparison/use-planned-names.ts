import { useQuery } from '@tanstack/react-query'
import { useFeature } from '#src/api/features.ts'
import { stagesQuery } from '#src/figures/stage-figures.ts'
import type { ProjectOverview } from '#src/wire/projects.ts'

/** A stage at one place of the plans: its name in each project that has it. */
export type PlannedNames = readonly { project: string; name: string }[]

/** The days of the query that Home and Stages share. */
const DAYS = 7

/** By place in the plan, the first stage first. Requested only if a selected project has a plan. */
export function usePlannedNames(
  projects: readonly ProjectOverview[],
  selected: readonly string[],
): readonly PlannedNames[] {
  const isKnown = useFeature('stages')
  const planned = projects
    .filter(({ id, has_stages: has }) => has === 1 && selected.includes(id))
    .map(({ id }) => id)
  const { data } = useQuery({
    ...stagesQuery(planned, DAYS),
    enabled: isKnown && planned.length > 0,
  })
  if (data === undefined) return []
  const plans = selected.flatMap((project) => {
    const stages = Object.hasOwn(data, project) ? data[project]?.stages : undefined
    return stages === undefined ? [] : [{ project, stages }]
  })
  const most = Math.max(0, ...plans.map(({ stages }) => stages.length))
  return Array.from({ length: most }, (_unused, place) =>
    plans.flatMap(({ project, stages }) => {
      const stage = stages[place]
      return stage === undefined ? [] : [{ project, name: stage.name }]
    }),
  )
}
