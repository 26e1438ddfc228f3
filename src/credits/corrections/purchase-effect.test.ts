import { expect, test } from 'vitest'
import type { TransactionDetails } from '#src/wire/transaction-details.ts'
import { purchaseEffect, tokensOf } from './purchase-effect.ts'

const BUYER = `0x${'ab'.repeat(20)}`
const REFERRER = `0x${'cd'.repeat(20)}`
const AT = '2026-11-12T10:00:00.000Z'

const transaction: TransactionDetails['transaction'] = {
  id: '48197',
  project_id: 'AURA',
  stage_name: 'Stage 5',
  wallet_address: BUYER,
  transaction_hash: null,
  payment_token_name: 'ETH',
  created_at: AT,
  payment_token_amount: '20',
  payment_usd_amount: '60400',
  tokens_bought: '9000000',
  type: 'blockchain',
  status: 'completed',
  status_reason: null,
}
const bonus = (id: string, address: string, amount: string) => ({
  id,
  bonus_code_id: null,
  bonus_token_amount: amount,
  identifier: null,
  transaction_id: '48197',
  type: 'rank',
  wallet_address: address,
})
const payout = {
  id: '1',
  project_id: 'AURA',
  transaction_id: '48197',
  wallet_address: REFERRER,
  amount_before_gas: '12.5',
  created_at: AT,
}
const details = {
  transaction,
  bonuses: [
    bonus('1', BUYER.toUpperCase().replace('0X', '0x'), '400000.000000000000000001'),
    bonus('2', REFERRER, '90000'),
    bonus('3', BUYER, '50000'),
  ],
  payouts: [payout, { ...payout, id: '2' }],
}

test('a completed purchase gives its amount to its day, its tokens to the buyer, and bonuses to all', () => {
  expect(purchaseEffect(details)).toEqual({
    usd: '60400',
    at: AT,
    wallets: [
      { address: BUYER, tokens: '9000000', bonus: '450000.000000000000000001' },
      { address: REFERRER, tokens: '0', bonus: '90000' },
    ],
    payouts: '25',
  })
  expect(tokensOf(details)).toBe('9540000.000000000000000001')
})

test('a purchase that did not complete changes nothing, and its tokens still count for the limit', () => {
  const pending = { ...details, transaction: { ...transaction, status: 'pending' } }
  expect(purchaseEffect(pending)).toBeNull()
  expect(tokensOf(pending)).toBe('9540000.000000000000000001')
  expect(tokensOf({ ...pending, transaction: { ...transaction, tokens_bought: null } })).toBe(
    '540000.000000000000000001',
  )
})

test('a purchase without tokens and bonuses names no wallet', () => {
  const free = {
    transaction: { ...transaction, tokens_bought: null, payment_usd_amount: null },
    bonuses: [],
    payouts: [],
  }
  expect(purchaseEffect(free)).toEqual({ usd: null, at: AT, wallets: [], payouts: '0' })
})
