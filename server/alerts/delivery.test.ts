import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { claimAlertMessages } from '#server/db/alert-messages.ts'
import { addDueDigests } from '#server/digest/due-digests.ts'
import { openPush } from '#server/outbound/push.ts'
import type { AlertSettings, Rule } from '#src/wire/alerts.ts'
import { ALERT_SETTINGS, someRule } from '#tests/support/alerts.ts'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/app.ts'
import { addIngestKey, addProject, someAddress, someProjectId } from '#tests/support/builders.ts'
import { openPushService, type PushService } from '#tests/support/push-service.ts'
import { deliverAlerts, type DeliveryDependencies } from './delivery.ts'

let t: TestApp
let service: PushService
let staff: SignedIn
let project: string
let key: string
let isMailDown = false
const lines: string[] = []
beforeAll(async () => {
  service = await openPushService()
  t = await openTestApp({
    config: { publicUrl: 'https://sales.example' },
    mailer: {
      delivers: true,
      send: async (mail) => {
        if (isMailDown) throw new Error('connection refused')
        t.mails.push(mail)
      },
    },
  })
  t.dependencies.push = openPush({
    db: t.db,
    clock: t.clock,
    secret: t.dependencies.config.secret,
    subject: 'https://sales.example',
    origins: [service.origin],
    log: (line) => void lines.push(line),
  })
})
afterAll(async () => {
  await t.close()
  await service.close()
})
beforeEach(async () => {
  t.clock.set('2026-11-20T12:00:00.000Z')
  project = someProjectId()
  await addProject(t.db, { id: project })
  key = (await addIngestKey(t.db, project)).key
  staff = await t.signIn('client', [project])
})
afterEach(async () => {
  service.behave(() => ({ status: 201 }))
  service.messages.length = 0
  t.mails.length = 0
  lines.length = 0
  isMailDown = false
  // What was wrong with a signature or the encryption.
  if (service.errors.length > 0) throw new Error(service.errors.join('\n'))
  // What is left would be sent by the next test.
  await t.db.deleteFrom('alert_events').execute()
})

const parts = (): DeliveryDependencies => ({
  db: t.db,
  clock: t.clock,
  push: t.dependencies.push,
  mailer: t.dependencies.mailer,
  publicUrl: 'https://sales.example',
  log: (line) => void lines.push(line),
})
const deliver = () => deliverAlerts(parts())
const minutes = (count: number) => t.clock.advance(count * 60_000)

async function addDevice(name = 'Chrome on Android', as = staff): Promise<string> {
  const { status, body } = await t.call('PUT', '/push/devices', {
    as,
    body: { ...service.subscribe(), name },
  })
  expect(status).toBe(200)
  return body.id
}

/** Saves one rule about purchases over $5,000, and these settings. */
async function watch(rule: Partial<Rule> = {}, settings: Partial<AlertSettings> = {}, as = staff) {
  const { body } = await t.call('GET', '/alerts', { as })
  const saved = await t.call('PUT', '/alerts', {
    as,
    body: {
      version: body.version,
      rules: [someRule(rule)],
      settings: { ...ALERT_SETTINGS, ...settings },
    },
  })
  expect(saved.status).toBe(200)
}

let last = 0
async function buy(usd: string): Promise<void> {
  last += 1
  const event = {
    id: `e${last}`,
    kind: 'transaction',
    occurred_at: t.clock.now().toISOString(),
    transaction_id: `t${last}`,
    wallet_address: someAddress(),
    status: 'completed',
    created_at: t.clock.now().toISOString(),
    payment_token_name: 'ETH',
    payment_token_amount: '1.5',
    payment_usd_amount: usd,
    stage_name: 'Stage 5',
    country: 'DE',
  }
  const { body } = await t.call('POST', `/ingest/${project}/events`, {
    as: key,
    body: { events: [event] },
  })
  expect(body.results[0].outcome).toBe('taken')
}
const pushed = () =>
  service.messages.map(({ text }) => {
    const { title, body, path, tag } = JSON.parse(text)
    return { title, body, path, tag }
  })
