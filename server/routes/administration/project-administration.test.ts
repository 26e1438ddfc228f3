import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runIngestKeysCommand } from '#server/admin/ingest-keys.ts'
import { runProjectsCommand } from '#server/admin/projects.ts'
import { runUsersCommand } from '#server/admin/users.ts'
import { encrypt } from '#server/auth/secret.ts'
import { curlExample } from '#src/domain/sale/ingest-example.ts'
import type { AuditEntry } from '#src/wire/audit.ts'
import { COMMON_PROJECT_FIELDS } from '#src/wire/projects.ts'
import type { Member } from '#src/wire/team.ts'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import { addProject, addTransaction, addWallet } from '#tests/support/server/builders.ts'

let t: TestApp
let admin: SignedIn
beforeAll(async () => {
  t = await openTestApp()
  admin = await t.signIn('admin')
})
afterAll(() => t.close())

const create = (body: object) => t.call('POST', '/projects', { as: admin, body })
const names = async (as = admin) =>
  (await t.call('GET', '/projects/names', { as })).body as string[]
const lastAudit = async (project: string) =>
  (await t.call('GET', `/audit?projects=${project}&limit=1`, { as: admin })).body.results[0]

test('a project has the site and the ticker it is created with, and default settings', async () => {
  const { status, body } = await create({
    id: 'FRESH',
    website_url: 'https://fresh.example',
    project_ticker: 'FRS',
  })
  expect([status, body]).toMatchObject([
    201,
    {
      id: 'FRESH',
      website_url: 'https://fresh.example',
      project_ticker: 'FRS',
      fee_enabled: 0,
      banners_desktop_aspect_ratio: '16:5',
    },
  ])
  expect(await names()).toContain('FRESH')
  expect(await lastAudit('FRESH')).toMatchObject({
    action: 'project.create',
    actor_email: admin.user.email,
    after: { id: 'FRESH', website_url: 'https://fresh.example' },
  })
})

test('a name is unique without regard to case, and the answer has the existing one', async () => {
  await create({ id: 'Twice' })
  expect(await create({ id: 'TWICE' })).toMatchObject({
    status: 409,
    body: { message: 'Twice already exists' },
  })
})

test('two requests for the same name at once add one project', async () => {
  const answers = await Promise.all([create({ id: 'RACE' }), create({ id: 'race' })])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
})

test.each([
  ['', 'Must be 1 to 100 characters'],
  ['x'.repeat(101), 'Must be 1 to 100 characters'],
  ['A,B', 'Must not contain a comma, slash or backslash'],
  ['A/B', 'Must not contain a comma, slash or backslash'],
  ['A\\B', 'Must not contain a comma, slash or backslash'],
  [' A', 'Must not begin or end with a blank'],
  ['A\u200B', 'Must not contain an invisible character'],
  ['A\nB', 'Must not contain an invisible character'],
  ['all', 'Is reserved'],
  ['ALL', 'Is reserved'],
  ['.', 'Is reserved'],
  ['..', 'Is reserved'],
  ['__proto__', 'Is reserved'],
  ['constructor', 'Is reserved'],
  ['prototype', 'Is reserved'],
])('the name %j is refused, with its reason', async (id, reason) => {
  const { status, body } = await create({ id })
  expect([status, body.message]).toEqual([400, `Path: body.id, Message: ${reason}`])
})

test.each([
  [{ website_url: 'javascript:alert(1)' }, 'website_url'],
  [{ project_ticker: 'x'.repeat(51) }, 'project_ticker'],
  [{ fee_enabled: 1 }, 'fee_enabled'],
])('the field of %j is refused by its name', async (field, name) => {
  const { status, body } = await create({ id: 'REFUSED', ...field })
  expect([status, body.message]).toEqual([400, expect.stringContaining(name)])
  expect(await names()).not.toContain('REFUSED')
})

test('an archived project is hidden from names, filters and lists, and loses nothing', async () => {
  await create({ id: 'OLD' })
  await addWallet(t.db, { project_id: 'OLD' })
  const staff = await t.signIn('client', ['OLD'])
  const wallets = async () =>
    (await t.call('GET', '/wallets?projects=OLD', { as: admin })).body.results.length as number
  expect(await wallets()).toBe(1)

  expect((await t.call('POST', '/projects/OLD/archive', { as: admin })).status).toBe(204)
  expect([await names(), await names(staff)]).toEqual([expect.not.arrayContaining(['OLD']), []])
  expect(await wallets()).toBe(0)
  expect((await t.call('GET', '/projects?projects=OLD', { as: admin })).body).toEqual([])
  expect((await t.call('GET', '/projects/access', { as: staff })).body).toEqual([])
  expect((await t.call('GET', '/projects/archived', { as: admin })).body).toEqual([
    { id: 'OLD', archived_at: t.clock.now().toISOString() },
  ])
  // A direct link, the audit log and its name stay.
  expect((await t.call('GET', '/projects/OLD/terms', { as: admin })).status).toBe(200)
  expect(await lastAudit('OLD')).toMatchObject({
    action: 'project.archive',
    before: { archived: false },
    after: { archived: true },
  })
  expect((await create({ id: 'Old' })).status).toBe(409)

  expect((await t.call('POST', '/projects/OLD/restore', { as: admin })).status).toBe(204)
  expect([await names(staff), await wallets()]).toEqual([['OLD'], 1])
})

