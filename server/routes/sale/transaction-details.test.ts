import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '#tests/support/server/app.ts'
import {
  addBonusTransaction,
  addChain,
  addManualTransaction,
  addProject,
  addReferralPayout,
  addTransaction,
  addWallet,
} from '#tests/support/server/builders.ts'

const BUYER = `0x${'ab'.repeat(20)}`
const REFERRER = `0x${'cd'.repeat(20)}`

let app: TestApp
let staff: Awaited<ReturnType<TestApp['signIn']>>
let purchase: Awaited<ReturnType<typeof addTransaction>>
let foreign: Awaited<ReturnType<typeof addTransaction>>

beforeAll(async () => {
  app = await openTestApp()
  for (const id of ['AURA', 'SECRET', 'ARCHIVED']) {
    await addProject(app.db, { id })
    await addWallet(app.db, { project_id: id, wallet_address: BUYER })
  }
  staff = await app.signIn('user', ['AURA', 'ARCHIVED'])
  purchase = await addTransaction(app.db, {
    project_id: 'AURA',
    wallet_address: BUYER,
    status: 'failed',
    status_reason: 'Reverted by the network',
    payment_token_amount: '0.100000000000000001',
    payment_usd_amount: '12345678901234567890.5',
    tokens_bought: '7.50',
    country: 'DE',
    utm_source: 'google',
  })
  foreign = await addTransaction(app.db, { project_id: 'SECRET', wallet_address: BUYER })
})
afterAll(() => app.close())

const get = (project: string, id: string | number, as: typeof staff | null = staff) =>
  app.call('GET', `/transactions/${project}/${id}`, { as })

describe('a purchase', () => {
  test('is shown with its exact amounts, its reason and where its buyer came from', async () => {
    const { status, body } = await get('AURA', purchase.id)
    expect(status).toBe(200)
    expect(body).toEqual({
      transaction: {
        voided: null,
        id: String(purchase.id),
        project_id: 'AURA',
        wallet_address: BUYER,
        transaction_hash: purchase.transaction_hash,
        stage_name: 'Stage 1',
        payment_token_name: 'ETH',
        payment_token_amount: '0.100000000000000001',
        payment_usd_amount: '12345678901234567890.5',
        tokens_bought: '7.5',
        type: 'blockchain',
        status: 'failed',
        status_reason: 'Reverted by the network',
        source_id: null,
        created_at: purchase.created_at.toISOString(),
        price: '1646090520164609052.066666666666666667',
        price_is_unusual: 0,
        received: null,
        explorer_url: null,
        proof: null,
        notes: 0,
      },
      origin: { country: 'DE', referrer: null, utm_source: 'google', utm_medium: null },
      bonuses: [],
      payouts: [],
      credits: [],
      history: [],
      history_since: purchase.created_at.toISOString(),
      notices: [],
      usual_price: null,
      usual_price_is_planned: 0,
    })
  })

  test('is shown with its bonuses, payouts, credit and messages', async () => {
    const { id } = await addTransaction(app.db, { project_id: 'AURA', wallet_address: BUYER })
    const own = { project_id: 'AURA', transaction_id: id }
    const bonus = await addBonusTransaction(app.db, { ...own, wallet_address: REFERRER })
    const payout = await addReferralPayout(app.db, {
      ...own,
      wallet_address: REFERRER,
      amount_before_gas: '5.250',
    })
    const credit = await addManualTransaction(app.db, { ...own, wallet_address: BUYER })
    const [at, sentAt] = ['2026-11-02T10:00:00.000Z', '2026-11-02T10:00:05.000Z']
    const notice = {
      project_id: 'AURA',
      kind: 'chat' as const,
      subject_id: id,
      state: 'sent' as const,
      next_attempt_at: at,
      created_at: at,
      updated_at: sentAt,
    }
    await app.db.insertInto('notices').values(notice).execute()
    // A lead and another purchase may have the same number.
    await app.db
      .insertInto('notices')
      .values([
        { ...notice, kind: 'lead' },
        { ...notice, project_id: 'SECRET' },
      ])
      .execute()
    const { body } = await get('AURA', id)
    expect(body.bonuses).toMatchObject([{ id: String(bonus.id), bonus_token_amount: '50' }])
    expect(body.payouts).toEqual([
      {
        id: String(payout.id),
        project_id: 'AURA',
        transaction_id: String(id),
        wallet_address: REFERRER,
        amount_before_gas: '5.25',
        created_at: payout.created_at.toISOString(),
      },
    ])
    expect(body.credits).toMatchObject([
      { id: String(credit.id), transaction_id: String(id), tokens: '10' },
    ])
    expect(body.notices).toEqual([{ at: sentAt, channel: 'chat', state: 'sent' }])
  })

  test('of an archived project is still shown by its link', async () => {
    const { id } = await addTransaction(app.db, { project_id: 'ARCHIVED', wallet_address: BUYER })
    await sql`update projects set archived_at = now() where id = 'ARCHIVED'`.execute(app.db)
    expect((await get('ARCHIVED', id)).status).toBe(200)
  })

  test('from before the upgrade says since when its history is recorded', async () => {
    const { id } = await addTransaction(app.db, { project_id: 'AURA', wallet_address: BUYER })
    await sql`update transactions set history_since = '2026-11-05T00:00:00Z' where id = ${id}`.execute(
      app.db,
    )
    expect((await get('AURA', id)).body.history_since).toBe('2026-11-05T00:00:00.000Z')
  })
})

