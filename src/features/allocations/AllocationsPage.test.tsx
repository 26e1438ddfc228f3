import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { queryClient } from '#src/cache/query-client.ts'
import { connection } from '#src/session/connection.ts'
import { applyUrl, setPrivacy } from '#src/state/filters.ts'
import { allocationListCalls, type AllocationList } from '#src/wire/allocation-lists.ts'
import type { Allocation, AllocationSummary } from '#src/wire/allocations.ts'
import type { ChainSummary } from '#src/wire/chain-payments.ts'
import { allocationListOf, allocationSummaryOf } from '#tests/support/calls/allocations.ts'
import { chainSummaryOf } from '#tests/support/calls/proofs.ts'
import { openFaultyApi } from '#tests/support/screens/faulty-api.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { endPage, showPage } from '#tests/support/screens/show-page.tsx'
import { button, press } from '#tests/support/screens/user-actions.ts'
import { AllocationsPage } from './AllocationsPage.tsx'

afterEach(endPage)

const PROJECT = {
  project_ticker: null,
  website_url: null,
  api_url: null,
  created_at: '2026-08-14T10:00:00.000Z',
  banners_enabled: 0,
  banners_desktop_aspect_ratio: null,
  banners_mobile_aspect_ratio: null,
}
const SAME = `0x${'1'.repeat(40)}`
const MORE = `0x${'2'.repeat(40)}`
const NEW = `0x${'3'.repeat(40)}`

const allocation = (wallet_address: string, changed: Partial<Allocation>): Allocation => ({
  wallet_address,
  tokens: '1564000',
  purchased: '1564000',
  bonus: '0',
  credited: '0',
  listed: '1564000',
  difference: '0',
  ...changed,
})
const ROWS = [
  allocation(SAME, {}),
  allocation(MORE, {
    tokens: '1284910.019',
    purchased: '1006666.677',
    bonus: '253243.342',
    credited: '25000',
    listed: '1259910.019',
    difference: '25000',
  }),
  allocation(NEW, { tokens: '7', purchased: '7', listed: null, difference: '7' }),
]
const DIFFERENCE = {
  more: { wallets: 131, tokens: '1914763.899' },
  less: { wallets: 3, tokens: '64583.34' },
  rows: [],
  page: 1,
  limit: 1,
}

/** A server with two projects: what AURA owes, and what its list says. */
function open(
  options: { summary?: AllocationSummary; proofs?: ChainSummary; search?: string } = {},
) {
  const now = {
    summary: options.summary ?? allocationSummaryOf(),
    isBroken: false,
    proofs: options.proofs ?? chainSummaryOf({ is_connected: false }),
    lists: new Array<AllocationList>(),
  }
  const queries: URLSearchParams[] = []
  const broken = () =>
    Response.json({ code: 500, message: 'Internal server error' }, { status: 500 })
  openFaultyApi({
    'GET /features': () => ({ features: ['allocations', 'wallet_page', 'exports', 'chain'] }),
    'GET /projects/names': () => ['AURA', 'NOVA'],
    'GET /projects': () => ['AURA', 'NOVA'].map((id) => ({ ...PROJECT, id })),
    'GET /allocations/summary': ({ query }) =>
      now.isBroken ? broken() : { ...now.summary, project_id: query.get('project_id') },
    'GET /chain/summary': () => ({ AURA: now.proofs }),
    'GET /allocations': ({ query }) => {
      queries.push(query)
      const results = query.get('changed') === '1' ? ROWS.slice(1) : ROWS
      return { results, page: 1, limit: 20 }
    },
    'GET /allocation-lists': () => ({ results: now.lists, page: 1, limit: 100 }),
    'POST /allocation-lists': () =>
      Response.json({ code: 409, message: 'List 3 is being built.' }, { status: 409 }),
    'GET /allocation-lists/7/difference': () => DIFFERENCE,
    [`GET /allocation-lists/7/proof/${MORE}`]: () => ({
      wallet_address: MORE,
      units: '1259910019000000000000000',
      proof: [`0x${'a'.repeat(64)}`],
      root: `0x${'9f'.repeat(32)}`,
    }),
  })
  signInHere()
  history.replaceState(null, '', `/allocations${options.search ?? '?project=AURA'}`)
  act(() => applyUrl())
  showPage(AllocationsPage)
  return { now, queries }
}

