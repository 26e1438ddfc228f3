import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import { addProject, addTransaction, addWallet } from '#tests/support/server/builders.ts'

const WALLET = `0x${'ab'.repeat(20)}`
const OTHER = `0x${'cd'.repeat(20)}`
const REASON = 'Paid on the wrong network'
const CREDITED = { code: 409, message: 'This purchase was credited before' }

let app: TestApp
let staff: SignedIn
let purchase: string

beforeAll(async () => {
  app = await openTestApp()
  for (const project_id of ['AURA', 'SECRET']) {
    await addProject(app.db, { id: project_id })
    for (const wallet_address of [WALLET, OTHER])
      await addWallet(app.db, { project_id, wallet_address })
  }
  staff = await app.signIn('user', ['AURA'])
})
afterAll(() => app.close())
beforeEach(async () => {
  purchase = await buy('AURA', WALLET)
})

async function buy(project_id: string, wallet_address: string): Promise<string> {
  const row = await addTransaction(app.db, { project_id, wallet_address, status: 'failed' })
  return String(row.id)
}

function credit(transaction_id: unknown, { wallet = WALLET, key = '', as = staff } = {}) {
  return app.call('POST', `/wallets/AURA/${wallet}/transactions/manual`, {
    as,
    body: { reason: REASON, tokens: '2.5', transaction_id },
    headers: key === '' ? {} : { 'idempotency-key': key },
  })
}

async function creditsOf(id = purchase) {
  const { body } = await app.call('GET', `/transactions/AURA/${id}`, { as: staff })
  return body.credits
}

describe('a credit for a purchase', () => {
  test('carries the purchase in its response, in the list and on the page of the purchase', async () => {
    const made = await credit(purchase)
    expect(made).toMatchObject({ status: 201, body: { transaction_id: purchase, tokens: '2.5' } })
    expect(await creditsOf()).toEqual([made.body])
    const { body } = await app.call('GET', '/manual-transactions?projects=AURA', { as: staff })
    expect(body.results[0]).toEqual(made.body)
  })

  test('is audited with its purchase', async () => {
    const { body } = await credit(purchase)
    const entry = await app.db
      .selectFrom('audit_log')
      .select('after')
      .where('action', '=', 'manual_transaction.create')
      .where('object_id', '=', body.id)
      .executeTakeFirstOrThrow()
    expect(entry.after).toMatchObject({ transaction_id: Number(purchase) })
  })

  test('is given once: a second one is a conflict, also by another person', async () => {
    expect((await credit(purchase)).status).toBe(201)
    const colleague = await app.signIn('client', ['AURA'])
    for (const as of [staff, colleague])
      expect(await credit(purchase, { as })).toMatchObject({ status: 409, body: CREDITED })
    expect(await creditsOf()).toHaveLength(1)
  })

  test('of two at once is given once', async () => {
    const answers = await Promise.all([credit(purchase), credit(purchase)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    expect(await creditsOf()).toHaveLength(1)
  })

  test('is repeated by its key, and a refused one leaves the key free', async () => {
    const first = await credit(purchase, { key: 'first' })
    const again = await credit(purchase, { key: 'first' })
    expect([again.status, again.body]).toEqual([201, first.body])
    expect((await credit(purchase, { key: 'second' })).status).toBe(409)
    const fresh = await buy('AURA', WALLET)
    expect((await credit(fresh, { key: 'second' })).status).toBe(201)
  })

  test('does not hinder credits without a purchase', async () => {
    expect((await credit(undefined)).body.transaction_id).toBeNull()
    expect((await credit(undefined)).status).toBe(201)
  })

  test('stays when the purchase completes, and the wallet counts it', async () => {
    const before = await totals()
    await credit(purchase)
    await app.db
      .updateTable('transactions')
      .set({ status: 'completed' })
      .where('id', '=', Number(purchase))
      .execute()
    expect((await totals()).credited_and_completed).toBe(before.credited_and_completed + 1)
    expect(await creditsOf()).toHaveLength(1)
  })
})

async function totals() {
  const { body } = await app.call('GET', `/wallets/AURA/${WALLET}`, { as: staff })
  return body.totals
}

test.each([
  ['another wallet', () => buy('AURA', OTHER)],
  ['another project', () => buy('SECRET', WALLET)],
  ['nobody', async () => '999999'],
  ['no valid id', async () => '99999999999999999999'],
  ['no number', async () => 'none'],
])('a credit for a purchase of %s is refused and names the field', async (_whose, find) => {
  const { body: before } = await app.call('GET', '/manual-transactions?projects=AURA&limit=100', {
    as: staff,
  })
  const refused = await credit(await find())
  expect(refused.status).toBe(400)
  expect(refused.body.message).toBe(
    'Path: body.transaction_id, Message: Must be a purchase of this wallet',
  )
  const { body: after } = await app.call('GET', '/manual-transactions?projects=AURA&limit=100', {
    as: staff,
  })
  expect(after).toEqual(before)
})
