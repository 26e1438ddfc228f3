import { expect, test } from 'vitest'
import { creditFormSchema } from './credit-form.ts'
import { creditFormOf } from './purchase-credit.ts'

const purchase = { id: '48197', status: 'failed', status_reason: null, tokens_bought: null }

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
