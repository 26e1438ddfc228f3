import { describe, expect, test } from 'vitest'
import { bonusTitle } from '#src/records/cells/BonusName.tsx'
import type { TimelineEntry } from '#src/wire/wallet-details.ts'
import { clampOverride, readOverride, formatOverride } from './override-rules.ts'
import { timelineCsv } from './timeline-csv.ts'

describe('percentages are clamped while they are typed', () => {
  test.each([
    ['7', '7'],
    ['7.5', '7.5'],
    ['100', '100'],
    ['100.0', '100.0'],
    ['0.', '0.'],
    ['0.0', '0.0'],
    ['-0', '0'],
    ['100.01', '100'],
    ['1000', '100'],
    ['-1', '0'],
    ['-', '-'],
    ['', ''],
    ['12a', '12a'],
  ])('typing %s shows %s', (typed, shown) => {
    expect(clampOverride('referral_payout_percentage', typed)).toBe(shown)
    expect(clampOverride('referral_token_bonus_percentage', typed)).toBe(shown)
  })

  test('a minimum spend has no upper bound to clamp to', () => {
    expect(clampOverride('min_referral_spend', '100000')).toBe('100000')
  })
})

describe('a saved override is a number, nothing, or refused with its message', () => {
  test.each([
    ['min_referral_spend', '250.00', { value: 250 }],
    ['min_referral_spend', '.5', { value: 0.5 }],
    ['min_referral_spend', '250.', { value: 250 }],
    ['min_referral_spend', '', { value: null }],
    ['min_referral_spend', '  ', { value: null }],
    ['min_referral_spend', '1.2.3', { error: 'Invalid number' }],
    ['min_referral_spend', '1e3', { error: 'Invalid number' }],
    ['min_referral_spend', '.', { error: 'Invalid number' }],
    ['min_referral_spend', '-1', { error: 'Must be greater than or equal to 0' }],
    ['min_referral_spend', '9'.repeat(400), { error: 'Invalid number' }],
    ['referral_payout_percentage', '0', { value: 0 }],
    ['referral_payout_percentage', '100', { value: 100 }],
    ['referral_payout_percentage', '100.1', { error: 'Must be less than or equal to 100' }],
    ['referral_payout_percentage', '-0.1', { error: 'Must be greater than or equal to 0' }],
    ['referral_token_bonus_percentage', '', { value: null }],
    ['referral_token_bonus_percentage', 'abc', { error: 'Invalid number' }],
  ] as const)('%s "%s"', (field, typed, answer) => {
    expect(readOverride(field, typed)).toEqual(answer)
  })
})

test.each([
  ['referral_payout_percentage', 7.5, '7.5%'],
  ['referral_token_bonus_percentage', 0, '0%'],
  ['min_referral_spend', 1500, '1,500.00 USD'],
  ['min_referral_spend', 0.005, '0.005 USD'],
  ['min_referral_spend', null, 'Default'],
] as const)('an override of %s to %s reads %s', (field, value, text) => {
  expect(formatOverride(field, value)).toBe(text)
})

test.each([
  ['referrer', 'Referrer bonus'],
  ['bonus_code', 'Bonus code'],
  ['loyalty_tier', 'Loyalty tier'],
])('a bonus of type %s is called %s', (type, title) => {
  expect(bonusTitle(type)).toBe(title)
})

test('the CSV of a timeline has exact amounts, and a reason that looks like a formula is harmless', () => {
  const at = '2026-11-20T13:12:00.000Z'
  const entries: TimelineEntry[] = [
    {
      kind: 'credit',
      at,
      id: '918',
      credit: {
        authorizer: 'maya@saleroom.example',
        created_at: at,
        id: '918',
        project_id: 'AURA',
        reason: '=1+1, "quoted"',
        tokens: '25000.000000000000000001',
        transaction_id: '48197',
        updated_at: at,
        wallet_address: '0xabc',
      },
    },
    {
      kind: 'override',
      at,
      id: '5',
      override: {
        field: 'referral_payout_percentage',
        before: null,
        after: 7.5,
        actor: 'maya@saleroom.example',
      },
    },
    {
      kind: 'audit',
      at,
      id: '6',
      audit: { actor: 'maya@saleroom.example', action: 'wallet.update' },
    },
  ]
  expect(timelineCsv(entries).split('\r\n')).toEqual([
    'At (UTC),Kind,ID,What,Status,Tokens,USD,Note,By,Approved by,Voided or reversed',
    `${at},credit,918,Transaction 48197,,25000.000000000000000001,,"'=1+1, ""quoted""",maya@saleroom.example,,`,
    `${at},override,5,Referral payout percentage,,,,Default → 7.5%,maya@saleroom.example,,`,
    `${at},audit,6,Changed a wallet override,,,,,maya@saleroom.example,,`,
    '',
  ])
})