const log = async (as = staff) => (await t.call('GET', '/alerts/log', { as })).body
const states = async () =>
  (await log()).flatMap((alert: { deliveries: { channel: string; state: string }[] }) =>
    alert.deliveries.map(({ channel, state }) => `${channel} ${state}`),
  )

test('an alert goes to each device and by mail, once', async () => {
  await addDevice('Chrome on Android')
  await addDevice('Firefox on Linux')
  await watch()
  await buy('9060')
  await deliver()
  await deliver()
  const message = {
    title: `${project}: a purchase over your limit`,
    body: 'Stage 5, from Germany',
    path: expect.stringMatching(/^\/transactions\/P\w+\/\d+$/),
    tag: expect.stringMatching(/^alert-\d+$/),
  }
  expect(pushed()).toEqual([message, message])
  const [{ tag, path } = { tag: '', path: '' }] = pushed()
  expect(t.mails).toEqual([
    {
      to: staff.user.email,
      // A locked screen shows the subject.
      subject: `${project}: a purchase over your limit`,
      text: expect.stringContaining(
        `${project}: purchase of $9,060.00\nStage 5, from Germany\nhttps://sales.example${path}\n`,
      ),
      messageId: `<${tag}@sales.example>`,
    },
  ])
  expect((await log())[0].deliveries).toEqual([
    { channel: 'push', device: 'Chrome on Android', state: 'sent', reason: null },
    { channel: 'push', device: 'Firefox on Linux', state: 'sent', reason: null },
    { channel: 'mail', device: null, state: 'sent', reason: null },
  ])
})

test('amounts are shown on a locked screen where that is allowed', async () => {
  await addDevice()
  await watch({ channels: ['push'] }, { hide_amounts: 0 })
  await buy('9060')
  await deliver()
  expect(pushed()[0]?.title).toBe(`${project}: purchase of $9,060.00`)
  expect(t.mails).toEqual([])
})

test('a push service that fails is tried again until it takes the message', async () => {
  await addDevice()
  await watch({ channels: ['push'] })
  await buy('9060')
  service.behave(() => ({ status: 500 }))
  await deliver()
  expect(await states()).toEqual(['push waiting'])
  expect((await log())[0].deliveries[0].reason).toBe('The push service failed with status 500')
  t.clock.advance(4999)
  service.messages.length = 0
  service.behave(() => ({ status: 201 }))
  await deliver()
  expect(pushed()).toEqual([])
  t.clock.advance(1)
  await deliver()
  await deliver()
  expect(pushed()).toHaveLength(1)
  expect(await states()).toEqual(['push sent'])
})

test('what waits is among the notices of its person alone, who can send it at once', async () => {
  await addDevice('Firefox on Linux')
  await watch({ channels: ['push'] })
  const other = await t.signIn('client', [project])
  await buy('9060')
  service.behave(() => ({ status: 500 }))
  await deliver()
  const waiting = (as: SignedIn) =>
    t.call('GET', `/notices?state=waiting&projects=${project}`, { as })
  const { body } = await waiting(staff)
  expect(body).toEqual([
    {
      id: expect.stringMatching(/^alert-\d+$/),
      project_id: project,
      kind: 'push',
      state: 'waiting',
      reason: 'The push service failed with status 500',
      attempts: 1,
      created_at: '2026-11-20T12:00:00.000Z',
      next_attempt_at: '2026-11-20T12:00:05.000Z',
      subject: 'Firefox on Linux',
    },
  ])
  expect((await waiting(other)).body).toEqual([])
  const retry = (as: SignedIn) => t.call('POST', `/notices/${body[0].id}/retry`, { as })
  expect((await retry(other)).status).toBe(404)
  service.behave(() => ({ status: 201 }))
  service.messages.length = 0
  expect((await retry(staff)).body).toMatchObject({ id: body[0].id, state: 'waiting' })
  await deliver()
  expect(pushed()).toHaveLength(1)
  expect((await retry(staff)).body).toMatchObject({ state: 'sent' })
  await deliver()
  expect(pushed()).toHaveLength(1)
  expect((await t.call('POST', '/notices/alert-x/retry', { as: staff })).status).toBe(404)
})

