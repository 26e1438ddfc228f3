import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteExpired } from '#server/lifecycle/expired.ts'
import { MAX_DEVICES } from '#src/wire/push.ts'
import { someSubscription, type TestSubscription } from '#tests/support/calls/push-service.ts'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import { TEST_PASSWORD } from '#tests/support/server/builders.ts'

let t: TestApp
beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

const save = (as: SignedIn | null, subscription: TestSubscription, name = 'Phone') =>
  t.call('PUT', '/push/devices', { as, body: { ...subscription, name } })
const list = async (as: SignedIn) => (await t.call('GET', '/push/devices', { as })).body
const add = async (as: SignedIn, subscription = someSubscription()): Promise<string> =>
  (await save(as, subscription)).body.id
const countOf = async (as: SignedIn) =>
  (await t.db.selectFrom('push_devices').select('id').where('user_id', '=', as.user.id).execute())
    .length

test('any role adds a device and sees its own only, with the one that asks marked', async () => {
  for (const role of ['admin', 'user', 'client', 'marketing', 'some_new_role']) {
    const person = await t.signIn(role)
    const { status, body } = await save(person, someSubscription(), ' Chrome on Android ')
    const device = {
      id: expect.stringMatching(/^\d+$/),
      name: 'Chrome on Android',
      created_at: t.clock.now().toISOString(),
      last_notice_at: null,
      is_current: 1,
    }
    expect([status, body]).toEqual([200, device])
    expect(await list(person)).toEqual([device])
  }
})

test('people who are not signed in, not verified or must change the password have no devices', async () => {
  const unverified = await t.signIn('user', [], { is_email_verified: false })
  const mustReset = await t.signIn('user', [], { requires_password_reset: true })
  for (const [method, path] of [
    ['GET', '/push/key'],
    ['GET', '/push/devices'],
    ['PUT', '/push/devices'],
    ['DELETE', '/push/devices/1'],
    ['POST', '/push/devices/1/test'],
  ] as const) {
    const statuses = [null, unverified, mustReset].map(async (as) => {
      const body = method === 'PUT' ? { ...someSubscription(), name: 'Phone' } : undefined
      return (await t.call(method, path, { as, body })).status
    })
    expect(await Promise.all(statuses)).toEqual([401, 403, 403])
  }
})

test('the public key is a point of P-256, the same for everybody', async () => {
  const keys = [await t.signIn('admin'), await t.signIn('marketing')].map(
    async (as) => (await t.call('GET', '/push/key', { as })).body.public_key,
  )
  const [first, second] = await Promise.all(keys)
  expect(first).toBe(second)
  expect(Buffer.from(first, 'base64url')).toHaveLength(65)
})

test.each([
  [
    { endpoint: 'http://127.0.0.1/x' },
    'Path: body.endpoint, Message: Must be of a known push service',
  ],
  [
    { endpoint: 'https://fcm.googleapis.com.evil.example/canary' },
    'Path: body.endpoint, Message: Must be of a known push service',
  ],
  [{ endpoint: 'canary' }, 'Path: body.endpoint, Message: Must be a URL'],
  [
    { endpoint: `https://fcm.googleapis.com/${'x'.repeat(1000)}` },
    'Path: body.endpoint, Message: Must be at most 1000 characters',
  ],
  [
    { keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) } },
    "Path: body.keys.p256dh, Message: Must be a key of the browser's subscription",
  ],
  [
    { keys: { ...someSubscription().keys, auth: 'A'.repeat(40) } },
    "Path: body.keys.auth, Message: Must be a key of the browser's subscription",
  ],
  [
    { keys: { p256dh: '+', auth: 'A'.repeat(22) } },
    'Path: body.keys.p256dh, Message: Must be base64url',
  ],
  [{ name: '  ' }, 'Path: body.name, Message: Must be 1 to 80 characters'],
  [{ name: 'x'.repeat(81) }, 'Path: body.name, Message: Must be 1 to 80 characters'],
  [{ expirationTime: null }, 'Path: body.expirationTime, Message: Unknown field'],
])('a device with %j is refused', async (change, message) => {
  const as = await t.signIn()
  const body = { ...someSubscription(), name: 'Phone', ...change }
  const answer = await t.call('PUT', '/push/devices', { as, body })
  expect([answer.status, answer.body.message]).toEqual([400, message])
  expect(answer.text).not.toContain('canary')
  expect(await list(as)).toEqual([])
})

