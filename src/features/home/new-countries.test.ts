import { expect, test } from 'vitest'
import { newCountries } from './new-countries.ts'

const result = (asOf: number, labels: readonly (string | null)[], count = 1) => ({
  resolvedQuery: {
    range: { start: 0, end: asOf },
    unit: 'day' as const,
    zone: 'UTC',
    projects: ['AURA'],
    asOf,
  },
  items: labels.map((label) => ({ project: 'AURA', label, amount: 5, count })),
})

test.each([
  ['by name, in order', ['DE'], ['DE', 'PE', 'TD'], ['Chad', 'Peru']],
  ['not one that is only spelt otherwise', ['DE'], ['Germany', 'DEU'], []],
  ['not an unknown one', ['DE'], ['DE', null, 'unknown', ''], []],
  ['a label that is no country too', ['DE'], ['DE', 'Atlantis'], ['Atlantis']],
])('new countries are told: %s', (_how, before, now, names) => {
  expect(newCountries(result(2, now), result(1, before))).toEqual(names)
})

test('a country without a purchase is not one, and figures that were known hold none', () => {
  expect(newCountries(result(2, ['PE'], 0), result(1, []))).toEqual([])
  expect(newCountries(result(1, ['PE']), result(1, []))).toEqual([])
  expect(newCountries(result(2, ['PE']), result(1, ['PE'], 0))).toEqual(['Peru'])
})
