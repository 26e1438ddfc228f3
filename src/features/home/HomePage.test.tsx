import { QueryClient, type QueryKey } from '@tanstack/react-query'
import { act, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { refetch } from '#src/cache/refetch.ts'
import { resultQuery } from '#src/features/home/cards/queries.ts'
import { transactionSummary } from '#src/features/home/cards/sources.ts'
import { noteServerDate } from '#src/state/clock.ts'
import { refresh, selectProjects, setCustomRange, setPeriod, setUnit } from '#src/state/filters.ts'
import { enterSession, leaveSession } from '#src/state/session.ts'
import { PROJECT } from '#tests/support/screens/screen-rows.ts'
import { SCREEN_USER, signInHere } from '#tests/support/screens/screen-user.ts'
import { renderInApp } from '#tests/support/screens/show-page.tsx'
import { until } from '#tests/support/server/until.ts'
import { HomePage } from './HomePage.tsx'

/** A filter for queries whose path starts with this. */
const under = (path: string) => ({
  predicate: ({ queryKey: [first] }: { queryKey: QueryKey }) => String(first).startsWith(path),
})

let responses: Record<string, unknown> = {}

beforeEach(() => {
  vi.stubGlobal('fetch', async (url: string) => {
    const response = responses[new URL(url, 'http://localhost').pathname]
    return response === undefined
      ? Response.json({ code: 500, message: 'Internal server error' }, { status: 500 })
      : Response.json(response)
  })
  signInHere()
})
afterEach(() => {
  responses = {}
  leaveSession()
  vi.unstubAllGlobals()
})

function open(first: typeof responses, tools: HTMLElement | null = null) {
  responses = first
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  renderInApp(<HomePage />, { client, tools })
  return client
}

it('distinguishes a failed request for projects from having no projects', async () => {
  open({})
  await screen.findByText('Your projects did not load')
  expect(screen.queryByText('You have no project yet')).toBeNull()
  responses = { '/v1/projects/names': [] }
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('You have no project yet')).toBeDefined()
  // Once the server is known to have no way of doing it in the app.
  await screen.findByText('Add your first project on the server: npm run projects -- add AURA')
})

it('renders when only the dates of the projects are missing', async () => {
  open({ '/v1/projects/names': ['AURA'] })
  expect(await screen.findByText('Your projects did not load')).toBeDefined()
})

it('discards a result that was requested with a wrong clock', async () => {
  const atServer = new Date(Date.now() + 365 * 86_400_000)
  const others = globalThis.fetch
  const requested: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    if (!url.includes('/transactions/summary')) return others(url)
    requested.push(new URL(url, 'http://localhost').searchParams.get('end_date') ?? '')
    const sums = [{ total_transactions: 1, total_amount: requested.length * 1000 }]
    return Promise.resolve(
      Response.json({ AURA: sums }, { headers: { date: atServer.toUTCString() } }),
    )
  })
  setPeriod('week')
  const client = open({ '/v1/projects/names': ['AURA'] })
  const taken: unknown[] = []
  client.getQueryCache().subscribe(({ type, query }) => {
    if (
      type === 'updated' &&
      query.queryHash.startsWith('["/transactions/summary",{') &&
      query.state.data
    )
      taken.push(query.state.data)
  })
  await until(() => expect(taken).not.toEqual([]))
  expect(requested.map((end) => end.slice(0, 4))).toEqual(
    [new Date(), atServer].map((date) => String(date.getUTCFullYear())),
  )
  for (const data of taken)
    expect(data).toMatchObject({ items: [{ project: 'AURA', amount: 2000, count: 1 }] })
  act(() => noteServerDate(new Date().toUTCString()))
})

/** Responds with figures, and records the queries of the requests to one path. */
function record(path: string) {
  const others = globalThis.fetch
  const calls: URLSearchParams[] = []
  vi.stubGlobal('fetch', (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    if (pathname !== path) return others(url)
    calls.push(searchParams)
    return Promise.resolve(Response.json({}))
  })
  return calls
}

const startedOn = (id: string, day: string) => ({ ...PROJECT, id, created_at: `${day}T00:00:00Z` })

