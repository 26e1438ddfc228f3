import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TimelineEntry } from '#src/wire/wallet-details.ts'
import { creditedTwice, filterOf, timelineDays, timelineRows } from './timeline-rows.ts'

const BUYER = `0x${'a'.repeat(40)}`
const OTHER = `0x${'b'.repeat(40)}`
const AT = '2026-11-18T11:42:00.000Z'

const wallet = {
  created_at: '2026-11-03T10:47:00.000Z',
  min_referral_spend: null,
  project_id: 'AURA',
  referral_payout_percentage: null,
  referral_token_bonus_percentage: null,
  referred_by: null,
  total_tokens: '0',
  wallet_address: BUYER,
  referral_code: null,
  referral_code_applied_at: null,
}

const purchase = (
  id: string,
  fields: { status?: string; credit_id?: string | null } = {},
): TimelineEntry => ({
  kind: 'purchase',
  at: AT,
  id,
  purchase: {
    id,
    project_id: 'AURA',
    stage_name: null,
    wallet_address: BUYER,
    transaction_hash: null,
    payment_token_name: 'ETH',
    created_at: AT,
    payment_token_amount: '1',
    payment_usd_amount: '3000',
    tokens_bought: '100',
    type: 'blockchain',
    status: 'completed',
    status_reason: null,
    credit_id: null,
    ...fields,
  },
})

const bonus = (id: string, transaction: string, buyer: string): TimelineEntry => ({
  kind: 'bonus',
  at: AT,
  id,
  bonus: {
    id,
    bonus_code_id: null,
    bonus_token_amount: '5',
    identifier: 'Gold',
    transaction_id: transaction,
    type: 'rank',
    wallet_address: BUYER,
    buyer_address: buyer,
  },
})

const keysOf = (entries: TimelineEntry[], isWhole = false) =>
  timelineRows(entries, { wallet }, isWhole).map(({ key, bonuses }) => [
    key,
    ...bonuses.map(({ id }) => id),
  ])

describe('the rows of a timeline', () => {
  test('the bonuses of a purchase stand under it, those of others have rows of their own', () => {
    expect(
      keysOf([
        bonus('1', '7', BUYER),
        purchase('7'),
        bonus('2', '7', BUYER),
        bonus('3', '8', OTHER),
      ]),
    ).toEqual([['purchase 7', '1', '2'], ['bonus 3']])
  })

  test('an address in capitals is the same wallet', () => {
    expect(keysOf([purchase('7'), bonus('1', '7', BUYER.toUpperCase())])).toEqual([
      ['purchase 7', '1'],
    ])
  })

  test('a bonus has a row of its own as long as its purchase is not loaded', () => {
    expect(keysOf([bonus('1', '7', BUYER)])).toEqual([['bonus 1']])
  })

  test('the wallet’s connection comes last, once everything is loaded', () => {
    expect(keysOf([purchase('7')], true)).toEqual([['purchase 7'], ['connection ']])
    expect(keysOf([], true)).toEqual([['connection ']])
    expect(keysOf([purchase('7')], false)).toEqual([['purchase 7']])
  })
})

describe.each([
  ['UTC', ['Today, Nov 20', 'Nov 19', 'Nov 19, 2025']],
  ['Pacific/Auckland', ['Today, Nov 21', 'Nov 20', 'Nov 20, 2025']],
  ['America/St_Johns', ['Today, Nov 20', 'Nov 19', 'Nov 19, 2025']],
])('the days of a timeline in %s', (zone, labels) => {
  const before = process.env['TZ']
  beforeAll(() => {
    process.env['TZ'] = zone
  })
  afterAll(() => {
    process.env['TZ'] = before
  })

  test('a day has one heading, and another year is named', () => {
    const entries = [
      '2026-11-20T14:29:00.000Z',
      '2026-11-20T13:12:00.000Z',
      '2026-11-19T16:04:00.000Z',
      '2025-11-19T16:04:00.000Z',
    ].map((at, index) => ({ ...purchase(String(index)), at }))
    const rows = timelineRows(entries, { wallet }, false)
    const days = timelineDays(rows, new Date('2026-11-20T14:32:00.000Z'))
    expect(days.map(({ label }) => label)).toEqual(labels)
    expect(days.map((day) => day.rows.length)).toEqual([2, 1, 1])
  })
})

test('only a completed purchase with a credit was credited twice', () => {
  const twice = creditedTwice([
    purchase('1', { status: 'completed', credit_id: '9' }),
    purchase('2', { status: 'failed', credit_id: '10' }),
    purchase('3', { status: 'completed' }),
    bonus('4', '1', BUYER),
  ])
  expect(twice.map(({ id }) => id)).toEqual(['1'])
})

test.each([
  ['changes', ['override', 'audit']],
  ['purchases', ['purchase']],
  ['anything else', []],
])('the filter %s shows its kinds', (value, kinds) => {
  expect(filterOf(value).kinds).toEqual(kinds)
})
