import { expect, test } from 'vitest'
import type { Proof } from '#src/wire/proofs.ts'
import { NOT_CHECKABLE } from '#tests/support/calls/proofs.ts'
import {
  chainResult,
  differingField,
  lacksChain,
  paidTexts,
  proofCardText,
  proofMarkText,
  proofNoticeTitle,
  proofReasonText,
  proofSentence,
  type Claim,
} from './proof-text.ts'

const WALLET = `0x${'ab'.repeat(20)}`
const CLAIM: Claim = {
  type: 'blockchain',
  transaction_hash: `0x${'cd'.repeat(32)}`,
  payment_token_amount: '2.25',
  payment_token_name: 'ETH',
  wallet_address: WALLET,
}
const CHECKED: Proof = {
  ...NOT_CHECKABLE,
  state: 'proven',
  chain_id: 1,
  chain_name: 'Ethereum',
  block: 100,
  confirmations: 229,
  confirmations_needed: 12,
  payer: WALLET,
  receiver: `0x${'7c'.repeat(20)}`,
  amount: '3',
  token: 'ETH',
  checked_at: '2026-11-20T14:31:40.000Z',
}
const now = new Date(2026, 10, 20, 14, 32)
const differs = (reason: string, fields: Partial<Proof> = {}): Proof => ({
  ...CHECKED,
  state: 'differs',
  reason,
  ...fields,
})
const waiting = (fields: Partial<Proof>): Proof => ({
  ...CHECKED,
  state: 'waiting',
  amount: '0.85',
  confirmations: 3,
  ...fields,
})
const sentence = (proof: Proof, claim: Partial<Claim> = {}, isMasked = false) =>
  proofSentence({ ...CLAIM, ...claim }, proof, { now, isMasked })

test.each<[string, Proof, Partial<Claim>, string]>([
  ['proven', CHECKED, {}, '3.0000 ETH reached your receiver.'],
  [
    'by the wallet',
    { ...CHECKED, payer: WALLET.toUpperCase().replace('0X', '0x') },
    {},
    '3.0000 ETH reached your receiver.',
  ],
  [
    'by another payer',
    { ...CHECKED, payer: `0x${'28'.repeat(20)}` },
    {},
    '3.0000 ETH reached your receiver. Another address than the wallet paid, as with exchanges and smart accounts; that is no difference.',
  ],
  [
    'waiting',
    waiting({}),
    {},
    '0.8500 ETH reached your receiver. It is proven after 12 confirmations, in about 2 minutes.',
  ],
  [
    'waiting on a chain without a preset',
    waiting({ chain_id: 31_337 }),
    {},
    '0.8500 ETH reached your receiver. It is proven after 12 confirmations.',
  ],
  [
    'not mined',
    waiting({ block: null, confirmations: null, amount: null }),
    {},
    'The transaction is not on Ethereum yet. An hour after the purchase it counts as not found.',
  ],
  [
    'not checked',
    waiting({ block: null, confirmations: null, checked_at: null }),
    {},
    'It was not compared with the chain yet.',
  ],
  [
    'not found',
    differs('not_found'),
    {},
    'No transaction with this hash is on Ethereum, an hour after the purchase.',
  ],
  [
    'not found on any',
    differs('not_found', { chain_name: null }),
    {},
    'No transaction with this hash is on a connected chain, an hour after the purchase.',
  ],
  ['reverted', differs('reverted'), {}, 'The transaction failed on chain. Nothing was paid.'],
  [
    'other receiver',
    differs('other_receiver', { amount: '2.25' }),
    {},
    '2.2500 ETH were paid, but to none of your receivers.',
  ],
  [
    'other token',
    differs('other_token', { amount: '6795', token: 'USDT' }),
    {},
    'Your receiver got 6,795.00 USDT, the purchase names ETH.',
  ],
  [
    'too little',
    differs('too_little', { amount: '0.225' }),
    {},
    '0.2250 ETH reached your receiver, the purchase claims 2.2500 ETH.',
  ],
  [
    'too little by less than is shown',
    differs('too_little', { amount: '2.249999999999999999' }),
    {},
    '2.249999999999999999 ETH reached your receiver, the purchase claims 2.25 ETH.',
  ],
  [
    'used twice',
    differs('used_twice', {
      amount: '250',
      token: 'USDC',
      claims: { purchases: 2, amount: '500' },
    }),
    { payment_token_name: 'USDC', payment_token_amount: '250' },
    '2 purchases name this hash. Together they claim 500.00 USDC, it paid 250.00 USDC.',
  ],
  [
    'gone',
    differs('gone', { proven_at: new Date(2026, 10, 20, 13, 38).toISOString() }),
    {},
    'It was proven at 13:38, then the chain dropped its block.',
  ],
  [
    'gone since another day',
    differs('gone', { proven_at: new Date(2026, 10, 18, 13, 38).toISOString() }),
    {},
    'It was proven on Nov 18, then the chain dropped its block.',
  ],
  [
    'not checkable',
    NOT_CHECKABLE,
    { payment_token_name: 'SOL' },
    'No connected chain has the payment token SOL.',
  ],
  [
    'without a hash',
    NOT_CHECKABLE,
    { transaction_hash: null },
    'This purchase has no transaction hash.',
  ],
  ['by card', NOT_CHECKABLE, { type: 'card' }, 'This purchase was not paid on a blockchain.'],
  ['a reason of a newer server', differs('too_late'), {}, ''],
  ['a state of a newer server', { ...CHECKED, state: 'half_proven' }, {}, ''],
])('%s: what the chain says, in words', (_name, proof, claim, text) => {
  expect(sentence(proof, claim)).toBe(text)
})

