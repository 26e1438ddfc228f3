import {
  hashKey,
  onlineManager,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useSnapshot } from 'valtio'
import type * as z from 'zod/mini'
import { filters } from '#src/state/filters.ts'
import { useSession } from '#src/state/session.ts'
import { PAGE_SIZE, type Page } from '#src/wire/paging.ts'
import type { Query } from '#src/api/address.ts'
import { describeError } from '#src/api/describe-error.ts'
import { http } from '#src/api/http.ts'
import { projectQueries, selectedProjects } from '#src/api/projects.ts'
import { useOnline } from '#src/api/use-online.ts'

/** A list of the API that comes in pages, newest first. */
export interface PagedListSource<Row> {
  /** The first part of its query key, and of its address: 'transactions'. */
  resource: string
  path: string
  schema: z.ZodMiniType<Page<Row>>
  /** What tells one row from another, also across projects. */
  idOf: (row: Row) => string
  /** Whether a row that is shown no longer belongs to the list that the search narrows. */
  hasLeft?: ((row: Row, search: Query) => boolean) | undefined
}

/** Which page a request was for, and how many of the rows loaded before it had left the list. */
interface PageParam {
  page: number
  left: number
}

export interface PagedList<Row> {
  /** Another for other projects or another search: names this list among the visited ones. */
  key: string
  rows: readonly Row[]
  /** Nothing is there yet: placeholders stand in. */
  isLoading: boolean
  isFetching: boolean
  hasMore: boolean
  /** Why the last fetch failed, null while none has; rows that are there stay. */
  failure: string | null
  /** Nothing is there and, offline, nothing will come. */
  isOfflineEmpty: boolean
  /** When the newest of its answers came, epoch ms; 0 while there is none. */
  updatedAt: number
  fetchMore: () => void
  retry: () => void
  /** Throws the pages away and fetches the first one. */
  startOver: () => void
}

/** Where every list begins. */
export const FIRST_PAGE: PageParam = { page: 1, left: 0 }
const NO_PAGES: readonly Page<never>[] = []

type Pages = InfiniteData<Page<unknown>, PageParam>

/**
 * Puts a row's new state into every list that shows it, where it stands. Nothing is fetched, so the
 * lists stay as old as they are.
 */
export function showRow<Row>(
  client: QueryClient,
  { resource, idOf }: Pick<PagedListSource<Row>, 'resource' | 'idOf'>,
  row: Row,
): void {
  const id = idOf(row)
  const lists = client.getQueriesData<InfiniteData<Page<Row>, PageParam>>({ queryKey: [resource] })
  for (const [queryKey, data] of lists) {
    if (!data?.pages.some((page) => page.results.some((one) => idOf(one) === id))) continue
    const pages = data.pages.map((page) => ({
      ...page,
      results: page.results.map((one) => (idOf(one) === id ? row : one)),
    }))
    const { dataUpdatedAt: updatedAt = 0 } = client.getQueryState(queryKey) ?? {}
    client.setQueryData(queryKey, { ...data, pages }, { updatedAt })
  }
}

/** Which refresh each list last started over for, so that a refresh elsewhere isn't missed. */
const startedFor = new Map<string, number>()

/** The key of a list narrowed by `search`; the beginning `[resource]` names all of its lists. */
function pagedListKey(resource: string, projects: readonly string[], search: Query): QueryKey {
  return [resource, { what: 'list', projects: projects.toSorted(), ...search }]
}

/**
 * Gathers the rows of all pages, without those that came again because newer ones pushed them down.
 * What was gathered from the same pages before is kept: the five hundredth page costs what the
 * first did, but for the copying.
 */
export function rowGatherer<Row>(idOf: (row: Row) => string) {
  let done: readonly Page<Row>[] = []
  let known = new Set<string>()
  let rows: readonly Row[] = []
  return (pages: readonly Page<Row>[]): readonly Row[] => {
    const isGrown = done.length <= pages.length && done.every((page, at) => page === pages[at])
    if (!isGrown) {
      known = new Set()
      rows = []
    }
    const fresh: Row[] = []
    for (const page of isGrown ? pages.slice(done.length) : pages) {
      for (const row of page.results) {
        const id = idOf(row)
        if (!known.has(id)) fresh.push(row)
        known.add(id)
      }
    }
    done = pages
    if (fresh.length > 0) rows = [...rows, ...fresh]
    return rows
  }
}

