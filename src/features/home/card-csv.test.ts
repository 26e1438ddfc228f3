import { expect, test } from 'vitest'
import { conversionsCsv, csvName, graphCsv, pieCsv } from './card-csv.ts'
import { toGraphSeries } from './graph-series.ts'

const at = (iso: string) => Date.parse(iso)
const night = {
  range: { start: at('2026-10-24T23:00:00Z'), end: at('2026-10-25T02:00:00Z') },
  unit: 'hour',
  zone: 'Europe/Berlin',
  projects: ['AURA', '=HELIX'],
  asOf: at('2026-11-20T14:32:00Z'),
} as const

test('a graph is a line a bucket, repeated hours told apart, labels defused', () => {
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

test('pie and conversions', () => {
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

test('a file is named by its card and its days', () => {
  const range = { start: at('2026-10-19T22:00:00Z'), end: at('2026-11-20T14:32:00Z') }
  expect(csvName('countries', range, 'Europe/Berlin')).toBe('countries-2026-10-20-2026-11-20.csv')
})
