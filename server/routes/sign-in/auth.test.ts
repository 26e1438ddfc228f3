import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import { TEST_PASSWORD } from '#tests/support/server/builders.ts'
import { cpuTimeOf } from '#tests/support/server/cpu-time.ts'

let t: TestApp
beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

const DAY_MS = 86_400_000

let lastAddress = 0
/** Each case signs in from its own address, so that failures are not added up. */
const newAddress = () => `192.0.2.${(lastAddress += 1)}`
const login = (email: string, password = TEST_PASSWORD, ip = newAddress()) =>
  t.call('POST', '/auth/login', { body: { email, password }, ip })
const refresh = (token: string) =>
  t.call('POST', '/auth/refresh-tokens', { body: { refresh_token: token } })
const isSignedIn = async ({ user }: SignedIn, token: string) =>
  (await t.call('GET', `/users/${user.id}`, { as: token })).status === 200

describe('login', () => {
  test('returns the user and valid tokens', async () => {
    const { user } = await t.signIn('client')
    const response = await login(user.email.toUpperCase())
    expect(response.status).toBe(200)
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.body.user).toEqual({
      id: String(user.id),
      role: 'client',
      email: user.email,
      is_email_verified: 1,
      requires_password_reset: 0,
      requires_second_factor: 0,
      may_write: 1,
    })
    const me = await t.call('GET', `/users/${user.id}`, { as: response.body.tokens.access.token })
    expect(me.body).toEqual(response.body.user)
  })

  test('a wrong password, an unknown address and a disabled account look the same', async () => {
    const { user } = await t.signIn('client')
    const off = await t.signIn('client', [], { disabled_at: t.clock.now() })
    for (const response of [
      await login(user.email, 'wrong-password'),
      await login('nobody@saleroom.example'),
      await login(off.user.email),
    ]) {
      expect(response.status).toBe(401)
      expect(response.body).toEqual({ code: 401, message: 'Incorrect email or password' })
    }
  })

  test('an unknown address takes about as long as a wrong password', async () => {
    const { user } = await t.signIn('client')
    const costOf = (email: string) => cpuTimeOf(() => login(email, 'wrong-password'))
    await costOf('warm@saleroom.example')
    // The minimum of many, interleaved. CPU time, because Argon2id uses nothing else.
    const least = { known: Infinity, unknown: Infinity }
    for (let i = 0; i < 15; i++) {
      least.known = Math.min(least.known, await costOf(user.email))
      least.unknown = Math.min(least.unknown, await costOf('who@saleroom.example'))
    }
    // Argon2id dominates: without the dummy check the ratio is below a third.
    expect(least.unknown / least.known).toBeGreaterThan(0.5)
    expect(least.unknown / least.known).toBeLessThan(2)
  })

  test('after ten wrong passwords an account is blocked from that address only', async () => {
    const { user } = await t.signIn('client')
    const ip = newAddress()
    const responses = await Promise.all(
      Array.from({ length: 30 }, () => login(user.email, 'wrong-password', ip)),
    )
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(10)
    const refused = await login(user.email, TEST_PASSWORD, ip)
    expect(refused.status).toBe(429)
    expect(refused.body).toEqual({ code: 429, message: 'Too many requests' })
    expect(Number(refused.headers['retry-after'])).toBe(900)
    expect((await login(user.email, TEST_PASSWORD, newAddress())).status).toBe(200)
    t.clock.advance(15 * 60_000)
    expect((await login(user.email, TEST_PASSWORD, ip)).status).toBe(200)
  })

  test('an address that tries many accounts is blocked for all of them', async () => {
    const { user } = await t.signIn('client')
    const ip = '2001:db8:1:2::1'
    for (let i = 0; i < 100; i++) await login(`x${i}@saleroom.example`, 'wrong-password', ip)
    expect((await login(user.email, TEST_PASSWORD, '2001:db8:1:2:ffff::9')).status).toBe(429)
    expect((await login(user.email, TEST_PASSWORD, '2001:db8:1:3::1')).status).toBe(200)
  })

  test('a forged forwarded address is ignored', async () => {
    const { user } = await t.signIn('client')
    const ip = newAddress()
    const responses = []
    for (let i = 0; i < 12; i++)
      responses.push(
        await t.call('POST', '/auth/login', {
          body: { email: user.email, password: 'wrong-password' },
          headers: { 'x-forwarded-for': `198.51.100.${i}` },
          ip,
        }),
      )
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(2)
  })

  test('behind a trusted proxy the forwarded address counts', async () => {
    const behind = await openTestApp({
      db: t.db,
      clock: t.clock,
      config: { trustProxy: '10.0.0.0/8' },
    })
    const { user } = await t.signIn('client')
    const from = (address: string, password: string) =>
      behind.call('POST', '/auth/login', {
        body: { email: user.email, password },
        headers: { 'x-forwarded-for': address },
        ip: '10.1.2.3',
      })
    for (let i = 0; i < 10; i++) await from('203.0.113.1', 'wrong-password')
    expect((await from('203.0.113.1', TEST_PASSWORD)).status).toBe(429)
    expect((await from('203.0.113.2', TEST_PASSWORD)).status).toBe(200)
    await behind.close()
  })

  test('a correct password resets the failures of the account', async () => {
    const { user } = await t.signIn('client')
    const ip = newAddress()
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 9; i++) await login(user.email, 'wrong-password', ip)
      expect((await login(user.email, TEST_PASSWORD, ip)).status).toBe(200)
    }
  })

  test.each([
    [{}, 'Path: body.email, Message: '],
    [{ email: 'a@b.c', password: 'x', role: 'admin' }, 'Path: body.role, Message: Unknown field'],
    [{ email: ['a@b.c'], password: 'x' }, 'Path: body.email, Message: '],
  ])('the body %j is refused', async (body, message) => {
    const response = await t.call('POST', '/auth/login', { body })
    expect(response.status).toBe(400)
    expect(response.body.message).toContain(message)
  })
})

