import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { connection } from '#src/session/connection.ts'
import { setPrivacy } from '#src/state/filters.ts'
import type { TransactionDetails } from '#src/wire/transaction-details.ts'
import { recordActs } from '#tests/support/oracles/record-rows.ts'
import { openFaultyApi, type Acts } from '#tests/support/screens/faulty-api.ts'
import { APPROVAL, approvalActs, TRANSACTION, WALLET } from '#tests/support/screens/screen-rows.ts'
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
import { TransactionPage } from './TransactionPage.tsx'

CSS.supports ??= () => false

afterEach(endPage)

function open(acts: Acts) {
  const api = openFaultyApi(acts)
  connection.isOnline = true
  signInHere()
  history.replaceState(null, '', '/transactions/AURA/48197')
  renderInApp(<TransactionPage />)
  return api
}

const text = () => document.body.textContent
const shows = (part: string) => waitFor(() => expect(text()).toContain(part))

const VOID_CALL = 'POST /transactions/AURA/48197/void'
const CORRECTIONS = ['search', 'wallet_page', 'approvals', 'corrections']

/** A completed purchase with a bonus, on a server that voids it or requests that. */
function openVoidable(voided?: (body: unknown) => unknown) {
  const bonus = {
    id: '1',
    bonus_code_id: null,
    bonus_token_amount: '450',
    identifier: 'Gold',
    transaction_id: '48197',
    type: 'rank',
    wallet_address: WALLET.wallet_address,
  }
  const completed = { status: 'completed', status_reason: null, tokens_bought: '9000' }
  const acts = recordActs({
    purchase: completed,
    details: { bonuses: [bonus] },
    features: CORRECTIONS,
  })
  const page = acts['GET /transactions/AURA/48197']
  const bodies: unknown[] = []
  let isVoided = false
  const api = open({
    ...approvalActs([]),
    [VOID_CALL]: ({ body }) => {
      bodies.push(body)
      if (voided) return voided(body)
      isVoided = true
      return { ...TRANSACTION, id: '48197', ...completed, voided: VOIDED }
    },
    ...acts,
    'GET /transactions/AURA/48197': (arrival) => {
      // recordActs builds it from that type.
      const details = page?.(arrival) as TransactionDetails
      const { transaction } = details
      return isVoided ? { ...details, transaction: { ...transaction, voided: VOIDED } } : details
    },
  })
  return { api, bodies }
}
const VOIDED = { at: '2026-11-21T10:00:00.000Z', by: 'a@example.com', reason: 'Refunded' }

test('a void names what changes, is sent once with its reason, and marks the purchase', async () => {
  const { api, bodies } = openVoidable()
  await press('Void')
  await waitFor(() =>
    expect(dialog()?.textContent).toContain('Home loses $2,567.00 of Nov 20, 2026.'),
  )
  expect(dialog()?.textContent).toContain(
    'Wallet 0xabababab…abab loses 9,000 AURA and its bonus of 450.',
  )
  await waitFor(() => expect(dialog()?.textContent).toContain('Removed−9,450.00'))
  await pressIn('Void')
  await shows('Must be at least 4 characters')
  expect(bodies).toEqual([])
  await type('Reason', 'Refunded')
  const [send] = buttons('Void', dialog() ?? document)
  fireEvent.click(send!)
  fireEvent.click(send!)
  await screen.findByText('Purchase voided')
  await isClosed()
  expect(bodies).toEqual([{ reason: 'Refunded' }])
  expect(api.done(VOID_CALL)).toBe(1)
  await shows('This purchase is voided and counts nowhere. Voided by a@example.com')
  await shows('The purchase was voided: these bonuses do not count.')
  await button('Restore')
})

test('a void without an answer is checked with its key, and one that waits says so', async () => {
  const waiting = { ...APPROVAL, kind: 'void' as const, transaction_id: '48197', tokens: '9450' }
  const { api, bodies } = openVoidable(() => Response.json({ approval: waiting }, { status: 202 }))
  await press('Void')
  await type('Reason', 'Refunded')
  api.break(VOID_CALL, 'an answer lost on the way')
  await waitFor(() => expect(dialog()?.textContent).toContain('Home loses'))
  await pressIn('Void')
  await shows('The server has not confirmed whether the purchase was voided.')
  await waitFor(() => expect(connection.isOnline).toBe(true))
  api.mend()
  await pressIn('Check again')
  await shows(
    'Waits for approval: a second person has to approve this correction of 9,450.00 AURA.',
  )
  await isClosed()
  expect(bodies).toEqual([{ reason: 'Refunded' }])
})

test('privacy mode masks what a void changes', async () => {
  setPrivacy(true)
  openVoidable()
  await press('Void')
  await waitFor(() => expect(dialog()?.textContent).toContain('Resulting balance'))
  expect(document.body.innerHTML).not.toMatch(/9,?000|2,?567|>450|9,?450|1,?284/)
})

test.each([
  ['usual', undefined],
  ['planned', 1 as const],
])(
  'a voided purchase of an unusual price says who, when, why, and what is %s',
  async (word, flag) => {
    const purchase = {
      status: 'completed',
      price: '0.5',
      price_is_unusual: 1 as const,
      received: { at: '2026-11-20T13:12:10.000Z', key_name: 'Site' },
      transaction_hash: null,
      voided: VOIDED,
    }
    const details = { usual_price: '0.03', usual_price_is_planned: flag }
    open(recordActs({ purchase, details, features: CORRECTIONS }))
    await shows(`A token cost $0.5000 here; the ${word} price of Stage 5 is $0.0300.`)
    for (const part of ['Voided', 'Unusual price', 'with key Site', 'Without hash'])
      expect(text()).toContain(part)
  },
)