it.each([
  ['before the figures', false],
  ['after the figures', true],
])(
  'one Refresh covers the range of a project whose start has moved, which arrives %s',
  async (_when, isLate) => {
    const calls = record('/v1/transactions/summary')
    setPeriod('all')
    const client = open({
      '/v1/projects/names': ['AURA'],
      '/v1/projects': [startedOn('AURA', '2026-06-01')],
    })
    await until(() => expect(calls).toHaveLength(1))
    await until(() => expect(client.isFetching(under('/transactions'))).toBe(0))
    expect(calls[0]?.get('start_date')).toBe('2026-06-01T00:00:00.000Z')
    responses['/v1/projects'] = [startedOn('AURA', '2025-02-03')]
    const renew = (key: string) => refetch(client, under(key))
    await act(async () => {
      refresh()
      await renew(isLate ? '/transactions' : '/projects')
      await renew(isLate ? '/projects' : '/transactions')
    })
    await until(() => expect(calls.at(-1)?.get('start_date')).toBe('2025-02-03T00:00:00.000Z'))
    await until(() => expect(client.isFetching()).toBe(0))
    // Twice at most: the range of the first request may be outdated.
    expect(calls.length).toBeLessThan(4)
    const kept = client.getQueriesData(under('/transactions')).map(([, data]) => data)
    expect(kept).toContainEqual(
      expect.objectContaining({
        resolvedQuery: expect.objectContaining({
          range: expect.objectContaining({ start: Date.parse('2025-02-03') }),
        }),
      }),
    )
  },
)

it('sends each call once when everything is fetched again and the start of the project has moved', async () => {
  const starts: Record<string, string[]> = {}
  const others = globalThis.fetch
  let isHeld = false
  const held: (() => void)[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    if (pathname === '/v1/projects' && isHeld)
      await new Promise<void>((resolve) => held.push(resolve))
    const start = searchParams.get('start_date')
    if (start === null) return others(url)
    ;(starts[pathname] ??= []).push(start)
    return Response.json({})
  })
  setPeriod('all')
  const client = open({
    '/v1/projects/names': ['AURA'],
    '/v1/projects': [startedOn('AURA', '2026-06-01')],
  })
  const untilFetched = () => until(() => expect(client.isFetching()).toBe(0))
  await until(() => expect(Object.keys(starts).length).toBeGreaterThan(9))
  await untilFetched()
  const first = Object.fromEntries(
    Object.entries(starts).map(([path, sent]) => [path, sent.splice(0)]),
  )
  responses['/v1/projects'] = [startedOn('AURA', '2025-02-03')]
  isHeld = true
  await act(async () => {
    refresh()
    void refetch(client, {})
  })
  await until(() => expect(held).toHaveLength(1))
  // A figure that needs no dates, and is requested after those of the cards.
  await client.fetchQuery(
    resultQuery(transactionSummary, {
      period: 'week',
      customStart: null,
      customEnd: null,
      unit: 'auto',
      projects: ['AURA'],
      minDate: null,
      zone: 'UTC',
    }),
  )
  expect(Object.values(starts).flat()).toHaveLength(1)
  starts['/v1/transactions/summary'] = []
  held[0]?.()
  await untilFetched()
  const moved = Object.entries(first).map(([path, sent]) => [
    path,
    sent.map(() => '2025-02-03T00:00:00.000Z'),
  ])
  expect(starts).toEqual(Object.fromEntries(moved))
})

it('requests no graph with a unit that a newly selected older project does not allow', async () => {
  const calls = record('/v1/transactions/records')
  setPeriod('all')
  selectProjects(['AURA'])
  const young = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10)
  open({
    '/v1/projects/names': ['AURA', 'HELIX'],
    '/v1/projects': [startedOn('AURA', young), startedOn('HELIX', '2025-02-03')],
  })
  act(() => setUnit('hour'))
  await until(() => expect(calls.at(-1)?.get('unit')).toBe('hour'))
  act(() => selectProjects(['AURA', 'HELIX']))
  await until(() => expect(calls.at(-1)?.getAll('projects')).toEqual(['AURA', 'HELIX']))
  expect(
    calls.filter((call) => call.getAll('projects').length === 2).map((call) => call.get('unit')),
  ).toEqual(['day'])
  act(() => selectProjects('all'))
  act(() => setUnit('auto'))
})

it('keeps only the most recent results that it no longer shows', async () => {
  // Without the dates of the projects, "all" has no start.
  setPeriod('week')
  const client = open({ '/v1/projects/names': ['AURA'] })
  await screen.findByRole('region', { name: 'UTM Plus' })
  const days = Array.from({ length: 12 }, (_unused, index) => `2026-10-${index + 11}`)
  const cache = client.getQueryCache()
  const shownEnds = () =>
    cache.findAll({ type: 'active' }).flatMap(({ queryKey: [, resolvedQuery] }) => {
      const isHomes =
        typeof resolvedQuery === 'object' && resolvedQuery !== null && 'customEnd' in resolvedQuery
      return isHomes ? [resolvedQuery.customEnd] : []
    })
  for (const day of days) {
    await act(async () => setCustomRange('2026-10-01', day))
    // The first card changes first; deferred cards skip a selection that changes again before they render.
    await until(() => expect(new Set(shownEnds())).toEqual(new Set([day])))
  }
  const left = cache.findAll({ type: 'inactive' })
  // The limit of 130, and the results of the last selection in the deferred cards.
  expect(left.length).toBeLessThan(150)
  expect(left.length).toBeGreaterThan(100)
  // Without a comparison there are no queries for previous periods.
  const all = cache.findAll()
  expect(all.filter(({ queryHash }) => queryHash.includes('isPrevious'))).toEqual([])
})

