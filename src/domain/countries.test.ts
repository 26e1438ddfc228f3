import { expect, test } from 'vitest'
import { COUNTRIES, findCountry, matchCountries, matchScore } from './countries.ts'

test('the reference data holds about 250 countries, Kosovo among them, no code twice', () => {
  expect(COUNTRIES.length).toBe(251)
  expect(new Set(COUNTRIES.map((country) => country.alpha2)).size).toBe(251)
  expect(findCountry('XK')?.name).toBe('Kosovo')
})

test.each([
  ['DE', 'Germany'],
  ['de', 'Germany'],
  [' DE ', 'Germany'],
  ['DEU', 'Germany'],
  ['Germany', 'Germany'],
  ['GERMANY', 'Germany'],
  ['US', 'United States'],
  ['USA', 'United States'],
  ['United States', 'United States'],
  ['United States of America', 'United States'],
  ['Republic of Korea', 'South Korea'],
  ['Russian Federation', 'Russia'],
])('"%s" is %s', (label, name) => {
  expect(findCountry(label)?.name).toBe(name)
})

test.each([
  ['Germny', 'Germany'],
  ['Vietnam', 'Viet Nam'],
  ['Netherland', 'Netherlands'],
  ["Cote d'Ivoire", "Côte d'Ivoire"],
  // Exactly 60 of 100.
  ['Denxx', 'Denmark'],
])('"%s" is close enough to %s', async (label, name) => {
  expect((await matchCountries([label])).get(label)?.name).toBe(name)
})

// Costaxx is Costa Rica by 59 of 100.
test.each(['DE', 'DEU', 'Germany', 'Gre', 'Atlantis', 'Costaxx', 'unknown', '', '__proto__'])(
  'nothing is guessed for "%s": it is known as it is, too short, or like no country',
  async (label) => {
    expect(await matchCountries([label])).toEqual(new Map())
  },
)

test.each(['ZZ', 'XYZ', 'Atlantis', 'unknown', '', 'Gre', 'constructor', '__proto__'])(
  '"%s" is no country and stays as it came',
  (label) => {
    expect(findCountry(label)).toBeNull()
  },
)

test.each([
  [0, 100],
  [0.4, 60],
  [0.404, 60],
  [0.406, 59],
  [1, 0],
])('a Fuse.js score of %d is %d of 100', (score, points) => {
  expect(matchScore(score)).toBe(points)
})
