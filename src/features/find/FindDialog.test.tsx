import { QueryClient } from '@tanstack/react-query'
import { act, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { House } from 'lucide-react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { connection } from '#src/session/connection.ts'
import { filters, setPrivacy } from '#src/state/filters.ts'
import { noteRecent, readRecents } from '#src/state/recents.ts'
import { leaveSession } from '#src/state/session.ts'
import { CODE, PROJECT, TRANSACTION, WALLET } from '#tests/support/screens/screen-rows.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { renderInApp } from '#tests/support/screens/show-page.tsx'
import { until } from '#tests/support/server/until.ts'
import type { FindPage } from './find-option.ts'
import { FindDialog } from './FindDialog.tsx'

const ADDRESS = WALLET.wallet_address
const PURCHASE = {
  ...TRANSACTION,
  id: '7',
  payment_token_amount: '0.85',
  payment_usd_amount: '2567',
  status: 'failed',
}
const codeResult = (code: string, id = code) => ({
  kind: 'bonus_code',
  project_id: 'AURA',
  id,
  title: code,
  at: CODE.created_at,
  detail: { ...CODE, id, code },
})
const walletResult = {
  kind: 'wallet',
  project_id: 'AURA',
  id: ADDRESS,
  title: ADDRESS,
  at: WALLET.created_at,
  detail: { ...WALLET, total_tokens: '1284910', purchases: 1 },
}
const purchaseResult = {
  kind: 'transaction',
  project_id: 'AURA',
  id: '7',
  title: PURCHASE.transaction_hash,
  at: PURCHASE.created_at,
  detail: PURCHASE,
}
const PAGES: FindPage[] = [
  { path: '/', href: '/', title: 'Home', detail: 'Overview', icon: House },
  { path: '/users', href: '/users', title: 'User Search', detail: 'Sales', icon: undefined },
]

type Respond = (q: string) => unknown
let respond: Respond = () => ({ results: [] })
let searches: { q: string; signal: AbortSignal | null | undefined }[] = []
let features: string[] = []
const follow = vi.fn<(href: string) => void>()
const logout = vi.fn<() => void>()

beforeEach(() => {
  searches = []
  features = ['search', 'wallet_page', 'administration', 'campaigns']
  respond = () => ({ results: [] })
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const { pathname } = new URL(url, 'http://localhost')
    if (pathname === '/v1/search') {
      const { q } = JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as { q: string }
      searches.push({ q, signal: init?.signal })
      const response = await respond(q)
      return response instanceof Response ? response : Response.json(response)
    }
    if (pathname === '/v1/transactions')
      return Response.json({ results: [PURCHASE], page: 1, limit: 8 })
    const known: Record<string, unknown> = {
      '/v1/features': { features },
      '/v1/projects/names': ['AURA', 'NOVA'],
      '/v1/projects': [PROJECT],
    }
    return Response.json(known[pathname] ?? {})
  })
  signInHere()
})
afterEach(() => {
  vi.useRealTimers()
  leaveSession()
  setPrivacy(false)
  connection.isOnline = true
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

async function open(client = new QueryClient()) {
  const onClose = vi.fn<() => void>()
  const view = (isOpen: boolean) => (
    <FindDialog
      isOpen={isOpen}
      onClose={onClose}
      pages={PAGES}
      onLogout={logout}
      onFollow={follow}
    />
  )
  const { rerender } = renderInApp(view(true), { client })
  const field = await screen.findByRole('combobox', { name: 'Search everything' })
  // The projects and what the server can do have arrived.
  await screen.findByRole('option', { name: /Create bonus code/ })
  await until(() => expect(client.getQueryData(['/features', {}])).toBeDefined())
  return { field, onClose, close: () => rerender(view(false)) }
}
const type = (field: HTMLElement, text: string) =>
  fireEvent.change(field, { target: { value: text } })
const chosen = () => screen.getByRole('option', { selected: true })

it('starts with the actions, one of them chosen, and says which', async () => {
  const { field } = await open()
  expect(field.getAttribute('aria-expanded')).toBe('true')
  expect(field.getAttribute('aria-controls')).toBe(
    screen.getByRole('listbox', { name: 'Results' }).id,
  )
  expect(field.getAttribute('aria-activedescendant')).toBe(chosen().id)
  expect(chosen().textContent).toContain('Create bonus code')
  await userEvent.keyboard('{ArrowDown}')
  expect(chosen().textContent).toContain('Add Tokens')
  expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull()
})

it('finds a wallet by its address, with its purchases and its actions', async () => {
  respond = () => ({ results: [walletResult] })
  const { field } = await open()
  type(field, ` “${ADDRESS}” `)
  const wallets = await screen.findByRole('group', { name: 'Wallets' })
  expect(within(wallets).getByRole('option').textContent).toContain(
    '1,284,910.00 AURA, 1 completed purchase',
  )
  const purchases = await screen.findByRole('group', { name: 'Transactions of this wallet' })
  expect(within(purchases).getByRole('option').textContent).toContain('FAILED')
  const actions = screen.getByRole('group', { name: 'Actions for this wallet' })
  expect(
    within(actions)
      .getAllByRole('option')
      .map((one) => one.getAttribute('href')),
  ).toEqual([`/users/AURA/${ADDRESS}?action=add-tokens`, null])
  expect(screen.getByText('Recognised as an address')).toBeDefined()
  // Without the pause of typing, and for all projects.
  expect(searches.map(({ q }) => q)).toEqual([ADDRESS])
})

it('offers to credit a failed purchase that is found by its hash', async () => {
  respond = () => ({ results: [purchaseResult] })
  const { field } = await open()
  type(field, `https://etherscan.io/tx/${PURCHASE.transaction_hash}`)
  const credit = await screen.findByRole('option', { name: /Credit this purchase/ })
  expect(credit.getAttribute('href')).toBe('/transactions/AURA/7?action=credit')
  expect(screen.getByText('Recognised as a hash')).toBeDefined()
})

it('searches once after a pause, and a response that comes late changes nothing', async () => {
  let releaseFirst = () => {}
  const first = new Promise<void>((resolve) => {
    releaseFirst = resolve
  })
  respond = async (q) => {
    if (q === 'la') await first
    return { results: [codeResult(q === 'la' ? 'LATE' : 'LAUNCH15')] }
  }
  const { field } = await open()
  type(field, 'la')
  await until(() => expect(searches).toHaveLength(1))
  type(field, 'lau')
  type(field, 'laun')
  await screen.findByRole('option', { name: /LAUNCH15/ })
  expect(searches.map(({ q }) => q)).toEqual(['la', 'laun'])
  expect(searches[0]?.signal?.aborted).toBe(true)
  await act(async () => {
    releaseFirst()
    await first
  })
  expect(screen.queryByRole('option', { name: /LATE/ })).toBeNull()
})

it('keeps earlier records dimmed until the next arrive, and Enter opens none that does not match', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  respond = async (q) => {
    if (q === 'launchv') await held
    return { results: [codeResult('LAUNCH15'), codeResult('LAUNCHVIP')] }
  }
  const { field } = await open()
  type(field, 'launch')
  await screen.findByRole('option', { name: /LAUNCH15/ })
  type(field, 'launchv')
  const stale = screen.getByRole('option', { name: /LAUNCH15/ })
  expect(stale.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(stale)
  expect(follow).not.toHaveBeenCalled()
  expect(chosen().textContent).toContain('LAUNCHVIP')
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(follow).toHaveBeenCalledTimes(1)
  expect(follow).toHaveBeenCalledWith('/bonus-codes/AURA/LAUNCHVIP')
  await act(async () => {
    release()
    await held
  })
})

it('opens the record of a pasted address when Enter comes before it has arrived', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  respond = async () => {
    await held
    return { results: [walletResult] }
  }
  const { field, onClose } = await open()
  type(field, ADDRESS)
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(follow).not.toHaveBeenCalled()
  await act(async () => {
    release()
    await held
  })
  await until(() => expect(follow).toHaveBeenCalledWith(`/users/AURA/${ADDRESS}`))
  expect(onClose).toHaveBeenCalledTimes(1)
  expect(readRecents()[0]).toMatchObject({ kind: 'wallet', projectId: 'AURA', title: ADDRESS })
})

it('opens nothing by that Enter when the search fails or finds nothing', async () => {
  const { field } = await open()
  type(field, ADDRESS)
  fireEvent.keyDown(field, { key: 'Enter' })
  await screen.findAllByText(/No record matches|of this wallet/)
  type(field, `0x${'9'.repeat(64)}`)
  fireEvent.keyDown(field, { key: 'Enter' })
  await screen.findByText('No record matches')
  expect(follow).not.toHaveBeenCalledWith('/users')
  expect(follow).not.toHaveBeenCalledWith(expect.stringContaining('hash'))
})

it('opens once however often Enter is pressed', async () => {
  const { field, close, onClose } = await open()
  onClose.mockImplementation(close)
  fireEvent.keyDown(field, { key: 'Enter' })
  fireEvent.keyDown(field, { key: 'Enter' })
  fireEvent.keyDown(field, { key: 'Enter', repeat: true })
  expect(follow).toHaveBeenCalledTimes(1)
})

it('says that there were too many searches, and the rest goes on', async () => {
  respond = () =>
    Response.json(
      { code: 429, message: 'Too many requests' },
      { status: 429, headers: { 'Retry-After': '20' } },
    )
  const { field } = await open()
  type(field, 'home')
  await screen.findByText('Too many requests. Try again in 20 s.')
  expect(screen.getByRole('option', { name: /Home/ })).toBeDefined()
  respond = () => ({ results: [codeResult('HOME5')] })
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('option', { name: /HOME5/ })
  expect(screen.queryByText(/Too many/)).toBeNull()
})

it('says that a search is slow, and starts it again', async () => {
  respond = () => new Promise(() => {})
  const { field } = await open()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  type(field, ADDRESS)
  await act(() => vi.advanceTimersByTimeAsync(2900))
  expect(screen.queryByText(/takes longer/)).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(200))
  expect(screen.getAllByText('The search takes longer than usual.').length).toBeGreaterThan(0)
  respond = () => ({ results: [walletResult] })
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await act(() => vi.advanceTimersByTimeAsync(1000))
  vi.useRealTimers()
  await screen.findByRole('group', { name: 'Wallets' })
  expect(searches.map(({ signal }) => signal?.aborted)).toEqual([true, false])
})

