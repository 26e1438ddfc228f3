import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { answerPasswordRequests } from '#server/alerts/password-links.ts'
import { findSignInFactors } from '#server/db/accounts/factors.ts'
import { deliverMails, linkTokens } from '#tests/support/calls/password-links.ts'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import { TEST_PASSWORD } from '#tests/support/server/builders.ts'
import { leastCpuTimeOf } from '#tests/support/server/cpu-time.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const SECRET = 'correct horse battery'
const INVALID = { code: 400, message: 'Invalid or expired token' }

let t: TestApp
/** The same database, served without mail. */
let mailless: TestApp
beforeAll(async () => {
  t = await openTestApp({ config: { publicUrl: 'https://sales.example' } })
  mailless = await openTestApp({
    db: t.db,
    clock: t.clock,
    mailer: { delivers: false, send: () => Promise.reject(new Error('nothing to send')) },
    config: { secret: t.dependencies.config.secret, publicUrl: 'http://192.0.2.1' },
  })
})
afterEach(async () => {
  t.mails.length = 0
  await t.db.deleteFrom('alert_events').execute()
})
afterAll(async () => {
  await mailless.close()
  await t.close()
})

let last = 0
/** Each case comes from its own address, so that its attempts are not added to those of others. */
const newIp = () => `198.51.100.${(last += 1)}`
const forget = (email: string, ip = newIp(), server = t) =>
  server.call('POST', '/auth/forgot-password', { body: { email }, ip })
const setPassword = (token: string, password = SECRET, ip = newIp()) =>
  t.call('POST', '/auth/reset-password', { body: { token, new_password: password }, ip })
const login = (email: string, password: string) =>
  t.call('POST', '/auth/login', { body: { email, password }, ip: newIp() })
const deliver = () => deliverMails(t)
const tokens = () => linkTokens(t)
const requests = async () =>
  (await t.db.selectFrom('password_requests').select('email').execute()).map(({ email }) => email)
const isSignedIn = async ({ token, user }: SignedIn) =>
  (await t.call('GET', `/users/${user.id}`, { as: token })).status === 200
const audited = (id: number) =>
  t.db
    .selectFrom('audit_log')
    .select(['action', 'ip', 'actor_id'])
    .where('object_type', '=', 'user')
    .where('object_id', '=', String(id))
    .orderBy('id')
    .execute()

/** The token of a link that was mailed to this person. */
async function linkOf({ user }: SignedIn): Promise<string> {
  t.mails.length = 0
  expect((await forget(user.email)).status).toBe(204)
  await deliver()
  return tokens()[0] ?? ''
}

describe('the ways to sign in', () => {
  test('links are offered with a mail server, passkeys where browsers make them', async () => {
    expect((await t.call('GET', '/auth/options')).body).toEqual({ forgot_password: 1, passkeys: 1 })
    expect((await mailless.call('GET', '/auth/options')).body).toEqual({
      forgot_password: 0,
      passkeys: 0,
    })
  })
})

