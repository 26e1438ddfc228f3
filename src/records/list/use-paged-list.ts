import {
  hashKey,
  onlineManager,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useSnapshot } from 'valtio'
import type * as z from 'zod/mini'
import { send } from '#src/api/http.ts'
import { projectQueries, selectedProjects } from '#src/api/projects.ts'
import type { Query } from '#src/session/address.ts'
import { describeError } from '#src/session/describe-error.ts'
import { useOnline } from '#src/session/use-online.ts'
import { filters } from '#src/state/filters.ts'
import { useSession } from '#src/state/session.ts'
import type { Call } from '#src/wire/call.ts'
import { PAGE_SIZE, type Page } from '#src/wire/paging.ts'

type PagedCall<Row> = Call & {
  params?: never
  body?: never
  query: z.ZodMiniType<Query & { page: number; limit: number }>
  response: z.ZodMiniType<Page<Row>>
}

/** A paginated list of the API, newest first. */
export interface PagedListSource<Row> {
  call: PagedCall<Row>
  /** The key of a row, unique across projects. */
  idOf: (row: Row) => string
  /** The query of a search at the time of a request, for a search relative to that time. */
  toQuery?: ((search: Query) => Query) | undefined
  /** The call lists one project, as `project_id`, and not `projects`. */
  isOfOneProject?: boolean | undefined
  /** Whether a loaded row no longer matches the search. */
  hasLeft?: ((row: Row, search: Query) => boolean) | undefined
}

/** The requested page, and how many of the loaded rows had left the list by then. */
interface PageParam {
  page: number
  left: number
}

export interface PagedList<Row> {
  /** Identifies the list: differs between projects and searches. */
  key: string
  rows: readonly Row[]
  /** True until there are rows or an error: placeholders show. */
  isLoading: boolean
  isFetching: boolean
  /** The first page is being fetched. */
  isStarting: boolean
  hasMore: boolean
  /** More than the first page is loaded. */
  hasSeveralPages: boolean
  /** Why the last request failed, or null. Loaded rows stay. */
  failure: string | null
  /** Offline without cached rows. */
  isOfflineEmpty: boolean
  /** When the newest response arrived, in epoch ms; 0 without one. */
  updatedAt: number
  fetchMore: () => void
  retry: () => void
  /** Requests the first page as it is now. The rows on screen stay as they are. */
  fetchFirst: (signal: AbortSignal) => Promise<Page<Row>>
  /** Shows what `changesOf` has found: the rows of the first page, without those that have left. */
  merge: (first: Page<Row>, left: ReadonlySet<string>) => void
  /** Discards all rows and requests the first page. */
  reload: () => void
  projects: readonly string[]
}

export const FIRST_PAGE: PageParam = { page: 1, left: 0 }
const NO_PAGES: readonly Page<never>[] = []

type Pages = InfiniteData<Page<unknown>, PageParam>

/**
 * Replaces a row in all cached lists that contain it. Sends no request, and leaves the lists'
 * update times as they are.
 */
export function showRow<Row>(
  client: QueryClient,
  { call, idOf }: { call: Pick<Call, 'path'>; idOf: (row: Row) => string },
  row: Row,
): void {
  const id = idOf(row)
  // The total of a list has no pages.
  const lists = client.getQueriesData<Partial<InfiniteData<Page<Row>, PageParam>>>({
    queryKey: [call.path],
  })
  for (const [queryKey, data] of lists) {
    if (!data?.pages?.some((page) => page.results.some((one) => idOf(one) === id))) continue
    const pages = data.pages.map((page) => ({
      ...page,
      results: page.results.map((one) => (idOf(one) === id ? row : one)),
    }))
    const { dataUpdatedAt: updatedAt = 0 } = client.getQueryState(queryKey) ?? {}
    client.setQueryData(queryKey, { ...data, pages }, { updatedAt })
  }
}

/** The query key of a list. The prefix `[path]` matches all searches of the list. */
function pagedListKey(path: string, projects: readonly string[], search: Query): QueryKey {
  return [path, { projects: projects.toSorted(), ...search }]
}

/**
 * Collects the rows of all pages without duplicates, which occur when newer rows push older ones to
 * the next page. Incremental: a further page does not process the previous ones again.
 */
export function rowCollector<Row>(idOf: (row: Row) => string) {
  let done: readonly Page<Row>[] = []
  let seen = new Set<string>()
  let rows: readonly Row[] = []
  return (pages: readonly Page<Row>[]): readonly Row[] => {
    const isAppended = done.length <= pages.length && done.every((page, at) => page === pages[at])
    if (!isAppended) {
      seen = new Set()
      rows = []
    }
    const fresh: Row[] = []
    for (const page of isAppended ? pages.slice(done.length) : pages) {
      for (const row of page.results) {
        const id = idOf(row)
        if (!seen.has(id)) fresh.push(row)
        seen.add(id)
      }
    }
    done = pages
    if (fresh.length > 0) rows = [...rows, ...fresh]
    return rows
  }
}

