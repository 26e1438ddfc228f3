import { onlineManager } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { connection } from '#src/session/connection.ts'
import { setPrivacy } from '#src/state/filters.ts'
import { TopBarPlaces } from '#src/ui/TopBarSlot.tsx'
import { chainSummaryOf, NOT_CHECKABLE, proofOf } from '#tests/support/calls/proofs.ts'
import { openFaultyApi, type Acts } from '#tests/support/screens/faulty-api.ts'
import { stubLayout } from '#tests/support/screens/layout-stubs.ts'
import { acts, TRANSACTION, WALLET } from '#tests/support/screens/screen-rows.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { endPage, showPage } from '#tests/support/screens/show-page.tsx'
import { button, buttons, press } from '#tests/support/screens/user-actions.ts'
import { TransactionsPage } from './TransactionsPage.tsx'

stubLayout()

let isPhone = false
const { matchMedia } = window
window.matchMedia = (query) => ({
  ...matchMedia(query),
  get matches() {
    return isPhone && query.includes('max-width: 850px')
  },
})

/** The queries of the list's calls. */
let requested: URLSearchParams[]

beforeEach(() => {
  requested = []
  isPhone = false
  history.replaceState(null, '', '/transactions')
  signInHere()
})
afterEach(() => {
  endPage()
  onlineManager.setOnline(true)
})

/** With a place for the line of the top bar. */
function Page() {
  return (
    <TopBarPlaces value={{ note: document.body, tools: document.body }}>
      <TransactionsPage />
    </TopBarPlaces>
  )
}

/** A server with one purchase for each query, which has the status that is requested. */
function open(others: Acts = {}, features = ['search', 'wallet_page']) {
  openFaultyApi({
    ...acts(),
    'GET /features': () => ({ features }),
    'GET /transactions/facets': () => ({ stages: [], payment_tokens: [] }),
    'GET /transactions': ({ query }) => {
      requested.push(query)
      const status = query.get('status') ?? TRANSACTION.status
      const isKnown =
        (query.get('walletAddress') ?? WALLET.wallet_address) === WALLET.wallet_address
      return { results: isKnown ? [{ ...TRANSACTION, status }] : [], page: 1, limit: 20 }
    },
    ...others,
  })
  showPage(Page)
}

const text = () => document.body.textContent
const shows = (part: string) => waitFor(() => expect(text()).toContain(part))
const lacks = (part: string) => waitFor(() => expect(text()).not.toContain(part))
const rows = () => document.querySelectorAll('[data-row]')
const searchBox = () =>
  waitFor(() => {
    const box = document.querySelector<HTMLInputElement>('form input')
    if (box === null) throw new Error('No search')
    return box
  })
async function search(typed: string) {
  const box = await searchBox()
  fireEvent.change(box, { target: { value: typed } })
  fireEvent.submit(box.form ?? box)
}

test('a search by wallet is sent and kept in the address, and Back and Clear undo it', async () => {
  open()
  await shows('COMPLETED')
  const absent = `0x${'0'.repeat(40)}`
  await search(WALLET.wallet_address)
  await waitFor(() => expect(location.search).toBe(`?walletAddress=${WALLET.wallet_address}`))
  await waitFor(() => expect(requested.at(-1)?.get('walletAddress')).toBe(WALLET.wallet_address))
  await search(absent)
  await shows('No transactions found')
  act(() => history.back())
  await shows('COMPLETED')
  expect((await searchBox()).value).toBe(WALLET.wallet_address)
  await press('Clear')
  await waitFor(() => expect(location.search).toBe(''))
  expect((await searchBox()).value).toBe('')
})

test('a search for what is no address says so when it is sent, and is not sent', async () => {
  open()
  await shows('COMPLETED')
  await search('0x12')
  await shows('Search must be a valid wallet address')
  expect((await searchBox()).getAttribute('aria-invalid')).toBe('true')
  expect(location.search).toBe('')
  expect(requested).toHaveLength(1)
})

