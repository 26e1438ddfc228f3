import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { connection } from '#src/api/connection.ts'
import { queryClient } from '#src/api/query-client.ts'
import { BannerImage } from './BannerImage.tsx'

afterEach(async () => {
  await act(async () => {
    connection.isOnline = true
    queryClient.clear()
  })
  vi.unstubAllGlobals()
})

const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <BannerImage apiUrl={null} path="/banners/1" ratio="4:1" alt="Banner 1 on a desktop" />
    </QueryClientProvider>,
  )

test('offline an image is not available', async () => {
  connection.isOnline = false
  show()
  expect(screen.getByText('Not available offline')).toBeDefined()
})

test('an image that is missing on the server did not load', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }))
  queryClient.setDefaultOptions({
    queries: { ...queryClient.getDefaultOptions().queries, retry: false },
  })
  show()
  expect(await screen.findByText('Image did not load')).toBeDefined()
})
