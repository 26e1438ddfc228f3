import { QueryClient } from '@tanstack/react-query'
import { act } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { connection } from '#src/session/connection.ts'
import { filters } from '#src/state/filters.ts'
import { live, onChange } from '#src/state/live.ts'
import { leaveSession } from '#src/state/session.ts'
import type { Change } from '#src/wire/live.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { renderInApp } from '#tests/support/screens/show-page.tsx'
import { until } from '#tests/support/server/until.ts'
import { LiveUpdates } from './LiveUpdates.tsx'

/** One for each stream that was opened. */
let streams: { url: string; signal: AbortSignal | null | undefined }[] = []
let heard: (Change | null)[] = []
let isRefused = false
let client: QueryClient
let stopListening: () => void

function serve(url: string, init: RequestInit): Response {
  if (url.startsWith('/v1/features')) return Response.json({ features: ['live'] })
  if (!url.startsWith('/v1/live')) return Response.json(['AURA', 'HELIX'])
  if (isRefused) return Response.json({ code: 503, message: 'Busy' }, { status: 503 })
  streams.push({ url, signal: init.signal })
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(': open\n\n')),
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}
const show = (isHidden: boolean) =>
  act(async () => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
    document.dispatchEvent(new Event('visibilitychange'))
  })
const areOpen = () => streams.filter(({ signal }) => signal?.aborted === false).length
const untilOpen = (count: number) =>
  until(() => {
    expect(streams).toHaveLength(count)
    expect(live.stream).toBe('open')
  })
const open = () => renderInApp(<LiveUpdates />, { client })

beforeEach(() => {
  streams = []
  heard = []
  isRefused = false
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  stopListening = onChange((change) => heard.push(change))
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => serve(url, init))
  connection.isOnline = true
  filters.selectedProjects = ['AURA']
  signInHere()
})
afterEach(() => {
  stopListening()
  leaveSession()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('a hidden tab closes its stream; shown again it opens one and says that it missed changes', async () => {
  open()
  await untilOpen(1)
  expect(streams[0]?.url).toBe('/v1/live?projects=AURA')
  expect(heard).toEqual([])

  await show(true)
  expect([areOpen(), live.stream]).toEqual([0, 'none'])
  await show(false)
  await untilOpen(2)
  expect(areOpen()).toBe(1)
  expect(heard).toEqual([null])
})

it('another selection opens another stream, whose page has just been loaded', async () => {
  open()
  await untilOpen(1)
  await act(async () => {
    filters.selectedProjects = ['HELIX']
  })
  await untilOpen(2)
  expect(streams[1]?.url).toBe('/v1/live?projects=HELIX')
  expect(heard).toEqual([])
})

it('a tab that starts hidden opens no stream before it is shown', async () => {
  await show(true)
  open()
  // Then everything is known that opens a stream.
  await until(() => expect(client.getQueryCache().getAll().length).toBeGreaterThan(1))
  await until(() => expect(client.isFetching()).toBe(0))
  expect(streams).toEqual([])
  await show(false)
  await untilOpen(1)
})

it('a lost connection closes the stream, and so do the end of the session and of the page', async () => {
  const { unmount } = open()
  await untilOpen(1)
  await act(async () => {
    connection.isOnline = false
  })
  expect([areOpen(), live.stream]).toEqual([0, 'none'])
  await act(async () => {
    connection.isOnline = true
  })
  await untilOpen(2)
  await act(async () => leaveSession())
  expect([areOpen(), live.stream]).toEqual([0, 'none'])
  await act(async () => signInHere())
  await untilOpen(3)
  unmount()
  expect([areOpen(), live.stream]).toEqual([0, 'none'])
})

it('a stream that does not open is lost', async () => {
  isRefused = true
  open()
  await until(() => expect(live.stream).toBe('lost'))
})
