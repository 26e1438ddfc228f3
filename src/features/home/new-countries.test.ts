import { expect, test } from 'vitest'
import { newCountries } from './new-countries.ts'

const answer = (moment: number, labels: readonly (string | null)[], count = 1) => ({
  terms: {
    range: { start: 0, end: moment },
    unit: 'day' as const,
    zone: 'UTC',
    projects: ['AURA'],
    moment,
  },
  items: labels.map((label) => ({ project: 'AURA', label, amount: 5, count })),
})

test.each([
  ['by name, in order', ['DE'], ['DE', 'PE', 'TD'], ['Chad', 'Peru']],
  ['not one that is only spelt otherwise', ['DE'], ['Germany', 'DEU'], []],
  ['not an unknown one', ['DE'], ['DE', null, 'unknown', ''], []],
  ['a label that is no country too', ['DE'], ['DE', 'Atlantis'], ['Atlantis']],
])('new countries are told: %s', (_how, before, now, names) => {
  expect(newCountries(answer(2, now), answer(1, before))).toEqual(names)
})

test('a country without a purchase is not one, and figures that were known hold none', () => {
  expect(newCountries(answer(2, ['PE'], 0), answer(1, []))).toEqual([])
  expect(newCountries(answer(1, ['PE']), answer(1, []))).toEqual([])
  expect(newCountries(answer(2, ['PE']), answer(1, ['PE'], 0))).toEqual(['Peru'])
})
