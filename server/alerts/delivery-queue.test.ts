import { expect, test } from 'vitest'
import { addEvent } from '#server/db/messages/account-events.ts'
import { addressEvents, claimAlertMessages } from '#server/db/messages/alert-messages.ts'
import type { Push, PushSending } from '#server/dependencies.ts'
import {
  addDevice,
  breakMail,
  buy,
  deliver,
  lines,
  minutes,
  parts,
  project,
  service,
  setUpDelivery,
  staff,
  states,
  t,
  watch,
} from '#tests/support/calls/alert-delivery.ts'
import { until } from '#tests/support/server/until.ts'
import { startDelivery } from './delivery.ts'

setUpDelivery()

const messages = () =>
  t.db
    .selectFrom('alert_messages')
    .select(['state', 'attempts', 'next_attempt_at', 'claimed_until'])
    .orderBy('id')
    .execute()
const waiting = (attempts: number, at: string) => ({
  state: 'waiting',
  attempts,
  next_attempt_at: new Date(at),
  claimed_until: null,
})
const SENT = { state: 'sent', attempts: 1, claimed_until: null }

/** Delivers with a push service that does this. */
const deliverWith = (send: Push['send'], isStopped?: () => boolean) =>
  deliver({ push: { ...t.dependencies.push, send } }, isStopped)

/** Events of one device without grouping. */
async function addBacklog(count: number) {
  await addDevice()
  await watch({ channels: ['push'] }, { group: 0 })
  for (let n = 0; n < count; n++) await buy(`900${n}`)
}