test.each<[Proof, string, string]>([
  [CHECKED, 'Proven on chain', 'Proven on chain'],
  [waiting({}), 'Waiting, 3 of 12 confirmations', '3 of 12 confirmations'],
  [waiting({ block: null, confirmations: null }), 'Waiting', 'Waiting'],
  [differs('too_little'), 'Differs from the chain: paid too little', 'Paid too little'],
  [differs('gone'), 'Differs from the chain: no longer on chain', 'No longer on chain'],
  [differs('too_late'), 'Differs from the chain: too late', 'Too late'],
  [{ ...differs(''), reason: null }, 'Differs from the chain', 'Differs'],
  [NOT_CHECKABLE, 'Not checkable', 'Not checkable'],
  [{ ...NOT_CHECKABLE, state: 'half_proven' }, 'Half proven', 'Half proven'],
])('the mark is named, and has words on a card', (proof, mark, words) => {
  expect([proofMarkText(proof), proofCardText(proof)]).toEqual([mark, words])
})

test('every reason has its words, its notice and its field', () => {
  expect(proofReasonText(CHECKED)).toBeNull()
  const rows = ['not_found', 'reverted', 'other_receiver', 'other_token', 'too_little'].map(
    (reason) => [proofNoticeTitle(differs(reason)), differingField(differs(reason))],
  )
  expect(rows).toEqual([
    ['The chain has no transaction of this purchase.', 'result'],
    ['The transaction of this purchase failed on chain.', 'result'],
    ['The chain shows another receiver than yours.', 'receiver'],
    ['The chain shows another token than this purchase.', 'amount'],
    ['The chain shows another amount than this purchase.', 'amount'],
  ])
  expect(proofNoticeTitle(differs('too_late'))).toBe('The chain differs from this purchase.')
  expect(differingField(differs('too_late'))).toBeNull()
})

test('a transaction has its result once the chain has it', () => {
  expect(chainResult(CHECKED)).toBe('Succeeded')
  expect(chainResult(differs('reverted'))).toBe('Failed')
  expect(chainResult(differs('not_found', { block: null }))).toBe('Not found')
  expect(chainResult(differs('gone'))).toBe('No longer on chain')
  expect(chainResult(waiting({ block: null }))).toBeNull()
})

test('in privacy mode a sentence has neither amounts nor counts', () => {
  for (const proof of [
    CHECKED,
    differs('too_little'),
    differs('other_token'),
    differs('used_twice', { claims: { purchases: 3, amount: '9' } }),
  ])
    expect(sentence(proof, {}, true)).not.toMatch(/\d/)
})

test('amounts that would read the same have all their digits', () => {
  expect(paidTexts('99.999', '100', 'USDT', false)).toEqual(['99.999 USDT', '100.00 USDT'])
  expect(paidTexts('100.0', '100', 'USDT', false)).toEqual(['100.00 USDT', '100.00 USDT'])
})

test('only a missing chain can be connected', () => {
  expect(lacksChain(CLAIM, NOT_CHECKABLE)).toBe(true)
  expect(lacksChain({ ...CLAIM, transaction_hash: null }, NOT_CHECKABLE)).toBe(false)
  expect(lacksChain({ ...CLAIM, type: 'card' }, NOT_CHECKABLE)).toBe(false)
  expect(lacksChain(CLAIM, CHECKED)).toBe(false)
})
