import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { creditDrafts, credits } from '#src/credits/credit-form.ts'
import { MASK_LABEL } from '#src/domain/text/mask.ts'
import { connection } from '#src/session/connection.ts'
import { setPrivacy } from '#src/state/filters.ts'
import type { ChainPayment } from '#src/wire/chain-payments.ts'
import { recordActs } from '#tests/support/oracles/record-rows.ts'
import { openFaultyApi, type Acts } from '#tests/support/screens/faulty-api.ts'
import { stubLayout } from '#tests/support/screens/layout-stubs.ts'
import { APPROVAL, WALLET } from '#tests/support/screens/screen-rows.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { endPage, renderInApp } from '#tests/support/screens/show-page.tsx'
import {
  buttons,
  field,
  isClosed,
  press,
  pressIn,
  type,
} from '#tests/support/screens/user-actions.ts'
import { PaymentsPage } from './PaymentsPage.tsx'

stubLayout()

const HASH = `0x5ce0917a${'0'.repeat(52)}d14b`
const EXCHANGE = `0x${'91'.repeat(20)}`

const payment = (changes: Partial<ChainPayment> = {}): ChainPayment => ({
  id: '7',
  project_id: 'AURA',
  chain_id: 1,
  chain_name: 'Ethereum',
  explorer_url: `https://explorer.example/tx/${HASH}`,
  transaction_hash: HASH,
  log_index: 3,
  block: 23_841_225,
  at: '2026-11-20T13:58:00.000Z',
  payer: WALLET.wallet_address,
  receiver: `0x${'7c'.repeat(20)}`,
  token: 'USDT',
  amount: '1250',
  state: 'open',
  transaction_id: null,
  dismissed_at: null,
  dismissed_by: null,
  dismissed_reason: null,
  ...changes,
})
const matched = payment({ id: '8', state: 'matched', transaction_id: '48219' })

let rows: ChainPayment[]
let dismissals: unknown[]

function served(more: Acts = {}): Acts {
  return {
    ...more,
    'GET /features': () => ({ features: ['chain', 'wallet_page', 'search'] }),
    'GET /chain/summary': () => ({ AURA: { ...SUMMARY, is_connected: rows.length > 0 } }),
    'GET /chain/payments': ({ query }) => {
      const state = query.get('state') ?? 'open'
      const of = (name: string) => rows.filter((row) => row.state === name)
      return {
        results: of(state),
        page: 1,
        limit: 20,
        scanned_at: rows.length > 0 ? '2026-11-20T14:31:00.000Z' : null,
        counts: {
          open: of('open').length,
          matched: of('matched').length,
          dismissed: of('dismissed').length,
        },
        sums: of(state).map(({ token, amount }) => ({ token, amount, payments: 1 })),
      }
    },
    'POST /chain/payments/7/dismiss': ({ body }) => {
      dismissals.push(body)
      // What the dialog sends.
      const { reason } = body as { reason: string }
      rows = rows.map((row) =>
        row.id === '7'
          ? {
              ...row,
              state: 'dismissed' as const,
              dismissed_at: row.at,
              dismissed_by: 'a@example.com',
              dismissed_reason: reason,
            }
          : row,
      )
      return rows[0]
    },
    ...recordActs(),
    ...more,
  }
}
const SUMMARY = {
  proven_usd: '0',
  waiting_usd: '0',
  differs_usd: '0',
  not_checkable_usd: '0',
  proven: 0,
  waiting: 0,
  differs: 0,
  not_checkable: 0,
  open_payments: 0,
}

beforeEach(() => {
  rows = [payment(), matched]
  dismissals = []
  history.replaceState(null, '', '/transactions/payments')
  signInHere()
})
afterEach(endPage)

const open = () => renderInApp(<PaymentsPage />)
const ADDRESS = WALLET.wallet_address
const CREDIT = `POST /wallets/AURA/${ADDRESS}/transactions/manual`
const NO_WALLET = () => Response.json({ code: 404, message: 'Not found' }, { status: 404 })
const REASON = `Paid 1,250.00 USDT with ${HASH}`

