import { expect, test } from 'vitest'
import { CARDS, cardsFor } from './cards.ts'

const titles = (role: string) => cardsFor(role).map((card) => card.title)

test.each(['admin', 'user', 'client'])('%s sees all ten cards, Transactions first', (role) => {
  expect(titles(role)).toEqual([
    'Transactions',
    'Conversions',
    'Referrals',
    'Registrations',
    'Countries',
    'Currencies',
    'Deposits',
    'Referrers',
    'UTM Sources',
    'UTM Plus',
  ])
})

test.each(['marketing', '', 'Admin'])(
  'the role "%s" sees two cards, Registrations first',
  (role) => {
    expect(titles(role)).toEqual(['Registrations', 'Conversions'])
  },
)

test('every row is full on a desktop', () => {
  for (const role of ['admin', 'marketing']) {
    const spans = cardsFor(role).map((card) => card.columns.desktop)
    expect(spans.reduce((sum, span) => sum + span, 0) % 12).toBe(0)
  }
})

test('ranked cards have 5 rows per page, UTM Plus 3, and UTM amounts have no decimals', () => {
  const ranked = CARDS.flatMap((card) => (card.kind === 'ranked' ? [card] : []))
  expect(ranked.filter((card) => card.pageSize === 3).map((card) => card.id)).toEqual(['utm-plus'])
  expect(ranked.filter((card) => card.decimals === 0).map((card) => card.id)).toEqual([
    'utm-sources',
    'utm-plus',
  ])
})