test('a change of the projects of a user keeps the access to an archived one', async () => {
  await create({ id: 'KEPT' })
  const staff = await t.signIn('user', ['KEPT'])
  await t.call('POST', '/projects/KEPT/archive', { as: admin })
  const { body: team } = await t.call('GET', '/team', { as: admin })
  expect(team.find(({ email }: Member) => email === staff.user.email).projects).toEqual([])
  await runUsersCommand(operator(), ['projects', staff.user.email, 'FRESH'])
  await t.call('POST', '/projects/KEPT/restore', { as: admin })
  expect(await names(staff)).toEqual(['FRESH', 'KEPT'])
})

test('archiving twice is recorded once', async () => {
  await create({ id: 'ONCE' })
  for (let turn = 0; turn < 2; turn += 1)
    expect((await t.call('POST', '/projects/ONCE/archive', { as: admin })).status).toBe(204)
  const { body } = await t.call('GET', '/audit?projects=ONCE&limit=100', { as: admin })
  const actions = body.results.flatMap((entry: AuditEntry) =>
    entry.object_id === 'ONCE' ? entry.action : [],
  )
  expect(actions).toEqual(['project.archive', 'project.create'])
})

const operator = () => ({ db: t.db, now: t.clock.now(), operator: 'command line (kim)' })

test('events of an archived project are refused, and taken again once it is restored', async () => {
  await addProject(t.db, { id: 'PAUSED' })
  const output = await runIngestKeysCommand(operator(), ['create', 'PAUSED'])
  const [key] = /ingest_[\w-]+/.exec(output) ?? []
  const send = () =>
    t.call('POST', '/ingest/PAUSED/events', {
      headers: { authorization: `Bearer ${key}` },
      body: { events: [{ id: 'e1', kind: 'wallet' }] },
    })
  await runProjectsCommand(operator(), ['archive', 'PAUSED'])
  expect(await send()).toMatchObject({ status: 409, body: { message: 'Project is archived' } })
  expect(await runProjectsCommand(operator(), ['list'])).toContain(
    'PAUSED; since 2026-11-01; archived',
  )
  await runProjectsCommand(operator(), ['restore', 'PAUSED'])
  expect((await send()).status).toBe(200)
  await expect(runProjectsCommand(operator(), ['archive', 'NOSUCH'])).rejects.toThrow(
    'There is no project NOSUCH.',
  )
})