const refetchLists = () =>
  act(() =>
    queryClient.refetchQueries({ queryKey: [allocationListCalls.listAllocationLists.path] }),
  )
const part = (name: string) => screen.findByRole('region', { name })
const tableRows = async () => {
  await screen.findByText('0x22222222…2222')
  const table = await screen.findByRole('table', { name: 'Wallets' })
  return within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent))
}

test('purchases that differ from the chain can still change it, and are a warning before a list', async () => {
  open({ proofs: chainSummaryOf() })
  await screen.findByTitle('252751854.919999')
  const change = await part('What can still change it')
  const link = await within(change).findByRole('link', { name: '7' })
  const href = '/transactions?status=completed&voided=0&proof=differs&projects=AURA'
  expect(link.getAttribute('href')).toBe(href)
  expect(change.textContent).toMatch(/Differ from the chain7Last purchase/)
  await press('Freeze list')
  const warning = await screen.findByText('7 purchases differ from the chain, $50.00')
  expect(warning.parentElement?.querySelector('a')?.getAttribute('href')).toBe(href)
})

test('what a project owes, to how many, how concentrated it is, and what can still change it', async () => {
  open()
  // Rounded down, and exact as the tooltip.
  expect((await screen.findByTitle('252751854.919999')).textContent).toBe('252,751,854.91')
  const owed = await part('Tokens owed')
  expect(owed.textContent).toContain('To 6,412 wallets')
  expect(within(owed).getByRole('img').getAttribute('aria-label')).toBe(
    'Purchased 90.85%, bonus 8.56%, credited 0.58%',
  )
  const holders = await part('Largest holders')
  expect(
    within(holders)
      .getAllByRole('listitem')
      .map((row) => row.textContent),
  ).toEqual([
    '10 largest12,310,6924.87%',
    '100 largest50,824,62020.10%',
    '6,312 others201,927,23479.89%',
  ])
  const change = await part('What can still change it')
  expect(change.textContent).toContain('245,108.33')
  const links = within(change).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['12', '/transactions?status=pending&status=processing&voided=0&projects=AURA'],
    ['1', '/manual-transactions?projects=AURA'],
  ])
  expect(change.textContent).not.toContain('Differ from the chain')
  const note = 'Everything since Aug 14, 2026. The time period does not apply here.'
  expect(screen.getByText(note)).toBeDefined()
})

test('wallets stand beside the latest list; a search, an order and what has changed are requested', async () => {
  const { queries } = open()
  expect(await tableRows()).toEqual([
    ['Details', 'Wallet', 'Purchased', 'Bonus', 'Credited', 'Total', 'In list 2', 'Difference'],
    ['', '0x11111111…1111', '1,564,000.00', '0.00', '0.00', '1,564,000.00', '1,564,000.00', '0.00'],
    [
      '',
      '0x22222222…2222',
      '1,006,666.67',
      '253,243.34',
      '25,000.00',
      '1,284,910.01',
      '1,259,910.01',
      '+25,000.00',
    ],
    ['', '0x33333333…3333', '7.00', '0.00', '0.00', '7.00', 'Not in it', '+7.00'],
  ])
  expect(queries[0]?.toString()).toBe('project_id=AURA&page=1&limit=20')
  const scrolled = vi.spyOn(globalThis, 'scrollTo').mockReturnValue()
  fireEvent.click(screen.getByRole('switch', { name: 'Only changed' }))
  await waitFor(() => expect(queries.at(-1)?.get('changed')).toBe('1'))
  await waitFor(() => expect(screen.queryByText('0x11111111…1111')).toBeNull())
  await press('Wallet')
  await waitFor(() => expect(queries.at(-1)?.get('sort')).toBe('address'))
  expect(location.search).toBe('?project=AURA&changed=1&sort=address&order=asc')
  const head = await screen.findByRole('columnheader', { name: 'Wallet' })
  expect(head.getAttribute('aria-sort')).toBe('ascending')
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: MORE } })
  await press('Search')
  await waitFor(() => expect(queries.at(-1)?.get('walletAddress')).toBe(MORE))
  // The wallets are a part of the page, which stays where it is.
  expect(scrolled).not.toHaveBeenCalled()
})

