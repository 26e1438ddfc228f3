import 'fake-indexeddb/auto'
import { notifyManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '#src/cache/query-client.ts'
import { resultQuery } from '#src/features/home/cards/queries.ts'
import { registrationSummary, transactionSummary } from '#src/features/home/cards/sources.ts'
import { advanceFigures } from '#src/figures/advance-figures.ts'
import { connection } from '#src/session/connection.ts'
import { filters, refresh } from '#src/state/filters.ts'
import { leaveSession } from '#src/state/session.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { until } from '#tests/support/server/until.ts'

const SELECTION = {
  period: 'all',
  customStart: null,
  customEnd: null,
  unit: 'auto',
  projects: ['AURA'],
  minDate: Date.parse('2025-01-01T00:00:00.000Z'),
  zone: 'UTC',
} as const

let count = 0
let isBroken = false
/** Answers the requests that wait. */
let waiting: (() => void)[] | null = null
let stops: (() => void)[] = []
const signal = new AbortController().signal

beforeEach(() => {
  count = 1
  isBroken = false
  waiting = null
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname } = new URL(url, 'http://localhost')
    if (waiting !== null) await new Promise<void>((resolve) => waiting?.push(resolve))
    if (pathname === '/v1/transactions/summary')
      return Response.json({ AURA: [{ total_transactions: count, total_amount: 100 * count }] })
    if (isBroken) return Response.json({ code: 500, message: 'Broken' }, { status: 500 })
    return Response.json({ AURA: [{ total_registrations: count }] })
  })
  connection.isOnline = true
  signInHere()
})
afterEach(() => {
  for (const stop of stops) stop()
  stops = []
  leaveSession()
  vi.unstubAllGlobals()
})

/** Two cards on screen, whose figures have arrived. */
async function open() {
  // Their types differ; what a card draws does not matter here.
  const queries = [
    resultQuery(transactionSummary, SELECTION),
    resultQuery(registrationSummary, SELECTION),
  ]
  const observers = queries.map(
    ({ queryKey, queryFn, staleTime, meta }) =>
      new QueryObserver<unknown>(queryClient, {
        queryKey,
        ...Object({ queryFn, staleTime, meta }),
      }),
  )
  stops = observers.map((observer) => observer.subscribe(() => undefined))
  await until(() => {
    expect(observers.map((one) => one.getCurrentResult().isFetched)).toEqual([true, true])
  })
  return observers
}
const countsOf = (observers: readonly QueryObserver[]) =>
  observers.map((one) => one.getCurrentResult().data).map((data) => Object(data).items[0].count)

it('all figures advance together, with the time of the page', async () => {
  const observers = await open()
  const before = filters.asOf
  const seen = new Set<string>()
  // As React does.
  const render = notifyManager.batchCalls(() => void seen.add(String(countsOf(observers))))
  for (const one of observers) stops.push(one.subscribe(render))
  count = 2
  waiting = []
  const advanced = advanceFigures(queryClient, signal)
  await until(() => expect(waiting).toHaveLength(2))
  waiting[0]?.()
  expect(observers.map((one) => one.getCurrentResult().isFetching)).toEqual([false, false])
  waiting[1]?.()
  await advanced
  await until(() => expect([...seen]).toEqual(['2,2']))
  expect(filters.asOf).toBeGreaterThanOrEqual(before)
  const times = observers.map((one) => Object(one.getCurrentResult().data).resolvedQuery.asOf)
  expect(times).toEqual([filters.asOf, filters.asOf])
})

it('nothing changes when one request fails', async () => {
  const observers = await open()
  const before = filters.asOf
  count = 2
  isBroken = true
  await expect(advanceFigures(queryClient, signal)).rejects.toThrow('Broken')
  expect(countsOf(observers)).toEqual([1, 1])
  expect(filters.asOf).toBe(before)
})

it('a refresh meanwhile wins', async () => {
  const observers = await open()
  count = 2
  waiting = []
  const advanced = advanceFigures(queryClient, signal)
  await until(() => expect(waiting).toHaveLength(2))
  filters.asOf -= 1000
  refresh()
  const refreshed = filters.asOf
  for (const answer of waiting) answer()
  waiting = null
  await advanced
  expect(countsOf(observers)).toEqual([1, 1])
  expect(filters.asOf).toBe(refreshed)
})
