import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '#tests/support/server/app.ts'
import {
  addBonusTransaction,
  addProject,
  addTransaction,
  addWallet,
} from '#tests/support/server/builders.ts'

const WALLET = `0x${'ab'.repeat(20)}`
const REFERRER = `0x${'cd'.repeat(20)}`

let app: TestApp
let staff: Awaited<ReturnType<TestApp['signIn']>>
let own: number
let bare: number
let foreign: number

beforeAll(async () => {
  app = await openTestApp()
  for (const id of ['AURA', 'SECRET']) await addProject(app.db, { id })
  staff = await app.signIn('client', ['AURA'])
  const purchase = async (project_id: string) => {
    await addWallet(app.db, { project_id, wallet_address: WALLET })
    const row = await addTransaction(app.db, { project_id, wallet_address: WALLET })
    return row.id
  }
  own = await purchase('AURA')
  foreign = await purchase('SECRET')
  const row = await addTransaction(app.db, { project_id: 'AURA', wallet_address: WALLET })
  bare = row.id
  const bonus = { project_id: 'AURA', transaction_id: own }
  await addBonusTransaction(app.db, {
    ...bonus,
    type: 'rank',
    identifier: 'Gold',
    wallet_address: WALLET,
    bonus_token_amount: '18875.5',
  })
  await addBonusTransaction(app.db, {
    ...bonus,
    type: 'referrer',
    identifier: WALLET,
    wallet_address: REFERRER,
    bonus_token_amount: '1',
  })
})
afterAll(() => app.close())

const list = (id: string | number, as = staff) =>
  app.call('GET', `/bonus-transactions?transaction_id=${id}`, { as })

test('a purchase shows its bonuses in the order in which they were granted', async () => {
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
      wallet_address: WALLET,
    },
    expect.objectContaining({ type: 'referrer', wallet_address: REFERRER }),
  ])
})

test('a purchase without bonuses has an empty list', async () => {
  expect((await list(bare)).body).toEqual([])
})

test('a purchase of another project gets the same response as an unknown one', async () => {
  const missing = await list(999_999)
  expect(missing).toMatchObject({ status: 404, body: { code: 404, message: 'Not found' } })
  expect((await list(foreign)).body).toEqual(missing.body)
  expect((await list('abc')).body).toEqual(missing.body)
})

test('it requires a transaction id, a token and a role', async () => {
  expect((await app.call('GET', '/bonus-transactions', { as: staff })).status).toBe(400)
  expect((await app.call('GET', `/bonus-transactions?transaction_id=${own}`)).status).toBe(401)
  const marketing = await app.signIn('marketing', ['AURA'])
  expect((await list(own, marketing)).status).toBe(403)
  const admin = await app.signIn('admin', [])
  expect((await list(foreign, admin)).status).toBe(200)
})