test('a refresh without a token names its field, and another token is refused', async () => {
  const { status, body } = await refresh('')
  expect([status, body.message]).toEqual([400, 'Path: body.refresh_token, Message: Must be set'])
  expect((await refresh('none')).status).toBe(401)
})

describe('changing the password', () => {
  const change = (as: SignedIn, old_password: string, new_password: string) =>
    t.call('POST', '/auth/change-password', { as, body: { old_password, new_password } })

  test('clears the required reset, ends every other session at once, keeps this one', async () => {
    const staff = await t.signIn('client', [], { requires_password_reset: true })
    const other = (await login(staff.user.email)).body.tokens
    expect((await t.call('GET', '/projects/names', { as: staff })).status).toBe(403)
    expect((await change(staff, TEST_PASSWORD, 'a much better one')).status).toBe(204)
    expect((await t.call('GET', '/projects/names', { as: staff })).status).toBe(200)
    expect(await isSignedIn(staff, other.access.token)).toBe(false)
    expect((await refresh(other.refresh.token)).status).toBe(401)
    expect((await refresh(staff.refreshToken)).status).toBe(200)
    expect((await login(staff.user.email)).status).toBe(401)
    expect((await login(staff.user.email, 'a much better one')).status).toBe(200)
  })

  test('also ends sessions that open concurrently with the old password', async () => {
    const staff = await t.signIn('client')
    const [changed, ...responses] = await Promise.all([
      change(staff, TEST_PASSWORD, 'a much better one'),
      ...Array.from({ length: 6 }, () => login(staff.user.email)),
    ])
    expect(changed.status).toBe(204)
    for (const { body } of responses.filter(({ status }) => status === 200))
      expect(await isSignedIn(staff, body.tokens.access.token)).toBe(false)
  })

  test('requires the old password and limits failures', async () => {
    const staff = await t.signIn('client')
    for (let i = 0; i < 10; i++)
      expect((await change(staff, 'wrong-password', 'a much better one')).body).toEqual({
        code: 400,
        message: 'Incorrect password',
      })
    expect((await change(staff, TEST_PASSWORD, 'a much better one')).status).toBe(429)
  })

  test.each([
    ['short', 'Must be at least 8 characters'],
    ['x'.repeat(129), 'Must be at most 128 characters'],
    ['password123', 'Must not be a common password'],
    // Only in the long list, which the app does not have.
    ['14051983', 'Must not be a common password'],
    [TEST_PASSWORD, 'Must not be the old password'],
  ])('to %s is refused', async (password, message) => {
    const staff = await t.signIn('client')
    const response = await change(staff, TEST_PASSWORD, password)
    expect(response.status).toBe(400)
    expect(response.body.message).toBe(`Path: body.new_password, Message: ${message}`)
  })
})

