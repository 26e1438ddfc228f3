import { expect, test } from 'vitest'
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