it('lists what was opened last, but for the page that is on screen', async () => {
  noteRecent({ kind: 'page', projectId: '', id: '/', title: 'Home' })
  noteRecent({ kind: 'transaction', projectId: 'AURA', id: '7', title: PURCHASE.transaction_hash })
  noteRecent({ kind: 'page', projectId: '', id: '/users', title: 'User Search' })
  await open()
  const recent = within(screen.getByRole('group', { name: 'Recent' })).getAllByRole('option')
  expect(recent.map((option) => option.getAttribute('href'))).toEqual([
    '/users',
    expect.stringContaining('7'),
  ])
  expect(recent[1]?.textContent).toContain(PURCHASE.transaction_hash.slice(0, 6))
})

it('offers pages and actions when no record matches, and Enter opens none until one is chosen', async () => {
  const { field, onClose } = await open()
  type(field, 'zzzz')
  await screen.findByText('No record matches')
  expect(screen.queryByRole('option', { selected: true })).toBeNull()
  expect(screen.getByRole('status').textContent).toBe('No record matches. 0 results')
  fireEvent.keyDown(field, { key: 'Enter' })
  expect([onClose.mock.calls, follow.mock.calls]).toEqual([[], []])
  expect(screen.getByRole('group', { name: 'Pages' })).toBeDefined()
  expect(screen.getByRole('group', { name: 'Actions' })).toBeDefined()
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  expect(chosen().textContent).toContain(PAGES[0]?.title)
})