describe('verifying the email address', () => {
  const send = (as: SignedIn, email = as.user.email) =>
    t.call('POST', '/auth/send-verification-email', { as, body: { email } })
  const verify = (token: string) =>
    t.call('POST', `/auth/verify-email?token=${encodeURIComponent(token)}`)
  const mailedToken = () =>
    /verify-email\?token=([\w-]+)/.exec(t.mails.at(-1)?.text ?? '')?.[1] ?? ''

  test('the link works once and gives the user access', async () => {
    const staff = await t.signIn('client', [], { is_email_verified: false })
    expect((await t.call('GET', '/projects/names', { as: staff })).body).toEqual({
      code: 403,
      message: 'Forbidden',
    })
    expect((await send(staff, 'somebody@else.example')).status).toBe(204)
    expect(t.mails.at(-1)?.to).toBe(staff.user.email)
    const token = mailedToken()
    expect((await verify(token)).status).toBe(204)
    expect((await t.call('GET', '/projects/names', { as: staff })).status).toBe(200)
    expect((await verify(token)).body).toEqual({ code: 400, message: 'Invalid or expired token' })
  })

  test("sends one mail per 30 seconds by the server's clock", async () => {
    const staff = await t.signIn('client', [], { is_email_verified: false })
    const responses = await Promise.all([send(staff), send(staff), send(staff)])
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 429, 429])
    t.clock.advance(12_500)
    const early = await send(staff)
    expect(early.body.message).toBe('Must wait 18 seconds before sending another email.')
    expect(early.headers['retry-after']).toBe('18')
    t.clock.advance(17_500)
    expect((await send(staff)).status).toBe(204)
  })

  test('a token lasts 24 hours and verifies only the address that it was sent to', async () => {
    const late = await t.signIn('client', [], { is_email_verified: false })
    await send(late)
    const stale = mailedToken()
    t.clock.advance(DAY_MS)
    expect((await verify(stale)).status).toBe(400)
    const moved = await t.signIn('client', [], { is_email_verified: false })
    await send(moved)
    await t.db
      .updateTable('users')
      .set({ email: 'moved@saleroom.example' })
      .where('id', '=', moved.user.id)
      .execute()
    expect((await verify(mailedToken())).status).toBe(400)
  })

  test('a missing token is a query error', async () => {
    const response = await t.call('POST', '/auth/verify-email')
    expect(response.status).toBe(400)
    expect(response.body.message).toContain('Path: query.token')
  })

  test('a failed mail does not start the cooldown', async () => {
    const broken = await openTestApp({
      db: t.db,
      mailer: { delivers: true, send: () => Promise.reject(new Error('no SMTP server')) },
      config: { secret: t.dependencies.config.secret, logLevel: 'silent' },
      clock: t.clock,
    })
    const staff = await t.signIn('client', [], { is_email_verified: false })
    const failed = await broken.call('POST', '/auth/send-verification-email', {
      as: staff,
      body: { email: staff.user.email },
    })
    expect(failed.status).toBe(500)
    expect((await send(staff)).status).toBe(204)
    await broken.close()
  })
})
