import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#src/cache/query-client.ts'
import { connection } from '#src/session/connection.ts'
import type { Banner } from '#src/wire/banners.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { surroundings } from '#tests/support/screens/show-page.tsx'
import { until } from '#tests/support/server/until.ts'
import { bannerQueries } from './banner-queries.ts'
import { useReorderBanners } from './use-reorder-banners.ts'

const { queryKey } = bannerQueries.list('AURA')
const toBanner = (id: string): Banner => ({
  id,
  desktop_image_url: '/a.png',
  mobile_image_url: '/b.png',
  ordering: 0,
})
const shownIds = () => queryClient.getQueryData(queryKey)?.map(({ id }) => id)

beforeEach(() => {
  signInHere()
  queryClient.setQueryData(queryKey, ['1', '2'].map(toBanner))
})
afterEach(() => {
  connection.isOnline = true
  vi.unstubAllGlobals()
})

/** Renders the hook; its function gets ids. */
function renderReorder() {
  const { result } = renderHook(() => useReorderBanners('AURA'), {
    wrapper: surroundings(),
  })
  return (ids: string[]) => result.current(ids.map(toBanner))
}

test('an order that could not be sent is reverted, and the next one is sent', async () => {
  const sent = acceptOrders()
  const reorder = renderReorder()
  connection.isOnline = false
  await act(async () => reorder(['2', '1']))
  expect(shownIds()).toEqual(['1', '2'])
  connection.isOnline = true
  await act(async () => reorder(['2', '1']))
  await until(() => expect(sent).toEqual(['2,1']))
})

test('an order that arrives while the last save ends is sent, too', async () => {
  const sent = acceptOrders()
  const reorder = renderReorder()
  let isFirst = true
  queryClient.getQueryCache().subscribe(({ type }) => {
    // The response of the first save is shown.
    if (type !== 'updated' || sent.length === 0 || !isFirst) return
    isFirst = false
    queueMicrotask(() => reorder(['1', '2']))
  })
  await act(async () => reorder(['2', '1']))
  await until(() => expect(sent).toEqual(['2,1', '1,2']))
  await until(() => expect(shownIds()).toEqual(['1', '2']))
})

/** A server that saves every order. Returns the orders that it received. */
function acceptOrders(): string[] {
  const sent: string[] = []
  let saved = ['1', '2']
  vi.stubGlobal('fetch', async (_url: string, init: { body?: string }) => {
    if (init.body !== undefined) {
      // The body is the JSON that the client has just written.
      saved = (JSON.parse(init.body) as { ordering: string[] }).ordering
      sent.push(saved.join())
    }
    return Response.json(saved.map(toBanner))
  })
  return sent
}
