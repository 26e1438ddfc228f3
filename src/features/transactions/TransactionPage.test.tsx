import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '#src/cache/query-client.ts'
import { creditDrafts, creditTarget, credits as pendingCredits } from '#src/credits/credit-form.ts'
import { connection } from '#src/session/connection.ts'
import { setPrivacy } from '#src/state/filters.ts'
import { CREDIT_CALL, recordActs } from '#tests/support/oracles/record-rows.ts'
import { FAILURES, openFaultyApi, type Acts } from '#tests/support/screens/faulty-api.ts'
import { APPROVAL, approvalActs, PROJECT, WALLET } from '#tests/support/screens/screen-rows.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { endPage, renderInApp } from '#tests/support/screens/show-page.tsx'
import {
  button,
  buttons,
  dialog,
  field,
  isClosed,
  press,
  pressIn,
  type,
} from '#tests/support/screens/user-actions.ts'
import { TransactionPage } from './TransactionPage.tsx'

const FEATURES = ['search', 'wallet_page', 'approvals']

CSS.supports ??= () => false

/** What was sent to credit the wallet. */
let sent: unknown[]

afterEach(endPage)

function open(acts: Acts, search = '', id = '48197') {
  sent = []
  const api = openFaultyApi({
    ...acts,
    [CREDIT_CALL]: (arrival) => {
      sent.push(arrival.body)
      return acts[CREDIT_CALL]?.(arrival)
    },
  })
  connection.isOnline = true
  signInHere()
  history.replaceState(null, '', `/transactions/AURA/${id}${search}`)
  renderInApp(<TransactionPage />)
  return api
}

const text = () => document.body.textContent
const shows = (part: string) => waitFor(() => expect(text()).toContain(part))

test('a failed purchase is credited once, also by a double click, and then shows its credit', async () => {
  const api = open(recordActs())
  await shows('This purchase failed: Reverted on chain. The wallet got no tokens.')
  await press('Credit this purchase')
  expect((await field('Tokens')).value).toBe('106958.33')
  expect((await field('Reason')).value).toBe('Transaction 48,197 failed: Reverted on chain')
  await waitFor(() => expect(dialog()?.getAttribute('role')).toBe('dialog'))
  const [send] = buttons('Add Tokens', dialog() ?? document)
  fireEvent.click(send!)
  fireEvent.click(send!)
  await screen.findByText('Successfully added tokens')
  await isClosed()
  expect(sent).toEqual([
    {
      tokens: '106958.33',
      reason: 'Transaction 48,197 failed: Reverted on chain',
      transaction_id: '48197',
    },
  ])
  expect(api.done(CREDIT_CALL)).toBe(1)
  await shows('It was made good by Credit 918')
  expect(buttons('Credit this purchase')).toEqual([])
  expect(location.search).toBe('')
})

test('a purchase without notices says how far back that is known', async () => {
  open(recordActs())
  await shows('No message was sent about it')
  expect(text()).toContain('No message was sent about it in the last 30 days.')
})

test.each(['pending', 'processing'])(
  'a %s purchase is credited only after the warning, in the same dialog',
  async (status) => {
    open(recordActs({ purchase: { status, tokens_bought: null, status_reason: null } }))
    await press('Credit this purchase')
    await waitFor(() => expect(dialog()?.getAttribute('role')).toBe('alertdialog'))
    expect(dialog()?.textContent).toContain(
      'This purchase can still complete; the wallet would then get both.',
    )
    expect((await field('Tokens')).value).toBe('')
    await type('Tokens', '500')
    await pressIn('Add Tokens')
    await isClosed()
    expect(sent).toMatchObject([{ tokens: '500', transaction_id: '48197' }])
    await shows('Credit 918')
  },
)

test.each([
  [0 as const, 'usual'],
  [1 as const, 'planned'],
])(
  'the amount at the price of the stage is offered, and filled in exactly only on request (planned: %s)',
  async (flag, word) => {
    const usual = { purchase: { tokens_bought: null, payment_usd_amount: '100' } }
    open(recordActs({ ...usual, details: { usual_price: '0.03', usual_price_is_planned: flag } }))
    await press('Credit this purchase')
    const tokens = await field('Tokens')
    expect(tokens.value).toBe('')
    expect(dialog()?.textContent).toContain(
      `At the ${word} price of $0.0300 this purchase would have been 3,333.33`,
    )
    await pressIn('Use 3,333.33')
    expect(tokens.value).toBe('3333.333333333333333333')
    expect(buttons('Use 3,333.33')).toEqual([])
  },
)

