import { expect, test } from 'vitest'
import { figureFormat } from '#src/domain/text/mask.ts'
import { CODE_EFFECT } from '#tests/support/oracles/code-effects.ts'
import { countryParts, partsCsv, partsTable, sourceParts } from './code-parts.ts'

const source = (utm_source: string, utm_medium: string) => ({
  utm_source,
  utm_medium,
  purchases: 1,
  amount: 1,
})

test.each([
  ['google', 'cpc', 'google / cpc'],
  ['google', 'unknown', 'google / Unknown'],
  ['unknown', 'cpc', 'Unknown / cpc'],
  ['unknown', 'unknown', 'Unknown'],
  ['', 'Unknown', 'Unknown'],
])('a source of %j and %j reads %s', (utm_source, medium, label) => {
  expect(sourceParts([source(utm_source, medium)])[0]?.label).toBe(label)
})

test('countries are named, with the code of those that are known', () => {
  const row = { purchases: 1, amount: 1 }
  const parts = countryParts([
    { country: 'DE', ...row },
    { country: 'unknown', ...row },
    { country: 'Atlantis', ...row },
  ])
  expect(parts.map(({ label, code }) => [label, code])).toEqual([
    ['Germany', 'DE'],
    ['Unknown', null],
    ['Atlantis', null],
  ])
})

test('shares are of all sales with the code', () => {
  const parts = countryParts(CODE_EFFECT.countries)
  const table = partsTable(parts, 750.5, 'Country', figureFormat(false))
  expect(table.columns).toEqual(['Country', 'USD', 'Share'])
  expect(table.makeRows()).toEqual([
    ['Germany', '$501', '66.68%'],
    ['Unknown', '$250', '33.31%'],
  ])
  expect(partsCsv(parts, 750.5, 'Country').split('\r\n')).toEqual([
    'Country,Purchases,USD,Share %',
    'Germany,2,500.5,66.68',
    'Unknown,1,250,33.31',
    '',
  ])
})

test('privacy mode hides the labels too', () => {
  const rows = partsTable(
    countryParts(CODE_EFFECT.countries),
    750.5,
    'Country',
    figureFormat(true),
  ).makeRows()
  expect(JSON.stringify(rows)).not.toMatch(/Germany|501|66/)
})
