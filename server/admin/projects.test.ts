import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertBuild, updateAllocationList } from '#server/db/allocations/lists.ts'
import { SALE_TABLES, STAFF_TABLES } from '#server/db/projects/projects.ts'
import { insertMedia } from '#server/db/site/media.ts'
import { openTestApp, type TestApp } from '#tests/support/server/app.ts'
import {
  addBonusCode,
  addChain,
  addIngestKey,
  addManualTransaction,
  addWallet,
  someAddress,
} from '#tests/support/server/builders.ts'
import { runAllocationsCommand } from './allocations.ts'
import { runProjectsCommand } from './projects.ts'
import { runUsersCommand } from './users.ts'

let t: TestApp
beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

const context = () => ({ db: t.db, now: t.clock.now(), operator: 'command line (kim)' })
const run = (...args: string[]) => runProjectsCommand(context(), args)

test('the list of an empty database says that there are no projects', async () => {
  expect(await run('list')).toBe('There are no projects.')
})

test('admins see a new project, and so do the users who are given access', async () => {
  expect(await run('add', 'ECHO')).toContain('Added ECHO.')
  const [admin, staff] = [await t.signIn('admin'), await t.signIn('client')]
  const named = async (as: typeof admin) =>
    (await t.call('GET', '/projects/names', { as })).body as string[]
  expect(await named(admin)).toContain('ECHO')
  expect(await named(staff)).toEqual([])
  await runUsersCommand(context(), ['projects', staff.user.email, 'ECHO'])
  expect(await named(staff)).toEqual(['ECHO'])
  expect((await run('list')).split('\n')).toContain(
    `ECHO; since ${t.clock.now().toISOString().slice(0, 10)}`,
  )
})

test('a new project has no fee, no liquidity split and no staking', async () => {
  await run('add', 'PLAIN')
  const admin = await t.signIn('admin')
  const { body } = await t.call('GET', '/projects?projects=PLAIN', { as: admin })
  expect(body).toMatchObject([
    {
      default_min_referral_spend: 0,
      default_referral_payout_percentage: 0,
      default_referral_token_bonus_percentage: 0,
      fee_enabled: 0,
      fee_percentage: 0,
      liquidity_split_enabled: 0,
      liquidity_split_percentage: 0,
      staking_enabled: 0,
      staking_apy: 0,
      staking_rewards_active: 0,
      telegram_notifications_enabled: 0,
      forward_leads_to_brevo: 0,
      banners_enabled: 0,
    },
  ])
})

test('adding a project is in the audit log', async () => {
  await run('add', 'TRACED')
  const admin = await t.signIn('admin')
  const { body } = await t.call('GET', '/audit?projects=TRACED&limit=1', { as: admin })
  expect(body.results).toMatchObject([
    { action: 'project.create', actor_email: 'command line (kim)', after: { id: 'TRACED' } },
  ])
})

test.each([
  [[], 'Usage:'],
  [['drop', 'ECHO'], 'There is no command drop.\nUsage:'],
  [['toString'], 'There is no command toString.'],
  [['add'], 'Missing argument: project name.\nUsage:'],
  [['rename', 'ECHO'], 'Missing argument: new name.\nUsage:'],
  [['add', 'ECHO', 'TWO'], 'Unexpected argument "TWO".'],
  [['list', 'ECHO'], 'Unexpected argument "ECHO".'],
  [['add', 'A,B'], '"A,B" is not a valid project name: Must not contain a comma'],
  [['add', ''], 'Must be 1 to 100 characters'],
  [['rename', 'NOSUCH', 'NEW'], 'There is no project NOSUCH.'],
])('%j fails with a clear message', async (args, message) => {
  await expect(run(...args)).rejects.toThrow(message)
})

test('a name that is taken is refused in any spelling that folds to the same', async () => {
  await run('add', 'Straße')
  for (const name of ['Straße', 'straße', 'STRASSE', 'Ｓtraße'])
    await expect(run('add', name)).rejects.toThrow('Straße already exists.')
})