test('what a purchase does not have yet reads In Progress, and privacy mode hides its amounts', async () => {
  open()
  await shows('$2,500.00')
  expect(screen.getAllByText('In Progress')).toHaveLength(2)
  act(() => setPrivacy(true))
  await lacks('$')
  expect(document.body.innerHTML).not.toMatch(/2,?500/)
})

test('purchases are ordered by a column’s header, which the address keeps and Back undoes', async () => {
  open()
  await shows('COMPLETED')
  const order = () =>
    [...document.querySelectorAll('[aria-sort]')].map(
      (head) => `${head.textContent} ${head.getAttribute('aria-sort')}`,
    )
  const isRequested = async (sort: string | null, direction: string | null) => {
    await waitFor(() => expect(new URLSearchParams(location.search).get('order')).toBe(direction))
    await waitFor(() =>
      expect([requested.at(-1)?.get('sort'), requested.at(-1)?.get('order')]).toEqual([
        sort,
        direction,
      ]),
    )
  }
  await waitFor(() => expect(order()).toEqual(['USD none', 'Date descending']))
  await press('USD')
  await isRequested('payment_usd_amount', 'desc')
  await waitFor(() => expect(order()).toEqual(['USD descending', 'Date none']))
  expect(text()).toContain('1 project, highest USD first')
  await press('USD')
  await isRequested('payment_usd_amount', 'asc')
  await waitFor(() => expect(order()).toEqual(['USD ascending', 'Date none']))
  act(() => history.back())
  await waitFor(() => expect(order()).toEqual(['USD descending', 'Date none']))
  await press('Date')
  await waitFor(() => expect(location.search).toBe(''))
})

test('a purchase links to its page and its wallet; in a list of one project it does not name it', async () => {
  open()
  await button('Show bonus transactions')
  await press('Show bonus transactions')
  const hrefs = () =>
    [...document.querySelectorAll('a')].map((link) => [
      (link.getAttribute('aria-label') ?? link.textContent).replace(/,.*/, ''),
      link.getAttribute('href'),
    ])
  const own = '/transactions/AURA/1'
  await waitFor(() =>
    expect(hrefs()).toEqual(
      expect.arrayContaining([
        ['Transaction 1', own],
        [WALLET.wallet_address, `/users/AURA/${WALLET.wallet_address}`],
        ['1', own],
        [TRANSACTION.transaction_hash, own],
      ]),
    ),
  )
  expect(hrefs().some(([, href]) => href?.startsWith('/project-settings'))).toBe(false)
})

test('a server without filters shows none, and lists purchases as before', async () => {
  open({}, [])
  await shows('COMPLETED')
  expect(document.querySelector('[role=combobox][aria-label=Status]')).toBeNull()
  expect(buttons('USD')).toEqual([])
  expect(document.querySelector('a[aria-label^="Transaction "]')).toBeNull()
  expect(document.querySelector('[role=checkbox][aria-label="Select row 1"]')).not.toBeNull()
})

test('offline, a filter that is not saved on the device says so, and a saved one shows its rows', async () => {
  history.replaceState(null, '', '/transactions?status=failed')
  open()
  await shows('FAILED')
  act(() => navigate('/transactions?status=completed'))
  await shows('COMPLETED')
  act(() => {
    connection.isOnline = false
    onlineManager.setOnline(false)
  })
  act(() => navigate('/transactions?status=refunded'))
  await shows('Transactions did not load')
  await shows('You are offline, and this list is not saved on this device.')
  act(() => navigate('/transactions?status=failed'))
  await shows('FAILED')
  await lacks('Transactions did not load')
  act(() => navigate('/transactions?status=refunded'))
  await shows('Transactions did not load')
  act(() => {
    connection.isOnline = true
    onlineManager.setOnline(true)
  })
  await shows('REFUNDED')
  await lacks('Transactions did not load')
  expect(requested.map((query) => query.get('status'))).toEqual(['failed', 'completed', 'refunded'])
})

