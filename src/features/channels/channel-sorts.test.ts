import { expect, test } from 'vitest'
import { nextSort } from '#src/records/filters/list-query.ts'
import { toChannelRows } from './channel-rows.ts'
import { CHANNEL_LABELS, CHANNEL_SORTS, sortChannels } from './channel-sorts.ts'
import { NO_SUMS, type ChannelSums } from './channel-sums.ts'

const channel = (utm_source: string, sums: Partial<ChannelSums>) => ({
  ...NO_SUMS,
  utm_source,
  utm_medium: 'm',
  ...sums,
})
const { rows } = toChannelRows(
  {
    AURA: [
      channel('b', { amount: 10, purchases: 5, registrations_7_days_old: 4 }),
      channel('a', { amount: 10, purchases: 1, buyers: 9 }),
      channel('c', { amount: 30, purchases: 2, registrations_7_days_old: 2 }),
      channel('d', {}),
    ].map((row) => ({ ...row, converted_within_7_days: row.registrations_7_days_old / 2 })),
  },
  { AURA: [channel('b', { amount: 20 }), channel('c', { amount: 10 })] },
  false,
)
const sorted = (column: string, order: string) => {
  const sort = CHANNEL_SORTS.find((one) => one.column === column && one.order === order)
  return (
    sort &&
    sortChannels(rows, sort)
      .map(({ source }) => source)
      .join('')
  )
}

test.each([
  ['usd', 'desc', 'cabd'],
  ['usd', 'asc', 'dabc'],
  ['channel', 'asc', 'abcd'],
  ['channel', 'desc', 'dcba'],
  ['purchases', 'desc', 'bcad'],
  ['buyers', 'desc', 'abcd'],
  // Rows without a figure are last in both orders; a new channel has grown most.
  ['change', 'desc', 'acbd'],
  ['change', 'asc', 'bcad'],
  ['average', 'asc', 'bacd'],
  ['converted', 'desc', 'bcad'],
])('sorted by %s, %s', (column, order, names) => {
  expect(sorted(column, order)).toBe(names)
})

test('every column can be sorted by, figures from the highest on', () => {
  expect(new Set(CHANNEL_SORTS.map(({ column }) => column))).toEqual(
    new Set(Object.keys(CHANNEL_LABELS)),
  )
  const [first] = CHANNEL_SORTS
  expect(first).toMatchObject({ column: 'usd', order: 'desc' })
  expect(nextSort(CHANNEL_SORTS, first, 'usd')).toMatchObject({ column: 'usd', order: 'asc' })
  expect(nextSort(CHANNEL_SORTS, first, 'new')).toMatchObject({ column: 'new', order: 'desc' })
  expect(nextSort(CHANNEL_SORTS, first, 'channel')).toMatchObject({ order: 'asc' })
})
