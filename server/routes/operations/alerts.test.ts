import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Rule, RuleDraft } from '#src/wire/alerts.ts'
import { READS_PER_MINUTE } from '#src/wire/reading-keys.ts'
import { addRule, ALERT_SETTINGS, eventsOf, someRule } from '#tests/support/calls/alerts.ts'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import {
  addChain,
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
  t.clock.set('2026-11-20T12:00:00.000Z')
  project = someProjectId()
  await addProject(t.db, { id: project })
  staff = await t.signIn('client', [project])
})

const read = async (as = staff) => (await t.call('GET', '/alerts', { as })).body
const put = (body: object, as: SignedIn | null = staff) => t.call('PUT', '/alerts', { as, body })
const save = (
  rules: readonly object[],
  version = 0,
  settings: object = ALERT_SETTINGS,
  as = staff,
) => put({ version, rules, settings }, as)
const preview = (fields: Partial<Rule>, as: SignedIn | null = staff) => {
  const { id: _id, ...draft } = someRule(fields)
  return t.call('POST', '/alerts/preview', { as, body: draft })
}
const kindsOf = (drafts: readonly RuleDraft[]) => drafts.map(({ kind }) => kind)

test('a person who has saved nothing has the default settings, no rules and suggestions', async () => {
  expect(await read()).toEqual({
    version: 0,
    rules: [],
    suggested: expect.any(Array),
    settings: { tz: 'UTC', hide_amounts: 1, group: 1, declined: [] },
  })
})

test('rules and settings are read as they were saved, in their order', async () => {
  const rules = [
    someRule({ kind: 'quiet', threshold: undefined, hours: 3, project_id: project }),
    someRule({ threshold: '12.50', channels: [] }),
    someRule({ kind: 'code_ending', threshold: '90', enabled: 0 }),
    someRule({ kind: 'new_device', threshold: undefined, channels: ['mail'] }),
  ]
  const settings = {
    ...ALERT_SETTINGS,
    quiet_hours: { from: '22:00', to: '07:30' },
    digest: { every: 'week', weekday: 1, hour: 8 },
    declined: ['milestone', 'milestone'],
  }
  const saved = await save(rules, 0, settings)
  expect(saved.status).toBe(200)
  expect(saved.body).toMatchObject({
    version: 1,
    rules: JSON.parse(JSON.stringify(rules)).with(1, { ...rules[1], threshold: '12.5' }),
    settings: { ...settings, declined: ['milestone'] },
  })
  expect(await read()).toEqual(saved.body)
  const again = await save(rules.slice(0, 1), 1)
  expect(again.body).toMatchObject({ version: 2, rules: [{ id: rules[0]?.id }] })
  expect(again.body.settings).toEqual(ALERT_SETTINGS)
})

test('of two tabs that save one version, the second gets 409, also at the same time', async () => {
  expect((await save([someRule()])).status).toBe(200)
  const stale = await save([])
  expect([stale.status, stale.body.message]).toEqual([
    409,
    'Your alerts were changed elsewhere: load them again',
  ])
  const both = await Promise.all([save([someRule()], 1), save([], 1)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await read()).version).toBe(2)
  expect((await save([], 3)).status).toBe(409)
})

test('the rule of another person is neither read nor taken over nor deleted', async () => {
  const own = someRule()
  await save([own])
  const other = await t.signIn('client', [project])
  const taken = await save([someRule(), { ...own, threshold: '1' }], 0, ALERT_SETTINGS, other)
  expect([taken.status, taken.body.message]).toEqual([404, 'Not found'])
  expect((await read(other)).rules).toEqual([])
  await save([], 0, ALERT_SETTINGS, other)
  expect((await read()).rules).toEqual([own])
})

test('without a token there are no alerts', async () => {
  for (const path of ['/alerts', '/alerts/log'])
    expect((await t.call('GET', path)).status).toBe(401)
  expect((await put({ version: 0, rules: [], settings: ALERT_SETTINGS }, null)).status).toBe(401)
  expect((await preview({}, null)).status).toBe(401)
})

