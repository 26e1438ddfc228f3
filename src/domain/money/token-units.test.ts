import { expect, test } from 'vitest'
import { fromUnits, toUnits } from './token-units.ts'

test.each([
  ['1', 18, '1000000000000000000'],
  ['1.5', 0, '1'],
  ['0.999999', 6, '999999'],
  ['0.9999999', 6, '999999'],
  ['100000000000000000000', 36, `1${'0'.repeat(56)}`],
  ['0.000000000000000001', 18, '1'],
  ['0.000000000000000001', 17, '0'],
  ['0', 18, '0'],
  ['-0.25', 1, '-2'],
])('%s tokens with %i decimals are %s units', (tokens, decimals, units) => {
  expect(toUnits(tokens, decimals)).toBe(units)
})

test.each([
  ['1', 0, '1'],
  ['1', 18, '0.000000000000000001'],
  ['1000000000000000000', 18, '1'],
  ['1500000', 6, '1.5'],
  ['-25', 1, '-2.5'],
  ['0', 18, '0'],
])('%s units with %i decimals are %s tokens', (units, decimals, tokens) => {
  expect(fromUnits(units, decimals)).toBe(tokens)
})
