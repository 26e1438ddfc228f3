import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Rule } from '#src/wire/alerts.ts'
import { ALERT_SETTINGS, someRule } from '#tests/support/calls/alerts.ts'
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

const put = (body: object) => t.call('PUT', '/alerts', { as: staff, body })
const save = (rules: readonly object[], version = 0, settings: object = ALERT_SETTINGS) =>
  put({ version, rules, settings })

test('at most 50 rules are saved', async () => {
  const many = Array.from({ length: 51 }, () => someRule())
  const refused = await save(many)
  expect([refused.status, refused.body.message]).toEqual([
    400,
    'Path: body.rules, Message: Must be at most 50 alerts',
  ])
  expect((await save(many.slice(1))).body.rules).toHaveLength(50)
})

const ID = '7a0e2d50-0000-4000-8000-00000000000a'
test.each<[Partial<Rule>, string]>([
  [{ id: 'no uuid' }, 'id, Message: Must be a UUID'],
  [{ kind: 'loud' as 'quiet' }, 'kind, Message: Invalid option'],
  [{ threshold: undefined }, 'threshold, Message: Is required'],
  [{ threshold: '0' }, 'threshold, Message: Must be more than 0'],
  [{ threshold: '-1' }, 'threshold, Message: Must be more than 0'],
  [{ threshold: '1e3' }, 'threshold, Message: Must be a decimal number'],
  [{ threshold: '1000000000000001' }, 'threshold, Message: Must be at most 1,000,000,000,000,000'],
  [{ hours: 3 }, 'hours, Message: Must be absent for this kind'],
  [{ kind: 'milestone', threshold: undefined }, 'threshold, Message: Is required'],
  [{ kind: 'milestone', threshold: '999.99' }, 'threshold, Message: Must be at least 1,000'],
  [{ kind: 'quiet', hours: 3 }, 'threshold, Message: Must be absent for this kind'],
  [{ kind: 'quiet', threshold: undefined }, 'hours, Message: Is required'],
  [{ kind: 'quiet', threshold: undefined, hours: 0 }, 'hours, Message: Must be a whole number'],
  [{ kind: 'quiet', threshold: undefined, hours: 169 }, 'hours, Message: Must be a whole number'],
  [{ kind: 'quiet', threshold: undefined, hours: 1.5 }, 'hours, Message: Must be a whole number'],
  [{ kind: 'failing', threshold: '100' }, 'threshold, Message: Must be less than 100'],
  [{ kind: 'code_ending', threshold: '100' }, 'threshold, Message: Must be less than 100'],
  [{ kind: 'code_ending', threshold: undefined }, 'threshold, Message: Is required'],
  [{ kind: 'credit_over', threshold: undefined }, 'threshold, Message: Is required'],
  [{ kind: 'new_device' }, 'threshold, Message: Must be absent for this kind'],
  [
    { kind: 'new_device', threshold: undefined, project_id: 'AURA' },
    'project_id, Message: Must be null for this kind',
  ],
  [{ channels: ['push', 'push'] }, 'channels, Message: Must be different'],
  // The types exclude these two values; a client can send them.
  [{ channels: ['sms' as 'push'] }, 'channels.0, Message: Invalid option'],
  [{ enabled: true as unknown as 1 }, 'enabled, Message: Invalid option'],
])('a rule with %j is refused with the name of its field', async (fields, message) => {
  const refused = await save([someRule(), someRule(fields)])
  expect(refused.status).toBe(400)
  expect(refused.body.message).toContain(`Path: body.rules.1.${message}`)
})

test.each<[object, string]>([
  [{ tz: 'Nowhere/Town' }, 'tz, Message: Must be a time zone'],
  [{ tz: '+02:00' }, 'tz, Message: Must be a time zone'],
  [{ quiet_hours: { from: '24:00', to: '07:00' } }, 'quiet_hours.from, Message: Must be a time'],
  [
    { quiet_hours: { from: '07:00', to: '07:00' } },
    'quiet_hours.to, Message: Must differ from the start',
  ],
  [{ digest: { every: 'week', hour: 8 } }, 'digest.weekday, Message: Is required'],
  [
    { digest: { every: 'day', weekday: 2, hour: 8 } },
    'digest.weekday, Message: Must be absent for a daily digest',
  ],
  [{ digest: { every: 'day', hour: 24 } }, 'digest.hour, Message:'],
  [{ hide_amounts: 2 }, 'hide_amounts, Message:'],
  [{ declined: ['loud'] }, 'declined.0, Message: Invalid option'],
])('settings with %j are refused with the name of their field', async (fields, message) => {
  const refused = await save([], 0, { ...ALERT_SETTINGS, ...fields })
  expect(refused.status).toBe(400)
  expect(refused.body.message).toContain(`Path: body.settings.${message}`)
})

test('a rule for each step of 1,000 USD is the least that is saved or previewed', async () => {
  const rule = someRule({ kind: 'milestone', threshold: '1000' })
  expect((await save([rule])).status).toBe(200)
  const { id: _id, ...draft } = rule
  const request = (threshold: string) =>
    t.call('POST', '/alerts/preview', { as: staff, body: { ...draft, threshold } })
  expect((await request('1000')).status).toBe(200)
  expect((await request('999')).body.message).toContain('Must be at least 1,000')
})

test.each([
  ['europe/berlin', 'Europe/Berlin'],
  ['utc', 'UTC'],
  ['America/St_Johns', 'America/St_Johns'],
])('the time zone %s is stored as %s', async (tz, stored) => {
  const { body } = await save([], 0, { ...ALERT_SETTINGS, tz })
  expect(body.settings.tz).toBe(stored)
  const row = await t.db
    .selectFrom('alert_settings')
    .select('tz')
    .where('user_id', '=', staff.user.id)
    .executeTakeFirst()
  expect(row?.tz).toBe(stored)
})

test('60 previews a minute of one person', async () => {
  const { id: _id, ...draft } = someRule()
  const request = (as = staff) => t.call('POST', '/alerts/preview', { as, body: draft })
  for (let sent = 0; sent < 60; sent += 1) expect((await request()).status).toBe(200)
  const refused = await request()
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60'])
  expect((await request(await t.signIn('client'))).status).toBe(200)
  t.clock.advance(60_000)
  expect((await request()).status).toBe(200)
})

test('two rules with one id are refused, in any case', async () => {
  const refused = await save([someRule({ id: ID }), someRule({ id: ID.toUpperCase() })])
  expect([refused.status, refused.body.message]).toEqual([
    400,
    'Path: body.rules.1.id, Message: Must be unique',
  ])
})

test('unknown fields and a body without a version are refused', async () => {
  expect((await put({ version: 0, rules: [], settings: ALERT_SETTINGS, more: 1 })).status).toBe(400)
  expect((await put({ rules: [], settings: ALERT_SETTINGS })).status).toBe(400)
  expect((await save([{ ...someRule(), more: 1 }])).status).toBe(400)
  const inSettings = [
    { quiet_hour: { from: '22:00', to: '07:00' } },
    { quiet_hours: { from: '22:00', to: '07:00', more: 1 } },
    { digest: { every: 'day', hour: 8, more: 1 } },
  ]
  for (const more of inSettings)
    expect((await save([], 0, { ...ALERT_SETTINGS, ...more })).status).toBe(400)
})
