import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '#tests/support/app.ts'
import { administerProjects } from './project-administration.ts'
import { administerUsers } from './user-administration.ts'

let t: TestApp
beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

const desk = () => ({ db: t.db, now: t.clock.now(), operator: 'command line (kim)' })
const run = (...words: string[]) => administerProjects(desk(), words)

test('an empty database has no projects, and says so', async () => {
  expect(await run('list')).toBe('There are no projects.')
})

test('a new project is there for admins, and for whom it is given to', async () => {
  expect(await run('add', 'ECHO')).toContain('Added ECHO.')
  const [admin, staff] = [await t.signIn('admin'), await t.signIn('client')]
  const named = async (as: typeof admin) =>
    (await t.call('GET', '/projects/names', { as })).body as string[]
  expect(await named(admin)).toContain('ECHO')
  expect(await named(staff)).toEqual([])
  await administerUsers(desk(), ['projects', staff.user.email, 'ECHO'])
  expect(await named(staff)).toEqual(['ECHO'])
  expect((await run('list')).split('\n')).toContain(
    `ECHO; since ${t.clock.now().toISOString().slice(0, 10)}`,
  )
})

test('a new project takes no fee, splits nothing and stakes nothing until somebody sets it', async () => {
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

test('its settings are read, changed and in the audit log from the start', async () => {
  await run('add', '__proto__')
  const admin = await t.signIn('admin')
  const { status } = await t.call('PATCH', '/projects/__proto__', {
    as: admin,
    body: { website_url: 'https://proto.example' },
  })
  expect(status).toBe(200)
  const { body } = await t.call('GET', '/projects?projects=__proto__', { as: admin })
  expect(body).toMatchObject([{ id: '__proto__', website_url: 'https://proto.example' }])
  const audit = await t.call('GET', '/audit?projects=__proto__&limit=2', { as: admin })
  expect(audit.body.results).toMatchObject([
    { action: 'project.update' },
    { action: 'project.create', actor_email: 'command line (kim)' },
  ])
})

test.each([
  [[], 'Usage:'],
  [['drop', 'ECHO'], 'There is no command drop.\nUsage:'],
  [['add'], 'Something is missing after add.\nUsage:'],
  [['add', 'ECHO', 'TWO'], '"TWO" is one word too many.'],
  [['list', 'ECHO'], '"ECHO" is one word too many.'],
  [['add', 'A,B'], 'no commas'],
  [['add', ' A'], 'no space around it'],
  [['add', 'A\u202EB'], 'no invisible characters'],
  [['add', ''], '1 to 100 characters'],
  [['add', 'x'.repeat(101)], '1 to 100 characters'],
])('%j is refused with a clear line', async (words, message) => {
  await expect(run(...words)).rejects.toThrow(message)
})

test('a project that is there already is left as it is', async () => {
  await run('add', 'TWICE')
  await expect(run('add', 'TWICE')).rejects.toThrow('TWICE is there already.')
})

test('projects are listed by name, whichever was there first', async () => {
  for (const id of ['ZZ-LAST', 'AA-FIRST']) await run('add', id)
  const names = (await run('list')).split('\n').map((line) => line.split(';', 1)[0])
  expect(names.filter((name) => /^(?:AA|ZZ)-/.test(name ?? ''))).toEqual(['AA-FIRST', 'ZZ-LAST'])
})