it('searches the lists for an address that no wallet has', async () => {
  features = ['administration']
  const { field } = await open()
  type(field, ADDRESS)
  const page = await screen.findByRole('option', { name: /Search for this address/ })
  expect(page.getAttribute('href')).toBe(`/users?walletAddress=${ADDRESS}`)
  expect(searches).toEqual([])
})

it('switches privacy mode, and masks amounts', async () => {
  respond = () => ({ results: [walletResult] })
  const { field } = await open()
  type(field, 'privacy')
  fireEvent.click(await screen.findByRole('option', { name: /Privacy mode/ }))
  expect(filters.privacy).toBe(true)
  type(field, ADDRESS)
  const wallets = await screen.findByRole('group', { name: 'Wallets' })
  expect(wallets.textContent).not.toContain('1,284,910')
  expect(within(wallets).getAllByRole('img', { name: 'Hidden' }).length).toBeGreaterThan(0)
})

it('runs Logout, selects one project, and clears the field', async () => {
  const { field } = await open()
  type(field, 'logout')
  fireEvent.click(await screen.findByRole('option', { name: /Logout/ }))
  expect(logout).toHaveBeenCalledTimes(1)
  type(field, 'nova')
  fireEvent.click(await screen.findByRole('option', { name: /Show only NOVA/ }))
  expect(filters.selectedProjects).toEqual(['NOVA'])
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
  expect(screen.getByDisplayValue('')).toBe(field)
})

it('opens a new tab with Ctrl and Enter, and stays open', async () => {
  const opened = vi.fn<typeof globalThis.open>()
  vi.stubGlobal('open', opened)
  const { field, onClose } = await open()
  type(field, 'user search')
  await screen.findByRole('option', { name: /User Search/ })
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
  // Not before the search has ended: a record would stand before the page.
  expect(opened).not.toHaveBeenCalled()
  await until(() => expect(opened).toHaveBeenCalledWith('/users', '_blank', 'noopener'))
  expect(onClose).not.toHaveBeenCalled()
})

it('finds what this device holds while offline, and says so', async () => {
  const client = new QueryClient()
  client.setQueryData(['/bonus-codes', { projects: ['AURA'] }], {
    pages: [{ results: [{ ...CODE, id: '5', code: 'LAUNCH15' }], page: 1, limit: 20 }],
    pageParams: [1],
  })
  client.setQueryData(['/wallets', { projects: ['AURA'] }], {
    pages: [{ results: [WALLET], page: 1, limit: 20 }],
    pageParams: [1],
  })
  const { field } = await open(client)
  act(() => {
    connection.isOnline = false
  })
  type(field, 'laun')
  await screen.findByRole('option', { name: /LAUNCH15/ })
  type(field, '0xabab')
  await screen.findByRole('option', { name: new RegExp(ADDRESS) })
  expect(screen.getByText('Offline: pages, actions and saved records')).toBeDefined()
  expect(searches).toEqual([])
  type(field, 'create')
  expect(screen.queryByRole('option', { name: /Create bonus code/ })).toBeNull()
})

it('does not take a letter that an input method is still composing', async () => {
  const { field } = await open()
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true })
  expect(follow).not.toHaveBeenCalled()
})
