import { QueryClient } from '@tanstack/react-query'
import { toast } from 'react-hot-toast/headless'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#src/session/api-error.ts'
import { connection } from '#src/session/connection.ts'
import { mutationCache, type WriteMeta } from './mutation-cache.ts'

const KEY = ['banners', {}]
const refused = new ApiError({ kind: 'answer', status: 400, message: 'Too many banners' })

const client = new QueryClient({ mutationCache })
let shown: string[] = []

beforeEach(() => {
  shown = []
  for (const type of ['loading', 'success', 'error'] as const)
    vi.spyOn(toast, type).mockImplementation((text, options) => {
      shown.push(`${type}: ${typeof text === 'string' ? text : '?'}`)
      return options?.id ?? ''
    })
  vi.spyOn(toast, 'dismiss').mockImplementation(() => shown.push('dismissed'))
  client.setQueryData(KEY, [])
})
afterEach(() => {
  vi.restoreAllMocks()
  connection.isOnline = true
  client.clear()
})

const isStale = () => client.getQueryState(KEY)?.isInvalidated

/** Runs a mutation. Its own callbacks note whether the query was stale by then. */
async function run(meta: WriteMeta<void, string>, mutationFn: () => Promise<string>) {
  const note = () => void shown.push(`callback, stale: ${isStale()}`)
  await client
    .getMutationCache()
    .build(client, { mutationFn, meta, onSuccess: note, onError: note, networkMode: 'always' })
    .execute(undefined)
    .catch(() => undefined)
  return shown
}

const texts = { loading: 'Creating', failure: 'Error', invalidates: [KEY] }

test('the result replaces the loading toast; queries are stale before the callbacks run', async () => {
  expect(await run({ ...texts, success: 'Created' }, async () => 'a')).toEqual([
    'loading: Creating',
    'success: Created',
    'callback, stale: true',
  ])
  const ids = [toast.loading, toast.success].map((type) => vi.mocked(type).mock.calls[0]?.[1]?.id)
  expect(ids[0]).toBeDefined()
  expect(ids[1]).toBe(ids[0])
})

test('a failure shows the message of the server; queries are stale, too', async () => {
  expect(await run(texts, () => Promise.reject(refused))).toEqual([
    'loading: Creating',
    'error: Too many banners',
    'callback, stale: true',
  ])
})

test.each([
  ['without a response', new ApiError({ kind: 'network' }), 'error: Error'],
  ['by the end of the session', new ApiError({ kind: 'aborted' }), 'dismissed'],
])('a failure %s', async (_what, error, toastShown) => {
  const result = await run(texts, () => Promise.reject(error))
  expect(result[1]).toBe(toastShown)
})

test('a success function may show nothing', async () => {
  const meta = { ...texts, success: (result: string) => (result === 'a' ? undefined : result) }
  expect((await run(meta, async () => 'a'))[1]).toBe('dismissed')
  expect((await run(meta, async () => 'b'))[4]).toBe('success: b')
})

test('offline nothing is sent, and no query is stale', async () => {
  connection.isOnline = false
  vi.stubGlobal('fetch', async () => new Response(null))
  const mutationFn = vi.fn<() => Promise<string>>()
  expect(await run(texts, mutationFn)).toEqual([
    'error: You are offline. Nothing was sent.',
    'callback, stale: false',
  ])
  expect(mutationFn).not.toHaveBeenCalled()
  vi.unstubAllGlobals()
})
