import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '#tests/support/server/app.ts'
import {
  addBonusTransaction,
  addLead,
  addManualTransaction,
  addProject,
  addReferralPayout,
  addTransaction,
  addWallet,
  someAddress,
} from '#tests/support/server/builders.ts'

const WALLET = `0x${'ab'.repeat(20)}`
const EMPTY = `0x${'00'.repeat(20)}`
const REFERRED = [`0x${'c1'.repeat(20)}`, `0x${'c2'.repeat(20)}`]

let app: TestApp
let staff: Awaited<ReturnType<TestApp['signIn']>>

beforeAll(async () => {
  app = await openTestApp()
  for (const id of ['AURA', 'SECRET']) await addProject(app.db, { id })
  staff = await app.signIn('user', ['AURA'])
  await fillWallet()
})
afterAll(() => app.close())

async function fillWallet() {
  const { db } = app
  const own = { project_id: 'AURA', wallet_address: WALLET }
  await addWallet(db, {
    ...own,
    country: 'DE',
    referrer: 'https://x.com/',
    referred_by: someAddress(),
  })
  // Everything that belongs to other wallets or projects must not count.
  for (const wallet_address of [WALLET, ...REFERRED])
    await addWallet(db, { project_id: 'SECRET', wallet_address, referred_by: WALLET })
  await addTransaction(db, { ...own, project_id: 'SECRET' })
  await addManualTransaction(db, { ...own, project_id: 'SECRET' })
  await addWallet(db, { project_id: 'AURA', wallet_address: EMPTY })
  for (const wallet_address of REFERRED)
    await addWallet(db, { project_id: 'AURA', wallet_address, referred_by: WALLET })
  const buy = (status: 'completed', usd: string, more = {}) =>
    addTransaction(db, { ...own, status, payment_usd_amount: usd, tokens_bought: usd, ...more })
  const second = await buy('completed', '0.000000000000000001', { country: 'FR' })
  const first = await buy('completed', '100.25', {
    created_at: '2026-10-01T00:00:00Z',
    country: 'US',
    utm_source: 'google',
    tokens_bought: '1000.000000000000000001',
  })
  await buy('completed', '5', { tokens_bought: null })
  const others = {
    pending: await buy('pending' as 'completed', '1'),
    processing: await buy('processing' as 'completed', '2.5'),
    failed: await buy('failed' as 'completed', '10', { created_at: '2026-09-01T00:00:00Z' }),
    expired: await buy('expired' as 'completed', '20'),
    refunded: await buy('refunded' as 'completed', '40'),
  }
  const bonus = (transaction_id: number, bonus_token_amount: string) =>
    addBonusTransaction(db, { ...own, transaction_id, bonus_token_amount })
  await bonus(first.id, '50.5')
  await bonus(second.id, '0.000000000000000002')
  await bonus(others.refunded.id, '7')
  await addManualTransaction(db, { ...own, tokens: '10', transaction_id: first.id })
  await addManualTransaction(db, { ...own, tokens: '20.1', transaction_id: others.failed.id })
  await addManualTransaction(db, { ...own, tokens: '3' })
  await addReferralPayout(db, { ...own, amount_before_gas: '5.50' })
  await addReferralPayout(db, { ...own, amount_before_gas: '1.000000000000000001' })
  await addLead(db, { ...own, email: 'old@buyer.example', created_at: '2026-10-01T00:00:00Z' })
  await addLead(db, { ...own, email: 'new@buyer.example' })
  await addLead(db, { ...own, project_id: 'SECRET' })
}

const get = (address: string, project = 'AURA', as: typeof staff | null = staff) =>
  app.call('GET', `/wallets/${project}/${address}`, { as })

describe('a wallet', () => {
  test('has exact totals, and its tokens add up to its balance', async () => {
    const { status, body } = await get(WALLET)
    expect(status).toBe(200)
    expect(body.totals).toEqual({
      purchases: 3,
      bonuses: 2,
      credits: 3,
      credited_and_completed: 1,
      referred_wallets: 2,
      paid_usd: '105.250000000000000001',
      under_way_usd: '3.5',
      failed_usd: '30',
      referral_payouts_usd: '6.500000000000000001',
      tokens_bought: '1000.000000000000000002',
      bonus_tokens: '50.500000000000000002',
      credited_tokens: '33.1',
    })
    expect(body.wallet.total_tokens).toBe('1083.600000000000000004')
    const list = await app.call('GET', `/wallets?projects=AURA&walletAddress=${WALLET}`, {
      as: staff,
    })
    expect(list.body.results).toEqual([body.wallet])
  })

  test('shows where its owner came from, then and at the first completed purchase', async () => {
    const { body } = await get(WALLET)
    const unknown = { country: null, referrer: null, utm_source: null, utm_medium: null }
    expect(body.origin).toEqual({
      registration: { ...unknown, country: 'DE', referrer: 'https://x.com/' },
      first_purchase: { ...unknown, country: 'US', utm_source: 'google' },
    })
  })

  test('shows the leads with its address, newest first', async () => {
    const { body } = await get(WALLET)
    expect(body.leads.map(({ email }: { email: string }) => email)).toEqual([
      'new@buyer.example',
      'old@buyer.example',
    ])
  })

  test('is found in any case', async () => {
    const { body } = await get(WALLET.toUpperCase().replace('0X', '0x'))
    expect(body).toEqual((await get(WALLET)).body)
  })

  test('without purchases has zeros', async () => {
    const { body } = await get(EMPTY)
    expect(body.origin.first_purchase).toBeNull()
    expect(body.leads).toEqual([])
    expect(Object.values(body.totals).every((total) => Number(total) === 0)).toBe(true)
    expect(body.wallet.total_tokens).toBe('0')
  })
})

test('an absent wallet, a foreign one, an absent project and a malformed address are one 404', async () => {
  for (const path of ['', '/timeline'])
    for (const answer of [
      await get(`${WALLET}${path}`, 'SECRET'),
      await get(`${someAddress()}${path}`, 'SECRET'),
      await get(`${WALLET}${path}`, 'ABSENT'),
      await get(`${someAddress()}${path}`),
      await get(`0x1${path}`),
      await get(`${'9'.repeat(20)}${path}`),
      await get(`${'x'.repeat(101)}${path}`),
    ])
      expect([answer.status, answer.body]).toEqual([404, { code: 404, message: 'Not found' }])
})

test('needs a session and a role with finances', async () => {
  const marketing = await app.signIn('marketing', ['AURA'])
  for (const path of [WALLET, `${WALLET}/timeline`]) {
    expect((await get(path, 'AURA', null)).status).toBe(401)
    expect((await get(path, 'AURA', marketing)).status).toBe(403)
    expect((await get(path, 'SECRET', await app.signIn('admin'))).status).toBe(200)
  }
})
