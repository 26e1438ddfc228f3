import { expect, test } from 'vitest'
import { toGraphSeries } from '#src/features/home/graph/graph-series.ts'
import { conversionsCsv, graphCsv, pieCsv, conversionSums } from './card-csv.ts'
import { toConversionItems } from './sources.ts'

const at = (iso: string) => Date.parse(iso)
const night = {
  range: { start: at('2026-10-24T23:00:00Z'), end: at('2026-10-25T02:00:00Z') },
  unit: 'hour',
  zone: 'Europe/Berlin',
  projects: ['AURA', '=HELIX'],
  asOf: at('2026-11-20T14:32:00Z'),
} as const

test('a graph has a line per bucket, distinct repeated hours, and no formulas', () => {
  const items = [{ project: 'AURA', at: at('2026-10-25T00:00:00Z'), amount: 1.5, count: 1 }]
  expect(graphCsv(toGraphSeries(night, items, 'amount'), 'Amount')).toBe(
    [
      "Date,AURA,'=HELIX,Total amount",
      '2026-10-25 01:00+02:00,0,0,0',
      '2026-10-25 02:00+02:00,1.5,0,1.5',
      '2026-10-25 02:00+01:00,0,0,0',
      '',
    ].join('\r\n'),
  )
})

test('the CSV of a pie and of conversions', () => {
  const slices = [
    { name: 'AURA', value: 1, colour: '' },
    { name: 'HELIX', value: 2, colour: '' },
  ]
  expect(pieCsv(slices, 'Amount')).toBe(
    'Project,Amount,Share %\r\nAURA,1,33.33\r\nHELIX,2,66.66\r\n',
  )
  expect(conversionsCsv([{ project: 'AURA', registrations: 3, converted: 1 }])).toBe(
    [
      'Project,Converted,Unconverted,Total,Conversion rate %',
      'AURA,1,2,3,33.33',
      'Total,1,2,3,33.33',
      '',
    ].join('\r\n'),
  )
})

test('conversion sums include all projects: registrations, converted, unconverted and rate', () => {
  const items = [
    { project: 'AURA', registrations: 10, converted: 4 },
    { project: 'NOVA', registrations: 5, converted: 0 },
  ]
  expect(conversionSums(items)).toEqual({ total: 15, converted: 4, unconverted: 11, rate: 26.66 })
})

test('without registrations all sums are 0', () => {
  expect(conversionSums([])).toEqual({ total: 0, converted: 0, unconverted: 0, rate: 0 })
})

test.each([
  [10, 25, { total: 10, converted: 10, unconverted: 0, rate: 100 }],
  [10, 11, { total: 10, converted: 10, unconverted: 0, rate: 100 }],
  [10, 10, { total: 10, converted: 10, unconverted: 0, rate: 100 }],
  [10, 9, { total: 10, converted: 9, unconverted: 1, rate: 90 }],
  [0, 3, { total: 0, converted: 0, unconverted: 0, rate: 0 }],
  [10, -1, { total: 10, converted: 0, unconverted: 10, rate: 0 }],
])('with %d registrations, %d conversions are limited to 0 up to all', (total, sent, sums) => {
  const row = { registrations: [{ total_registrations: total }], converted_users: sent }
  expect(conversionSums(toConversionItems({ AURA: row }))).toEqual(sums)
})

test('too many conversions of one project do not change another', () => {
  const result = {
    AURA: { registrations: [{ total_registrations: 4 }], converted_users: 9 },
    NOVA: { registrations: [{ total_registrations: 6 }], converted_users: 1 },
  }
  expect(conversionSums(toConversionItems(result))).toMatchObject({ converted: 5, unconverted: 5 })
})
