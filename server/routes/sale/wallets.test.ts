import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '#tests/support/server/app.ts'
import {
  addBonusTransaction,
  addProject,
  addTransaction,
  addWallet,
} from '#tests/support/server/builders.ts'

const WALLET = `0x${'ab'.repeat(20)}`
const FRIEND = `0x${'cd'.repeat(20)}`

let app: TestApp
let staff: Awaited<ReturnType<TestApp['signIn']>>

beforeAll(async () => {
  app = await openTestApp()
  for (const id of ['AURA', 'HELIX', 'SECRET']) await addProject(app.db, { id })
  staff = await app.signIn('user', ['AURA', 'HELIX'])
})
afterAll(() => app.close())

const list = (query: string, as = staff) => app.call('GET', `/wallets?${query}`, { as })
const patch = (body: unknown, path = `AURA/${WALLET}`, as = staff) =>
  app.call('PATCH', `/wallets/${path}`, { as, body })

describe("a wallet's total", () => {
  test('is the sum of completed purchases, their bonuses and credits', async () => {
    const wallet = { project_id: 'AURA', wallet_address: WALLET }
    await addWallet(app.db, wallet)
    await addWallet(app.db, { ...wallet, wallet_address: FRIEND })
    const bought = await addTransaction(app.db, { ...wallet, tokens_bought: '100.25' })
    const refunded = await addTransaction(app.db, {
      ...wallet,
      status: 'refunded',
      tokens_bought: '1000',
    })
    await addTransaction(app.db, { ...wallet, status: 'pending', tokens_bought: null })
    const bonus = { project_id: 'AURA', identifier: 'x', type: 'rank' as const }
    await addBonusTransaction(app.db, {
      ...bonus,
      wallet_address: WALLET,
      transaction_id: bought.id,
      bonus_token_amount: '10.000000000000000001',
    })
    await addBonusTransaction(app.db, {
      ...bonus,
      wallet_address: WALLET,
      transaction_id: refunded.id,
      bonus_token_amount: '500',
    })
    await addBonusTransaction(app.db, {
      ...bonus,
      wallet_address: FRIEND,
      transaction_id: bought.id,
      bonus_token_amount: '7',
    })
    await app.call('POST', `/wallets/AURA/${WALLET}/transactions/manual`, {
      as: staff,
      body: { reason: 'A prize', tokens: '5' },
    })
    const { body } = await list('projects=AURA')
    const totals = Object.fromEntries(
      body.results.map((row: { wallet_address: string; total_tokens: string }) => [
        row.wallet_address,
        row.total_tokens,
      ]),
    )
    expect(totals).toEqual({ [WALLET]: '115.250000000000000001', [FRIEND]: '7' })
  })
})

describe('the list of wallets', () => {
  test('orders equal times by project and address, without gaps between pages', async () => {
    const at = new Date('2026-11-19T10:00:00Z')
    for (let index = 0; index < 45; index++) {
      await addWallet(app.db, {
        project_id: index % 3 === 0 ? 'AURA' : 'HELIX',
        wallet_address: `0x${String(index).padStart(40, '0')}`,
        // Three times, so that pages end in the middle of ties.
        created_at: new Date(at.getTime() - Math.floor(index / 15) * 1000),
      })
    }
    const pages = [1, 2, 3, 4].map((page) =>
      list(`projects=AURA&projects=HELIX&page=${page}&limit=13`),
    )
    const rows = (await Promise.all(pages)).flatMap((response) => response.body.results)
    const keys = rows.map((row) => `${row.created_at} ${row.project_id} ${row.wallet_address}`)
    expect(keys).toHaveLength(47)
    expect(new Set(keys).size).toBe(47)
    expect(keys).toEqual(keys.toSorted().toReversed())
  })

  test('finds an address in any case, in every requested project', async () => {
    await addWallet(app.db, { project_id: 'HELIX', wallet_address: WALLET })
    const upperCase = `0x${'AB'.repeat(20)}`
    const { body } = await list(`projects=AURA&projects=HELIX&walletAddress=${upperCase}`)
    expect(body.results).toHaveLength(2)
    expect((await list(`projects=HELIX&walletAddress=${FRIEND}`)).body.results).toEqual([])
  })

  test('refuses invalid addresses, other roles and missing tokens; hides other projects', async () => {
    expect((await list('walletAddress=0x12')).status).toBe(400)
    expect((await app.call('GET', '/wallets?projects=AURA')).status).toBe(401)
    expect((await list('projects=AURA', await app.signIn('marketing', ['AURA']))).status).toBe(403)
    await addWallet(app.db, { project_id: 'SECRET', wallet_address: WALLET })
    expect((await list('projects=SECRET')).body.results).toEqual([])
  })
})

describe('an override', () => {
  test.each([
    ['min_referral_spend', 250.5],
    ['min_referral_spend', 0],
    ['referral_payout_percentage', 100],
    ['referral_token_bonus_percentage', 7.5],
  ])('%s is set to %d and cleared again, the others untouched', async (field, value) => {
    const before = (await list(`projects=AURA&walletAddress=${WALLET}`)).body.results[0]
    const set = await patch({ [field]: value })
    expect(set.status).toBe(200)
    expect(set.body).toEqual({ ...before, [field]: value })
    const cleared = await patch({ [field]: null })
    expect(cleared.body).toEqual({ ...before, [field]: null })
  })

  test('is audited with the values before and after', async () => {
    await patch({ min_referral_spend: 250 })
    await patch({ min_referral_spend: null })
    const entry = await app.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'wallet.update')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({
      object_id: WALLET,
      project_id: 'AURA',
      after: { min_referral_spend: null },
    })
    expect(Number(entry.before?.['min_referral_spend'])).toBe(250)
  })

  test.each([
    ['two at once', { min_referral_spend: 1, referral_payout_percentage: 1 }],
    ['none', {}],
    ['an unknown one', { total_tokens: '1' }],
    ['text', { min_referral_spend: '1' }],
    ['less than 0', { referral_payout_percentage: -0.01 }],
    ['more than 100', { referral_token_bonus_percentage: 100.01 }],
  ])('is refused: %s', async (_what, body) => {
    expect((await patch(body)).status).toBe(400)
  })

  test('is refused without a token, to other roles, and for an unknown or foreign wallet', async () => {
    const body = { min_referral_spend: 1 }
    expect((await app.call('PATCH', `/wallets/AURA/${WALLET}`, { body })).status).toBe(401)
    const marketing = await app.signIn('marketing', ['AURA'])
    expect((await patch(body, `AURA/${WALLET}`, marketing)).status).toBe(403)
    const unknown = await patch(body, `AURA/0x${'ff'.repeat(20)}`)
    expect(unknown.status).toBe(404)
    expect((await patch(body, `SECRET/${WALLET}`)).body).toEqual(unknown.body)
  })
})
