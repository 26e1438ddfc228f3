import 'fake-indexeddb/auto'
import { QueryObserver } from '@tanstack/react-query'
import type { QueryKey } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { ApiError } from '#src/session/api-error.ts'
import { IdbStore } from '#src/state/idb-store.ts'
import { leaveSession } from '#src/state/session.ts'
import { DATABASES } from '#src/state/storage.ts'
import { until } from '#tests/support/server/until.ts'
import { openCache } from './persister.ts'
import { queryClient } from './query-client.ts'

const disk = new IdbStore<unknown>(DATABASES.cache)
const figures = z.object({ total: z.number() })
const KEY = ['/figures', { period: 'week' }]
const entryOf = (period: string) => `saleroom:v2:ann-["/figures",{"period":"${period}"}]`
const untilKept = (period: string) =>
  until(async () => expect(await disk.get(entryOf(period))).toBeDefined())
const offline = () => Promise.reject(new ApiError({ kind: 'timeout' }))

beforeEach(async () => {
  await disk.clear()
  await openCache('ann')
  await queryClient.fetchQuery({
    queryKey: KEY,
    queryFn: async () => ({ total: 5 }),
    meta: { keep: figures },
  })
  await untilKept('week')
})

afterEach(async () => {
  leaveSession()
  await disk.clear()
})

const OTHER = ['/figures', { period: 'month' }]
const doubled = {
  keep: figures,
  standIn: {
    accepts: ([path, query]: QueryKey) =>
      path === '/figures' && JSON.stringify(query).includes('week'),
    // As read by its schema.
    adapt: (data: unknown) => ({ total: (data as { total: number }).total * 2 }),
  },
}
const watchOther = (queryFn: () => Promise<unknown> = offline) => {
  const observer = new QueryObserver(queryClient, { queryKey: OTHER, queryFn, meta: doubled })
  const stop = observer.subscribe(() => undefined)
  return { observer, stop }
}

it('a query without data shows its stand-in from memory, with its age', async () => {
  const { observer, stop } = watchOther()
  await until(() => expect(observer.getCurrentResult().data).toEqual({ total: 10 }))
  const { dataUpdatedAt } = observer.getCurrentResult()
  expect(dataUpdatedAt).toBe(queryClient.getQueryState(KEY)?.dataUpdatedAt)
  expect(observer.getCurrentResult()).toMatchObject({ isPlaceholderData: false, isStale: true })
  stop()
})

it('does so after a restart, and stores nothing under a key that was never fetched', async () => {
  await disk.set(entryOf('weeks'), { broken: true })
  leaveSession()
  await openCache('ann')
  const { observer, stop } = watchOther()
  await until(() => expect(observer.getCurrentResult().data).toEqual({ total: 10 }))
  stop()
  expect(await disk.get(entryOf('month'))).toBeUndefined()
})

it('is replaced by the response of the server', async () => {
  let answer = (_data: unknown) => {}
  const { observer, stop } = watchOther(() => new Promise((resolve) => (answer = resolve)))
  await until(() => expect(observer.getCurrentResult().data).toEqual({ total: 10 }))
  answer({ total: 7 })
  await until(() => expect(observer.getCurrentResult().data).toEqual({ total: 7 }))
  stop()
  await untilKept('month')
})
