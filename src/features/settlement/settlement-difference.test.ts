import { expect, test } from 'vitest'
import { settlementOf } from '#tests/support/settlements.ts'
import { describeDifference, differenceRows, hasChanged } from './settlement-difference.ts'

const BEFORE = settlementOf()
/** One purchase in a new payment token later. */
const AFTER = settlementOf({
  by_token: [
    ...BEFORE.by_token,
    { payment_token_name: 'Fees', amount: '1', usd: '9412.00', purchases: 1 },
  ],
  purchases: 6,
  gross_usd: '10412.00',
  fees_usd: '260.30',
  remaining_usd: '9926.70',
})

test('every line stands beside the same line now, exactly', () => {
  const changed = differenceRows(BEFORE, AFTER).filter(hasChanged)
  expect(changed.map(({ name, before, now, change }) => [name, before, now, change])).toEqual([
    ['Number of purchases', '5', '6', '1'],
    // A payment token of that name, and the line.
    ['Fees', '0', '9412.00', '9412'],
    ['Completed purchases', '1000.00', '10412.00', '9412'],
    ['Fees', '-25', '-260.3', '-235.3'],
    ['Remaining', '750.00', '9926.70', '9176.7'],
  ])
})

test('a payment token that is gone is a line too', () => {
  const row = differenceRows(AFTER, BEFORE).find(({ change }) => change === '-9412')
  expect(row).toMatchObject({ before: '9412.00', now: '0' })
})

test.each([
  ['nothing', {}, 'Nothing has changed since.'],
  [
    'more purchases',
    { purchases: 3877, gross_usd: '10412.00' },
    'Since then: 3,872 purchases more, $9,412.00.',
  ],
  ['one more', { purchases: 6, gross_usd: '1000.01' }, 'Since then: 1 purchase more, $0.01.'],
  ['one less', { purchases: 4, gross_usd: '900.00' }, 'Since then: 1 purchase fewer, −$100.00.'],
  [
    'other payouts',
    { payouts_usd: '31.00', remaining_usd: '749.00' },
    'Since then: remaining −$1.00.',
  ],
  ['what is no part of the sum', { refunded_usd: '13.00' }, 'Since then: 1 line has changed.'],
])('of %s the notice reads so', (_what, over, text) => {
  expect(describeDifference(BEFORE, settlementOf(over), false)).toBe(text)
})

test('in privacy mode the notice has no figures', () => {
  expect(describeDifference(BEFORE, AFTER, true)).toBe('Figures have changed since.')
  expect(describeDifference(BEFORE, BEFORE, true)).toBe('Nothing has changed since.')
})