test('a further page that fails keeps the rows that are there, and can be tried again', async () => {
  let isBroken = true
  const pageOf = (number: number) =>
    Array.from({ length: number === 1 ? 20 : 3 }, (_, at) => ({
      ...TRANSACTION,
      id: String(number * 100 + at),
    }))
  open({
    'GET /transactions': ({ query }) => {
      requested.push(query)
      const number = Number(query.get('page'))
      if (number === 2 && isBroken)
        return Response.json({ code: 403, message: 'Not now' }, { status: 403 })
      return { results: pageOf(number), page: number, limit: 20 }
    },
  })
  await shows('Transactions did not load')
  expect(text()).toContain('Not now')
  expect(rows()).toHaveLength(20)
  isBroken = false
  await press('Try again')
  await lacks('Transactions did not load')
  expect(requested.map((query) => query.get('page'))).toEqual(['1', '2', '2'])
})

test('on a phone purchases are ordered by a list of orders, and a card says In Progress', async () => {
  isPhone = true
  open()
  await shows('$2,500.00')
  const card = document.querySelector('article')
  expect(card?.textContent).toMatch(/In Progress.*COMPLETED/)
  expect(screen.getAllByText('In Progress')).toHaveLength(2)
  const sort = await waitFor(() => {
    const found = document.querySelector('[role=combobox][aria-label=Sort]')
    if (found === null) throw new Error('No orders')
    return found
  })
  expect(sort.textContent).toContain('Newest first')
  fireEvent.click(sort)
  fireEvent.click(await screen.findByRole('option', { name: 'Lowest USD first' }))
  await waitFor(() => expect(location.search).toBe('?sort=payment_usd_amount&order=asc'))
  await waitFor(() => expect(requested.at(-1)?.get('order')).toBe('asc'))
  expect(sort.textContent).toContain('Lowest USD first')
})

/** A server with totals, whose queries are kept. */
function openWithTotals(
  total: Acts[string] = () => ({ rows: 1204, usd: '60400.005', tokens: '9' }),
) {
  const totals: URLSearchParams[] = []
  open(
    {
      'GET /transactions/total': (request) => {
        totals.push(request.query)
        return total(request)
      },
    },
    ['search', 'wallet_page', 'exports'],
  )
  return totals
}

test('the head counts all rows of the filters and their sum, without the order, and rounds to cents', async () => {
  const start = '2026-11-01T00:00:00.000Z'
  const end = '2026-11-20T13:32:05.123Z'
  history.replaceState(
    null,
    '',
    `/transactions?status=completed&country=DE&voided=0&start_date=${start}&end_date=${end}&sort=payment_usd_amount`,
  )
  const totals = openWithTotals()
  const head = await screen.findByRole('status', { name: 'Total' })
  expect(head.textContent).toBe('1,204 purchases, $60,400.01')
  const [counted] = totals
  expect(Object.fromEntries(counted ?? [])).toEqual({
    projects: 'AURA',
    status: 'completed',
    country: 'DE',
    voided: '0',
    start_date: start,
    end_date: end,
  })
  expect(requested.at(-1)?.get('start_date')).toBe(start)
  expect(requested.at(-1)?.get('sort')).toBe('payment_usd_amount')
  await press('Remove filter Country: Germany')
  await waitFor(() => expect(totals.at(-1)?.get('country')).toBeNull())
  await press('Clear filters')
  await waitFor(() => expect(location.search).not.toContain('start_date'))
  expect((await button('Period')).getAttribute('aria-description')).toBe('All time')
})

test('a total that fails leaves the list, and can be counted again', async () => {
  let isBroken = true
  openWithTotals(() =>
    isBroken
      ? Response.json({ code: 400, message: 'No' }, { status: 400 })
      : { rows: 1, usd: null, tokens: null },
  )
  await shows('These rows could not be counted.')
  await shows('COMPLETED')
  isBroken = false
  await press('Count again')
  expect((await screen.findByRole('status', { name: 'Total' })).textContent).toBe('1 purchase')
})

