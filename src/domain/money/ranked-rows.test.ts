import { describe, expect, test } from 'vitest'
import {
  isUnknownLabel,
  rowName,
  toRankedRows,
  totalOf,
  totalRow,
  unknownOf,
} from './ranked-rows.ts'
import type { RankedItem } from './ranked-rows.ts'
import {
  byCampaign,
  byCampaignCountry,
  byCountry,
  byDeposit,
  byLabel,
  byReferrer,
} from './ranked-rules.ts'

const item = (label: string | null, amount: number, count = 1, project = 'AURA'): RankedItem => ({
  project,
  label,
  amount,
  count,
})
const brief = (rows: { label: string; amount: number }[]) =>
  rows.map(({ label, amount }) => `${label} ${amount}`)

test.each([
  [null, true],
  [undefined, true],
  ['', true],
  ['  ', true],
  ['unknown', true],
  ['UNKNOWN', true],
  ['Unknown', true],
  ['unknowns', false],
  ['null', false],
])('the label %j is Unknown: %s', (label, is) => {
  expect(isUnknownLabel(label)).toBe(is)
})

test('codes and names of one country are one row over all projects; other labels stay as they are', () => {
  const rows = toRankedRows(
    [
      item('DE', 10),
      item('DEU', 5, 1, 'HELIX'),
      item('Germany', 1),
      item('ZZ', 2),
      item('unknown', 3),
      item(null, 4),
    ],
    byCountry,
    'amount',
    false,
  )
  expect(brief(rows)).toEqual(['Germany 16', 'Unknown 7', 'ZZ 2'])
  expect(rows[0]?.code).toBe('DE')
  expect([...(rows[0]?.byProject ?? [])]).toEqual([
    ['AURA', { amount: 11, count: 2 }],
    ['HELIX', { amount: 5, count: 1 }],
  ])
  expect(rows[2]?.code).toBeUndefined()
})

test('rows are sorted by the metric in descending order, then by label', () => {
  const items = [item('b', 1, 5), item('a', 1, 5), item('c', 9, 1)]
  const labels = (metric: 'amount' | 'count') =>
    toRankedRows(items, byLabel, metric, false).map((row) => row.label)
  expect(labels('amount')).toEqual(['c', 'a', 'b'])
  expect(labels('count')).toEqual(['a', 'b', 'c'])
})

test('cents are exact in rows and totals that exceed floating-point precision', () => {
  const items = [
    ...[60_000_000_000_000, 31_000_000_000_000].map((amount) => item('a', amount)),
    ...Array.from({ length: 100 }, () => item('a', 0.01)),
    item('b', 0.5),
    item('c', 0.5),
  ]
  const rows = toRankedRows(items, byLabel, 'amount', false)
  expect(brief(rows)).toEqual(['a 91000000000001', 'b 0.5', 'c 0.5'])
  expect(rows[0]?.byProject.get('AURA')).toEqual({ amount: 91_000_000_000_001, count: 102 })
  expect(totalRow(rows).amount).toBe(91_000_000_000_002)
  expect(totalOf(rows, 'amount')).toBe(91_000_000_000_002)
})

test('exclude unknown removes unknown rows and their part of the shares', () => {
  const items = [item('ETH', 8), item('Unknown', 2)]
  const rows = toRankedRows(items, byLabel, 'amount', true)
  expect(brief(rows)).toEqual(['ETH 8'])
  expect(totalOf(rows, 'amount')).toBe(8)
  expect(unknownOf(items, byLabel, 'amount')).toBe(2)
})

describe('campaigns', () => {
  test('equal ones are sorted by source, then by medium', () => {
    const of = (label: string, medium: string | null) => ({ ...item(label, 5), medium })
    const items = [
      of('google', 'organic'),
      of('bing', 'cpc'),
      of('google', 'cpc'),
      of('google', 'ad'),
    ]
    const names = toRankedRows(items, byCampaign, 'amount', false).map(rowName)
    expect(names).toEqual(['bing / cpc', 'google / ad', 'google / cpc', 'google / organic'])
  })

  const campaign = (source: string | null, medium: string | null, country: string, amount = 1) => ({
    ...item(source, amount),
    medium,
    country,
  })

  test('a campaign is one pair of source and medium', () => {
    const rows = toRankedRows(
      [
        campaign('google', 'cpc', 'DE', 3),
        campaign('google', 'cpc', 'FR'),
        campaign('google', 'x', 'DE'),
      ],
      byCampaign,
      'amount',
      false,
    )
    expect(rows.map((row) => `${row.label}/${row.detail} ${row.amount}`)).toEqual([
      'google/cpc 4',
      'google/x 1',
    ])
  })

  test.each([
    ['unknown', 'cpc'],
    ['google', 'unknown'],
    [null, null],
  ])('with exclude unknown, %s / %s is left out', (source, medium) => {
    expect(toRankedRows([campaign(source, medium, 'DE')], byCampaign, 'amount', true)).toEqual([])
  })

  test('in a breakdown unknown countries are left out too', () => {
    const items = [campaign('google', 'cpc', 'DE'), campaign('google', 'cpc', 'unknown')]
    expect(brief(toRankedRows(items, byCampaignCountry, 'amount', true))).toEqual(['Germany 1'])
  })

  test('labels that only look alike are separate rows', () => {
    const items = [campaign('a/b', 'c', 'DE'), campaign('a', 'b/c', 'DE')]
    expect(toRankedRows(items, byCampaign, 'amount', false)).toHaveLength(2)
  })
})

test.each([
  ['https://google.com/', 'google.com'],
  ['http://t.me/saleroom', 't.me/saleroom'],
  ['google.com', 'google.com'],
  ['https://', 'https://'],
  [null, 'Unknown'],
])('the referrer %s is shown as %s', (label, text) => {
  expect(toRankedRows([item(label, 1)], byReferrer, 'amount', false)[0]?.label).toBe(text)
})

test('referrers with the same text are one row', () => {
  const variants = ['https://x.com', 'https://x.com/', 'HTTP://x.com', 'x.com', 'x.com/a', null]
  const rows = toRankedRows(
    variants.map((label) => item(label, 1)),
    byReferrer,
    'amount',
    false,
  )
  expect(brief(rows)).toEqual(['x.com 4', 'Unknown 1', 'x.com/a 1'])
})

test('deposits have a fixed order, independent of the response', () => {
  const deposit = (project: string, label: string, count: number) => ({
    project,
    label,
    amount: 0,
    count,
  })
  const rows = toRankedRows(
    [
      deposit('AURA', 'Additional deposits', 9),
      deposit('NOVA', 'Second deposit', 1),
      deposit('NOVA', 'First deposit', 5),
      deposit('AURA', 'Second deposit', 2),
    ],
    byDeposit,
    'count',
    false,
  )
  expect(rows.map(({ label, count }) => [label, count])).toEqual([
    ['First deposit', 5],
    ['Second deposit', 3],
    ['Additional deposits', 9],
  ])
  expect(totalRow(rows)).toMatchObject({ key: 'total', label: 'Total', isUnknown: false })
})

test('labels that are property names of objects are ordinary labels', () => {
  const rows = toRankedRows(
    [item('__proto__', 2), item('constructor', 1)],
    byCountry,
    'amount',
    false,
  )
  expect(brief(rows)).toEqual(['__proto__ 2', 'constructor 1'])
})
