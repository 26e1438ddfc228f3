import { expect, test } from 'vitest'
import { creditFormSchema } from './credit-form.ts'
import { creditedBy, creditFormOf, tokensAtPrice } from './purchase-credit.ts'

const purchase = {
  id: '48197',
  status: 'failed',
  status_reason: null,
  tokens_bought: null,
  payment_usd_amount: '1000',
}

test.each([
  [{}, { tokens: '', reason: 'Transaction 48,197 failed' }],
  [
    { tokens_bought: '106958.330', status_reason: 'Reverted on chain.' },
    { tokens: '106958.33', reason: 'Transaction 48,197 failed: Reverted on chain' },
  ],
  [
    { status: 'pending', status_reason: ' ' },
    { tokens: '', reason: 'Transaction 48,197 is pending' },
  ],
  [
    { id: 'tx_9', status: 'expired' },
    { tokens: '', reason: 'Transaction tx_9 expired' },
  ],
])('the form of a credit is filled from the purchase', (fields, form) => {
  expect(creditFormOf({ ...purchase, ...fields })).toEqual(form)
})

test('the longest reason that a purchase can have is short enough for a credit', () => {
  const form = creditFormOf({
    ...purchase,
    id: '9'.repeat(100),
    tokens_bought: '1',
    status_reason: 'x'.repeat(200),
  })
  expect(creditFormSchema.safeParse(form).success).toBe(true)
})

test.each([
  ['1000', '0.08', '12500'],
  ['100', '0.03', '3333.333333333333333333'],
  ['0.01', '3', '0.003333333333333333'],
  // Less than a token has places for.
  ['0.000000000000000001', '3', null],
  ['99999999999999999999', '0.000000000000000001', null],
  ['0', '0.08', null],
  ['1000', '0', null],
  [null, '0.08', null],
  ['1000', null, null],
  ['1000', undefined, null],
])('%s USD at %s is %s tokens, rounded down', (usd, price, tokens) => {
  expect(tokensAtPrice(usd, price)).toBe(tokens)
})

test.each([
  [{ authorizer: 'a@b.c' }, 'Credited by a@b.c'],
  [{ authorizer: 'a@b.c', approved_by: 'd@b.c' }, 'Credited by a@b.c, approved by d@b.c'],
  [{ authorizer: null, approved_by: 'd@b.c' }, 'Approved by d@b.c'],
  [{ authorizer: null }, ''],
])('a credit names its people', (people, text) => {
  const credit = {
    id: '1',
    project_id: 'AURA',
    created_at: '',
    updated_at: '',
    reason: null,
    tokens: '1',
    wallet_address: '0x',
  }
  expect(creditedBy({ ...credit, ...people })).toBe(text)
})
