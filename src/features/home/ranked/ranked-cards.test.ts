import { expect, test } from 'vitest'
import { toRankedRows, totalOf, totalRow, unknownOf } from '#src/domain/money/ranked-rows.ts'
import {
  countriesOf,
  byCampaign,
  byCountry,
  byDeposit,
  RANKED_RULES,
} from '#src/domain/money/ranked-rules.ts'
import { figureFormat } from '#src/domain/text/mask.ts'
import { CARDS, type RankedCardRow } from '#src/features/home/cards/cards.ts'
import { toDepositItems } from '#src/features/home/cards/sources.ts'
import { toGraphSeries, graphTable } from '#src/features/home/graph/graph-series.ts'
import { rankedTable } from './ranked-csv.ts'

const figures = figureFormat(false)
const item = (label: string | null, amount: number, count: number, more = {}) => ({
  project: 'AURA',
  label,
  amount,
  count,
  ...more,
})

test('the table of a ranked card has labels, values and shares', () => {
  const rows = toRankedRows([item('DE', 7500, 3), item('FR', 2500, 1)], byCountry, 'amount', false)
  const read = (metric: 'amount' | 'count', decimals: 0 | 2) =>
    rankedTable(rows, { metric, decimals, total: totalOf(rows, metric), figures }).makeRows()
  expect(read('amount', 2)).toEqual([
    ['Germany', '$7,500.00', '75.00%'],
    ['France', '$2,500.00', '25.00%'],
  ])
  expect(read('amount', 0)[0]).toEqual(['Germany', '$7,500', '75.00%'])
  expect(read('count', 2)).toEqual([
    ['Germany', '3', '75.00%'],
    ['France', '1', '25.00%'],
  ])
})

const card = CARDS.find((one): one is RankedCardRow => 'rule' in one && one.rule === 'campaign')

test('a campaign is broken down into its own countries', () => {
  if (!card) throw new Error('There is a card of campaigns')
  const items = [
    item('google', 50, 1, { medium: 'cpc', country: 'DE' }),
    item('google', 20, 2, { medium: 'cpc', country: 'Germany' }),
    item('google', 30, 3, { medium: 'cpc', country: null }),
    item('google', 400, 9, { medium: 'mail', country: 'DE' }),
    item('x', 500, 9, { medium: 'cpc', country: 'FR' }),
  ]
  const key = RANKED_RULES.campaign.nameOf(item('google', 0, 0, { medium: 'cpc' })).key
  const sums = (excludeUnknown: boolean) =>
    countriesOf(items, card, key, 'amount', excludeUnknown).map((row) => [
      row.label,
      row.amount,
      row.count,
    ])
  expect(sums(false)).toEqual([
    ['Germany', 70, 3],
    ['Unknown', 30, 3],
  ])
  expect(sums(true)).toEqual([['Germany', 70, 3]])
})

test('the excluded unknown rows are summed by amount and by count', () => {
  const items = [
    item('google', 50, 1, { medium: 'cpc' }),
    item('google', 20, 2, { medium: null }),
    item(' Unknown ', 30, 3, { medium: 'cpc' }),
  ]
  expect(unknownOf(items, byCampaign, 'amount')).toBe(50)
  expect(unknownOf(items, byCampaign, 'count')).toBe(5)
})

test('the table of a graph has a row per bucket, and no cells after 400 rows', () => {
  const DAY = 86_400_000
  const end = 401 * DAY
  const resolvedQuery = {
    range: { start: 0, end },
    unit: 'day' as const,
    zone: 'UTC',
    projects: ['AURA', 'NOVA'],
    asOf: end,
  }
  const at = 399 * DAY
  const series = toGraphSeries(
    resolvedQuery,
    [{ project: 'NOVA', at, amount: 12.5, count: 2 }],
    'amount',
  )
  const table = graphTable(series, figures, true)
  expect(table.columns).toEqual(['Date', 'AURA', 'NOVA'])
  const rows = table.makeRows()
  expect(rows).toHaveLength(401)
  expect(rows[399]).toEqual(['Feb 4, 1971', '$0.00', '$12.50'])
  expect(rows[400]).toEqual([])
  const counted = graphTable(toGraphSeries(resolvedQuery, [], 'count'), figures, false)
  expect(counted.makeRows()[0]).toEqual(['Jan 1, 1970', '0', '0'])
})

test('third deposits are part of the additional ones, and the order is fixed', () => {
  const items = toDepositItems({
    AURA: [
      {
        total: 30,
        first_time_deposits: 1,
        second_time_deposits: 20,
        third_time_deposits: 4,
        additional_deposits: 5,
      },
    ],
    HELIX: [],
  })
  const rows = toRankedRows(items, byDeposit, 'count', false)
  expect(rows.map((row) => `${row.label} ${row.count}`)).toEqual([
    'First deposit 1',
    'Second deposit 20',
    'Additional deposits 9',
  ])
  expect(totalRow(rows).count).toBe(30)
})
