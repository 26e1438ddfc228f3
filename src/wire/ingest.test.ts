import { describe, expect, it } from 'vitest'
import { ingestEventSchema } from './ingest.ts'

const address = `0x${'a'.repeat(40)}`
const common = { id: 'e1', occurred_at: '2026-11-20T12:00:00.000Z' }
const dimensions = { country: 'DE', referrer: 'a', utm_source: 'b', utm_medium: 'c' }
const EVENTS = {
  wallet: {
    ...common,
    ...dimensions,
    kind: 'wallet',
    wallet_address: address,
    referred_by: address,
    referral_code: 'FRIEND',
  },
  transaction: {
    ...common,
    ...dimensions,
    kind: 'transaction',
    transaction_id: 't1',
    wallet_address: address,
    status: 'completed',
    created_at: common.occurred_at,
    transaction_hash: `0x${'b'.repeat(64)}`,
    stage_name: 'Stage 1',
    payment_token_name: 'ETH',
    payment_token_amount: '1.5',
    payment_usd_amount: '4500.25',
    tokens_bought: '1000',
    type: 'card',
  },
  bonus_transaction: {
    ...common,
    kind: 'bonus_transaction',
    transaction_id: 't1',
    wallet_address: address,
    type: 'rank',
    identifier: 'gold',
    bonus_token_amount: '5',
    bonus_code: 'HALF',
  },
  referral_payout: {
    ...common,
    kind: 'referral_payout',
    wallet_address: address,
    amount_before_gas: '5',
  },
  lead: {
    ...common,
    kind: 'lead',
    lead_id: 'l1',
    email: 'a@b',
    is_email_verified: 1,
    wallet_address: address,
    mobile: '+49 30',
    preferred_contact_time: 'mornings',
    investment_amount: 'a lot',
  },
}
type Kind = keyof typeof EVENTS

const isTaken = (event: object) => ingestEventSchema.safeParse(event).success

it.each(Object.entries(EVENTS))('%s is parsed without changes', (_kind, event) => {
  expect(ingestEventSchema.parse(event)).toEqual(event)
})

it.each<[Kind, string[]]>([
  ['wallet', ['country', 'referrer', 'utm_source', 'utm_medium', 'referred_by', 'referral_code']],
  [
    'transaction',
    [
      'country',
      'referrer',
      'utm_source',
      'utm_medium',
      'transaction_hash',
      'stage_name',
      'tokens_bought',
    ],
  ],
  ['bonus_transaction', ['bonus_code']],
  ['lead', ['wallet_address', 'mobile', 'preferred_contact_time', 'investment_amount']],
])('%s: an optional field may be null or absent', (kind, fields) => {
  for (const field of fields) {
    const { [field]: _gone, ...rest }: Record<string, unknown> = EVENTS[kind]
    expect([field, isTaken(rest), isTaken({ ...rest, [field]: null })]).toEqual([field, true, true])
  }
})

it.each(Object.entries(EVENTS))('%s: no other field may be absent or added', (kind, event) => {
  const optional = new Set(Object.keys(dimensions))
  const own = `referred_by referral_code transaction_hash stage_name tokens_bought type bonus_code
    mobile preferred_contact_time investment_amount is_email_verified`
  for (const field of own.split(/\s+/)) optional.add(field)
  if (kind === 'lead') optional.add('wallet_address')
  // A bonus says what it is for; only a purchase's type has one of its own.
  if (kind === 'bonus_transaction') optional.delete('type')
  for (const field of Object.keys(event)) {
    const { [field]: _gone, ...rest }: Record<string, unknown> = event
    expect([field, isTaken(rest)]).toEqual([field, optional.has(field)])
  }
  expect(isTaken({ ...event, colour: 'red' })).toBe(false)
})

