import { QueryClient } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { connection } from '#src/session/connection.ts'
import { announceChange } from '#src/state/live.ts'
import { leaveSession } from '#src/state/session.ts'
import { read } from '#src/wire/call.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { renderInApp } from '#tests/support/screens/show-page.tsx'
import { NewRows, type Showing } from './NewRows.tsx'
import { usePagedList, type PagedListSource } from './use-paged-list.ts'

interface Row {
  id: number
  status: string
}
const rowSchema = z.object({ id: z.number(), status: z.string() })
const things: PagedListSource<Row> = {
  call: {
    ...read,
    path: '/things',
    summary: '',
    roles: 'any',
    query: z.any(),
    response: z.object({ results: z.array(rowSchema), page: z.number(), limit: z.number() }),
  },
  idOf: ({ id }) => String(id),
}
const SEARCH = {}
const LIVE = { kinds: ['transactions'], noun: 'purchase' } as const

/** What the server has, newest first. */
let onServer: Row[] = []
let isBroken = false
let requests = 0
let shown: Showing[] = []

const rows = (from: number, to: number, status = 'pending') =>
  Array.from({ length: from - to + 1 }, (_, at) => ({ id: from - at, status }))
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const hear = async () => {
  act(() => announceChange({ project_id: 'AURA', kinds: ['transactions'], at: 'now' }))
  await pass(5000)
}
const ids = () => screen.getAllByRole('listitem').map((item) => item.textContent)
const button = (name: string) => screen.getByRole('button', { name })
const press = async (name: string) => {
  act(() => button(name).click())
  await pass(0)
}

function List() {
  const list = usePagedList(things, SEARCH)
  const show = (showing: Showing) => {
    shown.push(showing)
    if ('reload' in showing) showing.reload()
    else showing.merge()
  }
  return (
    <>
      <NewRows key={list.key} source={things} list={list} live={LIVE} onShow={show} />
      <button type="button" onClick={list.fetchMore}>
        More
      </button>
      <ul>
        {list.rows.map(({ id, status }) => (
          <li key={id}>{`${id} ${status}`}</li>
        ))}
      </ul>
    </>
  )
}

async function open(client = new QueryClient({ defaultOptions: { queries: { retry: false } } })) {
  const view = renderInApp(<List />, { client })
  await pass(100)
  return { client, ...view }
}

beforeEach(() => {
  vi.useFakeTimers()
  onServer = rows(45, 1)
  isBroken = false
  requests = 0
  shown = []
  connection.isOnline = true
  signInHere()
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address, 'http://localhost')
    if (url.pathname === '/v1/projects/names') return Response.json(['AURA'])
    requests += 1
    if (isBroken) return Response.json({ code: 403, message: 'Not now' }, { status: 403 })
    const [page, limit] = ['page', 'limit'].map((name) => Number(url.searchParams.get(name)))
    if (page === undefined || limit === undefined) throw new Error('A list is asked by pages')
    return Response.json({
      results: onServer.slice((page - 1) * limit, page * limit),
      page,
      limit,
    })
  })
})
afterEach(() => {
  leaveSession()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('new rows are counted, and stand in the order of the list once they are shown', async () => {
  await open()
  onServer = [...rows(47, 31), { id: 30.5, status: 'late' }, ...rows(30, 1)]
  await hear()
  expect(screen.getByRole('status').textContent).toContain('3 new purchases')
  expect(ids()).toHaveLength(20)
  await press('Show 3 new purchases')
  expect(ids().slice(0, 3)).toEqual(['47 pending', '46 pending', '45 pending'])
  expect(ids().slice(16, 19)).toEqual(['31 pending', '30.5 late', '30 pending'])
  expect(ids()).toHaveLength(23)
  expect(shown).toMatchObject([{ added: 3 }])
  expect(screen.queryByRole('status')).toBeNull()
  await press('More')
  expect(new Set(ids()).size).toBe(ids().length)
})

test('a loaded row that has changed is shown at once', async () => {
  await open()
  onServer = onServer.with(4, { id: 41, status: 'completed' })
  await hear()
  expect(ids()[4]).toBe('41 completed')
  expect(screen.queryByRole('status')).toBeNull()
})

test('rows that have left stay until the list is updated', async () => {
  await open()
  onServer = onServer.filter(({ id }) => id !== 44)
  await hear()
  expect(screen.getByRole('status').textContent).toContain('The list has changed')
  expect(ids()).toContain('44 pending')
  await press('Update the list')
  expect(ids()).not.toContain('44 pending')
  expect(ids()).toHaveLength(20)
  expect(screen.queryByRole('status')).toBeNull()
})

test('a list of several pages that rows have left starts over: none may be skipped', async () => {
  await open()
  await press('More')
  await pass(100)
  expect(ids()).toHaveLength(40)
  onServer = onServer.filter(({ id }) => id !== 44)
  await hear()
  await press('Update the list')
  await pass(100)
  expect(shown).toMatchObject([{ reload: expect.any(Function) }])
  await press('More')
  await pass(100)
  expect(ids()).toEqual(onServer.slice(0, 40).map(({ id }) => `${id} pending`))
})

test('more new rows than a page holds start the list over', async () => {
  await open()
  onServer = [...rows(90, 46), ...onServer]
  await hear()
  await press('Show 20+ new purchases')
  await pass(100)
  expect(ids()[0]).toBe('90 pending')
  expect(ids()).toHaveLength(20)
})

test('the first rows of an empty list, or of one that did not load, are shown at once', async () => {
  onServer = []
  isBroken = true
  await open()
  isBroken = false
  onServer = rows(1, 1)
  await hear()
  await pass(100)
  expect(ids()).toEqual(['1 pending'])
  expect(screen.queryByRole('status')).toBeNull()
})

test('a list that is opened again is compared at once, one that has just loaded is not', async () => {
  const { client, unmount } = await open()
  expect(requests).toBe(1)
  unmount()
  await pass(30_000)
  onServer = [...rows(46, 46), ...onServer]
  await open(client)
  expect(button('Show 1 new purchase')).toBeDefined()
  expect(requests).toBe(2)
})
