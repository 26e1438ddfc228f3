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
  ['not another spelling', ['DE'], ['Germany', 'DEU'], []],
  ['not unknown ones', ['DE'], ['DE', null, 'unknown', ''], []],
  ['also a label that is no country', ['DE'], ['DE', 'Atlantis'], ['Atlantis']],
])('new countries are found: %s', (_how, before, now, names) => {
  expect(newCountries(result(2, now), result(1, before))).toEqual(names)
})

test('countries without purchases are not new, and neither are those of an older result', () => {
  expect(newCountries(result(2, ['PE'], 0), result(1, []))).toEqual([])
  expect(newCountries(result(1, ['PE']), result(1, []))).toEqual([])
  expect(newCountries(result(2, ['PE']), result(1, ['PE'], 0))).toEqual(['Peru'])
})