describe('requesting a link', () => {
  test('a known and an unknown address get the same answer, and leave the same behind', async () => {
    const { user } = await t.signIn('client')
    const answers = []
    for (const email of [user.email, 'nobody@sales.example']) {
      const { status, headers, text } = await forget(email)
      // The cookie is random for everybody.
      const { date: _date, 'set-cookie': _cookie, ...rest } = headers
      answers.push({ status, rest, text })
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toMatchObject({ status: 204, text: '' })
    expect(await requests()).toEqual([user.email, 'nobody@sales.example'])
    await deliver()
    expect(await requests()).toEqual([])
    expect(t.mails.map(({ to }) => to)).toEqual([user.email])
    expect(await audited(user.id)).toEqual([
      { action: 'user.request_password_link', ip: expect.any(String), actor_id: null },
    ])
  })

  test('a known and an unknown address take the same time', async () => {
    const { user } = await t.signIn('client')
    const costOf = (email: string) => leastCpuTimeOf(() => forget(email), 30)
    await costOf('warm@sales.example')
    const known = await costOf(user.email)
    const unknown = await costOf('other@sales.example')
    expect(unknown / known).toBeGreaterThan(0.5)
    expect(unknown / known).toBeLessThan(2)
    await deliver()
  })

  test('an address gets three links an hour, from wherever they are requested', async () => {
    const { user } = await t.signIn('client')
    for (const email of [user.email, user.email.toUpperCase(), user.email, user.email])
      expect((await forget(email)).status).toBe(204)
    expect(await requests()).toHaveLength(3)
    await deliver()
    t.clock.advance(HOUR_MS)
    await forget(user.email)
    expect(await requests()).toHaveLength(1)
    await deliver()
  })

  test('a network requests twenty links an hour, for any addresses', async () => {
    const ip = newIp()
    for (let n = 0; n < 25; n++)
      expect((await forget(`nobody${n}@sales.example`, ip)).status).toBe(204)
    expect(await requests()).toHaveLength(20)
    await forget('nobody@sales.example')
    expect(await requests()).toHaveLength(21)
    await deliver()
    expect(t.mails).toEqual([])
  })

  test('requests above the limit of a network do not use up those of an address', async () => {
    const owner = await t.signIn('client')
    const ip = newIp()
    for (let n = 0; n < 20; n += 1) await forget(`other${n}@saleroom.example`, ip)
    for (let n = 0; n < 5; n += 1) await forget(owner.user.email, ip)
    await deliver()
    expect(tokens()).toEqual([])
    expect(await linkOf(owner)).not.toBe('')
  })

  test('without a mail server nothing happens', async () => {
    const { user } = await t.signIn('client')
    for (let n = 0; n < 5; n++)
      expect((await forget(user.email, newIp(), mailless)).status).toBe(204)
    expect(await requests()).toEqual([])
    // Nothing was counted either.
    expect(await linkOf({ token: '', refreshToken: '', user })).not.toBe('')
  })

  test('a request that nobody answered in time makes no link', async () => {
    const { user } = await t.signIn('client')
    await forget(user.email)
    t.clock.advance(30 * MINUTE_MS)
    await deliver()
    expect([t.mails, await requests()]).toEqual([[], []])
  })

  test('of several processes one answers each request', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => t.signIn('client')))
    for (const { user } of people) await forget(user.email)
    const parts = { db: t.db, clock: t.clock, secret: t.dependencies.config.secret }
    await Promise.all([1, 2, 3].map(() => answerPasswordRequests(parts)))
    await Promise.all([deliver(), deliver()])
    expect(t.mails.map(({ to }) => to).toSorted()).toEqual(
      people.map(({ user }) => user.email).toSorted(),
    )
  })

  test('a disabled account gets no mail and stays as it is', async () => {
    const { user } = await t.signIn('client', [], { disabled_at: t.clock.now() })
    const before = await t.db.selectFrom('users').selectAll().where('id', '=', user.id).execute()
    await forget(user.email)
    await deliver()
    expect(t.mails).toEqual([])
    const after = await t.db.selectFrom('users').selectAll().where('id', '=', user.id).execute()
    expect([after, await audited(user.id)]).toEqual([before, []])
  })
})

