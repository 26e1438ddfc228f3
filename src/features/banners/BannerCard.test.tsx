import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '#src/cache/query-client.ts'
import { connection } from '#src/session/connection.ts'
import { leaveSession } from '#src/state/session.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { renderInApp } from '#tests/support/screens/show-page.tsx'
import { BannerImage } from './BannerCard.tsx'

afterEach(async () => {
  await act(async () => {
    connection.isOnline = true
    queryClient.clear()
    leaveSession()
  })
  vi.unstubAllGlobals()
})

const show = () =>
  renderInApp(
    <BannerImage apiUrl={null} path="/banners/1" ratio="4:1" alt="Banner 1 on a desktop" />,
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

test('an image is requested without the token and the cookies of the session', async () => {
  signInHere()
  URL.createObjectURL = () => 'blob:x'
  URL.revokeObjectURL = () => undefined
  const requests: RequestInit[] = []
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit = {}) => {
    requests.push(init)
    return new Response(new Uint8Array(8), { headers: { 'Content-Type': 'image/png' } })
  })
  show()
  expect(await screen.findByRole('img', { name: 'Banner 1 on a desktop' })).toBeDefined()
  expect(requests).toHaveLength(1)
  expect(requests[0]).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer' })
  const names = [...new Headers(requests[0]?.headers).keys()]
  expect(names.filter((name) => /authorization|xsrf|cookie/i.test(name))).toEqual([])
})
