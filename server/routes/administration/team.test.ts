import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runUsersCommand } from '#server/admin/users.ts'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import { addProject, addUser } from '#tests/support/server/builders.ts'

let t: TestApp
let admin: SignedIn
let other: SignedIn
beforeAll(async () => {
  t = await openTestApp()
  await addProject(t.db, { id: 'AURA' })
  await addProject(t.db, { id: 'HELIX' })
  admin = await t.signIn('admin')
  other = await t.signIn('admin')
})
afterAll(() => t.close())

const update = (id: number | string, body: unknown, as = admin) =>
  t.call('PATCH', `/team/${id}`, { as, body })
const listed = async (id: number | string) =>
  (await t.call('GET', '/team', { as: admin })).body.find(
    (member: { id: string }) => member.id === String(id),
  )
const namesOf = async (as: SignedIn) => await t.call('GET', '/projects/names', { as })
const actionsOn = async (id: number | string) =>
  (
    await t.db
      .selectFrom('audit_log')
      .select(['action', 'actor', 'before', 'after'])
      .where('object_type', '=', 'user')
      .where('object_id', '=', String(id))
      .orderBy('id')
      .execute()
  ).map(({ action, actor }) => [action, actor])

/** The only admin of another database. */
async function withLastAdmin(work: (last: SignedIn, own: TestApp) => Promise<void>): Promise<void> {
  const own = await openTestApp()
  await work(await own.signIn('admin'), own)
  await own.close()
}

describe('the list', () => {
  test('has everybody by email, with projects, state and the last use of a session', async () => {
    const staff = await t.signIn('client', ['HELIX', 'AURA'], { email: 'anna@staff.example' })
    expect(await listed(staff.user.id)).toEqual({
      id: String(staff.user.id),
      email: 'anna@staff.example',
      role: 'client',
      projects: ['AURA', 'HELIX'],
      state: 'active',
      is_email_verified: 1,
      last_seen_at: t.clock.now().toISOString(),
      has_second_factor: 0,
      invitation_mail: null,
      may_write: 1,
    })
    const invited = await addUser(t.db, { invited_at: t.clock.now() })
    expect(await listed(invited.id)).toMatchObject({ state: 'invited', last_seen_at: null })
    const { body } = await t.call('GET', '/team', { as: admin })
    const emails = body.map(({ email }: { email: string }) => email)
    expect(emails).toEqual(emails.toSorted())
  })

  test('shows when a session was refreshed', async () => {
    const staff = await t.signIn('client')
    t.clock.advance(300_000)
    await t.call('POST', '/auth/refresh-tokens', { body: { refresh_token: staff.refreshToken } })
    expect((await listed(staff.user.id)).last_seen_at).toBe(t.clock.now().toISOString())
  })
})

