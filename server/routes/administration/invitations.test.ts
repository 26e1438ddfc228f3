import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runUsersCommand } from '#server/admin/users.ts'
import { deliverMails, linkTokens } from '#tests/support/calls/password-links.ts'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import { addProject } from '#tests/support/server/builders.ts'

const HOUR_MS = 3_600_000
const SECRET = 'correct horse battery'
const INVALID = { code: 400, message: 'Invalid or expired token' }

let t: TestApp
/** The same database, served without mail. */
let mailless: TestApp
let admin: SignedIn
/** What the mail server answers, if it takes no mail. */
let failure: Error | null = null
beforeAll(async () => {
  t = await openTestApp({
    config: { logLevel: 'silent' },
    mailer: {
      delivers: true,
      send: async (mail) => {
        if (failure) throw failure
        t.mails.push(mail)
      },
    },
  })
  mailless = await openTestApp({
    db: t.db,
    clock: t.clock,
    mailer: { delivers: false, send: () => Promise.reject(new Error('nothing to send')) },
    config: { secret: t.dependencies.config.secret },
  })
  await addProject(t.db, { id: 'AURA' })
  admin = await t.signIn('admin')
})
afterAll(async () => {
  await mailless.close()
  await t.close()
})

let count = 0
const newEmail = () => `invited-${(count += 1)}@staff.example`
/** Calls the team's API, and sends what is to be mailed. */
const onTeam = async (
  method: 'POST' | 'DELETE',
  path: string,
  options: object,
  server: TestApp,
) => {
  const response = await server.call(method, path, { ...options, as: admin })
  await deliverMails(t)
  return response
}
const invite = (email: string, more: object = {}, server = t) =>
  onTeam('POST', '/team', { body: { email, role: 'client', projects: ['AURA'], ...more } }, server)
const onInvitation = (method: 'POST' | 'DELETE', id: string, server = t) =>
  onTeam(method, `/team/${id}/invite`, {}, server)
const mailedToken = () => linkTokens(t).at(-1) ?? ''
const accept = (token: string, password = SECRET, ip = `192.0.2.${count}`) =>
  t.call('POST', '/auth/reset-password', { body: { token, new_password: password }, ip })
const readLink = (token: string) =>
  t.call('POST', '/auth/password-link', { body: { token }, ip: `192.0.2.${count}` })
const login = (email: string, password: string) =>
  t.call('POST', '/auth/login', { body: { email, password }, ip: `198.51.100.${count}` })
const memberOf = async (id: string) =>
  (await t.call('GET', '/team', { as: admin })).body.find((one: { id: string }) => one.id === id)
const stateOf = async (id: string) => (await memberOf(id))?.state
const mailOf = async (id: string) => (await memberOf(id))?.invitation_mail

