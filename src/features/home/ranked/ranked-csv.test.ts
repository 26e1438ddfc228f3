import { expect, test } from 'vitest'
import { toRankedRows, totalRow } from '#src/domain/money/ranked-rows.ts'
import { byCampaign, byLabel } from '#src/domain/money/ranked-rules.ts'
import { detailsCsv, rankedCsv } from './ranked-csv.ts'

const items = [
  { project: 'AURA', label: 'ETH', amount: 75, count: 3 },
  { project: 'HELIX', label: '+cmd', amount: 25, count: 1 },
]

test('the CSV of a ranked card has all rows with a column per project', () => {
  const rows = toRankedRows(items, byLabel, 'amount', false)
  const options = {
    column: 'Currency',
    metric: 'amount' as const,
    shown: 'Amount',
    projects: ['AURA', 'HELIX'],
  }
  expect(rankedCsv(rows, options)).toBe(
    ['Currency,AURA,HELIX,Total amount,Share %', 'ETH,75,0,75,75', "'+cmd,0,25,25,25", ''].join(
      '\r\n',
    ),
  )
})

test('the CSV of a full list has both sums, and shares of the whole list', () => {
  const rows = toRankedRows(
    items.map((item) => ({ ...item, medium: 'cpc' })),
    byCampaign,
    'amount',
    false,
  )
  const whole = totalRow(rows)
  const options = { column: 'Campaign', metric: 'count' as const, whole, hasAmount: true }
  expect(detailsCsv(rows.slice(0, 1), options)).toBe(
    'Campaign,Medium,Amount,Transactions,Share %\r\nETH,cpc,75,3,75\r\n',
  )
})