test('an opened row has the smallest units of the list, and copies the proof', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue()
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
  open({ search: '?project=AURA&changed=1' })
  await tableRows()
  await press('Show details')
  expect(await screen.findByText('1259910019000000000000000')).toBeDefined()
  await waitFor(async () =>
    expect((await button('Copy proof')).getAttribute('aria-busy')).not.toBe('true'),
  )
  await press('Copy proof')
  await waitFor(() => expect(writeText).toHaveBeenCalledOnce())
  expect(JSON.parse(writeText.mock.calls[0]?.[0] ?? '')).toMatchObject({
    wallet_address: MORE,
    proof: [`0x${'a'.repeat(64)}`],
  })
  await press('Copy smallest units')
  await waitFor(() => expect(writeText).toHaveBeenLastCalledWith('1259910019000000000000000'))
})

test('what has changed since the latest list stands in two sentences, and leads to the difference', async () => {
  open()
  const more = await screen.findByText(/Since list 2/u)
  const notice = more.closest('[role=status]')
  expect(notice?.textContent).toBe(
    'Since list 2, 131 wallets are owed 1,914,763.89 AURA more. 3 wallets are owed 64,583.34 less.Show the difference',
  )
  await press('Show the difference')
  expect(location.pathname).toBe('/allocations/AURA/7/difference')
})

test('privacy mode masks every figure, and copies nothing', async () => {
  open()
  await tableRows()
  await press('Show details')
  act(() => setPrivacy(true))
  await waitFor(() =>
    expect(document.body.textContent).not.toMatch(/\d{3}\.\d\d|252,751|6,412|\d%|131 wallets/u),
  )
  const [bar] = screen
    .getAllByRole('img')
    .filter((img) => img.getAttribute('aria-label')?.startsWith('Purchased'))
  expect(bar?.getAttribute('aria-label')).toBe('Purchased Hidden, bonus Hidden, credited Hidden')
  for (const title of document.querySelectorAll('main [title], [title]'))
    expect(title.getAttribute('title')).not.toMatch(/^\d+\.?\d*$/u)
  for (const name of ['Copy tokens owed', 'Copy smallest units', 'Copy proof']) {
    const copy = await button(name)
    expect(copy.getAttribute('aria-disabled') ?? copy.hasAttribute('disabled')).toBeTruthy()
  }
})

test('a project that owes nothing says what fills it, and has no table of wallets', async () => {
  open({
    summary: allocationSummaryOf({ wallets: 0, tokens: '0', latest_list: null }),
    search: '?project=NOVA',
  })
  expect(await screen.findByText('No wallet is owed tokens yet')).toBeDefined()
  expect(await screen.findByText('No lists yet')).toBeDefined()
  expect(screen.queryByRole('table', { name: 'Wallets' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Tokens owed' })).toBeNull()
})

test('an open dialog says that somebody else freezes a list, and waits for it', async () => {
  const { now } = open({ search: '?project=AURA&action=freeze' })
  const dialog = within(await screen.findByRole('dialog', { name: 'Freeze list' }))
  const freeze = dialog.getByRole('button', { name: 'Freeze list' })
  now.lists = [allocationListOf({ id: '8', number: 3, state: 'building' })]
  fireEvent.click(freeze)
  expect(
    (await dialog.findByText('List 3 is being built.')).closest('[role=status]'),
  ).not.toBeNull()
  expect(freeze.getAttribute('aria-disabled')).toBe('true')
  now.lists = [allocationListOf({ id: '8', number: 3 })]
  await refetchLists()
  await waitFor(() => expect(freeze.getAttribute('aria-disabled')).toBeNull())
})

test('without a list there is nothing to compare with', async () => {
  open({ summary: allocationSummaryOf({ latest_list: null }) })
  const [head] = await tableRows()
  expect(head).toEqual(['Details', 'Wallet', 'Purchased', 'Bonus', 'Credited', 'Total'])
  expect(screen.queryByRole('switch', { name: 'Only changed' })).toBeNull()
  expect(screen.queryByText(/Since list/u)).toBeNull()
})

test('a part that failed to load can be tried again, and offline says what is not saved', async () => {
  const { now } = open({ search: '?project=NOVA' })
  now.isBroken = true
  expect(await screen.findByText('What is owed did not load')).toBeDefined()
  // The other parts stay.
  await tableRows()
  now.isBroken = false
  await press('Try again')
  expect(await part('Tokens owed')).toBeDefined()
  act(() => {
    connection.isOnline = false
    navigate('/allocations?project=AURA')
  })
  expect(
    await screen.findByText('You are offline, and what is owed is not saved on this device.'),
  ).toBeDefined()
})