test('a credit over the limit is sent for approval', async () => {
  const limits = [
    {
      ...PROJECT,
      credit_step_up_over: null,
      credit_approval_over: '1000',
      bonus_code_step_up_over: null,
    },
  ]
  open({ ...recordActs(), 'GET /projects': () => limits })
  await press('Credit this purchase')
  await type('Tokens', '1000')
  await waitFor(() => expect(dialog()?.textContent).toContain('It may need a second person'))
  expect(buttons('Add Tokens', dialog() ?? document)).toHaveLength(1)
  await type('Tokens', '1000.000000000000000001')
  expect(dialog()?.textContent).toContain('This needs a second person: more than 1,000.00')
  expect(buttons('Send for approval', dialog() ?? document)).toHaveLength(1)
})

test.each(['completed', 'refunded', 'on_hold'])(
  'a %s purchase can’t be credited, not even by a link',
  async (status) => {
    open(recordActs({ purchase: { status } }), '?action=credit')
    await shows('Only a purchase that did not complete can be credited.')
    expect(buttons('Credit this purchase')).toEqual([])
    expect(dialog()).toBeNull()
    // It does not open later either, when the status has changed.
    await waitFor(() => expect(location.search).toBe(''))
  },
)

test('what was typed for a purchase that can no longer be credited is dropped', async () => {
  const purchase = { project_id: 'AURA', wallet_address: WALLET.wallet_address }
  const target = creditTarget(purchase, '48197')
  const acts = recordActs()
  open(acts)
  await press('Credit this purchase')
  await type('Tokens', '500')
  expect(creditDrafts.ids()).toEqual([target])
  cleanup()
  queryClient.clear()
  open(recordActs({ purchase: { status: 'completed' } }), '?action=credit')
  await shows('Only a purchase that did not complete can be credited.')
  await waitFor(() => expect(creditDrafts.ids()).toEqual([]))
})

test('a credit of another person is shown as soon as the server refuses the second one', async () => {
  const acts = recordActs()
  open(acts)
  await press('Credit this purchase')
  // The other person is faster.
  acts[CREDIT_CALL]?.({
    path: '',
    query: new URLSearchParams(),
    body: { tokens: '7', reason: 'By another person' },
  })
  await pressIn('Add Tokens')
  await screen.findByText('This purchase was credited before')
  await waitFor(() =>
    expect(dialog()?.textContent).toContain('This purchase has been credited in the meantime.'),
  )
  const [send] = buttons('Add Tokens', dialog() ?? document)
  expect(send?.getAttribute('aria-disabled')).toBe('true')
  await pressIn('Cancel')
  await isClosed()
  await shows('By another person')
})

test('a refusal in words keeps the dialog and what was typed', async () => {
  const message = 'Path: body.transaction_id, Message: Must be a purchase of this wallet'
  open({
    ...recordActs(),
    [CREDIT_CALL]: () => Response.json({ code: 400, message }, { status: 400 }),
  })
  await press('Credit this purchase')
  await type('Reason', 'Typed by hand')
  await pressIn('Add Tokens')
  await shows('Transaction Id - Must be a purchase of this wallet')
  expect((await field('Reason')).value).toBe('Typed by hand')
})

test.each(Object.keys(FAILURES).filter((name) => name.includes('answer')) as ['half an answer'])(
  'a credit after %s is confirmed, never made twice',
  async (failure) => {
    const api = open(recordActs())
    await press('Credit this purchase')
    await field('Tokens')
    api.break(CREDIT_CALL, failure)
    await pressIn('Add Tokens')
    await waitFor(() => expect(dialog()?.textContent).toMatch(/Checking whether|has not confirmed/))
    api.mend()
    if (buttons('Check again').length > 0) await press('Check again')
    await isClosed()
    expect(api.done(CREDIT_CALL)).toBe(1)
    await shows('It was made good by Credit 918')
  },
)

test('without a connection the button gives the reason, and an open dialog sends nothing', async () => {
  open(recordActs())
  await press('Credit this purchase')
  await field('Tokens')
  act(() => {
    connection.isOnline = false
  })
  await pressIn('Add Tokens')
  await shows('You are offline. Nothing was sent.')
  await pressIn('Cancel')
  await isClosed()
  expect((await button('Credit this purchase')).getAttribute('aria-disabled')).toBe('true')
  expect(sent).toEqual([])
})

test('a link opens the dialog at once, and closing it leaves the plain address', async () => {
  open(recordActs(), '?action=credit&period=week')
  expect((await field('Tokens')).value).toBe('106958.33')
  await pressIn('Cancel')
  await isClosed()
  expect(location.search).toBe('?period=week')
})

