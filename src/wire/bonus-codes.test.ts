import { expect, test } from 'vitest'
import { bonusCodeCreateSchema } from './bonus-codes.ts'
import { manualTransactionCreateSchema } from './manual-transactions.ts'
import { walletUpdateSchema } from './wallets.ts'

const CODE = {
  project_id: 'AURA',
  code: 'LAUNCH15',
  percentage: 15,
  tokens_come_from_stage_tokens: 0,
}
const [START, END] = ['2026-11-20T12:00:00.000Z', '2026-11-20T12:00:00.001Z']

test.each<[string, object, string[]]>([
  ['without limits', {}, []],
  ['of nothing', { percentage: 0 }, []],
  ['of eleven times as much', { percentage: 1000 }, []],
  ['of more than that', { percentage: 1000.01 }, ['Must be less than or equal to 1000']],
  ['that takes away', { percentage: -0.01 }, ['Must be greater than or equal to 0']],
  ['with one use', { max_uses: 1 }, []],
  ['with no use', { max_uses: 0 }, ['Must be at least 1']],
  ['with half a use', { max_uses: 1.5 }, ['Must be a whole number']],
  ['with as many uses as can be counted', { max_uses: 2_147_483_647 }, []],
  ['of 64 characters', { code: 'x'.repeat(64) }, []],
  ['of 65 characters', { code: 'x'.repeat(65) }, ['Must be at most 64 characters']],
  ['of spaces', { code: '  ' }, ['Code must be set']],
  ['with its dates', { start_date: START, end_date: END }, []],
  ['without dates, said', { start_date: null, end_date: null }, []],
  [
    'that ends as it starts',
    { start_date: START, end_date: START },
    ['Start date must be before end date'],
  ],
  [
    'that ends before it starts',
    { start_date: END, end_date: START },
    ['Start date must be before end date'],
  ],
  [
    'with a start alone',
    { start_date: START },
    ['End date is required when start date is provided'],
  ],
  ['with an end alone', { end_date: END }, ['Start date is required when end date is provided']],
])('a bonus code %s: %j', (_what, fields, messages) => {
  const { error } = bonusCodeCreateSchema.safeParse({ ...CODE, ...fields })
  expect((error?.issues ?? []).map(({ message }) => message)).toEqual(messages)
})

test('a limit of more than 2,147,483,647 uses is refused', () => {
  expect(bonusCodeCreateSchema.safeParse({ ...CODE, max_uses: 2_147_483_648 }).success).toBe(false)
})

test.each<[object, boolean]>([
  [{ min_referral_spend: 0 }, true],
  [{ min_referral_spend: null }, true],
  [{ min_referral_spend: 1e15 }, true],
  [{ min_referral_spend: 1e15 + 1 }, false],
  [{ min_referral_spend: -0.01 }, false],
  [{ referral_payout_percentage: 0 }, true],
  [{ referral_payout_percentage: 100 }, true],
  [{ referral_payout_percentage: 100.01 }, false],
  [{ referral_token_bonus_percentage: -0.01 }, false],
  [{ referral_token_bonus_percentage: null }, true],
  [{}, false],
  [{ referral_payout_percentage: 1, referral_token_bonus_percentage: 1 }, false],
  [{ total_tokens: '1' }, false],
])('one override of a wallet at a time, within its bounds: %j is valid: %s', (body, taken) => {
  expect(walletUpdateSchema.safeParse(body).success).toBe(taken)
})

test.each<[object, boolean]>([
  [{ tokens: '500', reason: 'abcd' }, true],
  [{ tokens: '0', reason: 'a'.repeat(500) }, true],
  [{ tokens: '500', reason: 'abc' }, false],
  [{ tokens: '500', reason: 'a'.repeat(501) }, false],
  [{ tokens: 500, reason: 'abcd' }, false],
  [{ tokens: '-500', reason: 'abcd' }, false],
  [{ tokens: '500', reason: 'abcd', wallet_address: '0x' }, false],
])('a credit %j is valid: %s', (body, taken) => {
  expect(manualTransactionCreateSchema.safeParse(body).success).toBe(taken)
})
