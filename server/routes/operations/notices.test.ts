import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readChatSubject, readLeadSubject } from '#server/db/messages/notice-subjects.ts'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import {
  addLead,
  addProject,
  addTransaction,
  addWallet,
  someProjectId,
} from '#tests/support/server/builders.ts'

let t: TestApp
let staff: SignedIn
let project: string
beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  project = someProjectId()
  await addProject(t.db, { id: project })
  staff = await t.signIn('client', [project])
})

const LATER = '2026-11-20T12:08:00.000Z'

async function addNotice(
  kind: 'chat' | 'lead',
  state: 'waiting' | 'sent' | 'failed',
  { next = LATER, subject = 0 } = {},
): Promise<string> {
  const now = t.clock.now()
  const { id } = await t.db
    .insertInto('notices')
    .values({
      project_id: project,
      kind,
      subject_id: subject || Math.trunc(Math.random() * 1e9),
      state,
      attempts: 3,
      next_attempt_at: next,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return String(id)
}
const list = async (query = '', as = staff) =>
  (await t.call('GET', `/notices?projects=${project}${query}`, { as })).body
const ids = (notices: { id: string }[]) => notices.map(({ id }) => id)
const retry = async (id: string) =>
  (await t.call('POST', `/notices/${id}/retry`, { as: staff })).body
const dueTimes = async () =>
  Object.fromEntries(
    (await list('&state=waiting')).map((one: Record<string, string>) => [
      one['id'],
      one['next_attempt_at'],
    ]),
  )

test('notices are listed by their states, newest first; without a state, those that failed', async () => {
  const failed = await addNotice('chat', 'failed')
  const waiting = await addNotice('chat', 'waiting')
  await addNotice('chat', 'sent')
  expect(ids(await list())).toEqual([failed])
  expect(ids(await list('&state=failed'))).toEqual([failed])
  expect(ids(await list('&state=waiting'))).toEqual([waiting])
  expect(ids(await list('&state=failed&state=waiting&state=waiting'))).toEqual([waiting, failed])
  const { status } = await t.call('GET', `/notices?projects=${project}&state=sent`, { as: staff })
  expect(status).toBe(400)
})

test('a notice names its purchase or its lead, and when a waiting one is sent', async () => {
  const lead = await addLead(t.db, { project_id: project, email: 'nadia@a.example' })
  await addNotice('lead', 'failed', { subject: lead.id })
  await addNotice('chat', 'waiting', { subject: 48_219 })
  const [purchase, person] = await list('&state=failed&state=waiting')
  expect(purchase).toMatchObject({ kind: 'chat', subject: '48219', next_attempt_at: LATER })
  expect(person).toMatchObject({ kind: 'lead', subject: 'nadia@a.example' })
  expect(person).not.toHaveProperty('next_attempt_at')
})

test('other roles see only the notices of leads, in every state', async () => {
  const marketing = await t.signIn('marketing', [project])
  await addNotice('chat', 'waiting')
  const lead = await addNotice('lead', 'waiting')
  expect(ids(await list('&state=waiting', marketing))).toEqual([lead])
})

test('a retry of a waiting notice makes it due, with those that wait before it', async () => {
  const now = t.clock.now().toISOString()
  const other = await addNotice('lead', 'waiting')
  const first = await addNotice('chat', 'waiting')
  const second = await addNotice('chat', 'waiting', { next: now })
  const third = await addNotice('chat', 'waiting')
  expect(await retry(second)).toMatchObject({ id: second, state: 'waiting', attempts: 3 })
  expect(await dueTimes()).toEqual({ [other]: LATER, [first]: now, [second]: now, [third]: LATER })
})

test('only a retry that changes something is in the audit log', async () => {
  const admin = await t.signIn('admin')
  const now = t.clock.now().toISOString()
  const waiting = await addNotice('chat', 'waiting')
  const sent = await addNotice('lead', 'sent')
  for (const id of [waiting, waiting, sent]) await retry(id)
  const { body } = await t.call('GET', `/audit?projects=${project}`, { as: admin })
  expect(body.results).toMatchObject([
    {
      action: 'notice.retry',
      object_id: waiting,
      before: { state: 'waiting', next_attempt_at: LATER },
      after: { state: 'waiting', next_attempt_at: now },
    },
  ])
})

test('a notice reads its current purchase or lead and project', async () => {
  const { db } = t
  const { wallet_address } = await addWallet(db, { project_id: project })
  const purchase = await addTransaction(db, { project_id: project, wallet_address })
  const lead = await addLead(db, { project_id: project })
  expect(await readChatSubject(db, project, purchase.id)).toMatchObject({
    project: { id: project },
    transaction: { id: purchase.id },
  })
  expect(await readLeadSubject(db, project, lead.id)).toMatchObject({
    project: { id: project },
    lead: { id: lead.id },
  })
  for (const read of [readChatSubject, readLeadSubject]) {
    expect(await read(db, project, 999_999)).toBeNull()
    expect(await read(db, 'GONE', purchase.id)).toBeNull()
  }
})
