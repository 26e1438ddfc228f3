import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '#tests/support/server/app.ts'
import { addProject } from '#tests/support/server/builders.ts'
import { runUsersCommand } from './users.ts'

let t: TestApp
beforeAll(async () => {
  t = await openTestApp()
  await addProject(t.db, { id: 'AURA' })
})
afterAll(() => t.close())

const run = (...args: string[]) =>
  runUsersCommand({ db: t.db, now: t.clock.now(), operator: 'command line (kim)' }, args)
const login = (email: string, password: string) =>
  t.call('POST', '/auth/login', { body: { email, password } })

test('an operator adds a user, who signs in with the one-time password and must change it', async () => {
  const output = await run('add', 'new@staff.example', 'client', 'AURA')
  const password = /One-time password: (\S+)/.exec(output)?.[1] ?? ''
  const answer = await login('new@staff.example', password)
  expect(answer.status).toBe(200)
  expect(answer.body.user).toMatchObject({ role: 'client', requires_password_reset: 1 })
  await expect(run('add', 'NEW@staff.example', 'client')).rejects.toThrow('already exists')
})

test('a new role applies from the next request on', async () => {
  const staff = await t.signIn('client', ['AURA'])
  expect((await t.call('GET', '/wallets?projects=AURA', { as: staff })).status).toBe(200)
  await run('role', staff.user.email, 'marketing', '--new-role')
  expect((await t.call('GET', '/wallets?projects=AURA', { as: staff })).status).toBe(403)
})

test('a role that no user has yet needs --new-role', async () => {
  const staff = await t.signIn('client')
  await run('role', staff.user.email, 'support', '--new-role')
  const { email } = (await t.signIn('client')).user
  const roles = async () =>
    (await run('list')).split('\n').filter((line) => line.includes('suport'))
  for (const args of [
    ['role', email, 'suport'],
    ['add', 'other@staff.example', 'suport', 'AURA'],
  ])
    await expect(run(...args)).rejects.toThrow(
      /No user has the role suport yet\. Known roles: admin, user, client,.* support.*--new-role/,
    )
  expect(await roles()).toEqual([])
  expect(await run('role', email, 'support')).toContain('is now support')
  expect(await run('role', email, 'user')).toContain('is now user')
  await run('add', '--new-role', 'other@staff.example', 'suport', 'AURA')
  expect(await roles()).toEqual([expect.stringContaining('other@staff.example; suport; AURA')])
  await expect(run('disable', email, '--new-role')).rejects.toThrow('Unexpected argument')
})

test('a user has access to exactly the projects that the operator lists', async () => {
  const staff = await t.signIn('client')
  await run('projects', staff.user.email, 'AURA')
  expect((await t.call('GET', '/projects/names', { as: staff })).body).toEqual(['AURA'])
  await expect(run('projects', staff.user.email, 'AURA,NONE')).rejects.toThrow('no project NONE')
  expect((await t.call('GET', '/projects/names', { as: staff })).body).toEqual(['AURA'])
  await run('projects', staff.user.email)
  expect((await t.call('GET', '/projects/names', { as: staff })).body).toEqual([])
})

test('a disabled user is signed out at once and cannot sign in until enabled again', async () => {
  const staff = await t.signIn('client')
  await run('disable', staff.user.email)
  expect((await t.call('GET', '/projects/names', { as: staff })).status).toBe(401)
  expect((await login(staff.user.email, 'saleroom-demo')).status).toBe(401)
  await run('enable', staff.user.email)
  expect((await login(staff.user.email, 'saleroom-demo')).status).toBe(200)
})

test('a user who is read-only may look, but not change, until they may write again', async () => {
  const staff = await t.signIn('client', ['AURA'])
  const save = () => t.call('PATCH', '/projects/AURA', { as: staff, body: {} })
  await run('read-only', staff.user.email)
  expect((await save()).status).toBe(403)
  expect((await t.call('GET', '/projects/names', { as: staff })).status).toBe(200)
  expect(await run('list')).toMatch(new RegExp(`${staff.user.email}; client; AURA; can only look`))
  await run('may-write', staff.user.email)
  expect((await save()).status).not.toBe(403)
  const admin = await t.signIn('admin')
  await expect(run('read-only', admin.user.email)).rejects.toThrow('An admin may always')
})

test('a reset password ends every session and replaces the old one', async () => {
  const staff = await t.signIn('client')
  await run('reset-password', staff.user.email)
  expect((await t.call('GET', '/projects/names', { as: staff })).status).toBe(401)
  expect((await login(staff.user.email, 'saleroom-demo')).status).toBe(401)
})

test('the list shows role, projects and state of each user', async () => {
  await run('add', 'listed@staff.example', 'client', 'AURA')
  await run('disable', 'listed@staff.example')
  expect((await run('list')).split('\n')).toContain(
    'listed@staff.example; client; AURA; disabled; email address not verified; must change the password',
  )
})

test('what an operator changes is in the audit log, without passwords', async () => {
  await run('add', 'logged@staff.example', 'user')
  const admin = await t.signIn('admin')
  const { body } = await t.call('GET', '/audit?projects=AURA', { as: admin })
  expect(body.results[0]).toMatchObject({
    action: 'user.create',
    actor_id: null,
    actor_email: 'command line (kim)',
    after: { email: 'logged@staff.example', role: 'user' },
  })
  expect(JSON.stringify(body.results[0])).not.toContain('argon2')
})

test.each([
  [[], 'Usage:'],
  [['role', 'a@b.c'], 'Missing argument: role.\nUsage:'],
  [['fire', 'a@b.c'], 'There is no command fire.\nUsage:'],
  [['projects', 'a@b.c', 'AURA', 'HELIX'], 'Unexpected argument "HELIX".'],
  [['disable', 'nobody@staff.example'], 'There is no user'],
  [['add', 'no-address', 'user'], 'is not an email address'],
  [['add', 'x@staff.example', 'Big Boss'], 'is not a valid role'],
])('%j fails with a clear message', async (args, message) => {
  await expect(run(...args)).rejects.toThrow(message)
})
