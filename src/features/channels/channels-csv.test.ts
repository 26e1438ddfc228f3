import { expect, test } from 'vitest'
import { toChannelRows } from './channel-rows.ts'
import { NO_SUMS, type ChannelSums } from './channel-sums.ts'
import { channelsCsv } from './channels-csv.ts'

const channel = (utm_source: string, sums: Partial<ChannelSums>) => ({
  ...NO_SUMS,
  utm_source,
  utm_medium: 'cpc',
  ...sums,
})
const NOW = {
  AURA: [
    channel('=google', {
      amount: 1000.5,
      purchases: 3,
      buyers: 2,
      new_buyers: 1,
      second_purchases: 1,
      registrations: 9,
      registrations_7_days_old: 3,
      converted_within_7_days: 2,
    }),
  ],
}
const HEAD =
  'USD,Purchases,Buyers,New,Average,Registered,Registered 7 days ago or earlier,Converted,Converted %,Second'

test('the file has exact figures of both periods, and the channels that stopped', () => {
  const before = { AURA: [channel('old', { amount: 7, purchases: 1 })] }
  const { rows, gone } = toChannelRows(NOW, before, false)
  const beforeHead = HEAD.split(',')
    .map((name) => `${name} before`)
    .join(',')
  expect(channelsCsv(rows, gone)).toBe(
    [
      `Source,Medium,${HEAD},${beforeHead}`,
      // A spreadsheet would run the name as a formula.
      "'=google,cpc,1000.5,3,2,1,333.5,9,3,2,66.66,1,0,0,0,0,,0,0,0,,0",
      'old,cpc,0,0,0,0,,0,0,0,,0,7,1,0,0,7,0,0,0,,0',
      '',
    ].join('\r\n'),
  )
})

test('without a previous period the file has the figures of one', () => {
  const { rows, gone } = toChannelRows(NOW, null, false)
  expect(channelsCsv(rows, gone).split('\r\n')[0]).toBe(`Source,Medium,${HEAD}`)
})
