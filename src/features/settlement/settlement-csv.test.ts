import { expect, test } from 'vitest'
import { settlementOf } from '#tests/support/calls/settlements.ts'
import {
  settlementCsv,
  settlementFileName,
  statementCsv,
  statementFileName,
} from './settlement-csv.ts'

const RESULT = {
  resolvedQuery: {
    range: { start: Date.parse('2026-10-31T23:00:00Z'), end: Date.parse('2026-11-30T23:00:00Z') },
    unit: 'day' as const,
    zone: 'Europe/Berlin',
    projects: ['AURA'],
    asOf: 0,
  },
  computedAt: Date.parse('2026-11-20T13:32:05Z'),
  figures: settlementOf({ gross_usd: '1000.01', rounding_usd: '-0.01' }),
}

test('the CSV begins with what it is of, and has every figure exactly', () => {
  expect(settlementCsv('AURA', RESULT).split('\r\n')).toEqual([
    'Project,AURA',
    'From,2026-11-01T00:00:00+01:00',
    'Until,2026-12-01T00:00:00+01:00',
    'Time zone,Europe/Berlin (UTC+01:00)',
    'As of,"Nov 20, 2026 14:32:05"',
    'Terms,"Terms known since Aug 14, 2026: fee 2.5%, liquidity 20%"',
    'Note,"Terms as they were at each purchase, known since Aug 14, 2026"',
    '',
    'Part,Line,Amount,Count,USD',
    'Completed purchases,ETH,0.179659600000000001,3,542.03',
    'Completed purchases,USDT,457.97,2,457.97',
    'Completed purchases,Rounding,,,0.01',
    'Completed purchases,Total,,5,1000.01',
    'Where it went,Completed purchases,,,1000.01',
    'Where it went,Fees,,,-25',
    'Where it went,Liquidity,,,-195',
    'Where it went,Referral payouts,,1,-30',
    'Where it went,Rounding,,,-0.01',
    'Where it went,Remaining,,,750.00',
    'For information,Refunded later,,1,12.50',
    'For information,Bonuses given,1482110.25,1912,',
    '',
  ])
})

const STATEMENT = {
  id: '12',
  number: 3,
  project_id: 'AURA',
  start_date: new Date(RESULT.resolvedQuery.range.start).toISOString(),
  end_date: new Date(RESULT.resolvedQuery.range.end).toISOString(),
  tz: 'Europe/Berlin',
  created_at: '2026-12-01T09:00:00.000Z',
  created_by: 'b@example.com',
  figures: RESULT.figures,
}

test('the CSV of a statement has its number, who saved it, and the same lines', () => {
  const lines = (text: string) => text.split('\r\n')
  const [ofStatement, now] = [lines(statementCsv(STATEMENT)), lines(settlementCsv('AURA', RESULT))]
  expect(ofStatement.slice(0, 7)).toEqual([
    'Project,AURA',
    'Statement,3',
    'From,2026-11-01T00:00:00+01:00',
    'Until,2026-12-01T00:00:00+01:00',
    'Time zone,Europe/Berlin (UTC+01:00)',
    'Saved at,"Dec 1, 2026 10:00:00"',
    'Saved by,b@example.com',
  ])
  expect(ofStatement.slice(7)).toEqual(now.slice(5))
  expect(statementFileName(STATEMENT)).toBe('statement-3-settlement-AURA-2026-11-01-2026-11-30.csv')
})

test('a payment token can not become a formula', () => {
  const figures = settlementOf({
    by_token: [{ payment_token_name: '=1+1', amount: '1', usd: '1000.01', purchases: 5 }],
  })
  expect(settlementCsv('@AURA', { ...RESULT, figures })).toContain(
    "\r\nCompleted purchases,'=1+1,1,5,",
  )
  expect(settlementCsv('@AURA', RESULT)).toMatch(/^Project,'@AURA\r\n/)
})

test('the file is named by project and days', () => {
  expect(settlementFileName('AURA', RESULT)).toBe('settlement-AURA-2026-11-01-2026-11-30.csv')
  expect(settlementFileName('Ünique & Co: 2', RESULT)).toBe(
    'settlement-Ünique-Co-2-2026-11-01-2026-11-30.csv',
  )
})
