import { sql, type KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import {
  buy,
  deliver,
  lines,
  minutes,
  parts,
  project,
  setUpDelivery,
  staff,
  t,
  watch,
} from '#tests/support/calls/alert-delivery.ts'
import { addChain } from '#tests/support/server/builders.ts'
import { addDueDigests } from './due-digests.ts'

setUpDelivery()

test('a digest is mailed when it is due, once, with the figures of its days', async () => {
  await watch({ channels: [] }, { digest: { every: 'day', hour: 8 } })
  await buy('1234.5')
  await addChain(t.db, { project_id: project })
  await sql`update transactions set proof_state = 'differs'`.execute(t.db)
  await deliver()
  expect(t.mails).toEqual([])
  // The next day at 08:00 in Berlin.
  t.clock.set('2026-11-21T06:59:59.000Z')
  expect(await addDueDigests(parts())).toBe(0)
  t.clock.advance(1000)
  expect(await addDueDigests(parts())).toBe(1)
  expect(await addDueDigests(parts())).toBe(0)
  await deliver()
  await deliver()
  expect(t.mails).toHaveLength(1)
  expect(t.mails[0]).toMatchObject({ to: staff.user.email, subject: 'Your sales, Nov 20, 2026' })
  expect(t.mails[0]?.text).toContain('$1,234.50 (1 purchase')
  expect(t.mails[0]?.text).toMatch(/Differ from the chain {2}\$1,234\.50 \(1 purchase\)\n/)
  expect(t.mails[0]?.messageId).toMatch(/^<digest-\d+@sales\.example>$/)
  // It is no alert.
  expect(await t.db.selectFrom('alert_events').select('kind').execute()).toEqual([
    { kind: 'digest' },
  ])
})

test('a digest that cannot be added is logged, and the others are added', async () => {
  const others = [await t.signIn('client', [project]), await t.signIn('client', [project])]
  for (const as of [...others, staff])
    await watch({ channels: [] }, { digest: { every: 'day', hour: 8 } }, as)
  // A zone that this runtime does not know.
  await t.db
    .updateTable('alert_settings')
    .set({ tz: 'Nowhere/Town' })
    .where('user_id', '=', staff.user.id)
    .execute()
  t.clock.set('2026-11-21T07:00:00.000Z')
  await addDueDigests(parts())
  expect(lines).toEqual([
    expect.stringMatching(new RegExp(`^digests: user ${staff.user.id}: .*Nowhere/Town`)),
  ])
  const { rows } = await sql<{ user_id: number }>`select user_id from alert_events`.execute(t.db)
  const ids = rows.map(({ user_id: id }) => id)
  expect(ids).toEqual(expect.arrayContaining(others.map(({ user }) => user.id)))
  expect(ids).not.toContain(staff.user.id)
})

test('what is there is not written again, whatever was sent in between', async () => {
  await t.db.updateTable('alert_settings').set({ digest_every: null, digest_hour: null }).execute()
  let queries = 0
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      queries += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const add = async () => {
    queries = 0
    return [await addDueDigests({ ...parts(), db: t.db.withPlugin(counting) }), queries]
  }
  t.clock.set('2026-11-20T22:55:00.000Z')
  const as = await t.signIn('client', [project])
  await watch({ channels: [] }, { digest: { every: 'day', hour: 0 } }, as)
  minutes(5)
  const request = () => t.call('POST', '/alerts/digest', { as })
  expect((await request()).status).toBe(204)
  expect(await add()).toEqual([1, 2])
  minutes(1)
  expect((await request()).status).toBe(204)
  expect(await add()).toEqual([0, 1])
  // A later hour of the same day, which has had its digest.
  await t.db
    .updateTable('alert_settings')
    .set({ digest_hour: 18 })
    .where('user_id', '=', as.user.id)
    .execute()
  t.clock.set('2026-11-21T17:00:00.000Z')
  expect(await add()).toEqual([0, 1])
  t.clock.set('2026-11-22T17:00:00.000Z')
  expect(await add()).toEqual([1, 2])
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
  const { body } = await t.call('GET', '/audit?action=user.request_digest', { as })
  expect(body.results).toMatchObject([
    {
      object: 'user',
      object_id: String(as.user.id),
      project_id: null,
      after: { start: '2026-11-20T00:00:00.000Z', end: '2026-11-21T00:00:00.000Z' },
    },
  ])
})
