import { expect, test } from 'vitest'
import { EMPTY_SAFE, safeFormSchema } from '#src/features/allocations/lists/safe-form.ts'
import { freezeFormSchema, toFreeze } from './freeze-form.ts'
import { freezeWarnings } from './freeze-warnings.ts'

const messageOf = (
  schema: typeof freezeFormSchema | typeof safeFormSchema,
  values: Record<string, string>,
) => schema.safeParse(values).error?.issues[0]?.message

test.each([
  ['0', undefined],
  ['18', undefined],
  [' 36 ', undefined],
  ['37', 'Must be 0 to 36'],
  ['99999999999999999999', 'Must be 0 to 36'],
  ['', 'Enter the decimals of the token'],
  ['-1', 'Must be a whole number'],
  ['1.5', 'Must be a whole number'],
  ['1e1', 'Must be a whole number'],
  ['x', 'Must be a whole number'],
])('the decimals %j are refused with %j', (decimals, message) => {
  expect(messageOf(freezeFormSchema, { decimals, note: '' })).toBe(message)
})

test('a note has at most 200 characters, and an empty one is none', () => {
  const note = 'x'.repeat(200)
  expect(messageOf(freezeFormSchema, { decimals: '6', note: `${note} ` })).toBeUndefined()
  expect(messageOf(freezeFormSchema, { decimals: '6', note: `${note}x` })).toBe(
    'Must be at most 200 characters',
  )
  expect(toFreeze('AURA', { decimals: ' 6 ', note: ' ' })).toEqual({
    project_id: 'AURA',
    decimals: 6,
    note: null,
  })
  expect(toFreeze('AURA', { decimals: '18', note: ' Claim day ' }).note).toBe('Claim day')
})

test.each([
  ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', undefined],
  [' 0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed ', undefined],
  [EMPTY_SAFE.address, 'Enter the address of the token’s contract'],
  [
    '0x5aaeb6053f3e94c9b9a09f33669435e7ef1bea',
    'Must be a contract address: 0x and 40 hexadecimal digits',
  ],
  [
    '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    'Its capital letters do not match its digits: a character may be wrong. Copy the address again.',
  ],
])('the contract %j is refused with %j', (address, message) => {
  expect(messageOf(safeFormSchema, { address })).toBe(message)
})

const NOW = Date.parse('2026-11-20T14:32:00Z')
const open = {
  purchases: 0,
  tokens: '0',
  approvals: 0,
  approval_tokens: '0',
  last_purchase_at: null,
}
const warn = (changed: Partial<typeof open> | { last_purchase_at: string }, isMasked = false) =>
  freezeWarnings({ project_id: 'AURA', open: { ...open, ...changed } }, NOW, isMasked).map(
    ({ text, link }) => [text, link],
  )

test.each([
  [{}, []],
  [
    { purchases: 12, tokens: '245108.339' },
    [['12 purchases are pending, 245,108.33 AURA where known', 'Show them']],
  ],
  [{ purchases: 1 }, [['1 purchase is pending', 'Show it']]],
  [
    { approvals: 1, approval_tokens: '350000' },
    [['1 credit of 350,000.00 AURA waits for approval', 'Show it']],
  ],
  [
    { approvals: 2, approval_tokens: '7' },
    [['2 credits of 7.00 AURA wait for approval', 'Show them']],
  ],
  [
    { last_purchase_at: '2026-11-20T14:30:00Z' },
    [['The last purchase was 2 minutes ago', 'Show it']],
  ],
  [{ last_purchase_at: '2026-11-19T14:31:00Z' }, []],
])('what can still change, %j, is written as %j', (changed, lines) => {
  expect(warn(changed)).toEqual(lines)
})

test.each([
  [{ differs: 0, differs_usd: '0' }, []],
  [
    { differs: 1, differs_usd: '250.5' },
    [['1 purchase differs from the chain, $250.50', 'Show it']],
  ],
  [
    { differs: 3, differs_usd: '7890.004' },
    [['3 purchases differ from the chain, $7,890.00', 'Show them']],
  ],
])('what the chains say, %j, is written as %j', (proofs, lines) => {
  const warnings = freezeWarnings({ project_id: 'AURA', open }, NOW, false, proofs)
  expect(warnings.map(({ text, link }) => [text, link])).toEqual(lines)
  for (const { text } of freezeWarnings({ project_id: 'AURA', open }, NOW, true, proofs))
    expect(text).not.toMatch(/\d/)
})

test('in privacy mode the warnings have no figures', () => {
  const lines = warn(
    { purchases: 12, tokens: '245108.33', approvals: 1, approval_tokens: '5' },
    true,
  )
  expect(lines).toHaveLength(2)
  for (const [text] of lines) expect(text).not.toMatch(/\d/)
})
