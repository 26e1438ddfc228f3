import { describe, expect, test } from 'vitest'
import type { TransactionDetails } from '#src/wire/transaction-details.ts'
import { isHistoryPartial, noticeOf, priceOf, statusSince } from './purchase-facts.ts'

const AT = '2026-11-20T13:12:09.000Z'

const details = (
  fields: Partial<TransactionDetails['transaction']> = {},
  more: Partial<TransactionDetails> = {},
): TransactionDetails => ({
  transaction: {
    id: '48197',
    project_id: 'AURA',
    stage_name: null,
    wallet_address: '0xabc',
    transaction_hash: null,
    payment_token_name: 'ETH',
    created_at: AT,
    payment_token_amount: null,
    payment_usd_amount: null,
    tokens_bought: null,
    type: 'blockchain',
    status: 'failed',
    status_reason: null,
    ...fields,
  },
  origin: { country: null, referrer: null, utm_source: null, utm_medium: null },
  bonuses: [],
  payouts: [],
  credits: [],
  history: [],
  history_since: '2026-08-14T00:00:00.000Z',
  notices: [],
  ...more,
})

const credit = {
  authorizer: null,
  created_at: AT,
  id: '918',
  project_id: 'AURA',
  reason: null,
  tokens: '1',
  transaction_id: '48197',
  updated_at: AT,
  wallet_address: '0xabc',
}

describe('the price of one token', () => {
  test.each([
    ['2567', '106958.33', '0.024'],
    ['24160', '1006666.67', '0.024'],
    ['1', '3', '0.3333'],
    ['5000000', '2', '2,500,000'],
    ['1', '0', null],
    ['0', '5', null],
    [null, '5', null],
    ['5', null, null],
  ])('%s USD for %s tokens: %s', (usd, tokens, price) => {
    expect(priceOf(usd, tokens)).toBe(price)
  })
})

describe('what happened to a purchase', () => {
  test.each([
    [
      { status: 'failed', status_reason: 'Reverted on chain.' },
      {},
      'This purchase failed: Reverted on chain.',
    ],
    [{ status: 'failed', status_reason: 'Why?' }, {}, 'This purchase failed: Why?'],
    [{ status: 'expired' }, {}, 'This purchase expired.'],
    [
      { status: 'processing', status_reason: '1 of 12' },
      {},
      'This purchase is processing: 1 of 12.',
    ],
    [{ status: 'processing' }, {}, undefined],
    [{ status: 'completed', status_reason: 'ok' }, {}, undefined],
    [
      { status: 'refunded', status_reason: 'on request' },
      {},
      'This purchase was refunded: on request.',
    ],
    [{ status: 'failed' }, { credits: [credit] }, 'This purchase failed.'],
    [{ status: 'pending' }, { credits: [credit] }, 'This purchase is pending.'],
    [{ status: 'completed' }, { credits: [credit] }, 'Credited and completed.'],
  ])('%o %o', (fields, more, title) => {
    expect(noticeOf(details(fields, more))?.title).toBe(title)
  })
})

test.each([
  ['2026-08-13T23:59:59.999Z', true],
  ['2026-08-14T00:00:00.000Z', false],
])('the history of a purchase of %s may lack its beginning: %s', (created_at, isPartial) => {
  expect(isHistoryPartial(details({ created_at }))).toBe(isPartial)
})

test('the time of the present status is that of its last change', () => {
  const history = [
    { at: AT, status: 'pending', reason: null },
    { at: '2026-11-20T13:15:02.000Z', status: 'failed', reason: null },
  ]
  expect(statusSince(details({}, { history }))).toBe('2026-11-20T13:15:02.000Z')
  expect(statusSince(details({ status: 'completed' }, { history }))).toBeNull()
  expect(statusSince(details({ status: 'pending' }, { history: history.slice(0, 1) }))).toBeNull()
})
