import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { send } from '#src/api/http.ts'
import { refetch } from '#src/cache/refetch.ts'
import { useSession } from '#src/state/session.ts'
import { toast } from '#src/ui/toasts.tsx'
import {
  allocationListCalls,
  allocationListSchema,
  type AllocationList,
} from '#src/wire/allocation-lists.ts'
import { allocationCalls } from '#src/wire/allocations.ts'
import { MAX_PAGE_SIZE } from '#src/wire/paging.ts'

const { listAllocationLists, getAllocationDifference } = allocationListCalls

/** How often a visible page requests how far a list is. */
const POLL_MS = 1000
/** A project with more than 1,000 lists shows its newest. */
const MAX_PAGES = 10

async function fetchAll(projectId: string, signal: AbortSignal): Promise<AllocationList[]> {
  const found = new Map<string, AllocationList>()
  for (let page = 1; page <= MAX_PAGES; page++) {
    const query = { project_id: projectId, page, limit: MAX_PAGE_SIZE }
    const { results } = await send(listAllocationLists, { query }, { signal })
    // A new list moves an older one to the next page.
    for (const list of results) found.set(list.id, list)
    if (results.length < MAX_PAGE_SIZE) break
  }
  return [...found.values()]
}

const isBuilding = ({ state }: AllocationList) => state === 'building'

/** The lists of a project, newest first; requested every second while one is being built. */
const listsQuery = (projectId: string) =>
  queryOptions({
    queryKey: [listAllocationLists.path, { project_id: projectId }],
    queryFn: ({ signal }) => fetchAll(projectId, signal),
    refetchInterval: ({ state }) => (state.data?.some(isBuilding) ? POLL_MS : false),
    meta: { keep: z.array(allocationListSchema), isPolled: true },
  })

export function useAllocationLists(projectId: string) {
  const { authorized } = useSession()
  return useQuery({ ...listsQuery(projectId), enabled: authorized })
}

/** The list that is being built; a project has at most one. */
export const buildingIn = (lists: readonly AllocationList[] | undefined) => lists?.find(isBuilding)

/** Why no other list can be frozen while one is being built. */
export const buildingRefusal = ({ number }: AllocationList) => `List ${number} is being built.`

/** Shows a list as a call returned it, with no further request. */
export function showList(client: QueryClient, list: AllocationList): void {
  client.setQueryData(listsQuery(list.project_id).queryKey, (lists) => {
    if (lists === undefined) return undefined
    const isKnown = lists.some(({ id }) => id === list.id)
    return isKnown ? lists.map((one) => (one.id === list.id ? list : one)) : [list, ...lists]
  })
}

/** Requests again what is compared with the latest list: after another list has become the latest. */
export function refetchCompared(client: QueryClient): void {
  for (const { path } of [allocationCalls.getAllocationSummary, getAllocationDifference])
    void refetch(client, { queryKey: [path] })
  void client.resetQueries({ queryKey: [allocationCalls.listAllocations.path] })
}

/** The lists that a dialog shows, which says itself how their builds end. */
const shownBuilds = new Set<string>()

/** Says that a dialog shows the build of a list. */
export function useShownBuild(id: string | undefined): void {
  useEffect(() => {
    if (id === undefined) return undefined
    shownBuilds.add(id)
    return () => void shownBuilds.delete(id)
  }, [id])
}

/** Announces each build that ends while the page shows it, and requests what it has changed. */
export function useBuildEnds(lists: readonly AllocationList[] | undefined): void {
  const client = useQueryClient()
  const building = useRef(new Set<string>())
  useEffect(() => {
    if (lists === undefined) return
    const ended = lists.filter((list) => building.current.has(list.id) && !isBuilding(list))
    building.current = new Set(lists.filter(isBuilding).map(({ id }) => id))
    for (const { id, number, state } of ended) {
      if (shownBuilds.has(id)) continue
      if (state === 'ready') toast.plain(`List ${number} is ready`, { id: `list ${id}` })
      else if (state === 'failed') toast.error(`List ${number} was not built`, { id: `list ${id}` })
    }
    if (ended.length > 0) refetchCompared(client)
  }, [client, lists])
}
