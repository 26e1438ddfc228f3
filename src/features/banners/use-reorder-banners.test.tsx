import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { connection } from '#src/api/connection.ts'
import { queryClient } from '#src/api/query-client.ts'
import type { Banner } from '#src/wire/banners.ts'
import { bannerQueries } from './banner-queries.ts'
import { useReorderBanners } from './use-reorder-banners.ts'

afterEach(() => {
  connection.isOnline = true
})

test('an order that could not be sent is reverted', async () => {
  const { queryKey } = bannerQueries.list('AURA')
  const banners = ['1', '2'].map((id) => ({ id }) as Banner)
  queryClient.setQueryData(queryKey, banners)
  const { result } = renderHook(() => useReorderBanners('AURA'), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
  })
  connection.isOnline = false
  await act(async () => result.current(banners.toReversed()))
  expect(queryClient.getQueryData(queryKey)).toEqual(banners)
})
