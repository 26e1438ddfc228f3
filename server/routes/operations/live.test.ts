import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { LIVE_LIMITS } from '#server/live/limits.ts'
import { listen, type LiveStream } from '#tests/support/calls/live.ts'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import {
  addLead,
  addNote,
  addProject,
  addTransaction,
  addWallet,
} from '#tests/support/server/builders.ts'
import { openTestDatabase } from '#tests/support/server/database.ts'
import { until } from '#tests/support/server/until.ts'

const SHORT = { sessions: 20, expiry: 20, comment: 30, merge: 30, poll: 50, readGap: 5 }

let t: TestApp
let url: string
let admin: SignedIn
beforeAll(async () => {
  t = await openTestApp({ liveLimits: SHORT, config: { origins: ['https://other.example'] } })
  url = await t.app.listen({ port: 0, host: '127.0.0.1' })
  for (const id of ['AURA', 'HELIX']) await addProject(t.db, { id })
  admin = await t.signIn('admin')
})
afterAll(() => t.close())

const kindsOf = ({ changes }: LiveStream, project: string) =>
  new Set(changes.flatMap(({ project_id, kinds }) => (project_id === project ? kinds : [])))

/** Writes a lead, whose change comes after those of earlier transactions. */
async function mark(stream: LiveStream, project = 'AURA'): Promise<void> {
  await addLead(t.db, { project_id: project })
  await until(() => expect(kindsOf(stream, project)).toContain('leads'))
}

async function addPurchase(project_id: string): Promise<void> {
  const { wallet_address } = await addWallet(t.db, { project_id })
  await addTransaction(t.db, { project_id, wallet_address })
  await addNote(t.db, { project_id, wallet_address }, { author_id: admin.user.id })
}

test('a stream is for signed-in users and takes only a list of projects', async () => {
  const path = '/live?projects=AURA'
  expect((await t.call('GET', path)).status).toBe(401)
  const unverified = await t.signIn('user', ['AURA'], { is_email_verified: false })
  expect((await t.call('GET', path, { as: unverified })).status).toBe(403)
  const long = await t.call('GET', `/live?projects=${'x'.repeat(101)}`, { as: admin })
  expect([long.status, long.body.code]).toEqual([400, 400])
})