/**
 * The page to request after the loaded ones. Rows that left the list since the last request let
 * those after them slide up: their page is requested again, and what is known of it is not repeated.
 */
export function nextPage<Row>(
  { idOf, hasLeft }: Pick<PagedListSource<Row>, 'idOf' | 'hasLeft'>,
  search: Query,
  pages: readonly Page<Row>[],
  last: PageParam,
): PageParam | undefined {
  const page = pages.at(-1)
  if (page === undefined || page.results.length < PAGE_SIZE) return undefined
  const gone = hasLeft
    ? pages.flatMap(({ results }) => results.filter((row) => hasLeft(row, search)).map(idOf))
    : []
  const left = new Set(gone).size
  // The device may hold pages of an earlier version, without the count.
  const slid = Math.max(0, left - (last.left ?? 0))
  return { page: Math.max(1, page.page + 1 - Math.ceil(slid / PAGE_SIZE)), left }
}

/**
 * The rows of a list for the selected projects, 20 a page while the last page was full. It starts
 * over when the projects, the search or the refresh count change; a failed page keeps what is
 * loaded. Pages stay in memory, so that coming back shows the same rows at once.
 */
export function usePagedList<Row>(source: PagedListSource<Row>, search: Query): PagedList<Row> {
  const { authorized } = useSession()
  const isOnline = useOnline()
  const { refreshCount, selectedProjects: choice } = useSnapshot(filters)
  const client = useQueryClient()
  const names = useQuery({ ...projectQueries.names(), enabled: authorized })
  const projects = selectedProjects(names.data ?? [], choice)
  const key = pagedListKey(source.resource, projects, search)
  const isReady = authorized && names.data !== undefined

  const pages = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) =>
      http.get(
        source.path,
        { ...search, projects, page: pageParam.page, limit: PAGE_SIZE },
        source.schema,
        { signal },
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (_last: Page<Row>, all: Page<Row>[], param: PageParam) =>
      nextPage(source, search, all, param),
    enabled: isReady,
    meta: { keep: source.schema, startsOver: true },
    // Many loaded pages are never fetched anew behind the reader's back: a list starts over.
    staleTime: Infinity,
    refetchOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

  const hash = hashKey(key)
  useEffect(() => {
    if (!isReady || !isOnline) return
    const before = startedFor.get(hash)
    startedFor.set(hash, refreshCount)
    if (before !== refreshCount) startOver(client, hash, before === undefined)
  }, [client, hash, isReady, isOnline, refreshCount])

  const loaded = pages.data?.pages
  const gather = useMemo(() => rowGatherer(source.idOf), [source.idOf])
  const rows = useMemo(() => gather(loaded ?? NO_PAGES), [gather, loaded])
  const error = names.data === undefined ? names.error : pages.error
  return {
    key: hash,
    rows,
    isLoading: loaded === undefined && error === null,
    isFetching: pages.fetchStatus === 'fetching' || names.fetchStatus === 'fetching',
    hasMore: pages.hasNextPage,
    failure: error === null ? null : describeError(error),
    isOfflineEmpty: loaded === undefined && !isOnline,
    updatedAt: pages.dataUpdatedAt,
    fetchMore: () => {
      if (pages.hasNextPage && pages.fetchStatus === 'idle' && pages.error === null) {
        void pages.fetchNextPage()
      }
    },
    retry: () => {
      if (names.data === undefined) void names.refetch()
      else if (pages.isFetchNextPageError) void pages.fetchNextPage()
      else void pages.refetch()
    },
    startOver: () => void client.resetQueries({ queryKey: key, exact: true }),
  }
}

/**
 * Starts a list over. What an earlier visit left on the device stays in sight until the first page
 * has come; after a refresh the placeholders show that it is being fetched.
 */
function startOver(client: QueryClient, hash: string, isFromDevice: boolean): void {
  const query = client.getQueryCache().get<Pages>(hash)
  const data = query?.state.data
  if (query === undefined || data === undefined || !onlineManager.isOnline()) return
  const { queryKey, state } = query
  if (!isFromDevice) {
    void client.resetQueries({ queryKey, exact: true })
    return
  }
  client.setQueryData<Pages>(
    queryKey,
    { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
    { updatedAt: state.dataUpdatedAt },
  )
  void client.refetchQueries({ queryKey, exact: true })
}