test('of two operators who add a name at the same time, one succeeds', async () => {
  const outcomes = await Promise.allSettled([run('add', 'Both'), run('add', 'BOTH')])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('a project without sale data can be renamed, and keeps everything that staff have set up', async () => {
  await run('add', 'WRONG')
  const admin = await t.signIn('admin')
  const staff = await t.signIn('client', ['WRONG'])
  const key = (await addIngestKey(t.db, 'WRONG')).key
  await t.call('PATCH', '/projects/WRONG', {
    as: admin,
    body: { website_url: 'https://a.example' },
  })
  await addBonusCode(t.db, { project_id: 'WRONG', code: 'FIRST' })
  await insertMedia(t.db, {
    projectId: 'WRONG',
    contentType: 'image/png',
    width: 1,
    height: 1,
    now: t.clock.now(),
  })

  const list = await t.db.transaction().execute((tx) =>
    insertBuild(tx, {
      project_id: 'WRONG',
      as_of: t.clock.now(),
      made_by: admin.user.email,
      decimals: 18,
    }),
  )
  await updateAllocationList(t.db, list?.id ?? 0, { state: 'ready', wallets: 0, tokens: '0' })

  await addChain(t.db, { project_id: 'WRONG' })
  await t.db.insertInto('chain_jobs').values({ project_id: 'WRONG', walk_after: 0 }).execute()

  const plan = { version: 0, stages: [{ name: 'Stage 1', price_usd: '0.1' }] }
  await t.call('PUT', '/projects/WRONG/stages', { as: admin, body: plan })

  expect(await run('rename', 'WRONG', 'RIGHT')).toContain('WRONG is now RIGHT.')
  const names = await t.call('GET', '/projects/names', { as: staff })
  expect(names.body).toEqual(['RIGHT'])
  const { body } = await t.call('GET', '/projects?projects=RIGHT', { as: staff })
  expect(body).toMatchObject([{ id: 'RIGHT', website_url: 'https://a.example' }])
  const codes = await t.call('GET', '/bonus-codes?projects=RIGHT&page=1&limit=10', { as: staff })
  expect(codes.body.results).toMatchObject([{ code: 'FIRST' }])
  const lists = await t.call('GET', '/allocation-lists?project_id=RIGHT', { as: staff })
  expect(lists.body.results).toMatchObject([{ project_id: 'RIGHT', number: 1, state: 'ready' }])
  for (const table of ['chains', 'chain_jobs'] as const)
    expect(await t.db.selectFrom(table).select('project_id').execute()).toEqual([
      { project_id: 'RIGHT' },
    ])
  const stages = await t.call('GET', '/projects/RIGHT/stages', { as: staff })
  expect(stages.body).toMatchObject({ version: 1, stages: [{ name: 'Stage 1' }] })
  const event = {
    id: 'w',
    kind: 'wallet',
    occurred_at: '2026-11-01T00:00:00Z',
    wallet_address: `0x${'1'.repeat(40)}`,
  }
  const send = (project: string) =>
    t.call('POST', `/ingest/${project}/events`, { as: key, body: { events: [event] } })
  expect((await send('WRONG')).status).toBe(404)
  expect((await send('RIGHT')).body.results).toMatchObject([{ outcome: 'taken' }])
  const audit = await t.call('GET', '/audit?projects=RIGHT&limit=1', { as: admin })
  expect(audit.body.results).toMatchObject([
    { action: 'project.rename', before: { id: 'WRONG' }, after: { id: 'RIGHT' } },
  ])

  await expect(run('rename', 'RIGHT', 'LATER')).rejects.toThrow(
    "RIGHT has sale data, so it can't be renamed.",
  )
  expect(await run('list')).toContain('RIGHT; since')
})

test('a new name follows the same rules as a first one; a name may change its own case', async () => {
  for (const name of ['First', 'Second']) await run('add', name)
  await expect(run('rename', 'First', 'SECOND')).rejects.toThrow('Second already exists.')
  await expect(run('rename', 'First', 'First')).rejects.toThrow('First already exists.')
  await expect(run('rename', 'First', 'all')).rejects.toThrow('Is reserved')
  expect(await run('rename', 'First', 'FIRST')).toContain('First is now FIRST.')
})

test('every table of a project counts as sale data or as staff data', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid = 'projects'::regclass`.execute(t.db)
  expect(rows.map(({ name }) => name).toSorted()).toEqual(
    [...SALE_TABLES, ...STAFF_TABLES].toSorted(),
  )
})

test('projects are listed by name, not by age', async () => {
  for (const id of ['ZZ-LAST', 'AA-FIRST']) await run('add', id)
  const names = (await run('list')).split('\n').map((line) => line.split(';', 1)[0])
  expect(names.filter((name) => /^(?:AA|ZZ)-/.test(name ?? ''))).toEqual(['AA-FIRST', 'ZZ-LAST'])
})

test('an operator freezes a list and finds it by its root, also when its project is archived', async () => {
  await run('add', 'OWES')
  const lists = (...args: string[]) =>
    runAllocationsCommand({ ...context(), allocationJobs: t.dependencies.allocationJobs }, args)
  await expect(lists('freeze', 'NOSUCH', '18')).rejects.toThrow('There is no project NOSUCH.')
  await expect(lists('list', 'NOSUCH')).rejects.toThrow('There is no project NOSUCH.')
  await expect(lists('freeze', 'OWES', '18')).rejects.toThrow('There is nothing to freeze.')
  expect(await lists('list', 'OWES')).toBe('There are no allocation lists.')
  const own = { project_id: 'OWES', wallet_address: someAddress() }
  await addWallet(t.db, own)
  await addManualTransaction(t.db, { ...own, tokens: '2.5000009' })
  const output = await lists('freeze', 'OWES', '6', 'The end')
  expect(output).toContain('List 1 of OWES is ready: what its wallets were owed at ')
  expect(output).toContain(
    'Wallets: 1\nTokens: 2.5000009\nSmallest units: 2500000 (6 decimals)\nLost by rounding: 0.0000009',
  )
  const [, root = ''] = /Merkle root: (0x\w{64})\n/.exec(output) ?? []
  const [listed = ''] = (await lists('list')).split('\n').filter((line) => line.includes('OWES'))
  expect(listed).toMatch(
    /^OWES list 1: ready; .* by command line \(kim\); 1 wallet, 2.5000009 tokens/,
  )
  expect(listed).toContain(`root ${root}; note: The end`)
  expect([await lists('find', root), await lists('find', '0x00')]).toEqual([listed, ''])
  const { body } = await t.call('GET', '/audit?projects=OWES&limit=2', {
    as: await t.signIn('admin'),
  })
  expect(body.results).toMatchObject([
    { action: 'allocation_list.freeze', actor_role: 'operator', after: { step: 'done', root } },
    { action: 'allocation_list.freeze', actor_role: 'operator', after: { step: 'started' } },
  ])

  await run('archive', 'OWES')
  const staff = await t.signIn('client', ['OWES'])
  const read = async (path: string) => (await t.call('GET', path, { as: staff })).body
  expect(await read('/allocations/summary?project_id=OWES')).toMatchObject({
    tokens: '2.5000009',
    latest_list: { root, state: 'ready' },
  })
  expect((await read('/allocation-lists?project_id=OWES')).results).toMatchObject([{ root }])
  expect(await lists('list', 'OWES')).toBe(listed)
})
