import { expect, test } from 'vitest'
import type { Channel, ChannelCountry } from '#src/wire/channels.ts'
import {
  searchChannels,
  toChannelRows,
  toCountryRows,
  totalOf,
  channelsCsv,
} from './channel-rows.ts'
import {
  addSums,
  amountChange,
  averageOf,
  convertedPercent,
  NO_SUMS,
  type ChannelSums,
} from './channel-sums.ts'

const channel = (source: string, medium: string, sums: Partial<ChannelSums> = {}): Channel => ({
  ...NO_SUMS,
  utm_source: source,
  utm_medium: medium,
  ...sums,
})
const country = (name: string, amount: number): ChannelCountry => ({
  ...NO_SUMS,
  country: name,
  amount,
})

test('the channels of several projects are summed, the largest first', () => {
  const { rows } = toChannelRows(
    {
      AURA: [
        channel('google', 'cpc', { amount: 0.1, purchases: 1, buyers: 1, registrations: 5 }),
        channel('x', 'social', { amount: 2, purchases: 1 }),
      ],
      HELIX: [channel('google', 'cpc', { amount: 4.2, purchases: 2, buyers: 2, new_buyers: 1 })],
    },
    null,
    false,
  )
  expect(rows.map(({ source, medium, now, before }) => ({ source, medium, now, before }))).toEqual([
    {
      source: 'google',
      medium: 'cpc',
      now: { ...NO_SUMS, amount: 4.3, purchases: 3, buyers: 3, new_buyers: 1, registrations: 5 },
      before: null,
    },
    { source: 'x', medium: 'social', now: { ...NO_SUMS, amount: 2, purchases: 1 }, before: null },
  ])
})

test('all spellings of unknown are one row that remembers them, and can be left out', () => {
  const response = {
    AURA: [channel('unknown', 'unknown', { amount: 1 }), channel('x', 'social', { amount: 1 })],
    HELIX: [channel('Unknown', 'unknown', { amount: 2 }), channel('x', 'unknown', { amount: 1 })],
  }
  const [first, ...others] = toChannelRows(response, null, false).rows
  expect(first).toMatchObject({
    source: 'Unknown',
    medium: 'Unknown',
    isUnknown: true,
    now: { amount: 3 },
    names: [
      { utm_source: 'unknown', utm_medium: 'unknown' },
      { utm_source: 'Unknown', utm_medium: 'unknown' },
    ],
  })
  expect(others).toHaveLength(2)
  // As on Home, a campaign is unknown if its source or its medium is.
  const known = toChannelRows(response, null, true).rows
  expect(known.map(({ source, medium }) => [source, medium])).toEqual([['x', 'social']])
})

test('a channel is compared with itself, and one of the previous period alone has no row', () => {
  const { rows, gone } = toChannelRows(
    { AURA: [channel('a', 'b', { amount: 3 }), channel('new', 'c', { amount: 1 })] },
    { AURA: [channel('a', 'b', { amount: 2 })], HELIX: [channel('old', 'd', { amount: 5 })] },
    false,
  )
  expect(rows.map(({ source, before }) => [source, before?.amount])).toEqual([
    ['a', 2],
    ['new', 0],
  ])
  expect(rows.map(amountChange)).toEqual([50, Infinity])
  expect(gone.map(({ source, now, before }) => [source, now.amount, before?.amount])).toEqual([
    ['old', 0, 5],
  ])
  const total = totalOf(rows, gone)
  expect([total.now.amount, total.before?.amount]).toEqual([4, 7])
})

test('without a previous period nothing changes', () => {
  const { rows, gone } = toChannelRows({ AURA: [channel('a', 'b', { amount: 3 })] }, null, false)
  expect(rows.map(amountChange)).toEqual([null])
  expect(totalOf(rows, gone).before).toBeNull()
  expect(totalOf([], []).before).toBeNull()
})

test('a country has one row for its code, its name and its previous figures', () => {
  const rows = toCountryRows(
    {
      AURA: [country('DE', 2), country('US', 1)],
      HELIX: [country('Germany', 3), country('unknown', 9), country('Atlantis', 4)],
    },
    { AURA: [country('DEU', 10), country('FR', 1)] },
    false,
  )
  expect(
    rows.map(({ label, code, now, before }) => [label, code, now.amount, before?.amount]),
  ).toEqual([
    ['Unknown', undefined, 9, 0],
    ['Germany', 'DE', 5, 10],
    ['Atlantis', undefined, 4, 0],
    ['United States', 'US', 1, 0],
  ])
  expect(toCountryRows({ AURA: [country('unknown', 9)] }, null, true)).toEqual([])
})

test.each([
  ['without a registration that is 7 days old', { registrations: 4 }, null],
  ['two of three', { registrations_7_days_old: 3, converted_within_7_days: 2 }, 66.66],
  ['none of them', { registrations_7_days_old: 3 }, 0],
])('the conversion: %s', (_what, sums, percent) => {
  expect(convertedPercent({ ...NO_SUMS, ...sums })).toBe(percent)
})

test('the average is rounded to cents, and none without a purchase', () => {
  expect(averageOf({ ...NO_SUMS, amount: 10, purchases: 3 })).toBe(3.33)
  expect(averageOf(NO_SUMS)).toBeNull()
})

test('sums are exact to the cent', () => {
  const list = Array.from({ length: 1000 }, () => ({ ...NO_SUMS, amount: 0.1, buyers: 1 }))
  expect(addSums(list)).toEqual({ ...NO_SUMS, amount: 100, buyers: 1000 })
})

test('a search finds parts of source and medium in any case', () => {
  const { rows } = toChannelRows(
    { AURA: [channel('Google', 'CPC'), channel('telegram', 'bot')] },
    null,
    false,
  )
  const found = (text: string) => searchChannels(rows, text).map(({ source }) => source)
  expect(found('goog')).toEqual(['Google'])
  expect(found(' e / c ')).toEqual(['Google'])
  expect(found('BOT')).toEqual(['telegram'])
  expect(found(' ')).toHaveLength(2)
  expect(found('zzz')).toEqual([])
})

const NOW = {
  AURA: [
    channel('=google', 'cpc', {
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
  const before = { AURA: [channel('old', 'cpc', { amount: 7, purchases: 1 })] }
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