it('payments stand in the list of their state, with their sums, their explorer and their purchase', async () => {
  openFaultyApi(served())
  open()
  await screen.findByText('1 open')
  expect(screen.getByText(/^Scanned until .* a coin is found only if a contract/)).toBeTruthy()
  expect(screen.getByText('Ask who paid before you add tokens.')).toBeTruthy()
  const [link] = screen.getAllByLabelText('Open 0x5ce0917a…d14b in explorer')
  expect(link?.getAttribute('href')).toBe(`https://explorer.example/tx/${HASH}`)
  expect(link?.getAttribute('rel')).toContain('noreferrer')
  await pressState('Matched')
  await screen.findByText('1 matched')
  const purchase = await screen.findByLabelText('Transaction 48219')
  expect(purchase.getAttribute('href')).toBe('/transactions/AURA/48219')
  expect(buttons('Dismiss')).toEqual([])
  await pressState('Dismissed')
  await screen.findByText('No dismissed payments')
})

it('the notes of a payment are in a dialog, which its count or Add a note opens', async () => {
  rows = [payment({ notes: 2 }), payment({ id: '9', token: 'USDC', notes: 0 })]
  const requested: (string | null)[] = []
  const acts = served()
  openFaultyApi({
    ...acts,
    'GET /features': () => ({ features: ['chain', 'wallet_page', 'search', 'notes'] }),
    'GET /chain/payments': (arrival) => {
      requested.push(arrival.query.get('noted'))
      return acts['GET /chain/payments']?.(arrival)
    },
    'GET /notes/payment/AURA/9': () => ({ results: [], page: 1, limit: 20, total: 0 }),
  })
  open()
  await screen.findByText('2 open')
  expect(await screen.findByRole('button', { name: '2 notes' })).toBeTruthy()
  const add = await screen.findByRole('button', { name: 'Add a note' })
  add.focus()
  act(() => add.click())
  const dialog = await screen.findByRole('dialog', { name: 'Notes of this payment' })
  expect(within(dialog).getByText(/1,250/)).toBeTruthy()
  await within(dialog).findByText('No notes yet')
  act(() => within(dialog).getByRole('button', { name: 'Close' }).click())
  await isClosed()
  await waitFor(() => expect(document.activeElement).toBe(add))
  act(() => screen.getByRole('switch', { name: 'With notes' }).click())
  await waitFor(() => expect(requested).toContain('1'))
  expect(location.search).toBe('?noted=1')
})

it('a dismissed payment leaves the open ones, and shows who dismissed it and why', async () => {
  openFaultyApi(served())
  open()
  await press('Dismiss')
  await type('Reason', 'abc')
  await pressIn('Dismiss')
  await screen.findByText('Must be at least 4 characters')
  await type('Reason', 'Test payment of the team')
  await pressIn('Dismiss')
  await screen.findByText('Successfully dismissed payment')
  await isClosed()
  expect(dismissals).toEqual([{ reason: 'Test payment of the team' }])
  await screen.findByText('No payments without a purchase')
  expect(screen.queryByText('Open payments')).toBeNull()
  await pressState('Dismissed')
  await screen.findByText('Test payment of the team')
  await screen.findByText(/^a@example\.com/)
})

it('a credit for a payment names its hash, and the payment is dismissed with it', async () => {
  const api = openFaultyApi(served())
  open()
  await press('Add Tokens')
  expect((await field('Reason')).value).toBe(REASON)
  await type('Tokens', '40,000')
  await pressIn('Add Tokens')
  await screen.findByText('Successfully added tokens')
  await screen.findByText('No payments without a purchase')
  expect(api.done(CREDIT)).toBe(1)
  expect(dismissals).toEqual([{ reason: 'Credited as 918' }])
  expect(creditDrafts.ids()).toEqual([])
})

it('a credit that waits for approval dismisses nothing', async () => {
  const waits = () =>
    Response.json({ approval: { ...APPROVAL, wallet_address: ADDRESS } }, { status: 202 })
  openFaultyApi(served({ [CREDIT]: waits }))
  open()
  await press('Add Tokens')
  await type('Tokens', '350000')
  await pressIn('Add Tokens')
  await screen.findByText(/^Waits for approval/)
  expect(dismissals).toEqual([])
  expect(screen.getByText('1 open')).toBeTruthy()
})