describe('setting a password with a link', () => {
  test('the link replaces the password, verifies the address and ends all sessions', async () => {
    const person = await t.signIn('client', [], {
      is_email_verified: false,
      requires_password_reset: true,
    })
    const { user } = person
    const token = await linkOf(person)
    const answer = await setPassword(token)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(await isSignedIn(person)).toBe(false)
    expect((await login(user.email, TEST_PASSWORD)).status).toBe(401)
    expect((await login(user.email, SECRET)).body.user).toMatchObject({
      is_email_verified: 1,
      requires_password_reset: 0,
    })
    expect((await audited(user.id)).map(({ action }) => action)).toEqual([
      'user.request_password_link',
      'user.set_password',
      'session.refused',
      'session.open',
    ])
    t.mails.length = 0
    await deliver()
    expect(t.mails).toMatchObject([{ to: user.email, subject: 'Your password was changed' }])
  })

  test('the second factors of the account stay, and no session opens', async () => {
    const person = await t.signIn('client')
    const { id: user_id } = person.user
    const created_at = t.clock.now()
    await t.db
      .insertInto('factors')
      .values({
        user_id,
        kind: 'totp',
        name: 'Authenticator',
        created_at,
        confirmed_at: created_at,
        secret_sealed: 'sealed',
      })
      .execute()
    expect((await setPassword(await linkOf(person))).status).toBe(204)
    const { passkeys, totp } = await findSignInFactors(t.db, user_id)
    expect([passkeys, totp]).toEqual([0, 1])
    const open = await t.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', user_id)
      .where('revoked_at', 'is', null)
      .execute()
    expect(open).toEqual([])
  })

  test('a link works once, and twenty who use it at the same time set one password', async () => {
    const token = await linkOf(await t.signIn('client'))
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => setPassword(token, `the secret number ${n}`)),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 204)).toHaveLength(1)
    expect(statuses.filter((status) => status === 400)).toHaveLength(19)
    expect((await setPassword(token)).body).toEqual(INVALID)
  })

  test('a link lives 30 minutes', async () => {
    const [first, second] = [await t.signIn('client'), await t.signIn('client')]
    const links = [await linkOf(first), await linkOf(second)]
    t.clock.advance(30 * MINUTE_MS - 1)
    expect((await setPassword(links[0] ?? '')).status).toBe(204)
    t.clock.advance(1)
    expect((await setPassword(links[1] ?? '')).body).toEqual(INVALID)
  })

  test('a later link, and a changed password, end earlier links', async () => {
    const person = await t.signIn('client')
    const earlier = await linkOf(person)
    const later = await linkOf(person)
    expect((await setPassword(earlier)).body).toEqual(INVALID)
    const body = { old_password: TEST_PASSWORD, new_password: SECRET }
    expect((await t.call('POST', '/auth/change-password', { as: person, body })).status).toBe(204)
    expect((await setPassword(later)).body).toEqual(INVALID)
  })

  test('a changed password is mailed, with the device and the address', async () => {
    const person = await t.signIn('client')
    const response = await t.call('POST', '/auth/change-password', {
      as: person,
      body: { old_password: TEST_PASSWORD, new_password: SECRET },
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Firefox/130.0' },
      ip: '203.0.113.9',
    })
    expect(response.status).toBe(204)
    await deliver()
    expect(t.mails).toMatchObject([
      {
        to: person.user.email,
        subject: 'Your password was changed',
        text: expect.stringContaining('Device: Firefox on Linux\nAddress: 203.0.113.9'),
      },
    ])
  })

  test('the forgotten password is refused, and leaves the link valid', async () => {
    const token = await linkOf(await t.signIn('client'))
    const message = 'Path: body.new_password, Message: Must not be the old password'
    expect((await setPassword(token, TEST_PASSWORD)).body).toEqual({ code: 400, message })
    expect((await setPassword(token)).status).toBe(204)
  })

  test('the email address is no password, and a refused one leaves the link valid', async () => {
    const person = await t.signIn('client')
    const token = await linkOf(person)
    const refused = await setPassword(token, person.user.email)
    expect(refused.body.message).toContain('Path: body.new_password')
    expect((await setPassword(token)).status).toBe(204)
  })

  test('a link enables no account that was disabled since, nor one of another address', async () => {
    const [disabled, moved] = [await t.signIn('client'), await t.signIn('client')]
    const links = [await linkOf(disabled), await linkOf(moved)]
    const change = (id: number, fields: object) =>
      t.db.updateTable('users').set(fields).where('id', '=', id).execute()
    await change(disabled.user.id, { disabled_at: t.clock.now() })
    await change(moved.user.id, { email: 'moved@sales.example' })
    for (const token of links) expect((await setPassword(token)).body).toEqual(INVALID)
    const row = await t.db
      .selectFrom('users')
      .select('disabled_at')
      .where('id', '=', disabled.user.id)
      .executeTakeFirst()
    expect(row?.disabled_at).not.toBeNull()
  })

  test('an invited person may use one too, which ends the invitation', async () => {
    const admin = await t.signIn('admin')
    const email = 'invited@sales.example'
    const body = { email, role: 'client', projects: [] }
    expect((await t.call('POST', '/team', { as: admin, body })).status).toBe(201)
    await deliver()
    const [invitation = ''] = tokens()
    t.mails.length = 0
    await forget(email)
    await deliver()
    const [link = ''] = tokens()
    expect((await setPassword(link)).status).toBe(204)
    expect((await setPassword(invitation)).body).toEqual(INVALID)
    const member = (await t.call('GET', '/team', { as: admin })).body.find(
      (one: { email: string }) => one.email === email,
    )
    expect(member.state).toBe('active')
  })

  test('the link says whose password it sets, and guesses of it are limited', async () => {
    const person = await t.signIn('client')
    const token = await linkOf(person)
    const ip = newIp()
    const read = (one: string) =>
      t.call('POST', '/auth/password-link', { body: { token: one }, ip })
    expect((await read(token)).body).toEqual({ email: person.user.email, purpose: 'password' })
    const moved = { email: 'gone@sales.example' }
    await t.db.updateTable('users').set(moved).where('id', '=', person.user.id).execute()
    expect((await read(token)).body).toEqual(INVALID)
    const statuses = []
    for (let n = 0; n < 12; n++) statuses.push((await read('x'.repeat(43))).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429, 429])
  })

  test('guesses are limited', async () => {
    const ip = newIp()
    const statuses = []
    for (let n = 0; n < 12; n++)
      statuses.push((await setPassword('x'.repeat(43), SECRET, ip)).status)
    expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 400))
    expect(statuses.slice(10)).toEqual([429, 429])
  })
})

test('neither the database nor the log has a token', async () => {
  const person = await t.signIn('client')
  const token = await linkOf(person)
  expect(token).toMatch(/^[\w-]{43}$/)
  const stored = JSON.stringify([
    await t.db.selectFrom('alert_events').selectAll().execute(),
    await t.db.selectFrom('audit_log').selectAll().execute(),
    await t.db.selectFrom('verification_tokens').selectAll().execute(),
  ])
  expect(stored).not.toContain(token)
})
