import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { deleteExpired } from '#server/lifecycle/expired.ts'
import { openTestApp, type TestApp } from '#tests/support/server/app.ts'
import { TEST_PASSWORD } from '#tests/support/server/builders.ts'
import { recordRefusedSignIn } from './sign-in-refusals.ts'

const MINUTE_MS = 60_000
const secret = randomBytes(32)

let t: TestApp
beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())
// Later than any window of the previous test.
beforeEach(() => t.clock.advance(60 * MINUTE_MS))

const login = (email: string, password: string, ip = '192.0.2.1') =>
  t.call('POST', '/auth/login', { body: { email, password }, ip })
const entries = async () =>
  (await t.db.selectFrom('audit_log').selectAll().orderBy('id').execute())
    .filter(({ action, created_at }) => {
      const isRecent = t.clock.now().getTime() - created_at.getTime() < 30 * MINUTE_MS
      return action === 'session.refused' && isRecent
    })
    .map(({ object_id, ip, after }) => ({ object_id, ip, ...after }))

test('wrong passwords for an account are counted in one entry per network', async () => {
  const { user } = await t.signIn('client')
  const object_id = String(user.id)
  for (let i = 0; i < 3; i++) await login(user.email.toUpperCase(), 'wrong-password')
  await login(user.email, 'wrong-password', '2001:db8::1')
  await login(user.email, 'wrong-password', '2001:db8::2')
  expect(await entries()).toEqual([
    { object_id, ip: '192.0.2.1', network: '192.0.2.1', count: 3 },
    { object_id, ip: '2001:db8::1', network: '2001:db8:0:0', count: 2 },
  ])
})

test('a disabled account with the correct password is refused, and the entry shows it', async () => {
  const { user } = await t.signIn('client', [], { disabled_at: t.clock.now() })
  await login(user.email, TEST_PASSWORD)
  expect(await entries()).toMatchObject([{ object_id: String(user.id), count: 1 }])
})

test('a new entry begins after 15 minutes', async () => {
  const { user } = await t.signIn('client')
  await login(user.email, 'wrong-password')
  t.clock.advance(15 * MINUTE_MS - 1)
  await login(user.email, 'wrong-password')
  t.clock.advance(1)
  await login(user.email, 'wrong-password')
  expect(await entries()).toMatchObject([{ count: 2 }, { count: 1 }])
})

test('a sign-in between failures does not begin a new entry', async () => {
  const { user } = await t.signIn('client')
  for (let i = 0; i < 3; i++) {
    await login(user.email, 'wrong-password')
    await login(user.email, TEST_PASSWORD)
  }
  expect(await entries()).toMatchObject([{ count: 3 }])
})

test('attempts that are answered 429 are not recorded', async () => {
  const { user } = await t.signIn('client')
  for (let i = 0; i < 14; i++) await login(user.email, 'wrong-password')
  expect((await login(user.email, 'wrong-password')).status).toBe(429)
  expect(await entries()).toMatchObject([{ count: 10 }])
})

test('concurrent attempts are counted in one entry', async () => {
  const { user } = await t.signIn('client')
  await Promise.all(Array.from({ length: 9 }, () => login(user.email, 'wrong-password')))
  expect(await entries()).toMatchObject([{ count: 9 }])
})

test('an email without an account is recognisable but not stored', async () => {
  await login('hunter2@typed.example', 'wrong-password')
  await login('HUNTER2@typed.example', 'wrong-password')
  await login('other@typed.example', 'wrong-password')
  const found = await entries()
  expect(found).toEqual([
    {
      object_id: null,
      ip: '192.0.2.1',
      network: '192.0.2.1',
      account: expect.any(String),
      count: 2,
    },
    {
      object_id: null,
      ip: '192.0.2.1',
      network: '192.0.2.1',
      account: expect.any(String),
      count: 1,
    },
  ])
  const stored = [
    await t.db.selectFrom('audit_log').selectAll().execute(),
    await t.db.selectFrom('rate_counters').selectAll().execute(),
  ]
  expect(JSON.stringify(stored)).not.toMatch(/typed\.example/i)
})

test('unknown accounts get 20 entries per 15 minutes and one that counts the rest; known accounts still get theirs', async () => {
  const names = Array.from({ length: 25 }, (_, i) => `x${i}@typed.example`)
  for (const [i, name] of names.entries()) {
    await login(name, 'wrong-password', `198.51.100.${i}`)
    await login(name, 'wrong-password', `198.51.100.${i}`)
  }
  const { user } = await t.signIn('client')
  await login(user.email, 'wrong-password')
  const found = await entries()
  expect(found).toHaveLength(22)
  expect(found.slice(0, 20)).toMatchObject(Array.from({ length: 20 }, () => ({ count: 2 })))
  expect(found.slice(20)).toMatchObject([
    { network: 'others', account: 'unknown', object_id: null, count: 10 },
    { object_id: String(user.id), count: 1 },
  ])
})

test('the log has one warning per entry, without the email', async () => {
  const warn = vi.fn<(fields: object, message: string) => void>()
  const { request, now } = {
    request: { ip: '192.0.2.9', id: 'r', log: { warn } },
    now: t.clock.now(),
  }
  const refusal = { email: 'typed@saleroom.example', userId: null, secret, now }
  for (let i = 0; i < 3; i++)
    // The part of a log that the code uses.
    await recordRefusedSignIn(t.db, { ...refusal, request: request as never })
  expect(warn).toHaveBeenCalledOnce()
  expect(JSON.stringify(warn.mock.calls)).not.toContain('typed@')
})

test('admins read them in the audit log; they are deleted after 90 days, other entries are not', async () => {
  await login('nobody@typed.example', 'wrong-password')
  const admin = await t.signIn('admin')
  await t.call('POST', '/auth/login', {
    body: { email: admin.user.email, password: TEST_PASSWORD },
    ip: '192.0.2.1',
  })
  await t.db
    .insertInto('projects')
    .values({ id: 'AURA', created_at: t.clock.now(), updated_at: t.clock.now() })
    .execute()
  const { body } = await t.call('GET', '/audit?projects=AURA&limit=50', { as: admin })
  const [opened, refused] = body.results as object[]
  expect(opened).toMatchObject({ action: 'session.open' })
  expect(refused).toMatchObject({
    action: 'session.refused',
    actor_email: null,
    ip: '192.0.2.1',
    after: { network: '192.0.2.1', count: 1 },
  })

  const days = (count: number) => new Date(t.clock.now().getTime() + count * 1440 * MINUTE_MS)
  const actions = async () =>
    (await t.db.selectFrom('audit_log').select('action').execute()).map(({ action }) => action)
  await deleteExpired(t.db, new Date(days(90).getTime() - 1))
  expect(await actions()).toContain('session.refused')
  await deleteExpired(t.db, days(90))
  expect(await actions()).toContain('session.open')
  expect(await actions()).not.toContain('session.refused')
})
