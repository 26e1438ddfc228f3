import { expect, test } from 'vitest'
import { allocationListOf } from '#tests/support/calls/allocations.ts'
import { listFileName } from './list-files.ts'
import { builtPart, builtText, failureText, walletsText, withdrawnParts } from './list-text.ts'

const NOW = new Date('2026-11-20T14:32:00Z')

test.each([
  [1, false, '1 wallet'],
  [6412, false, '6,412 wallets'],
  [0, false, '0 wallets'],
])('%i wallets (masked: %s) are written as %s', (count, isMasked, text) => {
  expect(walletsText(count, isMasked)).toBe(text)
})

test('in privacy mode neither one wallet nor the progress of a build shows a figure', () => {
  expect(walletsText(1, true)).toBe(walletsText(6412, true))
  expect(walletsText(1, true)).toMatch(/^█+ wallets$/)
  const list = allocationListOf({ state: 'building', built_rows: 4210, wallets: 6412 })
  expect(builtText(list, true)).not.toMatch(/\d/)
})

test.each([
  [0, null, 'Taking the snapshot', null],
  [0, 6412, '0 of 6,412 wallets', 0],
  [4210, 6412, '4,210 of 6,412 wallets', 4210 / 6412],
  [1, 1, '1 of 1 wallet', 1],
])('a build with %s of %s wallets says %s', (built_rows, wallets, text, part) => {
  const list = allocationListOf({ state: 'building', built_rows, wallets })
  expect(builtText(list, false)).toBe(text)
  expect(builtPart(list)).toBe(part)
})

test('a failed list says why, where that is known', () => {
  const failed = (failure: string | null) => failureText(allocationListOf({ failure }))
  expect(failed('The server stopped. Nothing was kept.')).toBe(
    'Not built: the server stopped. Nothing was kept.',
  )
  expect(failed(null)).toBe('Not built.')
})

test.each([
  ['Two refunds were missing', ': Two refunds were missing.'],
  ['Two refunds were missing.', ': Two refunds were missing.'],
  ['Why not? ', ': Why not?'],
  [null, '.'],
])('the reason %j of a withdrawal ends its sentence', (withdrawn_reason, end) => {
  const parts = withdrawnParts(
    allocationListOf({
      state: 'withdrawn',
      withdrawn_at: '2026-11-12T11:05:00Z',
      withdrawn_by: 'maya@saleroom.example',
      withdrawn_reason,
    }),
    NOW,
  )
  expect(parts).toMatchObject({ by: 'maya@saleroom.example', end })
  expect(parts.start).toMatch(/^Withdrawn on Nov 12.* by$/)
})

test.each([
  ['units', 'ready', 'AURA', 'AURA-list-2-units.csv'],
  ['tokens', 'withdrawn', 'AURA', 'AURA-list-2-withdrawn-tokens.csv'],
  ['safe', 'ready', 'A/B: *', 'A-B--list-2-safe.csv'],
  ['tree', 'ready', 'Ünï_1', 'Ünï_1-list-2-merkle.json'],
] as const)('the file %s of a %s list of %s is called %s', (kind, state, project_id, name) => {
  expect(listFileName(allocationListOf({ number: 2, state, project_id }), kind)).toBe(name)
})