describe('a change', () => {
  test('of role and projects applies from the next request on', async () => {
    const staff = await t.signIn('user', ['AURA'])
    const { id } = staff.user
    expect((await update(id, { role: 'marketing', projects: ['HELIX'] })).body).toMatchObject({
      role: 'marketing',
      projects: ['HELIX'],
    })
    expect((await t.call('GET', '/wallets?projects=HELIX', { as: staff })).status).toBe(403)
    expect((await namesOf(staff)).body).toEqual(['HELIX'])
    expect(await actionsOn(id)).toEqual([
      ['user.change_role', admin.user.email],
      ['user.change_projects', admin.user.email],
    ])
  })

  test('that changes nothing is not recorded', async () => {
    const staff = await t.signIn('user', ['AURA'])
    const { id } = staff.user
    const same = { role: 'user', projects: ['AURA', 'AURA'], disabled: 0 }
    expect((await update(id, same)).status).toBe(200)
    expect(await actionsOn(id)).toEqual([])
  })

  test('to disabled ends the sessions at once; enabled again, the person signs in again', async () => {
    const staff = await t.signIn('user', ['AURA'])
    const { id } = staff.user
    expect((await update(id, { disabled: 1 })).body.state).toBe('disabled')
    expect((await namesOf(staff)).status).toBe(401)
    expect((await update(id, { disabled: 0 })).body.state).toBe('active')
    expect((await namesOf(staff)).status).toBe(401)
    expect(await actionsOn(id)).toEqual([
      ['user.disable', admin.user.email],
      ['user.enable', admin.user.email],
    ])
  })

  test.each([
    [{ projects: ['AURA', 'NONE'] }, 'Path: body.projects, Message: There is no project NONE.'],
    [{ role: 'suport' }, 'Path: body.role, Message: No user has the role suport yet.'],
    [{ role: 'Big Boss' }, 'Path: body.role, Message: Must be lower-case letters'],
    [{ disabled: true }, 'Path: body.disabled'],
    [{ email: 'a@b.example' }, 'Path: body.email, Message: Unknown field'],
  ])('%j is refused and leaves the account as it is', async (body, message) => {
    const { user } = await t.signIn('user', ['AURA'])
    const response = await update(user.id, { role: 'client', ...body })
    expect(response.status).toBe(400)
    expect(response.body.message).toContain(message)
    expect(await listed(user.id)).toMatchObject({ role: 'user', projects: ['AURA'] })
  })

  test('accepts a role of its own that somebody has', async () => {
    await addUser(t.db, { role: 'support' })
    const { user } = await t.signIn('user')
    expect((await update(user.id, { role: 'support' })).body.role).toBe('support')
  })

  test('of the own role is refused, and so is disabling oneself', async () => {
    for (const body of [{ role: 'user' }, { role: 'admin' }, { disabled: 1 }, { disabled: 0 }])
      expect((await update(admin.user.id, body)).status).toBe(403)
    expect((await namesOf(admin)).body).toEqual(['AURA', 'HELIX'])
  })

  test('of one admin by another is possible', async () => {
    const { user } = await t.signIn('admin')
    expect((await update(user.id, { role: 'user' }, other)).body.role).toBe('user')
  })
})

describe('the last admin', () => {
  test('of two who disable each other at the same time, one stays', () =>
    withLastAdmin(async (first, own) => {
      const second = await own.signIn('admin')
      const responses = await Promise.all([
        own.call('PATCH', `/team/${second.user.id}`, { as: first, body: { disabled: 1 } }),
        own.call('PATCH', `/team/${first.user.id}`, { as: second, body: { role: 'user' } }),
      ])
      const statuses = responses.map(({ status }) => status)
      // The later one is refused by the rule, or because its own account has lost the right.
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      expect([401, 403, 409]).toContain(statuses.find((status) => status !== 200))
      const left = await own.db
        .selectFrom('users')
        .select('id')
        .where('role', '=', 'admin')
        .where('disabled_at', 'is', null)
        .execute()
      expect(left).toHaveLength(1)
    }))

  test('is neither disabled nor demoted by the command line', () =>
    withLastAdmin(async ({ user }, own) => {
      const context = { db: own.db, now: own.clock.now(), operator: 'command line (kim)' }
      // An invited admin may never come.
      await addUser(own.db, { role: 'admin', invited_at: own.clock.now() })
      await addUser(own.db, { role: 'admin', disabled_at: own.clock.now() })
      for (const args of [
        ['disable', user.email],
        ['role', user.email, 'user'],
      ])
        await expect(runUsersCommand(context, args)).rejects.toThrow(
          `${user.email} is the last admin who can sign in.`,
        )
      await own.signIn('admin')
      expect(await runUsersCommand(context, ['disable', user.email])).toContain('is disabled')
    }))
})

describe('ending sessions', () => {
  test('signs a person out everywhere', async () => {
    const staff = await t.signIn('client')
    const path = `/team/${staff.user.id}/end-sessions`
    expect((await t.call('POST', path, { as: admin })).status).toBe(204)
    expect((await namesOf(staff)).status).toBe(401)
    expect(await actionsOn(staff.user.id)).toEqual([['user.end_sessions', admin.user.email]])
  })

  test("of the own account leaves the caller's session", async () => {
    const path = `/team/${other.user.id}/end-sessions`
    expect((await t.call('POST', path, { as: other })).status).toBe(204)
    expect((await namesOf(other)).status).toBe(200)
  })
})