describe('with mail', () => {
  test('the link sets the password, verifies the address and lets the person in', async () => {
    const email = newEmail()
    const { status, body } = await invite(email)
    expect([status, Object.keys(body)]).toEqual([201, ['member']])
    expect(body.member).toMatchObject({
      email,
      role: 'client',
      projects: ['AURA'],
      state: 'invited',
      is_email_verified: 0,
      last_seen_at: null,
    })
    expect(t.mails.at(-1)).toMatchObject({ to: email, subject: 'You are invited to Saleroom' })
    expect(t.mails.at(-1)?.text).toContain(admin.user.email)
    const token = mailedToken()
    expect((await accept(token)).status).toBe(204)
    expect(await stateOf(body.member.id)).toBe('active')
    const answer = await login(email, SECRET)
    expect(answer.body.user).toMatchObject({ is_email_verified: 1, requires_password_reset: 0 })
    const as = answer.body.tokens.access.token
    expect((await t.call('GET', '/projects/names', { as })).body).toEqual(['AURA'])
    expect((await accept(token, 'another secret')).body).toEqual(INVALID)
  })

  test('the link says whose password it sets, as often as it is opened, until it ends', async () => {
    const email = newEmail()
    const { id } = (await invite(email)).body.member
    const first = mailedToken()
    for (let n = 0; n < 12; n++) {
      const { status, body } = await readLink(first)
      expect([status, body]).toEqual([200, { email, purpose: 'invitation' }])
    }
    await onInvitation('POST', id)
    expect((await readLink(first)).body).toEqual(INVALID)
    const second = mailedToken()
    await t.call('PATCH', `/team/${id}`, { as: admin, body: { disabled: 1 } })
    expect((await readLink(second)).body).toEqual(INVALID)
    await t.call('PATCH', `/team/${id}`, { as: admin, body: { disabled: 0 } })
    await onInvitation('POST', id)
    expect((await accept(mailedToken())).status).toBe(204)
    expect((await readLink(mailedToken())).body).toEqual(INVALID)
    expect(await stateOf(id)).toBe('active')
  })

  test('a weak password is refused, and the link stays valid', async () => {
    await invite(newEmail())
    const response = await accept(mailedToken(), 'password1')
    expect(response.body.message).toContain('Path: body.new_password')
    expect((await accept(mailedToken())).status).toBe(204)
  })

  test('the link lives 72 hours', async () => {
    await invite(newEmail())
    const [first] = [mailedToken()]
    await invite(newEmail())
    t.clock.advance(72 * HOUR_MS - 1)
    expect((await accept(first)).status).toBe(204)
    t.clock.advance(1)
    expect((await accept(mailedToken())).body).toEqual(INVALID)
    admin = await t.signIn('admin')
  })

  test('a new link replaces the earlier one', async () => {
    const { id } = (await invite(newEmail())).body.member
    const first = mailedToken()
    expect((await onInvitation('POST', id)).body).toEqual({
      member: expect.objectContaining({ id, state: 'invited' }),
    })
    expect((await accept(first)).body).toEqual(INVALID)
    expect((await accept(mailedToken())).status).toBe(204)
    const again = await onInvitation('POST', id)
    expect([again.status, again.body.message]).toEqual([
      409,
      expect.stringContaining('has accepted the invitation'),
    ])
  })

  test('a link is valid only for the address that it was sent to', async () => {
    const { id } = (await invite(newEmail())).body.member
    const email = newEmail()
    await t.db.updateTable('users').set({ email }).where('id', '=', Number(id)).execute()
    expect((await accept(mailedToken())).body).toEqual(INVALID)
  })

  test('a link never enables a disabled account, and ends with it', async () => {
    const { id } = (await invite(newEmail())).body.member
    const change = (disabled: 0 | 1) =>
      t.call('PATCH', `/team/${id}`, { as: admin, body: { disabled } })
    await change(1)
    expect((await accept(mailedToken())).body).toEqual(INVALID)
    expect((await onInvitation('POST', id)).status).toBe(409)
    await change(0)
    expect(await stateOf(id)).toBe('invited')
    expect((await accept(mailedToken())).body).toEqual(INVALID)
  })

  test('of two who accept at the same time, one sets the password', async () => {
    await invite(newEmail())
    const token = mailedToken()
    const statuses = await Promise.all(
      ['the first secret', 'the second secret'].map(
        async (one) => (await accept(token, one)).status,
      ),
    )
    expect(statuses.toSorted((a, b) => a - b)).toEqual([204, 400])
  })

  test('the password of an operator ends the link', async () => {
    const email = newEmail()
    await invite(email)
    const context = { db: t.db, now: t.clock.now(), operator: 'kim' }
    await runUsersCommand(context, ['reset-password', email])
    expect((await accept(mailedToken())).body).toEqual(INVALID)
  })

  test('a token that verifies an address sets no password', async () => {
    const staff = await t.signIn('client', [], { is_email_verified: false })
    const { email } = staff.user
    await t.call('POST', '/auth/send-verification-email', { as: staff, body: { email } })
    const token = /token=([\w-]{43})/.exec(t.mails.at(-1)?.text ?? '')?.[1] ?? ''
    expect((await accept(token)).body).toEqual(INVALID)
    await invite(newEmail())
    const verify = await t.call('POST', `/auth/verify-email?token=${mailedToken()}`)
    expect(verify.body).toEqual(INVALID)
  })

  test('an address that tries many tokens is blocked', async () => {
    await invite(newEmail())
    for (let n = 0; n < 10; n++)
      expect((await accept('wrong', SECRET, '203.0.113.9')).status).toBe(400)
    const blocked = await accept(mailedToken(), SECRET, '203.0.113.9')
    expect(blocked.status).toBe(429)
    expect(blocked.headers['retry-after']).toBeDefined()
  })

  test('a mail that was not sent is tried again, and Team tells why', async () => {
    const email = newEmail()
    const down = Object.assign(new Error('greylisted'), { command: 'RCPT TO', responseCode: 451 })
    failure = Object.assign(down, { response: '451 4.7.1 Try again later' })
    const { member } = (await invite(email)).body
    expect(await mailOf(member.id)).toEqual({
      state: 'waiting',
      reason: 'The mail server did not accept it: 451 4.7.1 Try again later',
    })
    failure = null
    t.clock.advance(5000)
    await deliverMails(t)
    expect(await mailOf(member.id)).toEqual({ state: 'sent', reason: null })
    expect((await accept(mailedToken())).status).toBe(204)
    expect(await mailOf(member.id)).toBeNull()
  })

  test('a refused address is final, until the person is invited again', async () => {
    const unknown = Object.assign(new Error('no mailbox'), {
      command: 'RCPT TO',
      responseCode: 550,
    })
    failure = Object.assign(unknown, { response: '550 5.1.1 No such user' })
    const { member } = (await invite(newEmail())).body
    failure = null
    t.clock.advance(5000)
    await deliverMails(t)
    expect(await mailOf(member.id)).toEqual({
      state: 'failed',
      reason: 'The mail server refused the address: 550 5.1.1 No such user',
    })
    await onInvitation('POST', member.id)
    expect(await mailOf(member.id)).toEqual({ state: 'sent', reason: null })
  })

  test.each([
    ['was sent again', (id: string) => onInvitation('POST', id), 1],
    ['was withdrawn', (id: string) => onInvitation('DELETE', id), 0],
  ])('a link that waits is not mailed when the invitation %s', async (_what, act, mails) => {
    failure = new Error('no SMTP server')
    const { member } = (await invite(newEmail())).body
    failure = null
    await act(member.id)
    t.clock.advance(5000)
    const before = t.mails.length
    await deliverMails(t)
    const sent = t.mails.filter(({ to }) => to === member.email)
    expect([sent.length, t.mails.length - before]).toEqual([mails, 0])
  })
})

