import { expect, test } from 'vitest'
import { claimAlertMessages } from '#server/db/messages/alert-messages.ts'
import {
  addDevice,
  buy,
  deliver,
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

setUpDelivery()

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