test('in privacy mode the head is masked, and no file is downloaded', async () => {
  openWithTotals()
  await screen.findByRole('status', { name: 'Total' })
  await act(async () => setPrivacy(true))
  expect(screen.getByRole('status', { name: 'Total' }).innerHTML).not.toMatch(/1,204|1204|60,?400/)
  await press('Download CSV')
  await shows('Privacy mode is on: turn it off to copy or download amounts.')
})

/** A server with a connected chain, whose purchases have these proofs. */
const openProven = (proofs: readonly unknown[]) =>
  open(
    {
      'GET /chain/summary': () => ({ AURA: chainSummaryOf() }),
      'GET /transactions': ({ query }) => {
        requested.push(query)
        const results = proofs.map((proof, at) => ({ ...TRANSACTION, id: String(at + 1), proof }))
        return { results, page: 1, limit: 20 }
      },
    },
    ['search', 'wallet_page', 'chain'],
  )
const marks = () => screen.getAllByRole('img').map((mark) => mark.getAttribute('aria-label'))
const TOO_LITTLE = proofOf({ state: 'differs', reason: 'too_little', amount: '0.225' })

test('a purchase has what the chain says beside its status; only a difference has words', async () => {
  openProven([
    proofOf(),
    proofOf({ state: 'waiting', confirmations: 3 }),
    TOO_LITTLE,
    NOT_CHECKABLE,
    proofOf({ state: 'half_proven' }),
    null,
  ])
  await shows('Paid too little')
  expect(marks()).toEqual([
    'Proven on chain',
    'Waiting, 3 of 12 confirmations',
    'Differs from the chain: paid too little',
    'Not checkable',
    'Half proven',
  ])
  expect(text()).not.toContain('Proven on chain')
  const payments = await screen.findByRole('link', { name: '4 payments without a purchase' })
  expect(payments.getAttribute('href')).toBe('/transactions/payments')
  fireEvent.click(screen.getAllByRole('button', { name: 'Show bonus transactions' })[2]!)
  const proof = await screen.findByRole('link', { name: 'Show the proof' })
  expect(proof.getAttribute('href')).toBe('/transactions/AURA/3')
  expect(text()).toContain(
    'Paid too little. 0.2250 ETH reached your receiver, the purchase claims 1.0000 ETH. It counts in the figures all the same.',
  )
  act(() => setPrivacy(true))
  await lacks('0.2250')
})

test('purchases are filtered by what the chain says, in the address; the options have the marks', async () => {
  openProven([TOO_LITTLE])
  fireEvent.click(await screen.findByRole('combobox', { name: 'Proof' }))
  const options = await screen.findAllByRole('option')
  expect(options.map((option) => option.textContent)).toEqual([
    'Any proof',
    'Proven',
    'Waiting',
    'Differs',
    'Not checkable',
  ])
  fireEvent.click(screen.getByRole('option', { name: 'Differs' }))
  fireEvent.click(screen.getByRole('option', { name: 'Waiting' }))
  fireEvent.keyDown(screen.getByRole('option', { name: 'Waiting' }), { key: 'Escape' })
  await waitFor(() => expect(location.search).toBe('?proof=waiting&proof=differs'))
  await waitFor(() => expect(requested.at(-1)?.getAll('proof')).toEqual(['differs', 'waiting']))
})

test('without a connected chain there is neither a filter of proofs nor a link to payments', async () => {
  open({ 'GET /chain/summary': () => ({ AURA: chainSummaryOf({ is_connected: false }) }) }, [
    'search',
    'chain',
  ])
  await shows('COMPLETED')
  await screen.findByRole('combobox', { name: 'Status' })
  expect(screen.queryByRole('combobox', { name: 'Proof' })).toBeNull()
  expect(text()).not.toContain('without a purchase')
})