test('a rule or a preview about an unknown, a foreign or an archived project is 404', async () => {
  const foreign = await addProject(t.db)
  const archived = await addProject(t.db, { archived_at: t.clock.now() })
  const member = await t.signIn('user', [project, archived.id])
  for (const project_id of ['ABSENT', foreign.id, archived.id])
    for (const { status, body } of [
      await save([someRule({ project_id })], 0, ALERT_SETTINGS, member),
      await preview({ project_id }, member),
    ])
      expect([project_id, status, body.message]).toEqual([project_id, 404, 'Not found'])
  const admin = await t.signIn('admin')
  expect((await preview({ project_id: foreign.id }, admin)).status).toBe(200)
})

test.each([
  ['marketing', 'purchase_over', 403],
  ['marketing', 'ingest_refused', 403],
  ['client', 'ingest_refused', 403],
  ['admin', 'ingest_refused', 200],
  ['user', 'credit_over', 200],
] as const)('a person of role %s that saves %s gets %i', async (role, kind, status) => {
  const person = await t.signIn(role, [project])
  const saved = await save([someRule({ kind })], 0, ALERT_SETTINGS, person)
  const tried = await preview({ kind }, person)
  expect([saved.status, tried.status]).toEqual([status, status])
})

test('marketing may have an alert about new devices, and only that is suggested', async () => {
  const person = await t.signIn('marketing', [project])
  expect(kindsOf((await read(person)).suggested)).toEqual(['new_device'])
  const own = someRule({ kind: 'new_device', threshold: undefined })
  const saved = await save([own], 0, ALERT_SETTINGS, person)
  expect(saved.body).toMatchObject({ rules: [{ id: own.id }], suggested: [] })
})

test('rules of a project or a kind that the person may not see are hidden and come back', async () => {
  const own = someRule({ project_id: project })
  const everywhere = someRule({ kind: 'new_device', threshold: undefined })
  await save([own, everywhere])
  const shown = async () => (await read()).rules.map(({ id }: Rule) => id)
  const member = t.db.updateTable('users').where('id', '=', staff.user.id)
  await member.set({ role: 'marketing' }).execute()
  expect(await shown()).toEqual([everywhere.id])
  // Saving what is shown does not delete what is hidden.
  expect((await save([everywhere], 1)).status).toBe(200)
  await member.set({ role: 'client' }).execute()
  const archive = (archived_at: Date | null) =>
    t.db.updateTable('projects').set({ archived_at }).where('id', '=', project).execute()
  await archive(t.clock.now())
  expect(await shown()).toEqual([everywhere.id])
  await archive(null)
  expect((await shown()).toSorted()).toEqual([own.id, everywhere.id].toSorted())
  await t.db.deleteFrom('memberships').where('user_id', '=', staff.user.id).execute()
  expect(await shown()).toEqual([everywhere.id])
})

test('what is suggested follows the role, the rules, what was declined and the data', async () => {
  const finance = ['purchase_over', 'milestone', 'quiet', 'failing', 'code_ending']
  expect(kindsOf((await read()).suggested)).toEqual([
    ...finance,
    'price_unusual',
    'credit_over',
    'new_device',
    'mention',
  ])
  const admin = await t.signIn('admin')
  expect(kindsOf((await read(admin)).suggested)).toEqual(
    expect.arrayContaining(['ingest_refused', 'reading_key_new_address']),
  )
  const alone = await t.signIn('client')
  expect(kindsOf((await read(alone)).suggested)).toEqual(['new_device'])

  const buyer = { project_id: project, wallet_address: '0x01' }
  await addWallet(t.db, buyer)
  for (const usd of [50, 4200, 60, 70])
    await addTransaction(t.db, { ...buyer, payment_usd_amount: usd })
  await addManualTransaction(t.db, { ...buyer, tokens: '30000' })
  const saved = await save([someRule({ kind: 'quiet', threshold: undefined, hours: 3 })], 0, {
    ...ALERT_SETTINGS,
    declined: ['failing', 'new_device'],
  })
  expect(saved.body.suggested).toEqual([
    expect.objectContaining({
      kind: 'purchase_over',
      threshold: '5000',
      channels: ['push', 'mail'],
    }),
    expect.objectContaining({ kind: 'milestone', threshold: '1000' }),
    expect.objectContaining({ kind: 'code_ending', threshold: '90', channels: ['mail'] }),
    expect.objectContaining({ kind: 'price_unusual', channels: ['push', 'mail'] }),
    expect.objectContaining({ kind: 'credit_over', threshold: '20000' }),
    expect.objectContaining({ kind: 'mention', project_id: null, channels: ['push', 'mail'] }),
  ])
})

