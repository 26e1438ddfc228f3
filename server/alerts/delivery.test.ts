import { expect, test } from 'vitest'
import { claimAlertMessages } from '#server/db/messages/alert-messages.ts'
import {
  addDevice,
  breakMail,
  buy,
  deliver,
  lines,
  log,
  minutes,
  project,
  pushed,
  service,
  setUpDelivery,
  staff,
  states,
  t,
  watch,
} from '#tests/support/calls/alert-delivery.ts'
import type { SignedIn } from '#tests/support/server/app.ts'

setUpDelivery()

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
  // A second click changes nothing.
  expect((await retry(staff)).body).toMatchObject({ id: body[0].id, state: 'waiting' })
  await deliver()
  expect(pushed()).toHaveLength(1)
  expect((await retry(staff)).body).toMatchObject({ state: 'sent' })
  await deliver()
  expect(pushed()).toHaveLength(1)
  expect((await t.call('POST', '/notices/alert-x/retry', { as: staff })).status).toBe(404)
  const { body: audit } = await t.call('GET', `/audit?action=notice.retry&projects=${project}`, {
    as: staff,
  })
  expect(audit.results).toMatchObject([
    {
      object: 'notice',
      object_id: body[0].id,
      project_id: project,
      before: { state: 'waiting', next_attempt_at: '2026-11-20T12:00:05.000Z' },
      after: { state: 'waiting', next_attempt_at: '2026-11-20T12:00:00.000Z' },
    },
  ])
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
  breakMail(true)
  await deliver()
  expect(t.mails).toEqual([])
  expect(await states()).toEqual(['mail waiting'])
  breakMail(false)
  minutes(1)
  await deliver()
  expect(t.mails).toHaveLength(1)
  // The reason of a failure is in the log of the server, and has no secret.
  expect(lines).toEqual(['alert delivery: mail: connection refused'])
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
  ['is deleted', () => t.db.deleteFrom('alert_rules').execute()],
  ['is switched off', () => t.db.updateTable('alert_rules').set({ enabled: false }).execute()],
])('nothing is sent for a rule that %s after the event', async (_case, change) => {
  await addDevice()
  await watch({ channels: ['push'] }, { quiet_hours: { from: '12:30', to: '14:00' } })
  await buy('9001')
  await deliver()
  expect(await states()).toEqual(['push waiting'])
  await change()
  minutes(60)
  await deliver()
  expect(pushed()).toEqual([])
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
  void deliver({
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
  await deliver({
    push: { ...t.dependencies.push, send: async () => ({ is: 'unreachable', reason: 'Not yet' }) },
  })
  minutes(1)
  const now = t.clock.now()
  const claims = await Promise.all([1, 2, 3].map(() => claimAlertMessages(t.db, now)))
  expect(claims.flat()).toHaveLength(1)
  await buy('9002')
  await t.db.updateTable('alert_events').set({ is_addressed: false }).execute()
  expect(await claimAlertMessages(t.db, now)).toEqual([])
})
