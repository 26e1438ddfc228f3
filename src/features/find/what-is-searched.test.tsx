import { QueryClient } from '@tanstack/react-query'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { connection } from '#src/session/connection.ts'
import { noteRecent } from '#src/state/recents.ts'
import { enterSession, leaveSession } from '#src/state/session.ts'
import type { Member } from '#src/wire/team.ts'
import { openFaultyApi, type Acts } from '#tests/support/screens/faulty-api.ts'
import { acts, CODE, TRANSACTION, WALLET } from '#tests/support/screens/screen-rows.ts'
import { SCREEN_USER, signInHere } from '#tests/support/screens/screen-user.ts'
import { renderInApp } from '#tests/support/screens/show-page.tsx'
import { until } from '#tests/support/server/until.ts'
import { FindDialog } from './FindDialog.tsx'

const ADDRESS = WALLET.wallet_address
const PURCHASE = {
  ...TRANSACTION,
  id: '7',
  payment_token_amount: '0.85',
  payment_usd_amount: '2567',
  status: 'failed',
}
const LEAD = {
  id: '1',
  email: 'launch@buyer.example',
  is_email_verified: 0,
  wallet_address: null,
  mobile: null,
  preferred_contact_time: null,
  investment_amount: null,
  created_at: WALLET.created_at,
  updated_at: WALLET.created_at,
}
const MEMBER: Member = {
  id: '11',
  email: 'nadia@staff.example',
  role: 'user',
  projects: ['AURA'],
  state: 'active',
  is_email_verified: 1,
  last_seen_at: null,
}
const IDS = { wallet: ADDRESS, transaction: '7', bonus_code: '5', lead: '1' } as const

afterEach(() => {
  leaveSession()
  connection.isOnline = true
  localStorage.clear()
  vi.unstubAllGlobals()
})

/** Opens the search on a device with one page of each list, as an earlier session left it. */
async function open(options: { projectId?: string; role?: string; acts?: Acts } = {}) {
  const { projectId = 'AURA', role = 'admin' } = options
  const api = openFaultyApi({
    'GET /features': () => ({ features: ['search', 'wallet_page'] }),
    'POST /search': () => ({ results: [] }),
    ...acts(),
    ...options.acts,
  })
  signInHere()
  enterSession({ ...SCREEN_USER, role })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const lists = {
    '/bonus-codes': { ...CODE, id: '5', code: 'LAUNCH15' },
    '/wallets': WALLET,
    '/transactions': PURCHASE,
    '/leads': LEAD,
  }
  for (const [path, row] of Object.entries(lists)) {
    client.setQueryData([path, { projects: [projectId] }], {
      pages: [{ results: [{ ...row, project_id: projectId }], page: 1, limit: 20 }],
      pageParams: [1],
    })
  }
  for (const kind of ['wallet', 'transaction', 'bonus_code', 'lead'] as const)
    noteRecent({ kind, projectId, id: IDS[kind], title: '' })
  renderInApp(
    <FindDialog
      isOpen
      onClose={() => undefined}
      pages={[]}
      onLogout={() => undefined}
      onFollow={() => undefined}
    />,
    { client },
  )
  const field = await screen.findByRole('combobox', { name: 'Search everything' })
  await until(() => {
    expect(client.getQueryData(['/features', {}])).toBeDefined()
    expect(client.isFetching()).toBe(0)
  })
  return { api, type: (text: string) => fireEvent.change(field, { target: { value: text } }) }
}
const goOffline = () => act(async () => void (connection.isOnline = false))
const options = (name: RegExp) => screen.queryAllByRole('option', { name })

it('finds the saved purchases of a wallet by its address while offline', async () => {
  const { type } = await open()
  await goOffline()
  type(ADDRESS)
  const purchases = await screen.findByRole('group', { name: 'Transactions of this wallet' })
  expect(within(purchases).getByRole('option').getAttribute('href')).toBe('/transactions/AURA/7')
  expect(screen.queryByText(/record matches/)).toBeNull()
  type(`0x${'9'.repeat(40)}`)
  await screen.findByText('No saved record matches')
  expect(screen.queryByRole('group', { name: 'Transactions of this wallet' })).toBeNull()
})

it('shows the records that this device holds and the user opened', async () => {
  const { type } = await open()
  await until(() => expect(options(/0x|LAUNCH15|launch@buyer/)).toHaveLength(4))
  await goOffline()
  type('laun')
  await screen.findByRole('option', { name: /LAUNCH15/ })
  expect(options(/launch@buyer/)).toHaveLength(1)
})

it.each([
  ['a project that the user left', 'HELIX', 'admin', 0],
  ['wallets, purchases and codes to a role that sees leads only', 'AURA', 'marketing', 1],
])('shows nothing saved or opened of %s', async (_what, projectId, role, leads) => {
  const { type } = await open({ projectId, role })
  // The projects have arrived.
  await screen.findByRole('option', { name: /Create b|Export leads/ })
  await until(() => expect(options(/launch@buyer/)).toHaveLength(leads))
  expect(options(/Wallet|Transaction|LAUNCH15|0x/)).toEqual([])
  await goOffline()
  for (const text of ['LAUNCH15', ADDRESS, PURCHASE.transaction_hash]) {
    type(text)
    await screen.findByText('No saved record matches')
    expect(options(/LAUNCH15|0x/)).toEqual([])
  }
  type('laun')
  expect(options(/launch@buyer/)).toHaveLength(leads)
})

it('wants a second letter before it says that no record matches', async () => {
  const { api, type } = await open()
  type('z')
  await screen.findByText('Type at least two letters to find records')
  expect(screen.queryByText('No record matches')).toBeNull()
  type('zz')
  await screen.findByText('No record matches')
  expect(api.done('POST /search')).toBe(1)
})

it('says that only saved records were searched on a server without the search', async () => {
  const { api, type } = await open({ acts: { 'GET /features': () => ({ features: [] }) } })
  type('laun')
  await screen.findByRole('option', { name: /LAUNCH15/ })
  expect(screen.getByText('Only pages, actions and saved records')).toBeDefined()
  type('zzzz')
  await screen.findByText('No saved record matches')
  expect(api.done('POST /search')).toBe(0)
})

it('says why nothing was searched when the projects did not load, and loads them again', async () => {
  let isRefused = true
  const refusal = { code: 403, message: 'Not now' }
  const { api, type } = await open({
    acts: {
      'GET /projects/names': () =>
        isRefused ? Response.json(refusal, { status: 403 }) : ['AURA', 'NOVA'],
    },
  })
  type('zzzz')
  await screen.findByText('Not now')
  expect(screen.queryByText('No record matches')).toBeNull()
  expect(api.done('POST /search')).toBe(0)
  isRefused = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('No record matches')
})

it.each([
  ['admin', 1],
  ['user', 0],
])('finds people of the team for the role %s', async (role, people) => {
  const omar = { ...MEMBER, id: '12', email: 'omar@staff.example' }
  const { type } = await open({
    role,
    acts: {
      'GET /features': () => ({ features: ['search', 'administration'] }),
      'GET /team': () => [MEMBER, omar],
    },
  })
  type('omar')
  await screen.findByText('No record matches')
  await until(() => expect(options(/omar@staff/)).toHaveLength(people))
  expect(options(/omar@staff/).map((option) => option.getAttribute('href'))).toEqual(
    Array(people).fill('/team'),
  )
})
