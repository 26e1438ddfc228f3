import { expect, test } from 'vitest'
import { addDecimals } from '#src/domain/money/decimals.ts'
import { settlementOf } from '#tests/support/calls/settlements.ts'
import { tokenRounding, whereItWent } from './settlement-lines.ts'

test('the lines add up to what remains, with the rounding', () => {
  const figures = settlementOf({ rounding_usd: '-0.01', remaining_usd: '749.99' })
  const lines = whereItWent(figures)
  const amounts = lines.map(({ usd }) => usd)
  expect(amounts).toEqual(['1000.00', '-25', '-195', '-30', '-0.01', '749.99'])
  expect(addDecimals(...amounts.slice(0, -1))).toBe('749.99')
})

test('nothing goes away as minus zero', () => {
  const { usd } = whereItWent(settlementOf({ fees_usd: '0.00' }))[1] ?? {}
  expect(usd).toBe('0')
})

test('payment tokens that do not add up to the total get a line that closes it', () => {
  expect(tokenRounding(settlementOf())).toBeNull()
  expect(tokenRounding(settlementOf({ gross_usd: '1000.01' }))).toBe('0.01')
  expect(tokenRounding(settlementOf({ gross_usd: '999.99' }))).toBe('-0.01')
  expect(tokenRounding(settlementOf({ by_token: [], gross_usd: '0.00' }))).toBeNull()
})

test('only lines with rows that the app can list lead to them', () => {
  expect(whereItWent(settlementOf()).map(({ rows }) => rows?.is)).toEqual([
    'purchases',
    'terms',
    'terms',
    undefined,
    undefined,
    undefined,
  ])
})

test('with several terms no line leads to the present ones', () => {
  const [first] = settlementOf().applied_terms
  const later = { from: '2026-11-10T11:00:00.000Z', fee: '0.03', liquidity: '0.2' }
  const lines = whereItWent(settlementOf({ applied_terms: first ? [first, later] : [] }))
  expect(lines.filter(({ rows }) => rows?.is === 'terms')).toEqual([])
})
