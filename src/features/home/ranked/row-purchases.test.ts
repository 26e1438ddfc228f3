import { expect, test } from 'vitest'
import { totalRow, toRankedRows, type RankedItem } from '#src/domain/money/ranked-rows.ts'
import { countriesOf, RANKED_RULES } from '#src/domain/money/ranked-rules.ts'
import { CARDS, type RankedCardRow } from '#src/features/home/cards/cards.ts'
import { MAX_UTM_PLUS_ROWS } from '#src/wire/analytics.ts'
import { rowValues } from './row-purchases.ts'

const item = (label: string | null, more: Partial<RankedItem> = {}): RankedItem => ({
  project: 'AURA',
  label,
  amount: 1,
  count: 1,
  ...more,
})

function cardOf(id: string): RankedCardRow {
  const card = CARDS.find((one) => one.id === id)
  if (card?.kind !== 'ranked') throw new Error(`No card ${id}`)
  return card
}

/** Where the rows of a card lead, by the name of the row. */
function leads(id: string, items: readonly RankedItem[]) {
  const card = cardOf(id)
  const valuesOf = rowValues(card, items, null)
  const rows = toRankedRows(items, RANKED_RULES[card.rule], 'amount', false)
  return Object.fromEntries(rows.map((row) => [row.label, valuesOf(row)]))
}

test('a row leads to all spellings that it sums, as the site sent them', () => {
  expect(
    leads('countries', [
      item('DE', { sentCountry: 'DE' }),
      item('DE', { sentCountry: 'Germny', project: 'HELIX' }),
      item('unknown', { sentCountry: 'unknown' }),
      item('UNKNOWN', { sentCountry: 'UNKNOWN' }),
      item(null, { sentCountry: null }),
    ]),
  ).toEqual({
    Germany: { country: ['DE', 'Germny'] },
    Unknown: { country: ['unknown', 'UNKNOWN'] },
  })
  expect(leads('referrers', [item('https://t.me/'), item('t.me'), item('')])).toEqual({
    't.me': { referrer: ['https://t.me/', 't.me'] },
    Unknown: { referrer: ['unknown'] },
  })
  expect(leads('currencies', [item('ETH')])).toEqual({ ETH: { currency: ['ETH'] } })
  expect(leads('utm-sources', [item('a & b')])).toEqual({ 'a & b': { utm_source: ['a & b'] } })
})

test('a campaign leads to its source and medium, and a country of it to all three', () => {
  const items = [
    item('google', { medium: 'cpc', country: 'DE', sentCountry: 'DE' }),
    item(' google', { medium: 'cpc ', country: 'DE', sentCountry: 'Germny' }),
    item('google', { medium: null, country: 'FR', sentCountry: 'FR' }),
  ]
  const card = cardOf('utm-plus')
  const campaign = { utm_source: ['google', ' google'], utm_medium: ['cpc', 'cpc '] }
  const rows = toRankedRows(items, RANKED_RULES[card.rule], 'amount', false)
  expect(rows.map(rowValues(card, items, null))).toEqual([
    campaign,
    { utm_source: ['google'], utm_medium: ['unknown'] },
  ])
  const key = rows[0]?.key ?? ''
  const countries = countriesOf(items, card, key, 'amount', false)
  expect(countries.map(rowValues(card, items, key))).toEqual([
    { ...campaign, country: ['DE', 'Germny'] },
  ])
})

test('deposits lead to their places, and their total to all purchases', () => {
  const card = cardOf('deposits')
  const items = ['First deposit', 'Second deposit', 'Additional deposits'].map((label) =>
    item(label),
  )
  const rows = toRankedRows(items, RANKED_RULES[card.rule], 'count', false)
  expect([totalRow(rows), ...rows].map(rowValues(card, items, null))).toEqual([
    {},
    { deposit: ['first'] },
    { deposit: ['second'] },
    { deposit: ['third', 'additional'] },
  ])
})

test('a row whose purchases no filter can name leads nowhere', () => {
  // Stored by an earlier version, which did not keep how the site sent it.
  expect(leads('countries', [item('DE'), item('FR', { sentCountry: 'FR' })])).toEqual({
    Germany: null,
    France: { country: ['FR'] },
  })
  expect(leads('referrers', [item('字'.repeat(500)), item('字'.repeat(670))])).toEqual({
    ['字'.repeat(500)]: { referrer: ['字'.repeat(500)] },
    ['字'.repeat(670)]: null,
  })
  const many = Array.from({ length: MAX_UTM_PLUS_ROWS }, (_, place) =>
    item(`source ${place}`, { medium: 'cpc' }),
  )
  const others = item('other', { medium: 'other' })
  expect(leads('utm-plus', many)['source 1']).not.toBeNull()
  expect(new Set(Object.values(leads('utm-plus', [...many, others])))).toEqual(new Set([null]))
})
