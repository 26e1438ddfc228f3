import { queryOptions, useQuery } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { assignColours } from '#src/domain/colours.ts'
import { byName } from '#src/domain/text/text.ts'
import { filters } from '#src/state/filters.ts'
import { useSession } from '#src/state/session.ts'
import {
  projectCalls,
  projectOverviewListSchema,
  type ProjectOverview,
} from '#src/wire/projects.ts'
import { queryOf, send } from './http.ts'

const { listProjectNames, listProjects } = projectCalls
/** The same call, parsed without the settings, so that the result may be stored on the device. */
const listOverviews = { ...listProjects, response: projectOverviewListSchema }

export const projectQueries = {
  /** Matches the settings and the overview of every selection. */
  all: [listProjects.path] as const,
  /** The token names that the user may see, by name. */
  names: () =>
    queryOptions({
      ...queryOf(listProjectNames, {}),
      meta: { keep: listProjectNames.response, isUndated: true },
    }),
  /** All settings; never stored on the device. */
  list: (ids: readonly string[]) =>
    queryOptions({
      ...queryOf(listProjects, { query: { projects: ids.toSorted() } }),
      meta: { isUndated: true },
    }),
  overview: (ids: readonly string[]) => {
    const query = { projects: ids.toSorted() }
    return queryOptions({
      queryKey: [listProjects.path, { ...query, part: 'overview' }],
      queryFn: ({ signal }) => send(listOverviews, { query }, { signal }),
      meta: { keep: projectOverviewListSchema, isUndated: true },
    })
  },
}

/** The selected projects that exist; all projects if none of them exists. */
export function selectedProjects(
  names: readonly string[],
  choice: 'all' | readonly string[],
): string[] {
  if (choice === 'all') return [...names]
  const chosen = names.filter((name) => choice.includes(name))
  return chosen.length === 0 ? [...names] : chosen
}

/** Epoch ms of the earliest `created_at` of these projects; null if there are none. */
function earliestStart(projects: readonly ProjectOverview[], ids: readonly string[]) {
  const starts = projects
    .filter((project) => ids.includes(project.id))
    .map((project) => Date.parse(project.created_at))
  return starts.length === 0 ? null : Math.min(...starts)
}

const overviewKey = (client: QueryClient) =>
  projectQueries.overview(client.getQueryData(projectQueries.names().queryKey) ?? NO_NAMES).queryKey

/** The same from the last fetched data, for a request that outlives its render. */
export function minDateOf(client: QueryClient, ids: readonly string[]): number | null {
  return earliestStart(client.getQueryData(overviewKey(client)) ?? NO_PROJECTS, ids)
}

/**
 * Resolves when no first try to fetch the projects' dates is running. A request for "all" waits for it,
 * because it would be sent again for a start that an import of older history has moved.
 */
export function untilDatesArrive(client: QueryClient): Promise<void> {
  const cache = client.getQueryCache()
  const overview = cache.find({ queryKey: overviewKey(client) })
  const isRunning = () =>
    overview?.state.fetchStatus === 'fetching' && overview.state.fetchFailureCount === 0
  if (!isRunning()) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = cache.subscribe(() => {
      if (isRunning()) return
      stop()
      resolve()
    })
  })
}

/** Why nothing can be created or listed without a project. */
export const NO_PROJECT = 'You have no project yet.'

export type Projects = {
  /** Every token name the user may see. */
  names: string[]
  /** The projects that the Projects filter selects. */
  selected: string[]
  colours: Map<string, string>
  projects: ProjectOverview[]
  isLoading: boolean
  /** The user has no project; false while that is unknown. */
  hasNone: boolean
  /** The error of the names or dates, and a way to retry; null without an error. */
  failure: { error: unknown; retry: () => void } | null
  /** Epoch ms of the earliest `created_at` among the selected projects; null while unknown. */
  minDate: number | null
}

const NO_NAMES: string[] = []
const inNaturalOrder = (names: readonly string[]) => names.toSorted(byName)
const NO_PROJECTS: ProjectOverview[] = []
const NO_COLOURS = new Map<string, string>()

/** The projects of the user and the selection of the filter. Loaded once after login. */
export function useProjects(): Projects {
  const { authorized } = useSession()
  const choice = useSnapshot(filters).selectedProjects
  const namesQuery = useQuery({
    ...projectQueries.names(),
    select: inNaturalOrder,
    enabled: authorized,
  })
  const names = namesQuery.data ?? NO_NAMES
  const overviewQuery = useQuery({
    ...projectQueries.overview(names),
    enabled: authorized && names.length > 0,
  })
  const projects = overviewQuery.data ?? NO_PROJECTS
  const failed = [namesQuery, overviewQuery].find((query) => query.isLoadingError)
  const error = failed?.error ?? null
  const refetch = failed?.refetch
  return useMemo(() => {
    const selected = selectedProjects(names, choice)
    const numbers = new Map(projects.map(({ id, number }) => [id, number]))
    const numberOf = (name: string) => numbers.get(name)
    return {
      names,
      selected,
      projects,
      // Not before the numbers are known: a colour that changes is taken for another project.
      colours:
        names.length > 0 && overviewQuery.isPending ? NO_COLOURS : assignColours(names, numberOf),
      hasNone: namesQuery.data?.length === 0,
      isLoading: namesQuery.isPending || (names.length > 0 && overviewQuery.isPending),
      failure: refetch ? { error, retry: () => void refetch() } : null,
      minDate: earliestStart(projects, selected),
    }
  }, [
    names,
    choice,
    projects,
    namesQuery.data,
    namesQuery.isPending,
    overviewQuery.isPending,
    error,
    refetch,
  ])
}