describe('limits', () => {
  const LIMITS: [Kind, string, number][] = [
    ['wallet', 'country', 100],
    ['wallet', 'referrer', 500],
    ['wallet', 'utm_source', 160],
    ['wallet', 'utm_medium', 160],
    ['transaction', 'referrer', 500],
    ['transaction', 'utm_source', 160],
    ['transaction', 'utm_medium', 160],
    ['wallet', 'referral_code', 100],
    ['wallet', 'id', 128],
    ['transaction', 'transaction_id', 128],
    ['transaction', 'stage_name', 200],
    ['transaction', 'payment_token_name', 100],
    ['transaction', 'type', 40],
    ['bonus_transaction', 'identifier', 200],
    ['bonus_transaction', 'bonus_code', 64],
    ['lead', 'lead_id', 128],
    ['lead', 'mobile', 50],
    ['lead', 'preferred_contact_time', 200],
    ['lead', 'investment_amount', 200],
  ]
  it.each(LIMITS)('%s: %s has at most %d characters', (kind, field, longest) => {
    const withLength = (length: number) => isTaken({ ...EVENTS[kind], [field]: 'x'.repeat(length) })
    expect([withLength(longest), withLength(longest + 1)]).toEqual([true, false])
  })

  it.each<[Kind, string]>([
    ['wallet', 'id'],
    ['transaction', 'transaction_id'],
    ['transaction', 'payment_token_name'],
    ['transaction', 'type'],
    ['bonus_transaction', 'identifier'],
    ['lead', 'lead_id'],
    ['lead', 'email'],
  ])('%s: %s is not empty', (kind, field) => {
    for (const none of ['', '  \t']) expect(isTaken({ ...EVENTS[kind], [field]: none })).toBe(false)
    expect(isTaken({ ...EVENTS[kind], [field]: field === 'email' ? 'x@y' : 'x' })).toBe(true)
  })

  it.each([
    [`${'a'.repeat(252)}@b`, true],
    [`${'a'.repeat(253)}@b`, false],
    ['a@b', true],
    ['a b@c', false],
    [' a@b', false],
    ['a@b ', false],
    ['a@b@c', false],
    ['ab', false],
  ])('a lead’s address %j: %s', (email, taken) => {
    expect(isTaken({ ...EVENTS.lead, email })).toBe(taken)
  })

  it.each([
    ['e1', true],
    ['!', true],
    ['~', true],
    ['with space', false],
    [' e1', false],
    ['e1\n', false],
    ['ü', false],
  ])('an id of the sender’s own %j: %s', (id, taken) => {
    expect(isTaken({ ...EVENTS.wallet, id })).toBe(taken)
  })

  it.each([
    [address, true],
    [address.toUpperCase().replace('X', 'x'), true],
    [`${address}a`, false],
    [address.slice(0, -1), false],
    [`x${address}`, false],
    [`0x${'g'.repeat(40)}`, false],
  ])('an address %j: %s', (wallet_address, taken) => {
    expect(isTaken({ ...EVENTS.wallet, wallet_address })).toBe(taken)
  })

  it.each([
    [`0x${'b'.repeat(64)}`, true],
    [`0x${'b'.repeat(63)}`, false],
    [`0x${'b'.repeat(65)}`, false],
    [`x0x${'b'.repeat(64)}`, false],
  ])('a hash %j: %s', (transaction_hash, taken) => {
    expect(isTaken({ ...EVENTS.transaction, transaction_hash })).toBe(taken)
  })

  const AMOUNTS: [string, boolean][] = [
    ['0', true],
    ['9'.repeat(20), true],
    ['9'.repeat(21), false],
    [`0.${'1'.repeat(18)}`, true],
    [`0.${'1'.repeat(19)}`, false],
    ['-1', false],
    ['1.', false],
    ['.5', false],
    ['1e3', false],
    ['1,000', false],
    [' 1', false],
    ['1 ', false],
    ['', false],
  ]
  it.each(AMOUNTS)('an amount %j: %s', (amount, taken) => {
    for (const field of ['payment_token_amount', 'payment_usd_amount', 'tokens_bought'])
      expect(isTaken({ ...EVENTS.transaction, [field]: amount })).toBe(taken)
    expect(isTaken({ ...EVENTS.bonus_transaction, bonus_token_amount: amount })).toBe(taken)
    expect(isTaken({ ...EVENTS.referral_payout, amount_before_gas: amount })).toBe(taken)
  })
})