test('the same endpoint is the same device, with its new name and keys', async () => {
  const person = await t.signIn()
  const subscription = someSubscription()
  const id = await add(person, subscription)
  const again = { ...subscription, keys: someSubscription().keys }
  expect((await save(person, again, 'Work phone')).body).toMatchObject({ id, name: 'Work phone' })
  expect(await list(person)).toHaveLength(1)
  const entries = await t.db
    .selectFrom('audit_log')
    .select(['action', 'after'])
    .where('object_type', '=', 'push_device')
    .where('actor_id', '=', person.user.id)
    .execute()
  expect(entries).toEqual([{ action: 'push_device.create', after: { name: 'Phone' } }])
})

test('an endpoint of another account moves to the caller', async () => {
  const [first, second] = [await t.signIn(), await t.signIn('admin')]
  const subscription = someSubscription()
  const id = await add(first, subscription)
  const moved = await add(second, subscription)
  expect(moved).not.toBe(id)
  expect(await list(first)).toEqual([])
  expect(await list(second)).toMatchObject([{ id: moved }])
  const entries = await t.db
    .selectFrom('audit_log')
    .select(['action', 'object_id'])
    .where('object_type', '=', 'push_device')
    .where('actor_id', '=', second.user.id)
    .orderBy('id')
    .execute()
  expect(entries).toEqual([
    { action: 'push_device.delete', object_id: id },
    { action: 'push_device.create', object_id: moved },
  ])
})

test('two accounts that add one endpoint at once leave one device', async () => {
  const people = [await t.signIn(), await t.signIn(), await t.signIn()]
  const subscription = someSubscription()
  const answers = await Promise.all(people.map((person) => save(person, subscription)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const lists = await Promise.all(people.map(list))
  expect(lists.flat()).toHaveLength(1)
})

test('an eleventh device is refused, also at once, but not an update', async () => {
  const person = await t.signIn()
  const subscriptions = Array.from({ length: MAX_DEVICES + 2 }, someSubscription)
  const answers = await Promise.all(subscriptions.map((one) => save(person, one)))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(MAX_DEVICES)
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.body.message).toBe(
    'You have 10 devices already. Remove one that you no longer use.',
  )
  const kept = subscriptions[statuses.indexOf(200)] ?? someSubscription()
  expect((await save(person, kept, 'Tablet')).status).toBe(200)
  await t.call('DELETE', `/push/devices/${(await list(person))[0].id}`, { as: person })
  expect((await save(person, someSubscription())).status).toBe(200)
})

test('a device is removed by its owner only', async () => {
  const [owner, admin] = [await t.signIn(), await t.signIn('admin')]
  const id = await add(owner)
  for (const path of [`/push/devices/${id}`, '/push/devices/999999', '/push/devices/x'])
    expect((await t.call('DELETE', path, { as: admin })).status).toBe(404)
  expect(await list(owner)).toHaveLength(1)
  expect((await t.call('DELETE', `/push/devices/${id}`, { as: owner })).status).toBe(204)
  expect((await t.call('DELETE', `/push/devices/${id}`, { as: owner })).status).toBe(404)
  expect(await list(owner)).toEqual([])
  const entry = await t.db
    .selectFrom('audit_log')
    .select(['actor_id', 'before', 'after'])
    .where('action', '=', 'push_device.delete')
    .where('object_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(entry).toEqual({ actor_id: owner.user.id, before: { name: 'Phone' }, after: null })
})

test('a test message goes to one’s own device, at most five times a minute', async () => {
  const [owner, other] = [await t.signIn(), await t.signIn('admin')]
  const id = await add(owner)
  const path = `/push/devices/${id}/test`
  expect((await t.call('POST', path, { as: other })).status).toBe(404)
  for (let turn = 0; turn < 5; turn += 1) {
    const { status, body } = await t.call('POST', path, { as: owner })
    expect([status, body]).toEqual([200, { ok: 1, reason: null }])
  }
  t.clock.advance(10_000)
  const refused = await t.call('POST', path, { as: owner })
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '50'])
  t.clock.advance(50_000)
  expect((await t.call('POST', path, { as: owner })).status).toBe(200)
  expect((await list(owner))[0].last_notice_at).toBe(t.clock.now().toISOString())
})