test('alerts about chains are suggested once one is connected; minutes are whole', async () => {
  const kinds = ['purchase_unproven', 'payment_unmatched']
  expect(kindsOf((await read()).suggested)).not.toEqual(expect.arrayContaining(kinds))
  await addChain(t.db, { project_id: project })
  const { suggested } = await read()
  expect(kindsOf(suggested).slice(-2)).toEqual(kinds)
  expect(suggested.at(-1)).toMatchObject({ threshold: '30', channels: ['push', 'mail'] })
  for (const threshold of ['1.5', '10081']) {
    const { status, body } = await save([someRule({ kind: 'payment_unmatched', threshold })])
    expect([status, body.message]).toEqual([
      400,
      'Path: body.rules.0.threshold, Message: Must be a whole number of at most 10,080',
    ])
  }
})

test('alerts about stages and caps are suggested once there are some, and have their own fields', async () => {
  const kinds = ['stage_sold', 'stage_oversold', 'cap_reached', 'stage_ends']
  expect(kindsOf((await read()).suggested)).not.toEqual(expect.arrayContaining(kinds))
  const stages = [{ name: 'Stage 1', price_usd: '0.1' }]
  const plan = { version: 0, stages, hard_cap_usd: '100' }
  const as = await t.signIn('admin')
  expect((await t.call('PUT', `/projects/${project}/stages`, { as, body: plan })).status).toBe(200)
  const { suggested } = await read()
  expect(suggested.slice(-4)).toMatchObject([
    { kind: 'stage_sold', threshold: '90' },
    { kind: 'stage_oversold' },
    { kind: 'cap_reached', cap: 'hard' },
    { kind: 'stage_ends', hours: 24 },
  ])
  const rules = suggested.slice(-4).map((draft: RuleDraft) => ({ ...draft, id: someRule().id }))
  expect((await save(rules)).body.rules).toEqual(rules)
  const none = { threshold: undefined }
  for (const [fields, field, message] of [
    [{ kind: 'stage_sold', threshold: '0.99' }, 'threshold', 'Must be from 1 to 100'],
    [{ kind: 'stage_sold', threshold: '100.01' }, 'threshold', 'Must be from 1 to 100'],
    [{ kind: 'stage_sold', ...none }, 'threshold', 'Is required'],
    [{ kind: 'stage_sold', threshold: '90', cap: 'soft' }, 'cap', 'Must be absent for this kind'],
    [{ kind: 'stage_oversold' }, 'threshold', 'Must be absent for this kind'],
    [{ kind: 'cap_reached', ...none }, 'cap', 'Is required'],
    [
      { kind: 'cap_reached', cap: 'soft', hours: 3, ...none },
      'hours',
      'Must be absent for this kind',
    ],
    [{ kind: 'stage_ends', ...none }, 'hours', 'Is required'],
  ] as const)
    expect((await save([someRule(fields)], 1)).body.message).toBe(
      `Path: body.rules.0.${field}, Message: ${message}`,
    )
})

test('each save is in the audit log, with what the alerts were and are', async () => {
  await save([someRule({ project_id: project })])
  const entries = await t.call('GET', `/audit?projects=${project}`, { as: staff })
  expect(entries.body.results[0]).toMatchObject({
    action: 'user.change_alerts',
    object: 'user',
    object_id: String(staff.user.id),
    before: { rules: [], projects: [] },
    after: { rules: ['Purchase over $5,000'], projects: [project], tz: 'Europe/Berlin' },
  })
  expect((await save([], 0)).status).toBe(409)
  const { count } = await t.db
    .selectFrom('audit_log')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('actor_id', '=', staff.user.id)
    .where('action', '=', 'user.change_alerts')
    .executeTakeFirstOrThrow()
  expect(count).toBe(1)
})

