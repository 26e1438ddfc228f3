import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PushDeviceRow } from '#server/db/schema/schema-push.ts'
import type { Push } from '#server/dependencies.ts'
import {
  openPushService,
  type PushReply,
  type PushService,
} from '#tests/support/calls/push-service.ts'
import { openStandIn } from '#tests/support/screens/stand-in.ts'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import { until } from '#tests/support/server/until.ts'
import { openPush, type PushParts } from './push.ts'

const message = {
  title: 'AURA: a purchase over your limit',
  body: 'Stage 2',
  path: '/transactions/AURA/12',
  tag: 'purchase-12',
  at: '2026-11-20T12:00:00.000Z',
}
const options = { eventId: 'purchase-12', urgency: 'high' } as const
const secret = randomBytes(32)
const lines: string[] = []

let t: TestApp
let service: PushService
let push: Push
let user: SignedIn
beforeAll(async () => {
  service = await openPushService()
  t = await openTestApp({ config: { secret } })
})
afterAll(async () => {
  await t.close()
  await service.close()
})
beforeEach(async () => {
  push = open()
  user = await t.signIn()
})
afterEach(() => {
  service.behave(() => ({ status: 201 }))
  service.messages.length = 0
  service.requested.length = 0
  lines.length = 0
})

const open = (replaced: Partial<PushParts> = {}) =>
  openPush({
    db: t.db,
    clock: t.clock,
    secret,
    subject: 'https://sales.example',
    origins: [service.origin],
    log: (line) => void lines.push(line),
    ...replaced,
  })

/** A device of the user. The app accepts the test's push service. */
async function addDevice(): Promise<{ id: number; endpoint: string }> {
  const subscription = service.subscribe()
  t.dependencies.push = push
  const { status, body } = await t.call('PUT', '/push/devices', {
    as: user,
    body: { ...subscription, name: 'Phone' },
  })
  expect(status).toBe(200)
  return { id: Number(body.id), endpoint: subscription.endpoint }
}

const readDevice = (id: number): Promise<PushDeviceRow | undefined> =>
  t.db.selectFrom('push_devices').selectAll().where('id', '=', id).executeTakeFirst()

test('a message reaches the browser signed, encrypted, with its topic, for a day', async () => {
  const { id } = await addDevice()
  expect(await push.send(id, message, options)).toEqual({ is: 'sent' })
  const [received, ...others] = service.messages
  expect([others, service.errors]).toEqual([[], []])
  expect(JSON.parse(received?.text ?? '')).toEqual(message)
  expect(received).toMatchObject({
    ttl: 86_400,
    urgency: 'high',
    sub: 'https://sales.example',
    key: await push.publicKey(),
    topic: expect.stringMatching(/^[\w-]{32}$/),
  })
  const device = await readDevice(id)
  expect(device?.last_notice_at).toEqual(t.clock.now())
  // The next message of the same event replaces it.
  await push.send(id, message, options)
  await push.send(id, message, { ...options, eventId: 'another' })
  const topics = service.messages.map(({ topic }) => topic)
  expect(topics[1]).toBe(topics[0])
  expect(topics[2]).not.toBe(topics[0])
})

test('messages of different lengths are equally long on the way', async () => {
  const { id } = await addDevice()
  await push.send(id, message, options)
  await push.send(id, { ...message, body: 'Stage 2: $1,234,567.89' }, options)
  await push.send(id, { ...message, body: 'x'.repeat(9000) }, options)
  const [short, long, longest] = service.messages
  expect(long?.size).toBe(short?.size)
  expect(longest?.size).toBeLessThanOrEqual(4096)
  expect(longest?.text.length).toBeGreaterThan(3800)
})

test.each<[PushReply, object]>([
  [{ status: 200 }, { is: 'sent' }],
  [{ status: 202 }, { is: 'sent' }],
  [
    { status: 429, headers: { 'retry-after': '120' } },
    { is: 'rate-limited', ms: 120_000 },
  ],
  [{ status: 429 }, { is: 'rate-limited', ms: 60_000 }],
  [{ status: 400 }, { is: 'refused', reason: 'Unexpected answer with status 400' }],
  [
    { status: 401 },
    { is: 'refused', reason: "The push service does not accept this server's key (status 401)" },
  ],
  [
    { status: 403 },
    { is: 'refused', reason: "The push service does not accept this server's key (status 403)" },
  ],
  [
    { status: 413 },
    { is: 'refused', reason: 'The push service does not accept messages of this size' },
  ],
  [{ status: 500 }, { is: 'unreachable', reason: 'The push service failed with status 500' }],
])('of the answer %j the result is %j, and the device stays', async (reply, result) => {
  const { id } = await addDevice()
  service.behave(() => reply)
  expect(await push.send(id, message, options)).toEqual(result)
  expect(await readDevice(id)).toBeDefined()
})

