import {
  InfiniteQueryObserver,
  QueryClient,
  QueryObserver,
  type QueryMeta,
} from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { projectQueries } from '#src/api/projects.ts'
import { surroundings } from '#tests/support/screens/show-page.tsx'
import { until } from '#tests/support/server/until.ts'
import { useFreshness } from './freshness.ts'

/** A card on screen whose answer was fetched at `at`; its next one comes when it is released. */
function open(client: QueryClient, key: string, at: number, meta?: QueryMeta) {
  let release = (_text: string) => {}
  const observer = new QueryObserver(client, {
    queryKey: [key],
    queryFn: () => new Promise<string>((resolve) => (release = resolve)),
    ...(meta && { meta }),
    ...(at > 0 && { initialData: 'before', initialDataUpdatedAt: at, staleTime: Infinity }),
  })
  const close = observer.subscribe(() => undefined)
  return { observer, close, answer: () => release('after') }
}

function renderFreshness(client: QueryClient) {
  const wrapper = surroundings({ client })
  return renderHook(() => useFreshness(), { wrapper }).result
}

it('the age is that of the oldest result on screen, except project names', () => {
  const client = new QueryClient()
  const { names, list, overview } = projectQueries
  for (const { queryKey, meta } of [names(), list(['AURA']), overview(['AURA'])])
    open(client, JSON.stringify(queryKey), 1000, meta)
  open(client, 'second', 3000)
  const oldest = open(client, 'first', 2000)
  open(client, 'third', 4000)
  const result = renderFreshness(client)
  expect(result.current).toEqual({ at: 2000, isUpdating: false })
  act(() => oldest.close())
  client.setQueryData(['off screen'], 'x', { updatedAt: 500 })
  expect(renderFreshness(client).current.at).toBe(3000)
})

it('there is no age before the first result', async () => {
  const client = new QueryClient()
  const { answer } = open(client, 'figures', 0)
  const result = renderFreshness(client)
  expect(result.current).toEqual({ at: null, isUpdating: true })
  await act(async () => answer())
  await until(() => expect(result.current.isUpdating).toBe(false))
  expect(result.current.at).toBeGreaterThan(0)
})

it('a running fetch is reported, and the age stays that of the shown data', async () => {
  const client = new QueryClient()
  const { observer, answer } = open(client, 'figures', 2000)
  const result = renderFreshness(client)
  await act(async () => void observer.refetch())
  await until(() => expect(result.current).toEqual({ at: 2000, isUpdating: true }))
  await act(async () => answer())
  await until(() => expect(result.current.isUpdating).toBe(false))
})

it('a further page of a list is no update of what is on screen', async () => {
  const client = new QueryClient()
  let release = () => {}
  const observer = new InfiniteQueryObserver(client, {
    queryKey: ['list'],
    queryFn: ({ pageParam }) =>
      new Promise<number>((resolve) => (release = () => resolve(pageParam))),
    initialPageParam: 1,
    getNextPageParam: (page: number) => page + 1,
    initialData: { pages: [1], pageParams: [1] },
    initialDataUpdatedAt: 2000,
    staleTime: Infinity,
  })
  observer.subscribe(() => undefined)
  const result = renderFreshness(client)
  await act(async () => void observer.fetchNextPage())
  expect(client.isFetching()).toBe(1)
  expect(result.current).toEqual({ at: 2000, isUpdating: false })
  await act(async () => release())
  await act(async () => void observer.refetch())
  await until(() => expect(result.current.isUpdating).toBe(true))
  await act(async () => release())
})

it('a poll is reported only while there is nothing to show', async () => {
  const client = new QueryClient()
  let release = (_text: string) => {}
  const observer = new QueryObserver(client, {
    queryKey: ['polled'],
    queryFn: () => new Promise<string>((resolve) => (release = resolve)),
    meta: { isPolled: true },
  })
  observer.subscribe(() => undefined)
  const result = renderFreshness(client)
  expect(result.current.isUpdating).toBe(true)
  await act(async () => release('first'))
  await until(() => expect(result.current.isUpdating).toBe(false))
  await act(async () => void observer.refetch())
  expect([client.isFetching(), result.current.isUpdating]).toEqual([1, false])
  await act(async () => release('second'))
})

it('placeholder data keeps its age while the fetch runs', async () => {
  const client = new QueryClient()
  const observer = new QueryObserver(client, {
    queryKey: ['week'],
    queryFn: () => 'first',
    initialData: 'before',
    initialDataUpdatedAt: 2000,
    staleTime: Infinity,
  })
  observer.subscribe(() => undefined)
  const result = renderFreshness(client)
  expect(result.current).toEqual({ at: 2000, isUpdating: false })
  await act(async () =>
    observer.setOptions({
      queryKey: ['month'],
      queryFn: () => new Promise<string>(() => undefined),
      placeholderData: (before) => before,
    }),
  )
  await until(() => expect(result.current).toEqual({ at: 2000, isUpdating: true }))
})
