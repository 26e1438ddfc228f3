import { expect, test } from 'vitest'
import type { Settlement } from '#src/wire/settlement.ts'
import { settlementOf } from '#tests/support/calls/settlements.ts'
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
    ['Fees, amount', '0', '1', '1'],
    ['Fees, purchases', '0', '1', '1'],
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
    'Since then: 3,872 purchases more; completed purchases +$9,412.00.',
  ],
  [
    'one more',
    { purchases: 6, gross_usd: '1000.01' },
    'Since then: 1 purchase more; completed purchases +$0.01.',
  ],
  [
    'one less',
    { purchases: 4, gross_usd: '800.00' },
    'Since then: 1 purchase fewer; completed purchases −$200.00.',
  ],
  ['one more of no value', { purchases: 6 }, 'Since then: 1 purchase more.'],
  ['other prices', { gross_usd: '1001.00' }, 'Since then: completed purchases +$1.00.'],
  [
    'other payouts',
    { payouts_usd: '31.00', remaining_usd: '749.00' },
    'Since then: remaining −$1.00.',
  ],
  ['what is no part of the sum', { refunded_usd: '13.00' }, 'Since then: 1 line has changed.'],
])('of %s the notice reads so', (_what, over, text) => {
  expect(describeDifference(BEFORE, settlementOf(over), false)).toBe(text)
})

/** ETH changed, USDT as before. */
const tokens = (over: Partial<Settlement['by_token'][number]>) => ({
  by_token: BEFORE.by_token.map((token, place) => (place === 0 ? { ...token, ...over } : token)),
})

test.each([
  ['Number of payouts', { payouts: 2 }],
  ['Number of refunded purchases', { refunded_purchases: 2 }],
  ['Bonuses given', { bonus_tokens: '1482110.26' }],
  ['Number of bonuses', { bonuses: 1913 }],
  ['ETH, amount', tokens({ amount: '0.179659600000000002' })],
  ['ETH, purchases', tokens({ purchases: 4 })],
])('%s alone is a change, and the only one', (name, over) => {
  const now = settlementOf(over)
  const changed = differenceRows(BEFORE, now).filter(hasChanged)
  expect(changed.map((row) => row.name)).toEqual([name])
  expect(describeDifference(BEFORE, now, false)).toBe('Since then: 1 line has changed.')
})

test('the rounding that closes the payment tokens is a line where it has changed', () => {
  const now = settlementOf(tokens({ usd: '542.02' }))
  const changed = differenceRows(BEFORE, now).filter(hasChanged)
  expect(changed.map(({ name, change }) => [name, change])).toEqual([
    ['ETH', '-0.01'],
    ['Rounding of completed purchases', '0.01'],
  ])
})

test('only the last line of the sum is a total, however a payment token is named', () => {
  const now = settlementOf(tokens({ payment_token_name: 'Remaining' }))
  const totals = differenceRows(now, now).filter(({ isTotal }) => isTotal)
  expect(totals.map(({ now: usd }) => usd)).toEqual(['750.00'])
})

test('in privacy mode the notice has no figures', () => {
  expect(describeDifference(BEFORE, AFTER, true)).toBe('Figures have changed since.')
  expect(describeDifference(BEFORE, BEFORE, true)).toBe('Nothing has changed since.')
})