describe('the proof of a purchase', () => {
  const CHECKED_AT = new Date('2026-11-20T10:00:00.000Z')
  const PROOF = {
    chain_id: 1,
    block: 100,
    block_hash: '0x01',
    payer: REFERRER,
    receiver: BUYER,
    amount: '0.500000000000000000',
    token: 'ETH',
    checked_at: CHECKED_AT,
  }
  let reader: typeof staff
  const buy = (fields: object = {}) =>
    addTransaction(app.db, { project_id: 'PROVEN', wallet_address: BUYER, ...fields })
  const proofOf = async ({ id }: { id: number }) =>
    (await get('PROVEN', id, reader)).body.transaction.proof

  beforeAll(async () => {
    await addProject(app.db, { id: 'PROVEN' })
    await addWallet(app.db, { project_id: 'PROVEN', wallet_address: BUYER })
    await addChain(app.db, { project_id: 'PROVEN', head_block: 111 })
    reader = await app.signIn('user', ['PROVEN'])
  })

  test('says what its chain says, in its page, the list and the file', async () => {
    const differing = await buy()
    await app.db
      .updateTable('proofs')
      .set({ ...PROOF, reason: 'used_twice', claims: 2, claimed: '2.50', proven_at: CHECKED_AT })
      .where('transaction_id', '=', differing.id)
      .execute()
    await app.db
      .updateTable('transactions')
      .set({ proof_state: 'differs' })
      .where('id', '=', differing.id)
      .execute()
    const proof = await proofOf(differing)
    expect(proof).toEqual({
      state: 'differs',
      reason: 'used_twice',
      chain_id: 1,
      block: 100,
      confirmations: 12,
      payer: REFERRER,
      receiver: BUYER,
      amount: '0.5',
      token: 'ETH',
      checked_at: CHECKED_AT.toISOString(),
      confirmations_needed: 12,
      chain_name: 'Ethereum',
      explorer_url: `https://explorer.example/tx/${differing.transaction_hash}`,
      proven_at: CHECKED_AT.toISOString(),
      claims: { purchases: 2, amount: '2.5' },
    })
    const query = 'projects=PROVEN&proof=differs'
    const { body } = await app.call('GET', `/transactions?${query}`, { as: reader })
    expect(body.results).toMatchObject([{ id: String(differing.id), proof }])
    const { text } = await app.call('GET', `/transactions/csv?${query}`, { as: reader })
    expect(text).toContain(
      `,differs,used_twice,1,100,${REFERRER},${BUYER},0.5,ETH,${CHECKED_AT.toISOString()}`,
    )
    expect((await app.call('GET', `/transactions/total?${query}`, { as: reader })).body.rows).toBe(
      1,
    )
  })

  test('is waiting until it was checked, and not checkable where no chain has its token', async () => {
    expect(await proofOf(await buy({ status: 'pending' }))).toMatchObject({
      state: 'waiting',
      confirmations: null,
      checked_at: null,
      claims: null,
    })
    for (const fields of [
      { payment_token_name: 'SOL' },
      { transaction_hash: null, status: 'refunded' },
      { type: 'card' },
    ])
      expect(await proofOf(await buy(fields))).toMatchObject({
        state: 'not_checkable',
        reason: null,
        block: null,
        explorer_url: null,
      })
  })

  test('is null for a purchase that claims no payment, and without a chain', async () => {
    for (const fields of [
      { status: 'failed' },
      { status: 'expired' },
      { status: 'pending', payment_token_name: 'SOL' },
    ])
      expect(await proofOf(await buy(fields))).toBeNull()
    const { body } = await get(
      'AURA',
      (await addTransaction(app.db, { project_id: 'AURA', wallet_address: BUYER })).id,
    )
    expect(body.transaction).toMatchObject({ status: 'completed', proof: null })
  })
})