test('a rule watches since it was made, changed or turned on again', async () => {
  const own = someRule()
  const since = async () =>
    (
      await t.db
        .selectFrom('alert_rules')
        .select(['since', 'created_at'])
        .where('id', '=', own.id)
        .executeTakeFirstOrThrow()
    ).since.toISOString()
  const at = async (time: string, fields: Partial<Rule>, version: number) => {
    t.clock.set(`2026-11-20T${time}:00.000Z`)
    await save([{ ...own, ...fields }], version)
    return since()
  }
  const day = '2026-11-20T'
  expect(await at('12:00', {}, 0)).toBe(`${day}12:00:00.000Z`)
  expect(await at('12:01', { channels: [] }, 1)).toBe(`${day}12:00:00.000Z`)
  expect(await at('12:02', { threshold: '6000' }, 2)).toBe(`${day}12:02:00.000Z`)
  expect(await at('12:03', { threshold: '6000.0', enabled: 0 }, 3)).toBe(`${day}12:02:00.000Z`)
  expect(await at('12:04', { threshold: '6000' }, 4)).toBe(`${day}12:04:00.000Z`)
  expect(await at('12:05', { threshold: '6000', project_id: project }, 5)).toBe(
    `${day}12:05:00.000Z`,
  )
})

test('admins hear of a reading key that is used from a new address, the first one is none', async () => {
  const admin = await t.signIn('admin')
  const other = await t.signIn('admin')
  const former = await t.signIn('client', [project])
  const rule = { kind: 'reading_key_new_address' } as const
  const saved = await save([someRule({ ...rule, threshold: undefined })], 0, ALERT_SETTINGS, admin)
  expect(saved.status).toBe(200)
  await addRule(t.db, other.user.id, { ...rule, enabled: 0 })
  await addRule(t.db, former.user.id, rule)
  const body = { name: 'Sheet', projects: [project], scopes: ['lists'], expires_at: null }
  const { key, last4 } = (await t.call('POST', '/reading-keys', { as: admin, body })).body
  const readFrom = (ip: string, path = '/transactions') => t.call('GET', path, { as: key, ip })
  expect((await readFrom('203.0.113.7')).status).toBe(200)
  expect((await readFrom('203.0.113.7')).status).toBe(200)
  const events = () => eventsOf(t.db, admin.user.id)
  expect(await events()).toEqual([])
  t.clock.advance(1000)
  // Also by a call that its scopes do not hold.
  expect((await readFrom('2001:db8::7', '/leads')).status).toBe(403)
  expect((await readFrom('2001:db8::7')).status).toBe(200)
  expect(await events()).toMatchObject([
    {
      kind: 'reading_key_new_address',
      project_id: null,
      at: t.clock.now(),
      data: { name: 'Sheet', last4, address: '2001:db8::7' },
    },
  ])
  for (const one of [other, former]) expect(await eventsOf(t.db, one.user.id)).toEqual([])
  const fired = await t.call('GET', '/alerts/log', { as: admin })
  expect(fired.body[0]).toMatchObject({
    title: 'A reading key is used from a new address',
    text: `Sheet (…${last4}), from 2001:db8::7`,
    path: '/connections',
  })
  const tried = await preview({ ...rule, threshold: undefined }, admin)
  expect(tried.body.fired).toBe(1)
})

test('a reading key is known by its newest 1,000 addresses, and beyond its rate by no more of them', async () => {
  const as = await t.signIn('admin')
  const body = { name: 'Cloud', projects: [project], scopes: ['lists'], expires_at: null }
  const { id, key } = (await t.call('POST', '/reading-keys', { as, body })).body
  await sql`
    insert into reading_key_addresses (key_id, address, first_used_at)
    select ${id}, '10.0.0.' || n, ${t.clock.now()}::timestamptz - n * interval '1 minute'
    from generate_series(1, 1000) as n`.execute(t.db)
  const known = async () => {
    const { rows } = await sql<{ address: string }>`
      select address from reading_key_addresses where key_id = ${id} order by first_used_at desc`.execute(
      t.db,
    )
    return [rows.length, rows[0]?.address, rows.at(-1)?.address]
  }
  const readFrom = async (ip: string) =>
    (await t.call('GET', '/transactions', { as: key, ip })).status
  expect([await readFrom('203.0.113.7'), await known()]).toEqual([
    200,
    [1000, '203.0.113.7', '10.0.0.999'],
  ])
  for (let made = 1; made < READS_PER_MINUTE; made++) await readFrom('203.0.113.7')
  expect([await readFrom('2001:db8::7'), (await known())[1]]).toEqual([429, '203.0.113.7'])
})