describe('without mail', () => {
  test('the admin gets a one-time password, which the person must change', async () => {
    const email = newEmail()
    const { body } = await invite(email, {}, mailless)
    const answer = await login(email, body.one_time_password)
    // Nobody could verify the address.
    expect(answer.body.user).toMatchObject({ is_email_verified: 1, requires_password_reset: 1 })
    const as = answer.body.tokens.access.token
    expect((await t.call('GET', '/projects/names', { as })).status).toBe(403)
    expect(await stateOf(body.member.id)).toBe('invited')
    const change = { old_password: body.one_time_password, new_password: SECRET }
    expect((await t.call('POST', '/auth/change-password', { as, body: change })).status).toBe(204)
    expect(await stateOf(body.member.id)).toBe('active')
    expect((await t.call('GET', '/projects/names', { as })).body).toEqual(['AURA'])
  })

  test('a new one-time password replaces the earlier one and ends its sessions', async () => {
    const email = newEmail()
    const { member, one_time_password: first } = (await invite(email, {}, mailless)).body
    const as = (await login(email, first)).body.tokens.access.token
    const { one_time_password: second } = (await onInvitation('POST', member.id, mailless)).body
    expect((await t.call('GET', `/users/${member.id}`, { as })).status).toBe(401)
    expect((await login(email, first)).status).toBe(401)
    expect((await login(email, second)).status).toBe(200)
  })

  test('a link replaces a one-time password', async () => {
    const email = newEmail()
    const { member, one_time_password: password } = (await invite(email, {}, mailless)).body
    await onInvitation('POST', member.id)
    expect((await login(email, password)).status).toBe(401)
    expect((await accept(mailedToken())).status).toBe(204)
  })
})

describe('an address', () => {
  test('is invited once, also by a double click', async () => {
    const email = newEmail()
    const responses = await Promise.all([invite(email), invite(email.toUpperCase())])
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  })

  test('that is disabled is named as that', async () => {
    const { user } = await t.signIn('client', [], { disabled_at: t.clock.now() })
    expect((await invite(user.email)).body.message).toBe(
      `${user.email} already exists and is disabled. Enable the account.`,
    )
    expect((await invite(admin.user.email)).body.message).toBe(
      `${admin.user.email} already exists.`,
    )
  })

  test.each([
    [{ email: 'no-address' }, 'Path: body.email, Message: Must be an email address'],
    [{ email: 'two words@staff.example' }, 'Path: body.email'],
    [{ email: `${'a'.repeat(250)}@b.example` }, 'Path: body.email'],
    [{ role: 'suport' }, 'Path: body.role, Message: No user has the role suport yet.'],
    [{ projects: ['NONE'] }, 'Path: body.projects, Message: There is no project NONE.'],
    [{ projects: undefined }, 'Path: body.projects'],
  ])('with %j is refused', async (input, message) => {
    const response = await invite(newEmail(), input)
    expect(response.status).toBe(400)
    expect(response.body.message).toContain(message)
  })
})

describe('an invitation that is withdrawn', () => {
  test('disables the account, and enabled again the person can be invited again', async () => {
    const email = newEmail()
    const { id } = (await invite(email)).body.member
    const token = mailedToken()
    expect((await onInvitation('DELETE', id)).status).toBe(204)
    expect(await stateOf(id)).toBe('disabled')
    expect((await accept(token)).body).toEqual(INVALID)
    await t.call('PATCH', `/team/${id}`, { as: admin, body: { disabled: 0 } })
    expect((await onInvitation('POST', id)).status).toBe(200)
    expect((await accept(mailedToken())).status).toBe(204)
  })

  test('was not accepted yet', async () => {
    const staff = await t.signIn('client')
    const response = await onInvitation('DELETE', String(staff.user.id))
    expect([response.status, response.body.message]).toEqual([
      409,
      `${staff.user.email} has accepted the invitation.`,
    ])
    expect(await stateOf(String(staff.user.id))).toBe('active')
  })
})

test('invitations are in the audit log, with their actor and without secrets', async () => {
  const email = newEmail()
  const { member } = (await invite(email)).body
  await onInvitation('POST', member.id)
  await accept(mailedToken())
  const rows = await t.db
    .selectFrom('audit_log')
    .selectAll()
    .where('object_type', '=', 'user')
    .where('object_id', '=', member.id)
    .orderBy('id')
    .execute()
  expect(rows.map(({ action, actor }) => [action, actor])).toEqual([
    ['user.create', admin.user.email],
    ['user.invite', admin.user.email],
    ['user.accept_invitation', email],
  ])
  expect(rows[0]?.after).toMatchObject({ email, role: 'client', projects: ['AURA'] })
  expect(JSON.stringify(rows)).not.toMatch(/argon2|token/)
})