test('a purchase that completed although it was credited says so', async () => {
  const credits = [
    {
      authorizer: null,
      created_at: '2026-11-20T13:12:09.000Z',
      id: '918',
      project_id: 'AURA',
      reason: null,
      tokens: '5',
      transaction_id: '48197',
      updated_at: '2026-11-20T13:12:09.000Z',
      wallet_address: '0xabc',
    },
  ]
  open(recordActs({ purchase: { status: 'completed' }, details: { credits } }))
  await shows('Credited and completed.')
  expect(buttons('Credit this purchase')).toEqual([])
})

test('an older purchase says when its history begins', async () => {
  open(recordActs({ purchase: { created_at: '2026-03-01T10:00:00.000Z' } }))
  await shows('Status history')
  expect(text()).toContain('History begins on Aug 14, 2026')
})

test('privacy mode masks every amount, also where it is a tooltip', async () => {
  setPrivacy(true)
  open(recordActs())
  await shows('This purchase failed')
  expect(document.body.innerHTML).not.toMatch(/106,?958|2,?567|0\.85/)
})

test('what does not exist reads as what may not be seen, with the way to the list', async () => {
  open(recordActs(), '', '1')
  await shows('No such transaction')
  const back = document.querySelector('a')
  expect(back?.textContent).toBe('Transactions Search')
  expect(back?.getAttribute('href')).toBe('/transactions')
})

test('a server without these pages is named as the reason', async () => {
  open(recordActs({ features: [] }))
  await shows('This server')
  expect(text()).toContain('This server has no page of a transaction')
})

test('a page that did not load can be tried again', async () => {
  const api = openFaultyApi(recordActs())
  api.break('GET /transactions/AURA/48197', '500')
  signInHere()
  history.replaceState(null, '', '/transactions/AURA/48197')
  renderInApp(<TransactionPage />)
  await shows('The transaction did not load')
  api.mend()
  await press('Try again')
  await shows('This purchase failed')
  expect(buttons('Try again')).toEqual([])
})

test('another credit of the wallet without an outcome is named, and checked as that credit', async () => {
  signInHere()
  const body = { tokens: '777', reason: 'A gift' }
  const write = { key: 'k1', sentAt: Date.now(), what: { wallet: WALLET, body } }
  await pendingCredits.save(creditTarget(WALLET), write)
  open(recordActs())
  const note =
    'The server has not confirmed whether 777.00\u00a0AURA were added to 0xabababab…abab.'
  await shows(note)
  await press('Credit this purchase')
  expect((await field('Tokens')).value).toBe('106958.33')
  expect(dialog()?.textContent).toContain(note)
  await pressIn('Cancel')
  await isClosed()
  await press('Check')
  await screen.findByText('Successfully added tokens')
  expect(sent).toEqual([body])
  await isClosed()
})

test('statuses and notices of the same time are all shown', async () => {
  const error = vi.spyOn(console, 'error')
  const at = '2026-11-20T13:12:09.000Z'
  const notice = { at, channel: 'chat', state: 'failed' }
  const change = { at, status: 'pending', reason: null }
  open(recordActs({ details: { history: [change, change], notices: [notice, notice] } }))
  await shows('Status history')
  expect(error).not.toHaveBeenCalled()
})

test('a purchase that could not be refreshed says so', async () => {
  const api = open(recordActs())
  await shows('This purchase failed')
  api.break('GET /transactions/AURA/48197', '429')
  await act(() => queryClient.refetchQueries({ queryKey: ['/transactions/:project_id/:id'] }))
  await shows('Could not refresh this transaction.')
  expect(text()).toContain('This purchase failed')
})

test('a purchase whose credit waits for approval says who requested it, and is not credited again', async () => {
  const waiting = { ...APPROVAL, transaction_id: '48197' }
  open({ ...recordActs({ features: FEATURES }), ...approvalActs([waiting]) })
  await shows('Waiting for approval')
  await shows(waiting.requested_by)
  expect(buttons('Credit this purchase')).toEqual([])
})

test('a credit of another purchase that waits hides nothing', async () => {
  open({ ...recordActs({ features: FEATURES }), ...approvalActs([APPROVAL]) })
  await button('Credit this purchase')
  await waitFor(() => expect(text()).not.toContain('Waiting for approval'))
})

test('a link to credit a purchase whose credit waits says so', async () => {
  const waiting = { ...APPROVAL, transaction_id: '48197' }
  open({ ...recordActs({ features: FEATURES }), ...approvalActs([waiting]) }, '?action=credit')
  await shows('A credit of this purchase waits for approval.')
  expect(dialog()).toBeNull()
})