const regions = () =>
  [...document.querySelectorAll('section[aria-labelledby]')].map(
    (region) => document.getElementById(region.getAttribute('aria-labelledby') ?? '')?.textContent,
  )

it('a role that sees no amounts has the two cards of registrations alone', async () => {
  enterSession({ ...SCREEN_USER, role: 'marketing' })
  setPeriod('week')
  open({ '/v1/projects/names': ['AURA'] })
  await screen.findByRole('region', { name: 'Conversions' })
  expect(regions()).toEqual(['Registrations', 'Conversions'])
})

it.each([
  ['a server without live figures has no switch for them', [], 0],
  ['a server with live figures has a switch for them', ['live'], 1],
])('%s', async (_what, features, count) => {
  setPeriod('week')
  open({ '/v1/projects/names': ['AURA'], '/v1/features': { features } }, document.body)
  await screen.findByLabelText('Compare with previous period')
  await screen.findByRole('region', { name: 'UTM Plus' })
  await until(() => expect(screen.queryAllByLabelText('Live')).toHaveLength(count))
})

it('X compares with the previous period, and ends the comparison', async () => {
  setPeriod('week')
  open({ '/v1/projects/names': ['AURA'] }, document.body)
  const compare = await screen.findByLabelText('Compare with previous period')
  const isOn = () =>
    compare.getAttribute('aria-checked') ?? String((compare as HTMLInputElement).checked)
  expect(isOn()).toBe('false')
  // Its keys load after the cards. A handled press is prevented.
  await until(() => expect(fireEvent.keyDown(document.body, { key: 'x' })).toBe(false))
  await until(() => expect(isOn()).toBe('true'))
  fireEvent.keyDown(document.body, { key: 'x' })
  await until(() => expect(isOn()).toBe('false'))
})

/** Charts are drawn in the browser only: here nothing is ever in view. */
function drawNoCharts() {
  const quiet = class {
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', quiet)
}

it('a graph card shows amounts, or how many there were', async () => {
  setPeriod('week')
  const sums = { total_transactions: 3, total_amount: 7391.53 }
  const date = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  drawNoCharts()
  open({
    '/v1/projects/names': ['AURA'],
    '/v1/transactions/summary': { AURA: [sums] },
    '/v1/transactions/records': { AURA: [{ date: `${date}T00:00:00+00:00`, ...sums }] },
  })
  const cells = () =>
    [...document.querySelectorAll('table td')]
      .map((cell) => cell.textContent)
      .filter((text) => /[1-9]/.test(text))
  await until(() => expect(cells()).toEqual(['$7,391.53']))
  const card = screen.getByRole('region', { name: 'Transactions' })
  fireEvent.click(within(card).getByRole('radio', { name: 'Transactions' }))
  await until(() => expect(cells()).toEqual(['3']))
})

it('a ranked card has pages, and its full list is searched and sorted', async () => {
  setPeriod('week')
  const countries = ['DE', 'FR', 'IT', 'ES', 'PL', 'NL', 'GR'].map((country, at) => ({
    country,
    total_transactions: 1,
    total_amount: 700 - at,
  }))
  drawNoCharts()
  open({ '/v1/projects/names': ['AURA'], '/v1/countries/summary': { AURA: countries } })
  await screen.findByText(/1–5 of 7/)
  // A card that fails is no reason not to show another.
  await screen.findByText('Currencies did not load')
  fireEvent.click(screen.getByLabelText('Next page'))
  expect(screen.getByText(/6–7 of 7/)).toBeDefined()
  const all = screen.getByText('Show all')
  all.focus()
  fireEvent.click(all)
  const dialog = within(await screen.findByRole('dialog', { name: 'Countries: all' }))
  const counts = () => dialog.getAllByRole('status').map((each) => each.textContent)
  await until(() => expect(counts()).toContain('7 rows'))
  fireEvent.change(dialog.getByLabelText('Search'), { target: { value: 'germny' } })
  await until(() => expect(counts()).toContain('1 row'))
  fireEvent.change(dialog.getByLabelText('Search'), { target: { value: '' } })
  await until(() => expect(counts()).toContain('7 rows'))
  fireEvent.click(dialog.getByRole('button', { name: 'Country' }))
  const head = dialog.getByRole('columnheader', { name: 'Country' })
  await until(() => expect(head.getAttribute('aria-sort')).toBe('ascending'))
  fireEvent.keyDown(head, { key: 'Escape' })
  await until(() => expect(screen.queryByRole('dialog')).toBeNull())
  await until(() => expect(document.activeElement?.textContent).toBe('Show all'))
})