describe('access', () => {
  test('needs a session and a role with finances', async () => {
    expect((await get('AURA', purchase.id, null)).status).toBe(401)
    const marketing = await app.signIn('marketing', ['AURA'])
    expect((await get('AURA', purchase.id, marketing)).status).toBe(403)
    expect((await get('SECRET', foreign.id, await app.signIn('admin'))).status).toBe(200)
  })

  test('an absent and a foreign purchase, an absent project and a malformed id are one 404', async () => {
    const answers = await Promise.all([
      get('SECRET', foreign.id),
      get('AURA', foreign.id),
      get('SECRET', purchase.id),
      get('ABSENT', purchase.id),
      get('AURA', 999_999),
      get('AURA', 'none'),
      get('AURA', '0'),
      get('AURA', '-1'),
      get('AURA', '99999999999999999999'),
      get('SECRET', '99999999999999999999'),
    ])
    for (const { status, body } of answers)
      expect([status, body]).toEqual([404, { code: 404, message: 'Not found' }])
  })

  test('a foreign purchase costs the queries of an absent one', async () => {
    const count = async (project: string, id: string | number) => {
      const { db } = app
      let queries = 0
      const counted = db.withPlugin({
        transformQuery: ({ node }) => {
          queries += 1
          return node
        },
        transformResult: async ({ result }) => result,
      })
      const other = await openTestApp({
        db: counted,
        clock: app.clock,
        config: { secret: app.dependencies.config.secret },
      })
      const { status } = await other.call('GET', `/transactions/${project}/${id}`, { as: staff })
      await other.close()
      return [status, queries]
    }
    const absent = await count('AURA', 999_999)
    expect(absent).toEqual([404, expect.any(Number)])
    expect(await count('SECRET', foreign.id)).toEqual(absent)
    expect(await count('ABSENT', foreign.id)).toEqual(absent)
    expect(await count('AURA', 'none')).toEqual(absent)
  })
})

describe('the bonuses of a purchase', () => {
  let own: number
  let bare: number

  beforeAll(async () => {
    const place = { project_id: 'AURA', wallet_address: BUYER }
    own = (await addTransaction(app.db, place)).id
    bare = (await addTransaction(app.db, place)).id
    const bonus = { project_id: 'AURA', transaction_id: own }
    await addBonusTransaction(app.db, {
      ...bonus,
      type: 'rank',
      identifier: 'Gold',
      wallet_address: BUYER,
      bonus_token_amount: '18875.5',
    })
    await addBonusTransaction(app.db, {
      ...bonus,
      type: 'referrer',
      identifier: BUYER,
      wallet_address: REFERRER,
      bonus_token_amount: '1',
    })
  })

  const list = (id: string | number, as = staff) =>
    app.call('GET', `/bonus-transactions?transaction_id=${id}`, { as })

  test('are listed in the order in which they were granted', async () => {
    const { status, body } = await list(own)
    expect(status).toBe(200)
    expect(body).toEqual([
      {
        id: expect.any(String),
        bonus_code_id: null,
        bonus_token_amount: '18875.5',
        identifier: 'Gold',
        transaction_id: String(own),
        type: 'rank',
        wallet_address: BUYER,
      },
      expect.objectContaining({ type: 'referrer', wallet_address: REFERRER }),
    ])
  })

  test('are an empty list without any', async () => {
    expect((await list(bare)).body).toEqual([])
  })

  test('of another project get the same response as those of an unknown one', async () => {
    const missing = await list(999_999)
    expect(missing).toMatchObject({ status: 404, body: { code: 404, message: 'Not found' } })
    expect((await list(foreign.id)).body).toEqual(missing.body)
    expect((await list('abc')).body).toEqual(missing.body)
  })

  test('require a transaction id, a token and a role', async () => {
    expect((await app.call('GET', '/bonus-transactions', { as: staff })).status).toBe(400)
    expect((await app.call('GET', `/bonus-transactions?transaction_id=${own}`)).status).toBe(401)
    const marketing = await app.signIn('marketing', ['AURA'])
    expect((await list(own, marketing)).status).toBe(403)
    const admin = await app.signIn('admin', [])
    expect((await list(foreign.id, admin)).status).toBe(200)
  })
})