test.each([
  [{ is: 'gone' }, 'The browser has ended its subscription. Add the device again.'],
  [{ is: 'rate-limited', ms: 30_500 }, 'Too many messages. Try again in 31 s'],
  [{ is: 'unreachable', reason: 'No answer within 10 s' }, 'No answer within 10 s'],
  [{ is: 'refused', reason: 'No' }, 'No'],
] as const)('of the result %j the person reads why', async (sending, reason) => {
  const app = await openTestApp({
    db: t.db,
    clock: t.clock,
    config: { secret: t.dependencies.config.secret },
    push: { ...t.dependencies.push, send: async () => sending },
  })
  const owner = await t.signIn()
  const path = `/push/devices/${await add(owner)}/test`
  const { status, body } = await app.call('POST', path, { as: owner })
  expect([status, body]).toEqual([200, { ok: 0, reason }])
  await app.close()
})

/** The ways in which a session ends before its time. */
const ENDINGS: [string, (person: SignedIn) => Promise<unknown>][] = [
  [
    'its person signs out',
    (person) => t.call('POST', '/auth/logout', { body: { refresh_token: person.refreshToken } }),
  ],
  [
    'a spent refresh token comes again',
    async (person) => {
      const body = { refresh_token: person.refreshToken }
      const next = await t.call('POST', '/auth/refresh-tokens', { body })
      await t.call('POST', '/auth/refresh-tokens', {
        body: { refresh_token: next.body.refresh.token },
      })
      t.clock.advance(60_000)
      await t.call('POST', '/auth/refresh-tokens', { body })
    },
  ],
  [
    'an admin ends the sessions',
    async (person) =>
      t.call('POST', `/team/${person.user.id}/end-sessions`, { as: await t.signIn('admin') }),
  ],
  [
    'the account is disabled',
    async (person) =>
      t.call('PATCH', `/team/${person.user.id}`, {
        as: await t.signIn('admin'),
        body: { disabled: 1 },
      }),
  ],
  [
    'the password changes in another session',
    async (person) => {
      const login = { email: person.user.email, password: TEST_PASSWORD }
      const other = (await t.call('POST', '/auth/login', { body: login })).body
      await t.call('POST', '/auth/change-password', {
        as: other.tokens.access.token,
        body: { old_password: TEST_PASSWORD, new_password: 'another good secret' },
      })
    },
  ],
]

test.each(ENDINGS)('a device is deleted at once when %s', async (_name, end) => {
  const person = await t.signIn()
  await add(person)
  expect(await countOf(person)).toBe(1)
  await end(person)
  expect(await countOf(person)).toBe(0)
})

test('a device stays when its own session changes the password', async () => {
  const person = await t.signIn()
  await add(person)
  const body = { old_password: TEST_PASSWORD, new_password: 'another good secret' }
  const { status } = await t.call('POST', '/auth/change-password', { as: person, body })
  expect([status, await countOf(person)]).toEqual([204, 1])
})

test.each([
  ['was not used for a week', 7],
  ['is over', 30],
])('a device is neither listed nor kept once its session %s', async (_name, days) => {
  const person = await t.signIn()
  await add(person)
  t.clock.advance(days * 86_400_000 - 1)
  await deleteExpired(t.db, t.clock.now())
  expect(await countOf(person)).toBe(days === 7 ? 1 : 0)
  t.clock.advance(1)
  const login = { email: person.user.email, password: TEST_PASSWORD }
  const { tokens } = (await t.call('POST', '/auth/login', { body: login })).body
  expect((await t.call('GET', '/push/devices', { as: tokens.access.token })).body).toEqual([])
  await deleteExpired(t.db, t.clock.now())
  expect(await countOf(person)).toBe(0)
})

test('neither a response nor the audit log has an endpoint or a key', async () => {
  const person = await t.signIn('admin')
  const subscription = someSubscription()
  const saved = await save(person, subscription)
  const answers = [
    saved,
    await save(person, subscription, 'Again'),
    await t.call('GET', '/push/devices', { as: person }),
    await t.call('POST', `/push/devices/${saved.body.id}/test`, { as: person }),
    await t.call('DELETE', `/push/devices/${saved.body.id}`, { as: person }),
    await t.call('GET', '/audit?limit=100', { as: person }),
  ]
  const text = answers.map((answer) => answer.text).join('\n')
  expect(text).toContain('push_device.create')
  const { endpoint, keys } = subscription
  for (const secret of [endpoint, endpoint.slice(40), keys.p256dh, keys.auth])
    expect(text).not.toContain(secret)
})
