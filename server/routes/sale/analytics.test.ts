import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EXPECTED } from '#tests/support/oracles/analytics-oracle.ts'
import { openTestApp, type TestApp } from '#tests/support/server/app.ts'
import {
  addProject,
  addReferralPayout,
  addTransaction,
  addWallet,
} from '#tests/support/server/builders.ts'
import { leastCpuTimeOf } from '#tests/support/server/cpu-time.ts'

const PATHS = Object.keys(EXPECTED)
const OPEN_PATHS = ['/registrations/summary', '/registrations', '/registrations/conversions']
const NOVEMBER = 'start_date=2026-11-01T00:00:00Z&end_date=2026-12-01T00:00:00Z'
const BUYER = '0x00000000000000000000000000000000000000a1'
const VISITOR = '0x00000000000000000000000000000000000000a2'

let t: TestApp

beforeAll(async () => {
  t = await openTestApp()
  for (const id of ['AURA', 'HELIX', 'EMPTY', 'toString']) await addProject(t.db, { id })
  const own = { project_id: 'AURA', wallet_address: BUYER }
  const at = (time: string) => new Date(`2026-11-${time}Z`)
  await addWallet(t.db, { ...own, created_at: at('02T23:30:00') })
  await addWallet(t.db, { ...own, wallet_address: VISITOR, created_at: at('03T08:00:00') })
  const buy = (created_at: Date, usd: string, more: object = {}) =>
    addTransaction(t.db, { ...own, created_at, payment_usd_amount: usd, ...more })
  await buy(at('02T23:45:00'), '10.004', { country: 'DE', utm_source: 'google', utm_medium: 'cpc' })
  await buy(at('02T23:50:00'), '10.004', { country: 'DE', utm_source: 'google', utm_medium: 'cpc' })
  await buy(at('03T10:00:00'), '5', { payment_token_name: 'USDT', referrer: 't.me' })
  await buy(at('04T10:00:00'), '1')
  await buy(at('05T10:00:00'), '1')
  await buy(at('05T11:00:00'), '1000', { status: 'refunded' })
  await buy(at('05T12:00:00'), '1000', { status: 'pending' })
  await addReferralPayout(t.db, {
    project_id: 'AURA',
    amount_before_gas: '0.555',
    created_at: at('05T10:01:00'),
  })
})
afterAll(() => t.close())

async function read(path: string, role = 'admin') {
  const as = await t.signIn(role, ['AURA', 'EMPTY'])
  return t.call('GET', path, { as })
}

test('purchases are grouped by local day, and dates have the requested offset', async () => {
  const { body } = await read(
    `/transactions/records?${NOVEMBER}&unit=day&timezone=%2B02:00&projects=AURA`,
  )
  expect(body).toEqual({
    AURA: [
      { date: '2026-11-03T00:00:00+02:00', total_transactions: 3, total_amount: 25.01 },
      { date: '2026-11-04T00:00:00+02:00', total_transactions: 1, total_amount: 1 },
      { date: '2026-11-05T00:00:00+02:00', total_transactions: 1, total_amount: 1 },
    ],
  })
})

test('a zone takes precedence over the offset', async () => {
  const { body } = await read(
    `/transactions/records?${NOVEMBER}&unit=day&timezone=%2B02:00&tz=America/New_York&projects=AURA`,
  )
  expect(body.AURA[0]).toEqual({
    date: '2026-11-02T00:00:00-05:00',
    total_transactions: 2,
    total_amount: 20.01,
  })
})

test('cents are rounded once, after exact summing', async () => {
  const { body } = await read(`/transactions/summary?${NOVEMBER}&projects=AURA`)
  expect(body).toEqual({ AURA: [{ total_transactions: 5, total_amount: 27.01 }] })
})

test('the end of a range is exclusive', async () => {
  const range = 'start_date=2026-11-02T23:45:00Z&end_date=2026-11-02T23:50:00Z'
  const { body } = await read(`/transactions/summary?${range}&projects=AURA`)
  expect(body.AURA).toEqual([{ total_transactions: 1, total_amount: 10 }])
})