test.each([404, 410])('after an answer with status %i the device is gone', async (status) => {
  const { id } = await addDevice()
  service.behave(() => ({ status }))
  expect(await push.send(id, message, options)).toEqual({ is: 'gone' })
  expect(await readDevice(id)).toBeUndefined()
  const entry = await t.db
    .selectFrom('audit_log')
    .select(['actor', 'before'])
    .where('action', '=', 'push_device.delete')
    .where('object_id', '=', String(id))
    .executeTakeFirstOrThrow()
  expect(entry).toEqual({ actor: null, before: { name: 'Phone' } })
  expect(await push.send(id, message, options)).toEqual({ is: 'gone' })
  expect(service.requested).toHaveLength(1)
})

test('a redirect is not followed', async () => {
  const other = await openStandIn()
  const { id } = await addDevice()
  for (const status of [301, 302, 303, 307, 308]) {
    service.behave(() => ({ status, headers: { location: other.url } }))
    expect(await push.send(id, message, options)).toEqual({
      is: 'refused',
      reason: `Unexpected answer with status ${status}`,
    })
  }
  expect(other.received).toEqual([])
  await other.close()
})

test('a service that never answers costs the time limit', async () => {
  const { id } = await addDevice()
  service.behave(() => 'hang')
  const time = new AbortController()
  const sending = open({ limit: () => time.signal }).send(id, message, options)
  await until(() => expect(service.requested).toHaveLength(1))
  time.abort()
  expect(await sending).toEqual({ is: 'unreachable', reason: 'No answer within 10 s' })
})

test('a service that has stopped is unreachable, and the reason has no address', async () => {
  const stopped = await openPushService()
  const subscription = stopped.subscribe()
  await stopped.close()
  push = open({ origins: [service.origin, stopped.origin] })
  t.dependencies.push = push
  const request = { as: user, body: { ...subscription, name: 'Phone' } }
  const { body } = await t.call('PUT', '/push/devices', request)
  expect(await push.send(Number(body.id), message, options)).toEqual({
    is: 'unreachable',
    reason: 'Could not be reached',
  })
})

test('an endpoint that the settings no longer allow is not called', async () => {
  const { id } = await addDevice()
  expect(await open({ origins: [] }).send(id, message, options)).toEqual({
    is: 'refused',
    reason: 'This server does not send to its push service',
  })
  expect(service.requested).toEqual([])
})

test('a device is not sent to once its session has ended', async () => {
  const { id } = await addDevice()
  t.clock.advance(30 * 86_400_000)
  expect(await push.send(id, message, options)).toEqual({ is: 'gone' })
  expect(service.requested).toEqual([])
})

test('every process has the same keys, also those that start at once', async () => {
  const keys = await Promise.all([open(), open(), open()].map((one) => one.publicKey()))
  expect(new Set(keys).size).toBe(1)
  expect(Buffer.from(keys[0] ?? '', 'base64url')).toHaveLength(65)
  expect(lines).toEqual([])
})

test('the database has neither the private key nor a subscription in clear', async () => {
  const subscription = service.subscribe()
  t.dependencies.push = push
  await t.call('PUT', '/push/devices', { as: user, body: { ...subscription, name: 'Phone' } })
  const stored = JSON.stringify([
    await t.db.selectFrom('server_keys').selectAll().execute(),
    await t.db.selectFrom('push_devices').selectAll().execute(),
    await t.db.selectFrom('audit_log').selectAll().execute(),
  ])
  expect(stored).not.toContain(subscription.endpoint)
  expect(stored).not.toContain(subscription.keys.auth)
  expect(stored).not.toContain(subscription.keys.p256dh)
  expect(stored).not.toContain('privateKey')
})

test('a new secret makes new keys, and devices of the old ones are dropped in one line', async () => {
  const old = await push.publicKey()
  const { id } = await addDevice()
  const others = { secret: randomBytes(32) }
  const [first, second] = [open(others), open(others)]
  const keys = await Promise.all([first.publicKey(), second.publicKey()])
  expect(keys[0]).toBe(keys[1])
  expect(keys[0]).not.toBe(old)
  expect(await readDevice(id)).toBeUndefined()
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^Push: the keys were encrypted with another SALEROOM_SECRET/)
})
