import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertSession } from '#server/db/accounts/sessions.ts'
import { findMember } from '#server/db/accounts/users.ts'
import { insertMedia } from '#server/db/site/media.ts'
import { addProject, addUser } from '#tests/support/server/builders.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/server/database.ts'
import { deleteExpired } from './expired.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('files of aborted uploads are deleted after a day', async () => {
  const { db } = database
  await addProject(db, { id: 'AURA' })
  const file = { projectId: 'AURA', contentType: 'image/png', width: 1, height: 1 }
  await insertMedia(db, { ...file, now: new Date('2026-11-20T11:00:00Z') })
  const young = await insertMedia(db, { ...file, now: new Date('2026-11-20T13:00:00Z') })
  await deleteExpired(db, new Date('2026-11-21T12:00:00Z'))
  expect(await db.selectFrom('media').select('id').execute()).toEqual([{ id: young }])
})

test('a session is deleted one day after its end, not earlier', async () => {
  const { db } = database
  const { id: user_id } = await addUser(db)
  for (const [n, expires] of ['2026-11-20T12:00:00Z', '2026-11-20T12:00:01Z'].entries()) {
    const times = { created_at: new Date('2026-11-01'), expires_at: new Date(expires) }
    await insertSession(db, { id: randomUUID(), user_id, ip: null, user_agent: null, ...times })
    await db
      .insertInto('verification_tokens')
      .values({
        ...times,
        token_hash: Buffer.from([n]),
        user_id,
        email: 'a@saleroom.example',
        purpose: 'verification',
      })
      .execute()
  }
  await deleteExpired(db, new Date('2026-11-21T12:00:00Z'))
  const left = new Date('2026-11-20T12:00:01Z')
  const sessions = await db.selectFrom('sessions').select('expires_at').execute()
  const tokens = await db.selectFrom('verification_tokens').select('expires_at').execute()
  expect([sessions, tokens]).toEqual([[{ expires_at: left }], [{ expires_at: left }]])
})

test('a user keeps the time of the last use of deleted sessions', async () => {
  const { db } = database
  const { id: user_id } = await addUser(db)
  const seen = async (used: string, end: string) => {
    const session = { id: randomUUID(), user_id, ip: null, user_agent: null }
    const times = { created_at: new Date(used), expires_at: new Date('2026-11-01') }
    await insertSession(db, { ...session, ...times })
    await deleteExpired(db, new Date(end))
    return (await findMember(db, user_id)).seen_at
  }
  // First from the session itself, then from the user.
  expect(await seen('2026-10-02', '2026-11-01')).toEqual(new Date('2026-10-02'))
  expect(await seen('2026-10-01', '2026-11-03')).toEqual(new Date('2026-10-02'))
  expect(await seen('2026-09-30', '2026-11-03')).toEqual(new Date('2026-10-02'))
})

test('idempotency keys and rate counters are deleted as soon as they expire', async () => {
  const { db } = database
  const { id: user_id } = await addUser(db)
  const now = new Date('2026-11-21T12:00:00Z')
  for (const [key, end] of [
    ['over', now],
    ['open', new Date(now.getTime() + 1)],
  ] as const) {
    await db
      .insertInto('idempotency_keys')
      .values({
        user_id,
        method: 'POST',
        path: '/v1/x',
        key,
        body_hash: Buffer.from('x'),
        status: 200,
        answer: 'null',
        created_at: new Date('2026-11-20'),
        expires_at: end,
      })
      .execute()
    await db.insertInto('rate_counters').values({ key, count: 1, window_ends_at: end }).execute()
    const at = new Date(end.getTime() - 86_400_000)
    await db.insertInto('code_tries').values({ user_id, at }).execute()
  }
  await deleteExpired(db, now)
  const keys = await db.selectFrom('idempotency_keys').select('key').execute()
  const counters = await db.selectFrom('rate_counters').select('key').execute()
  const tries = await db.selectFrom('code_tries').select('at').execute()
  expect([keys, counters]).toEqual([[{ key: 'open' }], [{ key: 'open' }]])
  expect(tries).toEqual([{ at: new Date(now.getTime() + 1 - 86_400_000) }])
})

test('alerts are deleted after 90 days with their messages, and counts of refused events after 32', async () => {
  const { db } = database
  const { id: user_id } = await addUser(db)
  await addProject(db, { id: 'ALERTS' })
  const now = new Date('2026-11-20T12:00:00Z')
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
  for (const more of [0, 1]) {
    const at = new Date(daysAgo(90).getTime() + more)
    const { id } = await db
      .insertInto('alert_events')
      .values({
        rule_id: randomUUID(),
        user_id,
        kind: 'new_device',
        project_id: null,
        key: String(more),
        at,
        data: '{}',
        created_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('alert_messages')
      .values({
        event_id: id,
        user_id,
        channel: 'mail',
        device_id: null,
        device_name: null,
        next_attempt_at: at,
        created_at: at,
        updated_at: at,
      })
      .execute()
    const bucket = new Date(daysAgo(32).getTime() + more)
    await db
      .insertInto('ingest_refusal_counts')
      .values({ project_id: 'ALERTS', bucket, n: 1 })
      .execute()
  }
  await deleteExpired(db, now)
  expect(await db.selectFrom('alert_events').select('key').execute()).toEqual([{ key: '1' }])
  expect(await db.selectFrom('alert_messages').select('id').execute()).toHaveLength(1)
  expect(await db.selectFrom('ingest_refusal_counts').select('n').execute()).toHaveLength(1)
})
