import { onlineManager, QueryClient, useQuery } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { projectQueries } from '#src/api/projects.ts'
import { startListsOver } from '#src/cache/refresh-all.ts'
import { connection } from '#src/session/connection.ts'
import { leaveSession } from '#src/state/session.ts'
import { read } from '#src/wire/call.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { surroundings } from '#tests/support/screens/show-page.tsx'
import { until } from '#tests/support/server/until.ts'
import { usePagedList, type PagedListSource } from './use-paged-list.ts'

interface Row {
  id: string
}
const schema = z.object({
  results: z.array(z.object({ id: z.string() })),
  page: z.number(),
  limit: z.number(),
})
const things: PagedListSource<Row> = {
  call: { ...read, path: '/things', summary: '', roles: 'any', query: z.any(), response: schema },
  idOf: ({ id }) => id,
}

let names = ['AURA', 'NOVA']
/** The total number of rows. */
let count = 45
/** The requested pages. */
let requests: URLSearchParams[] = []
let isBroken = false

beforeEach(() => {
  names = ['AURA', 'NOVA']
  count = 45
  requests = []
  isBroken = false
  connection.isOnline = true
  onlineManager.setOnline(true)
  signInHere()
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address, 'http://localhost')
    if (url.pathname === '/v1/projects/names') return Response.json(names)
    requests.push(url.searchParams)
    if (isBroken) return Response.json({ code: 403, message: 'Not now' }, { status: 403 })
    const page = Number(url.searchParams.get('page'))
    const limit = Number(url.searchParams.get('limit'))
    const ids = Array.from({ length: count }, (_, n) => ({ id: String(n) }))
    return Response.json({ results: ids.slice((page - 1) * limit, page * limit), page, limit })
  })
})

afterEach(() => {
  onlineManager.setOnline(true)
  vi.unstubAllGlobals()
  leaveSession()
})

function open() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { result: both } = renderHook(
    () => ({
      list: usePagedList(things, { hash: '0x1' }),
      names: useQuery(projectQueries.names()).data,
    }),
    {
      wrapper: surroundings({ client }),
    },
  )
  const result = {
    get current() {
      return both.current.list
    },
  }
  return { result, client, namesShown: () => both.current.names }
}
const pages = () => requests.map((params) => params.get('page'))

it('a list loads page by page until a page is not full', async () => {
  const { result } = open()
  expect(result.current).toMatchObject({ isLoading: true, rows: [], updatedAt: 0 })
  await until(() => expect(result.current.rows).toHaveLength(20))
  expect(result.current).toMatchObject({ isLoading: false, hasMore: true, failure: null })
  act(() => result.current.fetchMore())
  await until(() => expect(result.current.rows).toHaveLength(40))
  act(() => result.current.fetchMore())
  await until(() => expect(result.current.rows).toHaveLength(45))
  expect(result.current.hasMore).toBe(false)
  act(() => result.current.fetchMore())
  expect(pages()).toEqual(['1', '2', '3'])
  expect(requests[0]?.getAll('projects')).toEqual(['AURA', 'NOVA'])
  expect(requests[0]?.get('hash')).toBe('0x1')
})

it('a full last page is followed by an empty one', async () => {
  count = 20
  const { result } = open()
  await until(() => expect(result.current.hasMore).toBe(true))
  act(() => result.current.fetchMore())
  await until(() => expect(result.current.hasMore).toBe(false))
  expect(result.current.rows).toHaveLength(20)
})

it('a failed page keeps the rows, reports the error and can be retried', async () => {
  const { result } = open()
  await until(() => expect(result.current.rows).toHaveLength(20))
  isBroken = true
  act(() => result.current.fetchMore())
  await until(() => expect(result.current.failure).toBe('Not now'))
  expect(result.current.rows).toHaveLength(20)
  // Scrolling further sends no request meanwhile.
  act(() => result.current.fetchMore())
  expect(pages()).toEqual(['1', '2'])
  isBroken = false
  act(() => result.current.retry())
  await until(() => expect(result.current.rows).toHaveLength(40))
  expect(pages()).toEqual(['1', '2', '2'])
})

it('Refresh returns a list to its first page, and requests that page alone', async () => {
  const { result, client } = open()
  await until(() => expect(result.current.rows).toHaveLength(20))
  act(() => result.current.fetchMore())
  await until(() => expect(result.current.rows).toHaveLength(40))
  act(() => startListsOver(client))
  await until(() => expect(pages()).toEqual(['1', '2', '1']))
  await until(() => expect(result.current.rows).toHaveLength(20))
  await until(() => expect(result.current).toMatchObject({ isFetching: false, hasMore: true }))
  expect(pages()).toEqual(['1', '2', '1'])
})

it('the same projects in another order are the same list', async () => {
  const { result, client, namesShown } = open()
  await until(() => expect(result.current.rows).toHaveLength(20))
  const { key } = result.current
  names = ['NOVA', 'AURA']
  await act(() => client.refetchQueries(projectQueries.names()))
  await until(() => expect(namesShown()).toEqual(['NOVA', 'AURA']))
  expect(result.current.key).toBe(key)
  expect(pages()).toEqual(['1'])
})

it('an offline list without cached rows is empty', async () => {
  connection.isOnline = false
  onlineManager.setOnline(false)
  const { result } = open()
  expect(result.current).toMatchObject({ isOfflineEmpty: true, rows: [] })
})