/**
 * The page to request after the loaded ones. If rows have left the list since the last request, the
 * following rows moved to earlier pages; an earlier page is then requested again.
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
  // A cache written by an earlier version has no count.
  const moved = Math.max(0, left - (last.left ?? 0))
  return { page: Math.max(1, page.page + 1 - Math.ceil(moved / PAGE_SIZE)), left }
}

/**
 * The rows of a list for the selected projects, in pages of 20. The list starts over when the
 * projects or the search change, and with each refresh. A failed page keeps the loaded ones. Pages
 * stay in memory, so that returning to a list shows the same rows at once.
 * @param only these projects instead of the selected ones
 */
export function usePagedList<Row>(
  source: PagedListSource<Row>,
  search: Query,
  only?: readonly string[],
): PagedList<Row> {
  const { authorized } = useSession()
  const isOnline = useOnline()
  const { selectedProjects: selection } = useSnapshot(filters)
  const client = useQueryClient()
  const names = useQuery({ ...projectQueries.names(), enabled: authorized })
  const projects = only ?? selectedProjects(names.data ?? [], selection)
  const key = pagedListKey(source.call.path, projects, search)
  const isReady = authorized && names.data !== undefined

  const fetchPage = (page: number, signal: AbortSignal) => {
    const of = source.isOfOneProject ? { project_id: projects[0] } : { projects }
    const query = { ...(source.toQuery?.(search) ?? search), ...of, page, limit: PAGE_SIZE }
    return send(source.call, { query }, { signal })
  }
  const pages = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam.page, signal),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (_last: Page<Row>, all: Page<Row>[], param: PageParam) =>
      nextPage(source, search, all, param),
    enabled: isReady,
    meta: { keep: source.call.response, startsOver: true },
    // Loaded pages are never refetched in the background: a list only starts over.
    staleTime: Infinity,
    refetchOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

  const hash = hashKey(key)
  useEffect(() => {
    if (isReady && isOnline) renewRestored(client, hash)
  }, [client, hash, isReady, isOnline])

  const retry = () => {
    if (names.data === undefined) void names.refetch()
    else if (pages.isFetchNextPageError) void pages.fetchNextPage()
    else void pages.refetch()
  }
  // A request that only failed waits for the server, and goes on by itself. One that somebody else has
  // answered, such as the portal of a network, has ended.
  const retryEnded = useEffectEvent(() => {
    if (pages.isError && pages.fetchStatus === 'idle') retry()
  })
  const wasOnline = useRef(isOnline)
  useEffect(() => {
    if (isOnline && !wasOnline.current) retryEnded()
    wasOnline.current = isOnline
  }, [isOnline])

  const loaded = pages.data?.pages
  const collect = useMemo(() => rowCollector(source.idOf), [source.idOf])
  const rows = useMemo(() => collect(loaded ?? NO_PAGES), [collect, loaded])
  const error = names.data === undefined ? names.error : pages.error
  return {
    key: hash,
    rows,
    isLoading: loaded === undefined && error === null,
    isFetching: pages.fetchStatus === 'fetching' || names.fetchStatus === 'fetching',
    isStarting: pages.fetchStatus === 'fetching' && !pages.isFetchingNextPage,
    hasMore: pages.hasNextPage,
    hasSeveralPages: (loaded?.length ?? 0) > 1,
    failure: error === null ? null : describeError(error),
    // While the device is read, the query is still fetching.
    isOfflineEmpty:
      loaded === undefined && (names.data === undefined ? names : pages).fetchStatus === 'paused',
    updatedAt: pages.dataUpdatedAt,
    fetchMore: () => {
      if (pages.hasNextPage && pages.fetchStatus === 'idle' && pages.error === null) {
        void pages.fetchNextPage()
      }
    },
    retry,
    fetchFirst: (signal) => fetchPage(1, signal),
    merge: (first, left) => mergeFirst(client, key, source.idOf, first, left),
    reload: () => void client.resetQueries({ queryKey: key, exact: true }),
    projects,
  }
}

/** Puts the first page, as it is now, before the other rows of a cached list. */
function mergeFirst<Row>(
  client: QueryClient,
  queryKey: QueryKey,
  idOf: (row: Row) => string,
  { results }: Page<Row>,
  left: ReadonlySet<string>,
): void {
  const replaced = new Set([...results.map(idOf), ...left])
  client.setQueryData<InfiniteData<Page<Row>, PageParam>>(queryKey, (data) => {
    const [first, ...rest] = data?.pages ?? []
    if (data === undefined || first === undefined) return data
    const others = first.results.filter((row) => !replaced.has(idOf(row)))
    return { ...data, pages: [{ ...first, results: [...results, ...others] }, ...rest] }
  })
}

/** Requests the first page of a list whose rows come from the device; they stay visible until it arrives. */
function renewRestored(client: QueryClient, hash: string): void {
  const query = client.getQueryCache().get<Pages>(hash)
  if (query === undefined || !onlineManager.isOnline()) return
  const { data, dataUpdateCount, status, fetchStatus } = query.state
  // Once the server has responded, rows stay until somebody refreshes. A failed request is retried.
  if (data === undefined || dataUpdateCount > 0 || status === 'error' || fetchStatus !== 'idle')
    return
  query.setState({
    data: { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
  })
  void client.refetchQueries({ queryKey: query.queryKey, exact: true })
}
