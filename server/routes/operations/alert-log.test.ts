import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Rule } from '#src/wire/alerts.ts'
import { someRule } from '#tests/support/calls/alerts.ts'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import {
  addManualTransaction,
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

const preview = (fields: Partial<Rule>) => {
  const { id: _id, ...draft } = someRule(fields)
  return t.call('POST', '/alerts/preview', { as: staff, body: draft })
}

test('a preview counts the last 30 days and has the last times, newest first', async () => {
  const buyer = { project_id: project, wallet_address: '0x02' }
  await addWallet(t.db, buyer)
  const buy = (created_at: string, payment_usd_amount: string, status = 'completed' as const) =>
    addTransaction(t.db, { ...buyer, created_at, payment_usd_amount, status })
  await buy('2026-10-21T12:00:00.000Z', '5000.01')
  await buy('2026-10-21T12:00:00.001Z', '5000.01')
  await buy('2026-11-19T12:00:00.000Z', '5000')
  await buy('2026-11-20T12:00:00.000Z', '9060')
  await buy('2026-11-20T12:00:00.001Z', '9060')
  await buy('2026-11-18T12:00:00.000Z', '9060', 'pending' as 'completed')
  expect((await preview({})).body).toEqual({
    fired: 2,
    examples: ['2026-11-20T12:00:00.000Z', '2026-10-21T12:00:00.001Z'],
  })
  expect((await preview({ threshold: '9060' })).body.fired).toBe(0)
  await addManualTransaction(t.db, {
    ...buyer,
    tokens: '500',
    authorizer_id: staff.user.id,
    created_at: '2026-11-19T12:00:00.000Z',
  })
  await addManualTransaction(t.db, {
    ...buyer,
    tokens: '500',
    created_at: '2026-11-19T13:00:00.000Z',
  })
  expect((await preview({ kind: 'credit_over', threshold: '499' })).body).toEqual({
    fired: 1,
    examples: ['2026-11-19T13:00:00.000Z'],
  })
  for (const kind of ['milestone', 'failing', 'code_ending'] as const)
    expect((await preview({ kind, threshold: kind === 'milestone' ? '1000' : '50' })).status).toBe(
      200,
    )
  expect((await preview({ kind: 'quiet', threshold: undefined, hours: 3 })).body.fired).toBe(0)
})

async function fire(at: string, fields: { user_id?: number; project_id?: string | null } = {}) {
  const data = { transaction_id: '7', usd: '9060', stage_name: 'Stage 5', country: 'DE' }
  const { id } = await t.db
    .insertInto('alert_events')
    .values({
      rule_id: randomUUID(),
      user_id: staff.user.id,
      kind: 'purchase_over',
      project_id: project,
      key: at,
      at,
      data: JSON.stringify(data),
      created_at: at,
      ...fields,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const log = async (as = staff) => (await t.call('GET', '/alerts/log', { as })).body

test('the log has the last 100 alerts of the person, newest first, with their messages', async () => {
  for (let n = 0; n < 101; n++) await fire(new Date(Date.UTC(2026, 10, 20, 0, n)).toISOString())
  const newest = await fire('2026-11-20T11:00:00.000Z')
  const at = t.clock.now()
  const message = { event_id: newest, user_id: staff.user.id, next_attempt_at: at, created_at: at }
  await t.db
    .insertInto('alert_messages')
    .values([
      { ...message, channel: 'push', device_id: 1, device_name: 'Pixel 8', updated_at: at },
      {
        ...message,
        channel: 'mail',
        device_id: null,
        device_name: null,
        state: 'failed',
        reason: 'Refused',
        updated_at: at,
      },
    ])
    .execute()
  const events = await log()
  expect(events).toHaveLength(100)
  expect(events[0]).toEqual({
    id: String(newest),
    kind: 'purchase_over',
    project_id: project,
    at: '2026-11-20T11:00:00.000Z',
    title: `${project}: purchase of $9,060.00`,
    text: 'Stage 5, from Germany',
    path: `/transactions/${project}/7`,
    deliveries: [
      { channel: 'push', device: 'Pixel 8', state: 'waiting', reason: null },
      { channel: 'mail', device: null, state: 'failed', reason: 'Refused' },
    ],
  })
  expect(events[99].at).toBe('2026-11-20T00:02:00.000Z')
})

test('the log shows nothing of another person, of a lost or archived project, or of a lost role', async () => {
  await fire('2026-11-20T10:00:00.000Z')
  expect(await log(await t.signIn('admin'))).toEqual([])
  expect(await log()).toHaveLength(1)
  const users = t.db.updateTable('users').where('id', '=', staff.user.id)
  await users.set({ role: 'marketing' }).execute()
  expect(await log()).toEqual([])
  await users.set({ role: 'client' }).execute()
  const projects = t.db.updateTable('projects').where('id', '=', project)
  await projects.set({ archived_at: t.clock.now() }).execute()
  expect(await log()).toEqual([])
  await projects.set({ archived_at: null }).execute()
  await t.db.deleteFrom('memberships').where('user_id', '=', staff.user.id).execute()
  expect(await log()).toEqual([])
})