test('a dead device is removed, and blocks no other', async () => {
  await addDevice('Old')
  await addDevice('New')
  await watch({ channels: ['push'] })
  const { body: devices } = await t.call('GET', '/push/devices', { as: staff })
  expect(devices).toHaveLength(2)
  let calls = 0
  service.behave(() => ({ status: (calls += 1) === 1 ? 410 : 201 }))
  await buy('9060')
  await deliver()
  expect((await states()).toSorted()).toEqual(['push failed', 'push sent'])
  expect((await t.call('GET', '/push/devices', { as: staff })).body).toHaveLength(1)
  service.messages.length = 0
  minutes(11)
  await buy('9061')
  await deliver()
  expect(pushed()).toHaveLength(1)
})

test('a mail server that is down loses no mail', async () => {
  await watch({ channels: ['mail'] })
  await buy('9060')
  isMailDown = true
  await deliver()
  expect(t.mails).toEqual([])
  expect(await states()).toEqual(['mail waiting'])
  isMailDown = false
  minutes(1)
  await deliver()
  expect(t.mails).toHaveLength(1)
  // The reason of a failure is in the log of the server, and has no secret.
  expect(lines).toEqual(['alerts: mail: connection refused'])
})

test('several are grouped: the first at once, the others together ten minutes later', async () => {
  await addDevice()
  await watch()
  await buy('9001')
  await deliver()
  minutes(1)
  await buy('9002')
  await deliver()
  minutes(1)
  await buy('9003')
  await buy('9004')
  await deliver()
  expect(pushed()).toHaveLength(1)
  minutes(7)
  await deliver()
  expect(pushed()).toHaveLength(1)
  minutes(1)
  await deliver()
  expect(pushed().map(({ title, body, path }) => [title, body, path])).toEqual([
    [`${project}: a purchase over your limit`, 'Stage 5, from Germany', expect.any(String)],
    ['3 notices', `${project}: a purchase over your limit, and 2 more`, '/alerts'],
  ])
  expect(t.mails.map(({ subject }) => subject)).toEqual([
    `${project}: a purchase over your limit`,
    `${project}: a purchase over your limit, and 2 more`,
  ])
  expect(t.mails[1]?.text).toMatch(/\$9,002.*\$9,003.*\$9,004/s)
})

test('without grouping each is sent at once', async () => {
  await addDevice()
  await watch({ channels: ['push'] }, { group: 0 })
  await buy('9001')
  await buy('9002')
  await deliver()
  expect(pushed()).toHaveLength(2)
  await buy('9003')
  await deliver()
  expect(pushed()).toHaveLength(3)
})

test('in quiet hours nothing is pushed, and what came is pushed when they end; mail is silent', async () => {
  await addDevice()
  // It is 13:00 in Berlin.
  await watch({}, { quiet_hours: { from: '12:30', to: '14:00' } })
  await buy('9001')
  await buy('9002')
  await deliver()
  expect(pushed()).toEqual([])
  expect(t.mails).toHaveLength(1)
  minutes(59)
  await deliver()
  expect(pushed()).toEqual([])
  minutes(1)
  await deliver()
  expect(pushed().map(({ title }) => title)).toEqual(['2 notices'])
})

test('nothing is sent about what the person may no longer see', async () => {
  await addDevice()
  await watch()
  await buy('9001')
  await t.db.deleteFrom('memberships').where('user_id', '=', staff.user.id).execute()
  await deliver()
  expect([pushed(), t.mails]).toEqual([[], []])
  expect(await t.db.selectFrom('alert_messages').selectAll().execute()).toEqual([])
})