describe('the wallet of an example event', () => {
  const DEAD = '0x000000000000000000000000000000000000dead'
  const wallets = async (project: string) =>
    (await t.call('GET', `/wallets?projects=${project}`, { as: admin })).body.results
  const registrations = async (project: string) => {
    const path = `/registrations/summary?projects=${project}&start_date=2020-01-01T00:00:00Z&end_date=2030-01-01T00:00:00Z&timezone=%2B00:00`
    const { body } = await t.call('GET', path, { as: admin })
    return body[project]?.[0]?.total_registrations ?? 0
  }
  const remove = (project: string, as = admin) =>
    t.call('DELETE', `/projects/${project}/test-wallet`, { as })
  /** A project that got the example of its guide. */
  async function connected(id: string, event: object = {}) {
    await create({ id })
    const { key } = (
      await t.call('POST', `/projects/${id}/keys`, { as: admin, body: { name: 'site' } })
    ).body
    const example = curlExample({ url: 'x', key, now: t.clock.now() })
    const [, json = ''] = /-d '(.*)'$/s.exec(example) ?? []
    const { events } = JSON.parse(json)
    // As earlier versions gave it: today's is a test, which is not stored.
    const body = { events: events.map((one: object) => ({ ...one, test: false, ...event })) }
    const send = () => t.call('POST', `/ingest/${id}/events`, { as: key, body })
    expect((await send()).status).toBe(200)
    return send
  }

  test('is removed by an admin, with its registration, and can be sent again', async () => {
    const sendAgain = await connected('TESTED')
    expect(await wallets('TESTED')).toMatchObject([{ wallet_address: DEAD }])
    expect(await registrations('TESTED')).toBe(1)
    expect((await remove('TESTED', await t.signIn('user', ['TESTED']))).status).toBe(403)
    const notes = `/notes/wallet/TESTED/${DEAD}`
    await t.call('POST', notes, { as: admin, body: { text: 'From the guide' } })
    expect((await remove('TESTED')).status).toBe(204)
    expect(await wallets('TESTED')).toEqual([])
    expect(await registrations('TESTED')).toBe(0)
    expect(await lastAudit('TESTED')).toMatchObject({ action: 'project.remove_test_wallet' })
    expect((await remove('TESTED')).status).toBe(404)
    await sendAgain()
    expect(await registrations('TESTED')).toBe(1)
    expect((await t.call('GET', notes, { as: admin })).body.total).toBe(0)
  })

  test('stays if it came by another event, or has a purchase or a credit', async () => {
    await connected('OTHER', { id: 'wallet-1' })
    expect((await remove('OTHER')).status).toBe(404)
    await connected('BOUGHT')
    await addTransaction(t.db, { project_id: 'BOUGHT', wallet_address: DEAD })
    expect((await remove('BOUGHT')).status).toBe(404)
    await connected('CREDITED')
    await t.call('POST', `/wallets/CREDITED/${DEAD}/transactions/manual`, {
      as: admin,
      body: { reason: 'A prize', tokens: '5' },
    })
    expect((await remove('CREDITED')).status).toBe(404)
    for (const project of ['OTHER', 'BOUGHT', 'CREDITED'])
      expect(await wallets(project)).toHaveLength(1)
  })
})

describe('what people read of projects', () => {
  let sales: TestApp
  beforeAll(async () => {
    sales = await openTestApp()
    for (const id of ['HELIX', 'AURA', 'toString'])
      await addProject(sales.db, {
        id,
        fee_percentage: '0.025',
        staking_enabled: true,
        staking_apy: '20',
        brevo_api_key_sealed: encrypt(sales.dependencies.config.secret, 'xkeysib-whole-key-4d2f'),
        brevo_api_key_last4: '4d2f',
        brevo_list_id: 7,
      })
  })
  afterAll(() => sales.close())

  test('names and access: all projects for an admin, assigned ones for others, by name', async () => {
    const person = await sales.signIn('admin')
    expect((await sales.call('GET', '/projects/names', { as: person })).body).toEqual([
      'AURA',
      'HELIX',
      'toString',
    ])
    const staff = await sales.signIn('marketing', ['HELIX'])
    expect((await sales.call('GET', '/projects/names', { as: staff })).body).toEqual(['HELIX'])
    expect((await sales.call('GET', '/projects/access', { as: staff })).body).toEqual([
      { project_id: 'HELIX' },
    ])
    const none = await sales.signIn('user')
    expect((await sales.call('GET', '/projects/access', { as: none })).body).toEqual([])
  })

  test('settings are listed in the requested order, once each, as numbers and flags', async () => {
    const staff = await sales.signIn('client', ['AURA', 'HELIX'])
    const path = '/projects?projects=HELIX&projects[]=AURA&projects=HELIX&projects=NONE'
    const { body } = await sales.call('GET', path, { as: staff })
    expect(body.map(({ id }: { id: string }) => id)).toEqual(['HELIX', 'AURA'])
    expect(body[0]).toMatchObject({
      fee_percentage: 0.025,
      staking_enabled: 1,
      staking_apy: 20,
      fee_enabled: 0,
      brevo_list_id: 7,
      telegram_notifications_media_url: null,
    })
    expect((await sales.call('GET', '/projects', { as: staff })).body).toEqual([])
  })

  test('the stored key is never sent in full', async () => {
    const staff = await sales.signIn('client', ['AURA'])
    const { body, text } = await sales.call('GET', '/projects?projects=AURA', { as: staff })
    expect(body[0].brevo_api_key).toBe('••••4d2f')
    expect(text).not.toContain('xkeysib')
  })

  test('another role reads only the common fields', async () => {
    const staff = await sales.signIn('marketing', ['AURA'])
    const { body } = await sales.call('GET', '/projects?projects=AURA', { as: staff })
    expect(Object.keys(body[0]).toSorted()).toEqual([...COMMON_PROJECT_FIELDS].toSorted())
  })

  test('a project can be named like a property of Object.prototype', async () => {
    const staff = await sales.signIn('client', ['toString'])
    const { body } = await sales.call('GET', '/projects?projects=toString', { as: staff })
    expect(body.map(({ id }: { id: string }) => id)).toEqual(['toString'])
  })
})
