import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import { addProject, addWallet, someProjectId } from '#tests/support/server/builders.ts'
import { byExtent } from '#tests/support/server/test-extent.ts'

let t: TestApp
let staff: SignedIn
let path: string
beforeAll(async () => {
  t = await openTestApp()
})
beforeEach(async () => {
  const { id } = await addProject(t.db, { id: someProjectId() })
  const wallet = await addWallet(t.db, { project_id: id })
  staff = await t.signIn('user', [id])
  path = `/wallets/${id}/${wallet.wallet_address}/transactions/manual`
})
afterAll(() => t.close())

const BODY = { reason: 'a good reason', tokens: '10' }
const credit = (key: string, body: object = BODY, as = staff) =>
  t.call('POST', path, { as, body, headers: { 'idempotency-key': key } })
const credits = async () => {
  const [, , projectId = ''] = path.split('/')
  return (
    await t.db
      .selectFrom('manual_transactions')
      .select('tokens')
      .where('project_id', '=', projectId)
      .execute()
  ).length
}

test('a repeat gets the first response and credits nothing more', async () => {
  const first = await credit('k1')
  t.clock.advance(60_000)
  const again = await credit('k1', { tokens: '10', reason: 'a good reason' })
  expect([again.status, again.body]).toEqual([201, first.body])
  expect(await credits()).toBe(1)
})

test('fifty concurrent requests credit once and get the same response', async () => {
  const rounds = byExtent({ change: 3, long: 200 })
  for (let round = 0; round < rounds; round++) {
    const responses = await Promise.all(Array.from({ length: 50 }, () => credit(`round-${round}`)))
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(responses[0]?.status).toBe(201)
    expect(await credits()).toBe(round + 1)
  }
})

test('the same key with another body is a conflict', async () => {
  await credit('k1')
  expect((await credit('k1', { ...BODY, tokens: '11' })).status).toBe(409)
  expect(await credits()).toBe(1)
})

test('a key can be reused after a refusal', async () => {
  expect((await credit('k1', { ...BODY, tokens: '-1' })).status).toBe(400)
  expect((await credit('k1')).status).toBe(201)
})

test('a key belongs to one user and expires after 24 hours', async () => {
  const [, , projectId = ''] = path.split('/')
  const other = await t.signIn('user', [projectId])
  await credit('k1')
  expect((await credit('k1', BODY, other)).status).toBe(201)
  t.clock.advance(86_400_000)
  const later = await t.signIn('user', [projectId])
  await credit('k2', BODY, later)
  expect(await credits()).toBe(3)
})

test('without a key every call is separate', async () => {
  await t.call('POST', path, { as: staff, body: BODY })
  await t.call('POST', path, { as: staff, body: BODY })
  expect(await credits()).toBe(2)
})

test('nothing is credited when the audit log cannot be written', async () => {
  await sql`create function broken() returns trigger language plpgsql as $$
    begin raise exception 'the audit log is broken'; end $$`.execute(t.db)
  await sql`create trigger broken before insert on audit_log execute function broken()`.execute(
    t.db,
  )
  const quiet = await openTestApp({
    db: t.db,
    clock: t.clock,
    config: { secret: t.dependencies.config.secret, logLevel: 'silent' },
  })
  const response = await quiet.call('POST', path, { as: staff, body: BODY })
  await sql`drop function broken cascade`.execute(t.db)
  await quiet.close()
  expect([response.status, await credits()]).toEqual([500, 0])
})