test('deposits are counted by their order in the wallet’s history', async () => {
  const range = 'start_date=2026-11-03T00:00:00Z&end_date=2026-11-30T00:00:00Z'
  const { body } = await read(`/deposits/summary?${range}&projects=AURA&projects=EMPTY`)
  expect(body).toEqual({
    AURA: [
      {
        total: 3,
        first_time_deposits: 0,
        second_time_deposits: 0,
        third_time_deposits: 1,
        additional_deposits: 2,
      },
    ],
    EMPTY: [],
  })
})

test('conversions are registered wallets that have bought at any time', async () => {
  const { body } = await read(`/registrations/conversions?${NOVEMBER}&projects=AURA&projects=EMPTY`)
  expect(body).toEqual({
    AURA: { registrations: [{ total_registrations: 2 }], converted_users: 1 },
    EMPTY: { registrations: [], converted_users: 0 },
  })
})

test('rankings call missing values unknown and list the largest amount first', async () => {
  const countries = await read(`/countries/summary?${NOVEMBER}&projects=AURA`)
  expect(countries.body.AURA).toEqual([
    { country: 'DE', total_amount: 20.01, total_transactions: 2 },
    { country: 'unknown', total_amount: 7, total_transactions: 3 },
  ])
  const plus = await read(`/utm-plus/summary?${NOVEMBER}&projects=AURA`)
  expect(plus.body.AURA[0]).toEqual({
    utm_source: 'google',
    utm_medium: 'cpc',
    country: 'DE',
    total_amount: 20.01,
    total_transactions: 2,
  })
})

test('payouts are counted and summed', async () => {
  const { body } = await read(`/referrals?${NOVEMBER}&unit=month&projects=AURA`)
  expect(body.AURA).toEqual([
    { date: '2026-11-01T00:00:00+00:00', total_referrals: 1, total_amount_before_gas: 0.56 },
  ])
})

test('a refund is removed from every figure at once', async () => {
  const as = await t.signIn('admin')
  const own = { project_id: 'HELIX', wallet_address: BUYER }
  await addWallet(t.db, { ...own, created_at: new Date('2026-11-07T00:00:00Z') })
  const { id } = await addTransaction(t.db, {
    ...own,
    created_at: new Date('2026-11-07T10:00:00Z'),
  })
  await t.db.updateTable('transactions').set({ status: 'refunded' }).where('id', '=', id).execute()
  for (const path of PATHS.filter((one) => !OPEN_PATHS.includes(one))) {
    const { body } = await t.call('GET', `${path}?${NOVEMBER}&projects=HELIX`, { as })
    expect({ path, body }).toEqual({ path, body: { HELIX: [] } })
  }
  const { body } = await t.call('GET', `/registrations/conversions?${NOVEMBER}&projects=HELIX`, {
    as,
  })
  expect(body.HELIX).toEqual({ registrations: [{ total_registrations: 1 }], converted_users: 0 })
})

test('UTM Plus orders amounts by their fractions, and amounts that a bigint cannot hold', async () => {
  await addProject(t.db, { id: 'ORDER' })
  await addWallet(t.db, { project_id: 'ORDER', wallet_address: BUYER })
  const amounts = ['12000000000000000001.5', '12000000000000000001', '9000000000000000001', '9e18']
  const descending = [...amounts, '1.6', '1.4', '0.6', '0.4', '0']
  for (const payment_usd_amount of descending.toSorted())
    await addTransaction(t.db, {
      project_id: 'ORDER',
      wallet_address: BUYER,
      created_at: new Date('2026-11-05T00:00:00Z'),
      payment_usd_amount,
      utm_source: payment_usd_amount,
    })
  const as = await t.signIn('admin')
  const { body } = await t.call('GET', `/utm-plus/summary?${NOVEMBER}&projects=ORDER`, { as })
  const sources = body.ORDER.map(({ utm_source }: { utm_source: string }) => utm_source)
  expect(sources).toEqual(descending)
})