test.each([
  ['a disabled account', { disabled_at: new Date('2026-11-20T12:00:00.000Z') }],
  ['a role that sees no money', { role: 'marketing' }],
])('nothing is sent to %s', async (_case, change) => {
  await addDevice()
  await watch()
  await buy('9001')
  await t.db.updateTable('users').set(change).where('id', '=', staff.user.id).execute()
  await deliver()
  expect([pushed(), t.mails]).toEqual([[], []])
})

test('a device that is added after an event does not hear of it', async () => {
  await watch({ channels: ['push'] })
  await buy('9001')
  await deliver()
  await addDevice()
  await deliver()
  expect(pushed()).toEqual([])
})

test('a message of a killed process is sent by another one after a while, with the same tag', async () => {
  await addDevice()
  await watch({ channels: ['push'] })
  await buy('9001')
  // Addressed and sent, but the process was killed before it noted that.
  const send = t.dependencies.push.send
  const killed = new Promise<never>(() => {})
  void deliverAlerts({
    ...parts(),
    push: {
      ...t.dependencies.push,
      send: async (...message) => {
        await send(...message)
        return killed
      },
    },
  })
  await expect.poll(() => pushed().length).toBe(1)
  await deliver()
  expect(pushed()).toHaveLength(1)
  minutes(1)
  await deliver()
  const [first, second] = pushed()
  expect(second).toEqual(first)
  expect(service.messages[0]?.topic).toBe(service.messages[1]?.topic)
  expect(await states()).toEqual(['push sent'])
})

test('two processes never claim the same message, nor two of one device', async () => {
  await addDevice()
  await watch({ channels: ['push'] })
  await buy('9001')
  await deliverAlerts({
    ...parts(),
    push: { ...t.dependencies.push, send: async () => ({ is: 'unreachable', reason: 'Not yet' }) },
  })
  minutes(1)
  const now = t.clock.now()
  const claims = await Promise.all([1, 2, 3].map(() => claimAlertMessages(t.db, now, 4)))
  expect(claims.flat(2)).toHaveLength(1)
  await buy('9002')
  await t.db.updateTable('alert_events').set({ is_addressed: false }).execute()
  expect(await claimAlertMessages(t.db, now, 4)).toEqual([])
})

test('a digest is mailed when it is due, once, with the figures of its days', async () => {
  await watch({ channels: [] }, { digest: { every: 'day', hour: 8 } })
  await buy('1234.5')
  await deliver()
  expect(t.mails).toEqual([])
  // The next day at 08:00 in Berlin.
  t.clock.set('2026-11-21T06:59:59.000Z')
  expect(await addDueDigests(t.db, t.clock.now())).toBe(0)
  t.clock.advance(1000)
  expect(await addDueDigests(t.db, t.clock.now())).toBe(1)
  expect(await addDueDigests(t.db, t.clock.now())).toBe(0)
  await deliver()
  await deliver()
  expect(t.mails).toHaveLength(1)
  expect(t.mails[0]).toMatchObject({ to: staff.user.email, subject: 'Your sales, Nov 20, 2026' })
  expect(t.mails[0]?.text).toContain('$1,234.50 (1 purchase')
  expect(t.mails[0]?.messageId).toMatch(/^<digest-\d+@sales\.example>$/)
  // It is no alert.
  expect(await t.db.selectFrom('alert_events').select('kind').execute()).toEqual([
    { kind: 'digest' },
  ])
})

test('one can be sent now, also without any settings; a double click sends one', async () => {
  await buy('10')
  t.clock.set('2026-11-21T12:00:00.000Z')
  const as = await t.signIn('client', [project])
  for (const _click of [1, 2]) {
    const { status } = await t.call('POST', '/alerts/digest', { as })
    expect(status).toBe(204)
  }
  await deliver()
  expect(t.mails.map(({ subject }) => subject)).toEqual(['Your sales, Nov 20, 2026'])
})