test.each([
  ['is unreachable', { status: 500 }, 1, '2026-11-20T12:00:05.000Z'],
  ['asks to wait', { status: 429, headers: { 'retry-after': '7' } }, 0, '2026-11-20T12:00:07.000Z'],
  [
    'asks to wait for no time',
    { status: 429, headers: { 'retry-after': '0' } },
    0,
    '2026-11-20T12:00:01.000Z',
  ],
])(
  'a device that %s is tried once, and its other messages wait with it',
  async (_case, reply, attempts, at) => {
    await addBacklog(3)
    service.behave(() => reply)
    await deliver()
    expect(service.requested).toHaveLength(1)
    expect(await messages()).toEqual([waiting(attempts, at), waiting(0, at), waiting(0, at)])
    service.behave(() => ({ status: 201 }))
    minutes(1)
    await deliver()
    expect((await messages()).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent'])
  },
)

test('in quiet hours messages that are not grouped wait for their end, uncounted', async () => {
  await addDevice()
  await watch({ channels: ['push'] }, { group: 0, quiet_hours: { from: '12:30', to: '14:00' } })
  await buy('9001')
  await buy('9002')
  await deliver()
  const end = '2026-11-20T13:00:00.000Z'
  expect(await messages()).toEqual([waiting(0, end), waiting(0, end)])
})

test('a message that has failed for the last time leaves the others waiting', async () => {
  await addBacklog(2)
  service.behave(() => ({ status: 500 }))
  await addressEvents(t.db, t.clock.now())
  await t.db.updateTable('alert_messages').set({ attempts: 99 }).execute()
  await deliver()
  expect((await messages()).map(({ state, attempts }) => [state, attempts])).toEqual([
    ['failed', 100],
    ['waiting', 99],
  ])
})

test('after 20 s the rest of a slow device is released, so that its claim is never outlived', async () => {
  await addBacklog(4)
  const claims: unknown[] = []
  await deliverWith(async () => {
    claims.push((await messages()).filter((one) => one.claimed_until !== null).length)
    t.clock.advance(10_000)
    return { is: 'sent' }
  })
  // Two in a turn.
  expect(claims).toEqual([4, 3, 2, 1])
  expect(await messages()).toEqual([1, 2, 3, 4].map(() => expect.objectContaining(SENT)))
  expect(t.clock.now().toISOString()).toBe('2026-11-20T12:00:40.000Z')
})

test('a server that stops finishes one message and releases the others', async () => {
  await addBacklog(3)
  let isStopped = false
  await deliverWith(
    async () => {
      isStopped = true
      return { is: 'sent' }
    },
    () => isStopped,
  )
  const due = waiting(0, '2026-11-20T12:00:00.000Z')
  expect(await messages()).toEqual([expect.objectContaining(SENT), due, due])
})

test('devices that do not answer hold up no others', async () => {
  for (let n = 0; n < 9; n++) await addDevice(`Browser ${n}`)
  await watch({ channels: ['push'] })
  await buy('9001')
  let answer = (_sending: PushSending) => {}
  const answered = new Promise<PushSending>((done) => {
    answer = done
  })
  const tried: number[] = []
  const delivering = deliverWith(async (device) => {
    tried.push(device)
    // Three of the four that are sent to at the same time.
    return tried.length <= 3 ? answered : { is: 'sent' }
  })
  const sent = [...Array(6).fill('push sent'), ...Array(3).fill('push waiting')]
  // Devices are tried in any order.
  await until(async () => expect((await states()).toSorted()).toEqual(sent))
  answer({ is: 'sent' })
  await delivering
  expect(await states()).toEqual(Array(9).fill('push sent'))
})

test('what becomes due while a device does not answer is sent, and a stop waits for the device', async () => {
  await addDevice()
  await watch({}, { group: 0 })
  let answer = (_sending: PushSending) => {}
  const answered = new Promise<PushSending>((done) => {
    answer = done
  })
  const push = { ...t.dependencies.push, send: () => answered }
  const loop = startDelivery({ ...parts(), push })
  for (const [sold, usd] of ['9001', '9002'].entries()) {
    await buy(usd)
    await until(() => expect(t.mails).toHaveLength(sold + 1))
  }
  let isStopped = false
  const stopped = loop.stop().finally(() => {
    isStopped = true
  })
  await messages()
  expect(isStopped).toBe(false)
  answer({ is: 'sent' })
  await stopped
  const due = waiting(0, '2026-11-20T12:00:00.000Z')
  expect(await messages()).toEqual(
    [SENT, SENT, due, SENT].map((one) => expect.objectContaining(one)),
  )
  expect(lines).toEqual([])
})

test('what cannot be prepared is tried again later, and blocks nothing else of the person', async () => {
  await watch({ channels: ['mail'] })
  const now = t.clock.now()
  // A digest without its periods.
  const event = { userId: staff.user.id, kind: 'digest', key: 'day x', at: now } as const
  await addEvent(t.db, { ...event, data: {} }, now)
  await buy('9001')
  await deliver()
  expect(t.mails).toHaveLength(1)
  expect(await messages()).toEqual([
    waiting(1, '2026-11-20T12:00:05.000Z'),
    expect.objectContaining(SENT),
  ])
  expect(lines).toEqual([expect.stringMatching(/^alert delivery: /)])
})

test('a mail server that is down is tried once for a digest and alerts', async () => {
  await watch({ channels: ['mail'] })
  const now = t.clock.now()
  const at = now.getTime()
  const data = { before: at - 2, start: at - 1, end: at }
  const event = { userId: staff.user.id, kind: 'digest', key: 'day x', at: now } as const
  await addEvent(t.db, { ...event, data }, now)
  await buy('9001')
  breakMail(true)
  await deliver()
  expect(lines).toEqual(['alert delivery: mail: connection refused'])
  const next = '2026-11-20T12:00:05.000Z'
  expect(await messages()).toEqual([waiting(1, next), waiting(0, next)])
})

/** This many events of the person, which `watch` has given a rule. */
async function addEvents(count: number) {
  const { id } = await t.db
    .selectFrom('alert_rules')
    .select('id')
    .where('user_id', '=', staff.user.id)
    .executeTakeFirstOrThrow()
  const at = t.clock.now()
  const events = Array.from({ length: count }, (_, n) => ({
    rule_id: id,
    user_id: staff.user.id,
    kind: 'purchase_over' as const,
    project_id: project,
    key: String(n),
    at,
    data: JSON.stringify({ usd: String(n + 1000) }),
    created_at: at,
  }))
  await t.db.insertInto('alert_events').values(events).execute()
}

test('a mail about many alerts lists the newest and links to the others', async () => {
  await watch({ channels: ['mail'] })
  await addEvents(23)
  await deliver()
  expect(t.mails).toHaveLength(1)
  const text = t.mails[0]?.text ?? ''
  expect([...text.matchAll(/purchase of \$([\d,.]+)/g)].map(([, usd]) => usd)).toEqual(
    Array.from({ length: 20 }, (_, n) => `1,0${String(n + 3).padStart(2, '0')}.00`),
  )
  expect(text).toContain('\nand 3 more: https://sales.example/alerts\n')
})

test('at most a hundred messages of a receiver are claimed at a time, the oldest first', async () => {
  await watch({ channels: ['mail'] })
  await addEvents(103)
  await addressEvents(t.db, t.clock.now())
  const claim = () => claimAlertMessages(t.db, t.clock.now())
  const first = await claim()
  expect(first.map(({ data }) => data['usd'])).toEqual(
    Array.from({ length: 100 }, (_, n) => String(n + 1000)),
  )
  // The others wait for the end of the claim.
  expect(await claim()).toEqual([])
  minutes(1)
  expect(await claim()).toHaveLength(100)
})
