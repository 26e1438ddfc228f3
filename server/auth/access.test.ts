import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Db } from '#server/db/engine/open.ts'
import { openTestApp, type TestApp } from '#tests/support/server/app.ts'
import { addProject, addTransaction, addWallet } from '#tests/support/server/builders.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/server/database.ts'

let database: TestDatabase
let replica: Db
let t: TestApp
let transaction: string
beforeAll(async () => {
  database = await openTestDatabase()
  const { db } = database
  // A second instance on the same rows.
  replica = db.withoutPlugins()
  t = await openTestApp({
    db,
    replica: { db: replica, readerFor: () => replica, primary: db },
  })
  await addProject(db, { id: 'AURA' })
  const { wallet_address } = await addWallet(db, { project_id: 'AURA' })
  const { id } = await addTransaction(db, { project_id: 'AURA', wallet_address })
  transaction = String(id)
})
afterAll(async () => {
  await t.close()
  await database.close()
})

test.each([
  'transactions',
  'bonus-transactions',
  'manual-transactions',
  'wallets',
  'bonus-codes',
  'leads',
  'seo-scripts',
  'banners/AURA',
  'notices',
  'audit',
  'transactions/summary',
])('access to %s is checked on the primary, even if the replica lags', async (path) => {
  const admin = await t.signIn('admin')
  const replicaQueries = vi.spyOn(replica, 'selectFrom')
  const range = 'start_date=2026-01-01T00:00:00Z&end_date=2027-01-01T00:00:00Z'
  const { status } = await t.call(
    'GET',
    `/${path}?projects=AURA&transaction_id=${transaction}&${range}`,
    { as: admin },
  )
  expect(status).toBe(200)
  expect(replicaQueries.mock.calls.map(([table]) => table)).not.toContain('projects')
  replicaQueries.mockRestore()
})

test('a write is noted for the session only with a replica, and a search is no write', async () => {
  const noted = async (at: TestApp) => {
    const admin = await at.signIn('admin')
    const read = () =>
      at.db.selectFrom('sessions').select('last_write').where('user_id', '=', admin.user.id)
    expect(
      (await at.call('POST', '/search', { as: admin, body: { q: 'abc', projects: ['AURA'] } }))
        .status,
    ).toBe(200)
    const before = await read().executeTakeFirstOrThrow()
    const code = {
      project_id: 'AURA',
      code: `C${admin.user.id}`,
      percentage: 5,
      tokens_come_from_stage_tokens: 0,
    }
    expect((await at.call('POST', '/bonus-codes', { as: admin, body: code })).status).toBe(201)
    const after = await read().executeTakeFirstOrThrow()
    return [before.last_write !== null, after.last_write !== null]
  }
  expect(await noted(t)).toEqual([false, true])
  const without = await openTestApp({ db: database.db })
  expect(await noted(without)).toEqual([false, false])
  await without.close()
})
