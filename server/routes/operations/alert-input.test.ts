import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Rule } from '#src/wire/alerts.ts'
import { ALERT_SETTINGS, someRule } from '#tests/support/calls/alerts.ts'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'

let t: TestApp
let staff: SignedIn
beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  staff = await t.signIn('client')
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
  const preview = (threshold: string) =>
    t.call('POST', '/alerts/preview', { as: staff, body: { ...draft, threshold } })
  expect((await preview('1000')).status).toBe(200)
  expect((await preview('999')).body.message).toContain('Must be at least 1,000')
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
  const preview = (as = staff) => t.call('POST', '/alerts/preview', { as, body: draft })
  for (let sent = 0; sent < 60; sent += 1) expect((await preview()).status).toBe(200)
  const refused = await preview()
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60'])
  expect((await preview(await t.signIn('client'))).status).toBe(200)
  t.clock.advance(60_000)
  expect((await preview()).status).toBe(200)
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