test('a stream has the headers of a stream, and those of other origins', async () => {
  const stream = await listen(url, admin, [], { origin: 'https://other.example' })
  expect(stream.status).toBe(200)
  expect(Object.fromEntries(stream.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'access-control-allow-origin': 'https://other.example',
    'x-content-type-options': 'nosniff',
  })
  expect(stream.headers.get('content-encoding')).toBeNull()
  stream.close()
  const head = await t.app.inject({
    method: 'HEAD',
    url: '/v1/live',
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect([head.statusCode, head.headers['x-accel-buffering'], head.body]).toEqual([200, 'no', ''])
})

test('a person receives the changes of their own projects only', async () => {
  const staff = await t.signIn('user', ['AURA'])
  const own = await listen(url, staff, ['AURA', 'HELIX', 'ABSENT'])
  const all = await listen(url, admin, ['AURA', 'HELIX'])
  await addPurchase('HELIX')
  await mark(all, 'HELIX')
  await addPurchase('AURA')
  await mark(own)
  expect(kindsOf(own, 'AURA')).toEqual(new Set(['transactions', 'wallets', 'notes', 'leads']))
  expect(kindsOf(own, 'HELIX')).toEqual(new Set())
  expect(kindsOf(all, 'HELIX')).toEqual(new Set(['transactions', 'wallets', 'notes', 'leads']))
  for (const stream of [own, all]) stream.close()
})

test('a role that sees no amounts receives only changes of leads', async () => {
  const marketing = await listen(url, await t.signIn('marketing', ['AURA']), ['AURA'])
  const client = await listen(url, await t.signIn('client', ['AURA']), ['AURA'])
  await addPurchase('AURA')
  await until(() => expect(kindsOf(client, 'AURA')).toContain('transactions'))
  await mark(marketing)
  expect(kindsOf(marketing, 'AURA')).toEqual(new Set(['leads']))
  for (const stream of [marketing, client]) stream.close()
})

test('a transaction that is rolled back sends nothing', async () => {
  const stream = await listen(url, admin, ['AURA', 'HELIX'])
  const undone = t.db.transaction().execute(async (tx) => {
    await addLead(tx, { project_id: 'HELIX' })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await mark(stream)
  expect(kindsOf(stream, 'HELIX')).toEqual(new Set())
  stream.close()
})

test('a session has at most five streams', async () => {
  const staff = await t.signIn('user', ['AURA'])
  const opened = await Promise.all(Array.from({ length: 5 }, () => listen(url, staff, ['AURA'])))
  const refused = await t.call('GET', '/live?projects=AURA', { as: staff })
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '15'])
  expect(refused.body).toEqual({ code: 429, message: 'Too many requests' })
  const other = await t.signIn('user', ['AURA'])
  expect((await t.call('GET', '/live?projects=AURA', { as: other })).status).toBe(200)
  opened[0]?.close()
  const again = await until(async () => {
    const stream = await listen(url, staff, ['AURA'])
    expect(stream.status).toBe(200)
    return stream
  })
  for (const stream of [...opened, again]) stream.close()
})

test('a comment comes every 15 seconds', async () => {
  expect(LIVE_LIMITS.comment).toBe(15_000)
  const stream = await listen(url, admin, [])
  await until(() => expect(stream.comments()).toBeGreaterThan(3))
  stream.close()
})

const patch = (staff: SignedIn, body: object) =>
  t.call('PATCH', `/team/${staff.user.id}`, { as: admin, body })
const update = (staff: SignedIn, fields: object) =>
  t.db.updateTable('users').set(fields).where('id', '=', staff.user.id).execute()

test.each<[string, (staff: SignedIn) => unknown]>([
  [
    'sign-out',
    ({ refreshToken }) => t.call('POST', '/auth/logout', { body: { refresh_token: refreshToken } }),
  ],
  [
    'the end of sessions by an admin',
    ({ user }) => t.call('POST', `/team/${user.id}/end-sessions`, { as: admin }),
  ],
  ['another role', (staff) => patch(staff, { role: 'client' })],
  ['another project', (staff) => patch(staff, { projects: ['AURA', 'HELIX'] })],
  ['the loss of a project', (staff) => patch(staff, { projects: [] })],
  ['the loss of the right to make changes', (staff) => patch(staff, { may_write: 0 })],
  ['a disabled account', (staff) => patch(staff, { disabled: 1 })],
  ['an email to verify', (staff) => update(staff, { is_email_verified: false })],
  ['a password to change', (staff) => update(staff, { requires_password_reset: true })],
])('%s ends the streams of the person, and no others', async (_what, act) => {
  const staff = await t.signIn('user', ['AURA'])
  const own = await listen(url, staff, ['AURA'])
  const other = await listen(url, await t.signIn('user', ['AURA']), ['AURA'])
  await act(staff)
  expect(await own.ended).toBe('ended')
  await mark(other)
  other.close()
})

test('a stream begins with whether its person may make changes', async () => {
  const staff = await t.signIn('user', ['AURA'])
  const before = await listen(url, staff, ['AURA'])
  await patch(staff, { may_write: 0 })
  await before.ended
  expect(before.access).toEqual([{ may_write: 1 }])
  const after = await listen(url, staff, ['AURA'])
  await patch(staff, { may_write: 1 })
  await after.ended
  expect(after.access).toEqual([{ may_write: 0 }])
})

test('a project that is archived ends its streams, also of admins, and no others', async () => {
  await addProject(t.db, { id: 'NOVA' })
  const member = await t.signIn('user', ['AURA', 'NOVA'])
  const streams = await Promise.all([
    listen(url, member, ['NOVA', 'AURA']),
    listen(url, admin, ['NOVA']),
  ])
  const other = await listen(url, member, ['AURA'])
  const { status } = await t.call('POST', '/projects/NOVA/archive', { as: admin })
  expect(status).toBe(204)
  for (const stream of streams) expect(await stream.ended).toBe('ended')
  await mark(other)
  other.close()
})

test('sessions are checked every three seconds, tokens every second', () => {
  expect([LIVE_LIMITS.sessions, LIVE_LIMITS.expiry]).toEqual([3000, 1000])
})

test('a stream ends when its access token expires', async () => {
  const early = await listen(url, await t.signIn('user', ['AURA']), ['AURA'])
  t.clock.advance(300_000)
  const late = await listen(url, await t.signIn('user', ['AURA']), ['AURA'])
  t.clock.advance(300_000)
  expect(await early.ended).toBe('ended')
  await mark(late)
  late.close()
})

test('a server that stops ends its streams at once', async () => {
  const own = await openTestApp()
  const where = await own.app.listen({ port: 0, host: '127.0.0.1' })
  const stream = await listen(where, await own.signIn('admin'), ['AURA'])
  await own.close()
  expect(await stream.ended).toBe('ended')
})

test('a check of sessions that fails ends the streams', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  const { db, close } = await openTestDatabase({ isOwn: true })
  const own = await openTestApp({ db, liveLimits: SHORT })
  const where = await own.app.listen({ port: 0, host: '127.0.0.1' })
  const stream = await listen(where, await own.signIn('admin'), ['AURA'])
  await db.schema.alterTable('memberships').renameTo('renamed').execute()
  expect(await stream.ended).toBe('ended')
  await until(() =>
    expect(log).toHaveBeenCalledWith('Live: sessions: relation "memberships" does not exist'),
  )
  await own.close()
  await close()
  log.mockRestore()
})

test('changes that nothing polls arrive by notification', async () => {
  const never = 3_600_000
  const own = await openTestApp({ liveLimits: { poll: never, safetyPoll: never } })
  const where = await own.app.listen({ port: 0, host: '127.0.0.1' })
  await addProject(own.db, { id: 'AURA' })
  const stream = await listen(where, await own.signIn('admin'), ['AURA'])
  // The connection that listens opens at the same time as the stream.
  await until(async () => {
    await addLead(own.db, { project_id: 'AURA' })
    expect(stream.changes).not.toEqual([])
  })
  stream.close()
  await own.close()
})
