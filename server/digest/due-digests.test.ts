import { expect, test } from 'vitest'
import {
  buy,
  deliver,
  project,
  setUpDelivery,
  staff,
  t,
  watch,
} from '#tests/support/alert-delivery.ts'
import { addDueDigests } from './due-digests.ts'

setUpDelivery()

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
