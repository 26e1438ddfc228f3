import { focusManager, onlineManager } from '@tanstack/react-query'
import { act, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '#src/cache/query-client.ts'
import { credits, creditTarget } from '#src/credits/credit-form.ts'
import { connection } from '#src/session/connection.ts'
import { setPrivacy } from '#src/state/filters.ts'
import { downloadCsv } from '#src/ui/save-file.ts'
import type { TimelineEntry } from '#src/wire/wallet-details.ts'
import { CREDIT_CALL, purchaseEntry, recordActs } from '#tests/support/oracles/record-rows.ts'
import { openFaultyApi, type Acts, type Arrival } from '#tests/support/screens/faulty-api.ts'
import { WALLET } from '#tests/support/screens/screen-rows.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { endPage, renderInApp } from '#tests/support/screens/show-page.tsx'
import {
  button,
  buttons,
  dialog,
  isClosed,
  press,
  pressIn,
  type,
} from '#tests/support/screens/user-actions.ts'
import { WalletPage } from './WalletPage.tsx'

type NoteEntry = Extract<TimelineEntry, { kind: 'note' }>['note']

vi.mock('#src/ui/save-file.ts', () => ({ downloadCsv: vi.fn<typeof downloadCsv>() }))
CSS.supports ??= () => false

afterEach(() => {
  endPage()
  onlineManager.setOnline(true)
  focusManager.setFocused(undefined)
})

function open(acts: Acts, search = '', project = 'AURA') {
  const api = openFaultyApi(acts)
  signInHere()
  history.replaceState(null, '', `/users/${project}/${WALLET.wallet_address}${search}`)
  renderInApp(<WalletPage />)
  return api
}

const text = () => document.body.textContent
const shows = (part: string) => waitFor(() => expect(text()).toContain(part))
/** By its title: a query by role takes jsdom a second on these screens. */
const region = async (title: string) => {
  const heading = await waitFor(() => {
    const found = [...document.querySelectorAll('h2')].find((each) => each.textContent === title)
    if (!found) throw new Error(`No region ${title}`)
    return found
  })
  return document.querySelector(`section[aria-labelledby="${heading.id}"]`) ?? heading
}

test('the total and its parts are shown to the last decimal', async () => {
  open(recordActs())
  const total = await region('Total tokens')
  const labels = [...total.querySelectorAll('dt')].map((each) => each.textContent)
  const amounts = [...total.querySelectorAll('dd')].map((each) => each.textContent)
  expect(labels.map((label, at) => `${label}: ${amounts[at]}`)).toEqual([
    'Tokens bought 1 purchase: 1,006,666.67',
    'Bonuses 4: 253,243.33',
    'Credits 1: 25,000.000000000000000001',
    'Total: 1,284,910.000000000000000001',
  ])
  const money = await region('Money')
  expect(money.textContent).toContain('Failed and expired$2,568.00')
})

test('privacy mode masks every amount, also in tooltips, copies and files', async () => {
  setPrivacy(true)
  const bonus = {
    id: '1',
    bonus_code_id: null,
    bonus_token_amount: '77777',
    identifier: 'Gold',
    transaction_id: '48197',
    type: 'rank',
    wallet_address: WALLET.wallet_address,
    buyer_address: WALLET.wallet_address,
  }
  const at = '2026-11-20T13:12:09.000Z'
  const entries = [
    purchaseEntry({ status: 'completed' }),
    { kind: 'bonus', at, id: '1', bonus } as const,
    {
      kind: 'override',
      at,
      id: '1',
      override: { field: 'min_referral_spend', before: null, after: 55_555, actor: null },
    } as const,
  ]
  open(recordActs({ entries }))
  await shows('Rank Gold')
  // Counts too, with a plural that does not give them away.
  expect((await region('Total tokens')).textContent).toMatch(/█ purchases.*Bonuses █+.*Credits █/)
  expect(document.body.innerHTML).not.toMatch(
    /1,?284,?910|1,?006,?666|25,?000|24,?160|2,?56[78]|412\.35|106,?958|77,?777|55,?555|0\.85\d/,
  )
  expect((await button('Copy total tokens')).getAttribute('aria-disabled')).toBe('true')
  expect((await button('Download CSV')).getAttribute('aria-disabled')).toBe('true')
})

test('the timeline is filtered, loaded page by page, and ends with the connection', async () => {
  const entries = Array.from({ length: 45 }, (_unused, at) => purchaseEntry({ id: `${1000 + at}` }))
  open(recordActs({ entries }))
  await shows('Transaction 1,000')
  expect(document.body.textContent).not.toContain('Wallet connected')
  await press('Show more')
  await shows('Transaction 1,039')
  await press('Show more')
  await shows('Wallet connected')
  expect(document.querySelectorAll('li')).toHaveLength(46)

  await press('Credits')
  await shows('No credits')
  expect(document.body.textContent).not.toContain('Wallet connected')
})

test('notes stand in the timeline, those of a purchase with its link, and the head leads to the card', async () => {
  const [maya, omar] = ['maya@saleroom.example', 'omar@saleroom.example']
  const noteEntry = (id: string, email: string, fields: Partial<NoteEntry> = {}): TimelineEntry => {
    const note = {
      id,
      text: 'Nothing to credit.\n<b>Reverted</b>',
      author: { id: '9', email },
      at: '2026-11-20T13:30:00.000Z',
      edited_at: null,
      editable_until: '2026-11-20T13:45:00.000Z',
      deleted_at: null,
      mentions: [],
      kind: 'wallet' as const,
      record_id: WALLET.wallet_address,
      ...fields,
    }
    return { kind: 'note', at: note.at, id, note }
  }
  const entries = [
    noteEntry('1', maya),
    noteEntry('2', omar, { kind: 'transaction', record_id: '48197' }),
    noteEntry('3', maya, { text: null, deleted_at: '2025-11-20T13:31:00.000Z' }),
    purchaseEntry(),
  ]
  const features = ['search', 'wallet_page', 'notes']
  const served = recordActs({ entries, features })
  const path = `GET /wallets/AURA/${WALLET.wallet_address}`
  const notes = entries.flatMap((entry) => (entry.kind === 'note' ? [entry.note] : []))
  open({
    ...served,
    [path]: (arrival) => {
      // The wallet of these handlers, with its notes counted.
      const details = served[path]?.(arrival) as { wallet: object }
      return { ...details, wallet: { ...details.wallet, notes: 2 } }
    },
    [`GET /notes/wallet/AURA/${WALLET.wallet_address}`]: () => {
      return { results: notes, page: 1, limit: 20, total: 3 }
    },
  })
  const timeline = await region('Timeline')
  await waitFor(() => expect(timeline.textContent).toContain('Note by omar on Purchase 48,197'))
  expect(timeline.textContent).toContain('Note by maya13:30, Nothing to credit.')
  expect(timeline.textContent).toContain('<b>Reverted</b>')
  expect(timeline.textContent).toMatch(/Deleted by maya@saleroom\.example at Nov 20, 2025/)
  const link = [...timeline.querySelectorAll('a')].find(
    (each) => each.textContent === 'Purchase 48,197',
  )
  expect(link?.getAttribute('href')).toBe('/transactions/AURA/48197')
  await press('Notes')
  await waitFor(() => expect(timeline.textContent).not.toContain('Transaction'))
  const head = [...document.querySelectorAll('a')].find((each) => each.textContent === '2 notes')
  act(() => head?.click())
  expect(document.activeElement).toBe(await region('Notes'))
  await press('Download CSV')
  await waitFor(() =>
    expect(vi.mocked(downloadCsv).mock.lastCall?.[1]).toContain('Note on transaction 48197'),
  )
})

test('a file has the whole timeline of the chosen kinds, also what is not loaded', async () => {
  const entries = Array.from({ length: 205 }, (_unused, at) =>
    purchaseEntry({ id: `${1000 + at}` }),
  )
  open(recordActs({ entries }))
  await shows('Transaction 1,000')
  await press('Download CSV')
  await waitFor(() => expect(downloadCsv).toHaveBeenCalled())
  const [name = '', csv = ''] = vi.mocked(downloadCsv).mock.lastCall ?? []
  expect(name).toBe(`AURA-${WALLET.wallet_address}-timeline.csv`)
  expect(typeof csv === 'string' && csv.trim().split('\r\n')).toHaveLength(206)
})

test('a purchase that was credited and has completed all the same is named above', async () => {
  const entries = [purchaseEntry({ status: 'completed', credit_id: '1918' })]
  open(recordActs({ entries, totals: { credited_and_completed: 1 } }))
  await shows('(Credit 1,918)')
  expect(text()).toContain(
    'Credited and completed. The wallet got the tokens of a purchase twice: Transaction 48,197 (Credit 1,918).',
  )
})

test('a link opens Add Tokens at once; after a credit the address is plain', async () => {
  const api = open(recordActs(), '?action=add-tokens')
  await type('Tokens', '5')
  await type('Reason', 'A gift')
  await pressIn('Add Tokens')
  await isClosed()
  expect(api.done(CREDIT_CALL)).toBe(1)
  expect(location.search).toBe('')
  await press('Add Tokens')
  await waitFor(() => expect(dialog()).not.toBeNull())
  expect(location.search).toBe('?action=add-tokens')
})

test('a referral override is saved in place', async () => {
  const api = open(recordActs())
  await type('Referral payout percentage', '7.5')
  await press('Save Referral payout percentage')
  await shows('Successfully update')
  expect(api.done('PATCH /wallets/*')).toBe(1)
})

test.each(['UNKNOWN', '%E0%A4%A', 'AURA%2525'])(
  'a wallet of project %s reads as absent',
  async (project) => {
    open(recordActs(), '', project)
    await shows('No such wallet')
    expect(document.querySelector('a')?.getAttribute('href')).toBe('/users')
  },
)

test('offline, a wallet that is not saved on the device says so', async () => {
  connection.isOnline = false
  onlineManager.setOnline(false)
  open(recordActs())
  await shows('You are offline')
  expect(text()).toContain('You are offline, and this wallet was not saved on this device.')
})

test('a timeline that did not load leaves the rest of the page', async () => {
  const api = openFaultyApi(recordActs())
  const timeline = `GET /wallets/AURA/${WALLET.wallet_address}/timeline`
  api.break(timeline, '500')
  signInHere()
  history.replaceState(null, '', `/users/AURA/${WALLET.wallet_address}`)
  renderInApp(<WalletPage />)
  await shows('The timeline did not load')
  await region('Total tokens')
  api.mend()
  await press('Try again')
  await shows('Transaction 48,197')
  expect(buttons('Try again')).toEqual([])
})

const DETAILS_CALL = `GET /wallets/AURA/${WALLET.wallet_address}`
const TIMELINE_CALL = `${DETAILS_CALL}/timeline`

test('a wallet that could not be refreshed says so, and can be tried again', async () => {
  const api = open(recordActs())
  await region('Total tokens')
  api.break(DETAILS_CALL, '500')
  await act(() =>
    queryClient.refetchQueries({ queryKey: ['/wallets/:project_id/:wallet_address'] }),
  )
  await shows('Could not refresh this wallet.')
  await region('Total tokens')
  api.mend()
  await press('Try again')
  await waitFor(() => expect(text()).not.toContain('Could not refresh this wallet.'))
})

test('further pages of the timeline that did not load are named, and so is a failed refresh', async () => {
  const entries = Array.from({ length: 45 }, (_unused, at) => purchaseEntry({ id: `${1000 + at}` }))
  const api = open(recordActs({ entries }))
  await shows('Transaction 1,000')
  api.break(TIMELINE_CALL, '500')
  await press('Show more')
  await shows('The rest of the timeline did not load')
  api.mend()
  await press('Try again')
  await shows('Transaction 1,039')
  api.break(TIMELINE_CALL, '500')
  const timeline = { queryKey: ['/wallets/:project_id/:wallet_address/timeline'] }
  await act(() => queryClient.refetchQueries(timeline))
  await shows('Could not refresh the timeline')
  expect(text()).toContain('Transaction 1,039')
})

test('a tab that gets the focus again fetches one page of the timeline, or none', async () => {
  const entries = Array.from({ length: 45 }, (_unused, at) => purchaseEntry({ id: `${1000 + at}` }))
  const api = open(recordActs({ entries }))
  const focus = async () => {
    const before = api.done(DETAILS_CALL)
    act(() => focusManager.setFocused(false))
    act(() => focusManager.setFocused(true))
    await waitFor(() => expect(api.done(DETAILS_CALL)).toBe(before + 1))
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  }
  await shows('Transaction 1,000')
  await focus()
  expect(api.done(TIMELINE_CALL)).toBe(2)
  await press('Show more')
  await shows('Transaction 1,039')
  await focus()
  expect(api.done(TIMELINE_CALL)).toBe(3)
})

test('a wallet takes one place for its timeline on the device, whatever is chosen', async () => {
  open(recordActs({ totals: { referred_wallets: 1, credited_and_completed: 1 } }))
  await shows('Transaction 48,197')
  await press('Credits')
  await shows('No credits')
  const kept = queryClient
    .getQueryCache()
    .findAll({ queryKey: ['/wallets/:project_id/:wallet_address/timeline'] })
    .filter(({ meta }) => meta?.keep !== undefined)
  expect(kept.map(({ queryKey }) => queryKey[1])).toMatchObject([{ kinds: [] }])
})

test('Add Tokens names the other credits of the wallet without an outcome, also for a purchase', async () => {
  signInHere()
  const body = { tokens: '777', reason: 'For a purchase', transaction_id: '48197' }
  const what = { wallet: WALLET, body }
  await credits.save(creditTarget(WALLET, '48197'), { key: 'k1', sentAt: Date.now(), what })
  open(recordActs())
  await press('Add Tokens')
  await waitFor(() =>
    expect(dialog()?.textContent).toContain(
      'The server has not confirmed whether 777.00\u00a0AURA were added to 0xabababab…abab for transaction 48,197.',
    ),
  )
  expect(buttons('Check', dialog() ?? document)).toEqual([])
  await credits.resolve('k1')
})

test('offline, a link to Add Tokens is refused and does not open it later', async () => {
  connection.isOnline = false
  onlineManager.setOnline(false)
  open(recordActs(), '?action=add-tokens')
  await shows('You are offline. Nothing was sent.')
  await waitFor(() => expect(location.search).toBe(''))
  act(() => {
    connection.isOnline = true
    onlineManager.setOnline(true)
  })
  await region('Total tokens')
  expect(dialog()).toBeNull()
})

test('the wallet of the example event is marked as a test, and an admin removes it', async () => {
  const address = '0x000000000000000000000000000000000000dead'
  const acts = recordActs({ features: ['search', 'wallet_page', 'administration'] })
  const api = openFaultyApi({
    'DELETE /projects/AURA/test-wallet': () => undefined,
    ...acts,
    [`GET /wallets/AURA/${address}`]: async (arrival: Arrival) => {
      const details = await acts[`GET /wallets/AURA/${WALLET.wallet_address}`]?.(arrival)
      return { ...Object(details), wallet: { ...WALLET, wallet_address: address } }
    },
  })
  signInHere()
  history.replaceState(null, '', `/users/AURA/${address}`)
  renderInApp(<WalletPage />)
  await shows('This is a test.')
  await press('Remove')
  await pressIn('Remove')
  await shows('Removed the test wallet')
  await waitFor(() => expect(location.pathname).toBe('/users'))
  expect(api.done('DELETE /projects/AURA/test-wallet')).toBe(1)
})
