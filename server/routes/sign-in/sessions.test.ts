import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import { TEST_PASSWORD } from '#tests/support/server/builders.ts'

let t: TestApp
beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

async function login(email: string, ip: string, userAgent = FIREFOX): Promise<string> {
  const answer = await t.call('POST', '/auth/login', {
    body: { email, password: TEST_PASSWORD },
    headers: { 'user-agent': userAgent },
    ip,
  })
  return answer.body.tokens.access.token
}
const list = async (as: string) => (await t.call('GET', '/sessions', { as })).body
const end = (as: string, id: string) => t.call('DELETE', `/sessions/${id}`, { as })

test('the list has where the person is signed in, this session first, then by last use', async () => {
  const { user } = await t.signIn('client')
  t.clock.advance(60_000)
  const first = await login(user.email, '8.8.8.8')
  t.clock.advance(60_000)
  await login(user.email, '10.0.0.1', 'curl/8')
  await t.signIn('client')
  const sessions = await list(first)
  expect(sessions).toMatchObject([
    { device: 'Firefox on Linux', method: 'password', ip: '8.8.8.8', country: 'US', is_current: 1 },
    { device: null, method: 'password', ip: '10.0.0.1', country: null, is_current: 0 },
    { device: null, method: 'password', ip: '127.0.0.1', is_current: 0 },
  ])
  // Nothing renews one that was unused for a week.
  t.clock.advance(7 * 86_400_000)
  expect(await list(await login(user.email, '8.8.8.8'))).toHaveLength(1)
})

test('a session that is ended is over at once, and one of nobody or somebody else is absent', async () => {
  const { user } = await t.signIn('client')
  const stranger = await t.signIn('admin')
  const mine = await login(user.email, '8.8.8.8')
  const other = await login(user.email, '9.9.9.9')
  const [, { id }] = await list(mine)
  expect((await end(stranger.token, id)).status).toBe(404)
  for (const absent of ['1', 'x', id.toUpperCase(), '00000000-0000-4000-8000-000000000000'])
    expect([absent, (await end(mine, absent)).status]).toEqual([absent, 404])
  const found = (await list(other)).find(({ is_current }: { is_current: number }) => is_current)
  expect((await end(mine, found.id)).status).toBe(204)
  expect((await t.call('GET', '/sessions', { as: other })).status).toBe(401)
  expect((await end(mine, found.id)).status).toBe(404)
  const entry = await t.db
    .selectFrom('audit_log')
    .select(['actor_id', 'object_id', 'before'])
    .where('action', '=', 'session.end')
    .executeTakeFirst()
  const before = { device: 'Firefox on Linux' }
  expect(entry).toEqual({ actor_id: user.id, object_id: found.id, before })
})

test('all others end together', async () => {
  const me = await t.signIn('client')
  const stranger = await t.signIn('client')
  const others = [await login(me.user.email, '8.8.8.8'), await login(me.user.email, '9.9.9.9')]
  expect((await t.call('DELETE', '/sessions', { as: me })).status).toBe(204)
  for (const as of others) expect((await t.call('GET', '/sessions', { as })).status).toBe(401)
  expect(await list(me.token)).toHaveLength(1)
  expect(await list(stranger.token)).toHaveLength(1)
})

test('a user can be read by themselves and by an admin; others get 404', async () => {
  const [one, other, admin] = [
    await t.signIn('user'),
    await t.signIn('user'),
    await t.signIn('admin'),
  ]
  const read = (id: string | number, as: SignedIn) => t.call('GET', `/users/${id}`, { as })
  expect((await read(one.user.id, one)).status).toBe(200)
  expect((await read(one.user.id, admin)).body.email).toBe(one.user.email)
  const foreign = await read(one.user.id, other)
  expect(foreign.body).toEqual({ code: 404, message: 'Not found' })
  const restricted = await t.signIn('admin', [], { requires_password_reset: true })
  expect((await read(restricted.user.id, restricted)).status).toBe(200)
  expect((await read(one.user.id, restricted)).body).toEqual({ code: 403, message: 'Forbidden' })
  for (const id of ['999999', 'x', '1e3', '-1', '0x1'])
    expect((await read(id, admin)).body).toEqual(foreign.body)
})
