import { expect, test } from 'vitest'
import { COUNTRIES, findCountry, unnamedLabels } from './countries.ts'

test('the reference data has about 250 countries, including Kosovo, and no duplicate code', () => {
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

test.each(['ZZ', 'XYZ', 'Atlantis', 'unknown', '', 'Gre', 'constructor', '__proto__'])(
  '"%s" is no country and stays as it came',
  (label) => {
    expect(findCountry(label)).toBeNull()
  },
)

test('unnamedLabels returns each name that is not a code once, and no unknown label', () => {
  const labels = [
    'DE',
    'deu',
    'Germany',
    'Holland',
    'Other',
    'Holland',
    'Unknown',
    ' unknown',
    '',
    ' ',
  ]
  expect([...unnamedLabels(labels)]).toEqual(['Holland', 'Other'])
})
