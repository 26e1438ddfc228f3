import { expect, test } from 'vitest'
import type { Settlement } from '#src/wire/settlement.ts'
import type { StageFigures, StageSummary } from '#src/wire/stages.ts'
import { toTable, type TableCall } from './csv-tables.ts'

/** The lines without the byte order mark. */
const lines = (name: TableCall, response: object) => {
  const text = toTable(name, { ...response })
  expect([text.charAt(0), text.endsWith('\r\n')]).toEqual(['\uFEFF', true])
  return text.slice(1, -2).split('\r\n')
}

test('a project without rows has none, and no project leaves the head', () => {
  expect(lines('listCountries', { AURA: [] })).toEqual([
    'project,country,total_amount,total_transactions',
  ])
  expect(lines('getConversions', {})).toEqual(['project,total_registrations,converted_users'])
})

test('numbers are those of the JSON, and names cannot break a line or run as a formula', () => {
  const rows = [
    { country: '=1+1', total_amount: 0.1, total_transactions: 3 },
    { country: 'a,"b"', total_amount: 1_234_567_890.12 },
    { country: null, total_amount: 1e21, total_transactions: 0 },
  ]
  expect(lines('listCountries', { '-AURA': rows })).toEqual([
    'project,country,total_amount,total_transactions',
    `'-AURA,'=1+1,0.1,3`,
    `'-AURA,"a,""b""",1234567890.12,`,
    "'-AURA,,1e+21,0",
  ])
})

test('a launch has a row for each day', () => {
  const days = [
    { day: 1, amount: 10.5, purchases: 2, buyers: 1 },
    { day: 3, amount: 20, purchases: 4, buyers: null },
  ]
  const launched_at = '2026-11-01T10:00:00.000Z'
  expect(lines('listLaunches', { AURA: { launched_at, age_days: 20, days } })).toEqual([
    'project,launched_at,day,amount,purchases,buyers',
    'AURA,2026-11-01T10:00:00.000Z,1,10.5,2,1',
    'AURA,2026-11-01T10:00:00.000Z,3,20,4,',
  ])
})

test('a settlement has a line for each token and each sum, with all places and signs', () => {
  const settlement: Settlement = {
    by_token: [
      { payment_token_name: 'ETH', amount: '1.500000000000000001', usd: '3000.50', purchases: 2 },
    ],
    purchases: 2,
    gross_usd: '3000.50',
    fees_usd: '150.03',
    liquidity_usd: '0',
    payouts_usd: '4000.00',
    payouts: 1,
    remaining_usd: '-1149.52',
    rounding_usd: '0.01',
    refunded_usd: '7.00',
    refunded_purchases: 1,
    bonus_tokens: '12.25',
    bonuses: 3,
    terms_since: null,
    applied_terms: [],
  }
  expect(lines('getSettlement', { AURA: settlement })).toEqual([
    'project,line,payment_token_name,amount,usd,count',
    'AURA,by_token,ETH,1.500000000000000001,3000.50,2',
    'AURA,gross,,,3000.50,2',
    'AURA,fees,,,150.03,',
    'AURA,liquidity,,,0,',
    'AURA,payouts,,,4000.00,1',
    'AURA,remaining,,,-1149.52,',
    'AURA,rounding,,,0.01,',
    'AURA,refunded,,,7.00,1',
    'AURA,bonus_tokens,,12.25,,3',
  ])
})

test('stages stand in the order of the sale, before the names that the plan lacks', () => {
  const sales = {
    sold: '10.5',
    purchases: 3,
    buyers: 2,
    amount: '21.00',
    average_price: '2',
    first_at: '2026-11-01T10:00:00.000Z',
    last_at: null,
    first_id: null,
    last_id: null,
  }
  const stage: StageFigures = {
    ...sales,
    id: '7',
    name: 'Stage 1',
    also: ['Early', '=Bird'],
    price_usd: '2',
    supply: '100',
    starts_at: null,
    ends_at: null,
    sold_share: '10.50',
    left: '89.5',
    oversold: '0',
    sold_out_at: null,
    oversold_at: null,
    outside: { before: 1, after: 0 },
    off_price: { purchases: 1, amount: '5.00', usual_price: '2.5' },
    forecast: { earliest: '2026-11-30', likely: '2026-12-02', latest: '2026-12-04' },
  }
  const summary: Pick<StageSummary, 'stages' | 'unplanned'> = {
    stages: [stage, { ...stage, name: 'Stage 2', also: [], forecast: { none: 'no_supply' } }],
    unplanned: [{ ...sales, name: 'OTC', usual_price: null }],
  }
  const [head = '', ...rows] = lines('sumStages', { AURA: summary })
  const names = head.split(',')
  const found = rows.map((row) => {
    const cells = row.split(',')
    expect(cells.length).toBe(names.length)
    return Object.fromEntries(names.flatMap((name, at) => (cells[at] ? [[name, cells[at]]] : [])))
  })
  expect(found[0]).toEqual({
    project: 'AURA',
    id: '7',
    name: 'Stage 1',
    also: 'Early; =Bird',
    price_usd: '2',
    supply: '100',
    sold: '10.5',
    sold_share: '10.50',
    left: '89.5',
    oversold: '0',
    purchases: '3',
    buyers: '2',
    amount: '21.00',
    average_price: '2',
    first_at: '2026-11-01T10:00:00.000Z',
    purchases_before: '1',
    purchases_after: '0',
    off_price_purchases: '1',
    off_price_amount: '5.00',
    off_price_usual_price: '2.5',
    forecast_earliest: '2026-11-30',
    forecast_likely: '2026-12-02',
    forecast_latest: '2026-12-04',
  })
  expect(found[1]).toMatchObject({ name: 'Stage 2', forecast_none: 'no_supply' })
  expect(found[2]).toEqual({
    project: 'AURA',
    name: 'OTC',
    sold: '10.5',
    purchases: '3',
    buyers: '2',
    amount: '21.00',
    average_price: '2',
    first_at: '2026-11-01T10:00:00.000Z',
  })
})
