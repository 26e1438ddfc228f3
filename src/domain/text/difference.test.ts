import { expect, test } from 'vitest'
import { differenceOf, fieldLabel } from './difference.ts'

const rowsOf = (before: unknown, after: unknown, isMasked = false) =>
  differenceOf({ before, after }, isMasked).map(({ label, before: from, after: to, isChanged }) => [
    label,
    from?.text ?? null,
    to?.text ?? null,
    isChanged,
  ])

test.each([
  ['referral_payout_percentage', null, '7.500000', 'Default', '7.5%'],
  ['min_referral_spend', '150', null, '150.00', 'Default'],
  ['fee_percentage', '0.29', '0.07', '29%', '7%'],
  ['liquidity_split_percentage', 0.5, 1, '50%', '100%'],
  ['tokens', '1000000000000000000000.5', '1', '1,000,000,000,000,000,000,000.50', '1.00'],
  ['max_uses', 1000, null, '1,000', 'None'],
  ['disabled', false, true, 'No', 'Yes'],
  ['projects', [], ['AURA', 'HELIX'], 'None', 'AURA, HELIX'],
  ['buy_url', '', 'https://a.example', 'None', 'https://a.example'],
  ['event', { id: 1 }, 'x', '{\n  "id": 1\n}', 'x'],
  ['step', '5', '6', '5', '6'],
  ['soft_cap_usd', null, '5000000.000', 'None', '$5,000,000'],
  ['count_bonuses', 0, 1, 'Off', 'On'],
  ['fields', [], ['stage', 'raised_usd', 'newer'], 'None', 'Stage, Raised, newer'],
])('%s from %s to %s reads "%s" and "%s"', (field, before, after, from, to) => {
  const [row] = differenceOf({ before: { [field]: before }, after: { [field]: after } }, false)
  expect([row?.before?.text, row?.after?.text]).toEqual([from, to])
})

test('changed fields come first; what is empty on both sides is left out', () => {
  expect(
    rowsOf({ role: 'user', email: 'a', note: null }, { email: 'a', role: 'client', note: null }),
  ).toEqual([
    ['Role', 'user', 'client', true],
    ['Email', 'a', 'a', false],
  ])
})

test('what was created has no value before, what was deleted none after', () => {
  expect(rowsOf(null, { code: 'VIP', end_date: null })).toEqual([['Code', null, 'VIP', true]])
  expect(rowsOf({ code: 'VIP' }, null)).toEqual([['Code', 'VIP', null, true]])
  expect(rowsOf(null, null)).toEqual([])
  expect(rowsOf('text', 5)).toEqual([])
})

test('a secret is redacted, and counts as changed', () => {
  const secret = { brevo_api_key_sealed: '[redacted]' }
  const [row] = differenceOf({ before: secret, after: secret }, false)
  expect(row).toEqual({
    field: 'brevo_api_key_sealed',
    label: 'Brevo API key',
    before: { is: 'redacted', text: 'Redacted' },
    after: { is: 'redacted', text: 'Redacted' },
    isChanged: true,
  })
})

test('privacy mode masks amounts and counts, not percentages, limits and texts', () => {
  expect(
    rowsOf(null, { tokens: '5', count: 12, percentage: '7', max_uses: 3, code: '5' }, true),
  ).toEqual([
    ['Tokens', null, '████████', true],
    ['Count', null, '█████', true],
    ['Percentage', null, '7%', true],
    ['Max uses', null, '3', true],
    ['Code', null, '5', true],
  ])
})

test('a text of many characters or lines is long', () => {
  const isOf = (text: string) => differenceOf({ before: null, after: { body: text } }, false)[0]
  expect(isOf('x'.repeat(160))?.after?.is).toBe('plain')
  expect(isOf('x'.repeat(161))?.after?.is).toBe('long')
  expect(isOf('a\nb\nc')?.after?.is).toBe('plain')
  expect(isOf('a\nb\nc\nd')?.after?.is).toBe('long')
})

test('instants are in local time', () => {
  expect(rowsOf(null, { until: '2026-11-20T11:32:35.000Z' })[0]?.[2]).toMatch(/^Nov 20, 2026 \d/)
})

test.each([
  ['referral_payout_percentage', 'Referral payout percentage'],
  ['api_url', 'API URL'],
  ['id', 'ID'],
  ['constructor', 'Constructor'],
  ['', ''],
])('the label of "%s" is "%s"', (field, expected) => {
  expect(fieldLabel(field)).toBe(expected)
})

test('of planned stages, the fields that have changed are rows', () => {
  const stage = (id: string, fields: object) => ({
    id,
    name: `Stage ${id}`,
    also: [],
    price_usd: '0.021',
    supply: null,
    starts_at: null,
    ends_at: null,
    ...fields,
  })
  const before = { stages: [stage('1', {}), stage('2', { supply: '40000' }), stage('3', {})] }
  const after = {
    stages: [
      stage('2', { name: 'Two', also: ['Stage 2'], supply: '50000.5' }),
      stage('1', {}),
      stage('4', { ends_at: '2026-12-15T00:00:00.000Z' }),
    ],
  }
  expect(rowsOf(before, after)).toEqual([
    ['Name of Two', 'Stage 2', 'Two', true],
    ['Other names of Two', 'None', 'Stage 2', true],
    ['Supply of Two', '40,000', '50,000.5', true],
    ['Name of Stage 4', null, 'Stage 4', true],
    ['Price of Stage 4', null, '$0.021', true],
    ['End of Stage 4', null, expect.stringContaining('Dec 15'), true],
    ['Name of Stage 3', 'Stage 3', null, true],
    ['Price of Stage 3', '$0.021', null, true],
  ])
  expect(rowsOf(null, { stages: [] })).toEqual([])
})
