import { describe, expect, test } from 'vitest'
import { clampOverride, readOverride } from './override-rules.ts'

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