it('a payment that could not be dismissed after its credit says what to do', async () => {
  const fails = () => Response.json({ code: 500, message: 'No' }, { status: 500 })
  openFaultyApi(served({ 'POST /chain/payments/7/dismiss': fails }))
  open()
  await press('Add Tokens')
  await type('Tokens', '5')
  await pressIn('Add Tokens')
  await screen.findByText(/payment is still open\. Dismiss it with the reason “Credited as 918”/)
  expect(screen.getByText('1 open')).toBeTruthy()
})

it('a credit without an answer is checked when its payment is credited again, never sent twice', async () => {
  const api = openFaultyApi(served())
  api.break(CREDIT, 'an answer lost on the way')
  open()
  await press('Add Tokens')
  await type('Tokens', '5')
  await pressIn('Add Tokens')
  await screen.findByText(/has not confirmed whether the tokens were added/)
  await pressIn('Check later')
  await isClosed()
  await waitFor(() => expect(connection.isOnline).toBe(true))
  api.mend()
  await press('Add Tokens')
  await screen.findByText('No payments without a purchase')
  expect(api.done(CREDIT)).toBe(1)
  expect(dismissals).toEqual([{ reason: 'Credited as 918' }])
  expect(credits.read(ADDRESS)).toBeUndefined()
})

it('a payer without a wallet is not credited: another wallet is entered', async () => {
  rows = [payment({ payer: EXCHANGE })]
  const api = openFaultyApi(served({ [`GET /wallets/AURA/${EXCHANGE}`]: NO_WALLET }))
  open()
  await press('Add Tokens')
  await screen.findByText('AURA has no wallet with this address.')
  expect((await field('Wallet address')).value).toBe(EXCHANGE)
  await type('Wallet address', ADDRESS.slice(0, -1))
  await pressIn('Continue')
  await screen.findByText('Must be 0x and 40 hexadecimal digits')
  await type('Wallet address', ADDRESS)
  await pressIn('Continue')
  expect((await field('Reason')).value).toBe(REASON)
  await type('Tokens', '7')
  await press('Change wallet')
  expect((await field('Wallet address')).value).toBe(ADDRESS)
  await pressIn('Continue')
  // Typed for another wallet: it does not come back.
  expect((await field('Tokens')).value).toBe('')
  await type('Tokens', '7')
  await pressIn('Add Tokens')
  await screen.findByText('Successfully added tokens')
  expect(api.done(CREDIT)).toBe(1)
})

it('a typed credit opens again with its payment after the page was left', async () => {
  openFaultyApi(served())
  const first = open()
  await press('Add Tokens')
  await type('Tokens', '12')
  first.unmount()
  open()
  expect((await field('Tokens')).value).toBe('12')
  expect((await field('Reason')).value).toBe(REASON)
  await pressIn('Cancel')
  await isClosed()
  expect(creditDrafts.ids()).toEqual([])
})

it('privacy mode masks amounts, also in the reason of a credit', async () => {
  openFaultyApi(served())
  setPrivacy(true)
  open()
  await press('Add Tokens')
  expect((await field('Reason')).value).toBe(`Paid with ${HASH}`)
  expect(document.body.textContent).not.toContain('1,250')
  expect(document.querySelectorAll(`[aria-label="${MASK_LABEL}"]`).length).toBeGreaterThan(2)
})

it('offline nothing can be credited or dismissed, and the payments stay', async () => {
  openFaultyApi(served())
  open()
  await press('Dismiss')
  await pressIn('Cancel')
  await isClosed()
  act(() => {
    connection.isOnline = false
  })
  const names = ['Add Tokens', 'Dismiss']
  const isRefused = (name: string) => buttons(name)[0]?.getAttribute('aria-disabled') === 'true'
  await waitFor(() => expect(names.filter(isRefused)).toEqual(names))
})

it('without a connected chain the page says so, and after an error it loads again', async () => {
  rows = []
  const api = openFaultyApi(served())
  api.break('GET /chain/payments', '500')
  open()
  await screen.findByText('Payments did not load')
  api.mend()
  await press('Try again')
  await screen.findByText('No chain is connected')
  expect(screen.queryByText('Payments')).toBeNull()
})

const pressState = async (label: string) => {
  const radio = await screen.findByRole('radio', { name: label })
  act(() => radio.click())
}
