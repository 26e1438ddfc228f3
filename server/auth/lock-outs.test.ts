import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteExpired } from '#server/lifecycle/expired.ts'
import { openTestApp, type TestApp } from '#tests/support/server/app.ts'
import { TEST_PASSWORD } from '#tests/support/server/builders.ts'

const MINUTE_MS = 60_000

let t: TestApp
beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())
// Later than any window of the previous test.
beforeEach(() => t.clock.advance(60 * MINUTE_MS))

const login = (email: string, password = 'wrong-password', ip = '192.0.2.1') =>
  t.call('POST', '/auth/login', { body: { email, password }, ip })
const lockOuts = async () =>
  (
    await t.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'session.lock_out')
      .where('created_at', '>', new Date(t.clock.now().getTime() - 30 * MINUTE_MS))
      .orderBy('id')
      .execute()
  ).map(({ actor_id, object_type, object_id, ip, after }) => ({
    actor_id,
    object_type,
    object_id,
    ip,
    ...after,
  }))

test('ten failures lock an account out for an address: one entry, however many attempts follow', async () => {
  const { user } = await t.signIn('client')
  const started = t.clock.now().getTime()
  for (let i = 0; i < 10; i++) await login(user.email)
  expect(await lockOuts()).toEqual([])
  const statuses = await Promise.all(
    Array.from({ length: 5 }, async () => (await login(user.email, TEST_PASSWORD)).status),
  )
  expect(statuses).toEqual([429, 429, 429, 429, 429])
  expect(await lockOuts()).toEqual([
    {
      actor_id: null,
      object_type: 'user',
      object_id: String(user.id),
      ip: '192.0.2.1',
      scope: 'account',
      network: '192.0.2.1',
      count: 10,
      until: new Date(started + 15 * MINUTE_MS).toISOString(),
    },
  ])
  // The next lock-out is another entry.
  t.clock.advance(15 * MINUTE_MS)
  for (let i = 0; i < 11; i++) await login(user.email)
  expect(await lockOuts()).toHaveLength(2)
})

test('an address that tries many accounts is locked out', async () => {
  for (let i = 0; i < 103; i++) await login(`x${i}@typed.example`, 'wrong-password', '192.0.2.7')
  expect(await lockOuts()).toMatchObject([
    { object_id: null, scope: 'address', network: '192.0.2.7', count: 100 },
  ])
})

test('an email without an account is recognisable but not stored, and looks the same from outside', async () => {
  const { user } = await t.signIn('client')
  let [known, unknown] = [await login(user.email), await login('hunter2@typed.example')]
  for (let i = 0; i < 10; i++) {
    known = await login(user.email)
    unknown = await login('hunter2@typed.example')
  }
  expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
  expect(await lockOuts()).toMatchObject([
    { object_id: String(user.id) },
    { object_id: null, account: expect.any(String) },
  ])
  expect(JSON.stringify(await t.db.selectFrom('audit_log').selectAll().execute())).not.toMatch(
    /typed\.example/i,
  )
})

test('somebody who guesses the password of an open session is named', async () => {
  const staff = await t.signIn('client')
  const body = { old_password: 'wrong-one', new_password: 'another one' }
  for (let i = 0; i < 11; i++) await t.call('POST', '/auth/change-password', { as: staff, body })
  expect(await lockOuts()).toMatchObject([
    { actor_id: staff.user.id, object_id: String(staff.user.id), scope: 'account' },
  ])
})

test('they are deleted after 90 days', async () => {
  const { user } = await t.signIn('client')
  for (let i = 0; i < 11; i++) await login(user.email)
  expect(await lockOuts()).toHaveLength(1)
  await deleteExpired(t.db, new Date(t.clock.now().getTime() + 91 * 24 * 60 * MINUTE_MS))
  expect(await lockOuts()).toEqual([])
})
