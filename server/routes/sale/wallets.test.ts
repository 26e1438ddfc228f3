import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Allocation } from '#src/wire/allocations.ts'
import { openSale, type Sale } from '#tests/support/calls/approvals.ts'
import { correctionsOf, type Corrections } from '#tests/support/calls/corrections.ts'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import {
  addBonusTransaction,
  addProject,
  addTransaction,
  addWallet,
  someAddress,
} from '#tests/support/server/builders.ts'
import { until } from '#tests/support/server/until.ts'

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

describe('what wallets are owed', () => {
  let sale: Sale
  let corrections: Corrections
  let admin: SignedIn
  beforeAll(async () => {
    admin = await app.signIn('admin')
  })
  beforeEach(async () => {
    sale = await openSale(app, null)
    corrections = correctionsOf(app, sale)
  })

  const get = (path: string, as = sale.approver) => app.call('GET', path, { as })
  const summary = async () => (await get(`/allocations/summary?project_id=${sale.id}`)).body
  const owed = async (query = ''): Promise<Allocation[]> =>
    (await get(`/allocations?project_id=${sale.id}&${query}`)).body.results
  const row = (address: string, tokens: string, parts: [string, string, string], listed = {}) => ({
    wallet_address: address,
    tokens,
    purchased: parts[0],
    bonus: parts[1],
    credited: parts[2],
    listed: null,
    difference: null,
    ...listed,
  })
  async function addBuyer(tokens: string, wallet_address = someAddress()): Promise<string> {
    await addWallet(app.db, { project_id: sale.id, wallet_address })
    const own = { project_id: sale.id, wallet_address }
    await addTransaction(app.db, { ...own, tokens_bought: tokens })
    return wallet_address
  }
  async function freeze(): Promise<{ id: string; number: number; tokens: string }> {
    const { body, status } = await app.call('POST', '/allocation-lists', {
      as: admin,
      body: { project_id: sale.id },
    })
    expect(status).toBe(202)
    return until(async () => {
      const { body: made } = await get(`/allocation-lists/${body.id}`)
      expect(made.state).toBe('ready')
      return made
    })
  }

  test('is nothing in a project without purchases', async () => {
    const as_of = app.clock.now().toISOString()
    expect(await summary()).toEqual({
      project_id: sale.id,
      as_of,
      wallets: 0,
      tokens: '0',
      purchased: '0',
      bonus: '0',
      credited: '0',
      largest: [
        { share_of_wallets: 'top_10', tokens: '0' },
        { share_of_wallets: 'top_100', tokens: '0' },
      ],
      open: {
        purchases: 0,
        tokens: '0',
        approvals: 0,
        approval_tokens: '0',
        last_purchase_at: null,
      },
      latest_list: null,
    })
    expect([await owed(), await owed('changed=1')]).toEqual([[], []])
  })

  test('is the sum of its parts, which equals the totals of the wallets and plain SQL over the rows', async () => {
    const voided = await corrections.buy({ tokens_bought: '7' })
    const kept = await corrections.buy({ tokens_bought: '1000.000000000000000001' })
    await corrections.voidPurchase(voided)
    await corrections.reverse(await corrections.addCredit({ tokens: '3' }))
    await corrections.addCredit({ tokens: '0.5' })
    await addBuyer('20')
    for (const status of ['pending', 'processing'] as const)
      await corrections.buy({ status, tokens_bought: status === 'pending' ? '11.5' : null })
    await corrections.voidPurchase(await corrections.buy({ status: 'pending' }))
    await app.db
      .updateTable('projects')
      .set({ credit_approval_over: '100' })
      .where('id', '=', sale.id)
      .execute()
    await sale.request({ tokens: '250.25' })

    const body = await summary()
    expect(body).toMatchObject({
      wallets: 2,
      tokens: '1070.500000000000000001',
      purchased: '1020.000000000000000001',
      bonus: '50',
      credited: '0.5',
      open: { purchases: 2, tokens: '11.5', approvals: 1, approval_tokens: '250.25' },
    })
    expect(body.largest.map(({ tokens }: { tokens: string }) => tokens)).toEqual([
      '1070.500000000000000001',
      '1070.500000000000000001',
    ])
    const { rows } = await sql<{ tokens: string; newest: Date; totals: string }>`
      select (
        (select sum(tokens_bought) from transactions
          where project_id = ${sale.id} and status = 'completed' and voided_at is null)
        + (select sum(b.bonus_token_amount) from bonus_transactions b
          join transactions t on t.id = b.transaction_id
          where b.project_id = ${sale.id} and t.status = 'completed' and t.voided_at is null)
        + (select sum(tokens) from manual_transactions m where project_id = ${sale.id}
          and not exists (select from credit_reversals r where r.credit_id = m.id))
      ) as tokens,
      (select created_at from transactions where id = ${kept}) as newest,
      (select sum(purchased_tokens + bonus_tokens + credited_tokens) from wallets
        where project_id = ${sale.id}) as totals`.execute(app.db)
    expect(rows).toMatchObject([{ tokens: body.tokens, totals: body.tokens }])
    expect(body.open.last_purchase_at).toBe(rows[0]?.newest.toISOString())
    expect((await owed()).map(({ tokens }) => tokens)).toEqual(['1050.500000000000000001', '20'])
    // Requests end after 7 days.
    app.clock.advance(8 * 24 * 3_600_000)
    admin = await app.signIn('admin')
    const { body: later } = await get(`/allocations/summary?project_id=${sale.id}`, admin)
    expect(later.open).toMatchObject({ approvals: 0, approval_tokens: '0' })
  })

  test('goes to the successor: one without a wallet, one that has bought nothing, one that has bought', async () => {
    const [a, b, c, d] = [
      await addBuyer('1'),
      await addBuyer('20'),
      await addBuyer('300'),
      await addBuyer('4000'),
    ]
    const [stranger, empty] = [someAddress(), sale.wallet]
    expect(await summary()).toMatchObject({ wallets: 4, tokens: '4321' })
    await corrections.setSuccessor(stranger, a)
    await corrections.setSuccessor(empty, b)
    await corrections.setSuccessor(d, c)
    expect(await summary()).toMatchObject({ wallets: 3, tokens: '4321' })
    const none = ['0', '0'] as const
    const expected = [
      row(d, '4300', ['4300', ...none]),
      row(empty, '20', ['20', ...none]),
      row(stranger, '1', ['1', ...none]),
    ]
    expect(await owed()).toEqual(expected)
    expect(await owed('order=asc')).toEqual(expected.toReversed())
    expect(await owed(`walletAddress=${stranger}`)).toEqual(expected.slice(2))
    expect(await owed(`walletAddress=${a}`)).toEqual([])
    await corrections.setSuccessor(stranger, c)
    expect(await summary()).toMatchObject({ wallets: 3, tokens: '4321' })
    expect((await owed()).map(({ tokens }) => tokens)).toEqual(['4000', '301', '20'])
    expect((await freeze()).tokens).toBe('4321')
  })

  test('differs from the latest list where it has changed since; a withdrawn list is not the latest', async () => {
    const [gone, more] = [await addBuyer('5.5'), await addBuyer('20')]
    const bought = await corrections.buy({ tokens_bought: '300' })
    const first = await freeze()
    expect((await summary()).latest_list).toEqual(first)
    expect(await owed('changed=1')).toEqual([])
    expect((await owed()).map(({ listed, difference }) => [listed, difference])).toEqual([
      ['350', '0'],
      ['20', '0'],
      ['5.5', '0'],
    ])
    const fresh = await addBuyer('0.25')
    await corrections.setSuccessor(more, gone)
    await corrections.voidPurchase(bought)
    const changed = [
      row(more, '25.5', ['25.5', '0', '0'], { listed: '20', difference: '5.5' }),
      row(fresh, '0.25', ['0.25', '0', '0'], { difference: '0.25' }),
      ...[
        row(gone, '0', ['0', '0', '0'], { listed: '5.5', difference: '-5.5' }),
        row(sale.wallet, '0', ['0', '0', '0'], { listed: '350', difference: '-350' }),
      ].toSorted((a, b) => (a.wallet_address < b.wallet_address ? 1 : -1)),
    ]
    expect(await owed('changed=1')).toEqual(changed)
    const byAddress = changed.toSorted((a, b) => (a.wallet_address < b.wallet_address ? -1 : 1))
    expect(await owed('changed=1&sort=address&order=asc')).toEqual(byAddress)
    expect(await owed('changed=1&sort=address&order=asc&page=2&limit=3')).toEqual(
      byAddress.slice(3),
    )
    expect(await owed(`changed=1&walletAddress=${gone}`)).toEqual(
      changed.filter((one) => one.wallet_address === gone),
    )
    expect(await owed(`walletAddress=${gone}`)).toEqual([])

    const { number } = await freeze()
    expect([number, await owed('changed=1')]).toEqual([2, []])
    const { results } = (await get(`/allocation-lists?project_id=${sale.id}`)).body
    await app.call('POST', `/allocation-lists/${results[0].id}/withdraw`, {
      as: admin,
      body: { reason: 'wrong decimals' },
    })
    expect((await summary()).latest_list).toEqual(first)
    expect(await owed('changed=1')).toEqual(changed)
  })

  test('is listed in both orders without gaps, and found by a part of an address', async () => {
    const start = '0xabcd'
    for (let n = 0; n < 25; n++)
      // Three have each amount, so that pages end in the middle of ties.
      await addBuyer(String(1 + Math.floor(n / 3)), `${start}${String(n).padStart(36, '0')}`)
    await addBuyer('9999')
    const all = await owed('limit=100')
    const keyOf = ({ tokens, wallet_address }: Allocation) =>
      `${tokens.padStart(10)} ${wallet_address}`
    expect(all.map(keyOf)).toEqual(all.map(keyOf).toSorted().toReversed())
    const pages = [1, 2, 3].map((page) => owed(`limit=10&page=${page}`))
    expect((await Promise.all(pages)).flat()).toEqual(all)
    const byAddress = all.toSorted((a, b) => (a.wallet_address < b.wallet_address ? -1 : 1))
    expect(await owed('limit=100&sort=address&order=asc')).toEqual(byAddress)
    expect(await owed('limit=100&sort=address')).toEqual(byAddress.toReversed())
    expect(await owed('limit=100&walletAddress=0xABCD')).toEqual(all.slice(1))
    expect(await owed(`walletAddress=${start}0…0024`)).toEqual(
      all.filter(({ wallet_address }) => wallet_address.endsWith('0024')),
    )
  })
})