test('UTM Plus sends the 2,000 largest combinations and the rest as one row', async () => {
  await addProject(t.db, { id: 'WIDE' })
  await addWallet(t.db, { project_id: 'WIDE', wallet_address: BUYER })
  await sql`insert into transactions (project_id, wallet_address, payment_token_name,
      payment_token_amount, payment_usd_amount, status, created_at, updated_at, utm_source)
    select 'WIDE', ${BUYER}, 'ETH', 1, g, 'completed', now, now, 'source ' || g
    from generate_series(1, 2010) g, (select '2026-11-05T00:00:00Z'::timestamptz as now) n`.execute(
    t.db,
  )
  const as = await t.signIn('admin')
  for (const range of [NOVEMBER, 'start_date=2026-11-04T23:59:00Z&end_date=2026-11-05T00:01:00Z']) {
    const { body } = await t.call('GET', `/utm-plus/summary?${range}&projects=WIDE`, { as })
    expect(body.WIDE).toHaveLength(2001)
    expect(body.WIDE[0].total_amount).toBe(2010)
    expect(body.WIDE.at(-1)).toEqual({
      utm_source: 'other',
      utm_medium: 'other',
      country: 'other',
      total_amount: 55,
      total_transactions: 10,
    })
  }
})

describe.each(PATHS)('%s', (path) => {
  test('has a key for every requested project that is visible, also without rows', async () => {
    const { status, text } = await read(
      `${path}?${NOVEMBER}&projects=EMPTY&projects=toString&projects=NOSUCH&projects=EMPTY`,
    )
    expect(status).toBe(200)
    expect(Object.keys(JSON.parse(text))).toEqual(['EMPTY', 'toString'])
  })

  test('is empty without projects', async () => {
    expect((await read(`${path}?${NOVEMBER}`)).text).toBe('{}')
  })

  test('is empty for an empty range', async () => {
    const instant = '2026-11-03T10:00:00Z'
    const { status, body } = await read(
      `${path}?start_date=${instant}&end_date=${instant}&projects=AURA`,
    )
    expect(status).toBe(200)
    expect(body.AURA).toEqual(
      path.endsWith('conversions') ? { registrations: [], converted_users: 0 } : [],
    )
  })

  test('omits projects of other users', async () => {
    const { status, text } = await read(
      `${path}?${NOVEMBER}&projects=HELIX&projects=AURA`,
      'client',
    )
    expect(status).toBe(200)
    expect(Object.keys(JSON.parse(text))).toEqual(['AURA'])
  })

  test('requires a sign-in', async () => {
    expect((await t.call('GET', `${path}?${NOVEMBER}&projects=AURA`)).status).toBe(401)
  })

  test('shows money to admin, user and client only', async () => {
    const { status } = await read(`${path}?${NOVEMBER}&projects=AURA`, 'marketing')
    expect(status).toBe(OPEN_PATHS.includes(path) ? 200 : 403)
  })

  test.each([
    ['a reversed range', 'start_date=2026-11-02T00:00:00Z&end_date=2026-11-01T00:00:00Z'],
    ['no range', 'start_date=2026-11-02T00:00:00Z'],
    ['a date that is none', 'start_date=2026-02-31T00:00:00Z&end_date=2026-11-01T00:00:00Z'],
    ['an offset that is none', `${NOVEMBER}&timezone=%2B25:00`],
  ])('refuses %s', async (_what, query) => {
    const { status, body } = await read(`${path}?${query}&projects=AURA`)
    expect(status).toBe(400)
    expect(body.message).toMatch(/^Path: query\.\w+, Message: /)
  })
})

test.each(['/transactions/records', '/referrals', '/registrations'])(
  '%s refuses more than 5,000 buckets',
  async (path) => {
    const range = (end: string) => `start_date=2026-01-01T00:00:00Z&end_date=${end}&unit=hour`
    expect((await read(`${path}?${range('2026-07-28T08:00:00Z')}&projects=AURA`)).status).toBe(200)
    const { status, body } = await read(`${path}?${range('2026-07-28T08:00:01Z')}&projects=AURA`)
    expect(status).toBe(400)
    expect(body.message).toBe(
      'Path: query.unit, Message: Must make at most 5000 buckets of the range',
    )
  },
)

test('a range of thousands of years is fast', async () => {
  const range = 'start_date=0001-01-01T00:00:00Z&end_date=4999-12-31T00:00:00Z&unit=year'
  const ms = await leastCpuTimeOf(async () => {
    const { status } = await read(`/transactions/records?${range}&tz=Europe/Berlin&projects=AURA`)
    expect(status).toBe(200)
  })
  expect(ms).toBeLessThan(2000)
})
