import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { watchChanges } from '#src/api/watch-changes.ts'
import { stagesQuery } from '#src/figures/stage-figures.ts'
import { paceDays } from '#src/state/pace-days.ts'
import { PACE_DAYS, stageCalls, type StageSummary } from '#src/wire/stages.ts'

/** How the figures of the chosen days load, of which those of other days are shown meanwhile. */
export type StagesQuery = Pick<
  UseQueryResult,
  'error' | 'fetchStatus' | 'isFetching' | 'isError' | 'refetch'
> & { data: StageSummary | undefined }

/** The stages of a project, with the pace of the chosen days. */
export function useStages(projectId: string): {
  query: StagesQuery
  /** Of the chosen days, or of others that are known. */
  summary: StageSummary | undefined
} {
  const { days } = useSnapshot(paceDays)
  const client = useQueryClient()
  const query = useQuery(stagesQuery([projectId], days))
  useRenewal(projectId)
  const data = query.data?.[projectId]
  const ofOtherDays = PACE_DAYS.flatMap(
    (one) => client.getQueryData(stagesQuery([projectId], one).queryKey)?.[projectId] ?? [],
  )
  return { query: { ...query, data }, summary: data ?? ofOtherDays[0] }
}

/** Requests the stages on screen again soon after a purchase of the project has arrived or changed. */
function useRenewal(projectId: string): void {
  const client = useQueryClient()
  useEffect(() => {
    const { stop } = watchChanges(
      ({ project_id, kinds }) => project_id === projectId && kinds.includes('transactions'),
      () => client.invalidateQueries({ queryKey: [stageCalls.sumStages.path] }),
    )
    return stop
  }, [client, projectId])
}
