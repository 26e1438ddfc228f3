import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePasskey } from '#tests/support/calls/authenticator.ts'
import {
  addPasskey,
  addRecoveryCodes,
  addTotp,
  codeOf,
  startLogin,
  wrongCode,
} from '#tests/support/calls/factors.ts'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import { TEST_PASSWORD } from '#tests/support/server/builders.ts'
import { cpuTimeOf } from '#tests/support/server/cpu-time.ts'

let t: TestApp
beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

const finish = (body: unknown, ip = '198.51.100.7') =>
  t.call('POST', '/auth/second-factor', { body, ip })
const entriesOf = (userId: number, action: string) =>
  t.db
    .selectFrom('audit_log')
    .select(['actor_id', 'after'])
    .where('action', '=', action)
    .where('object_id', '=', String(userId))
    .execute()
const EXPIRED = { code: 401, message: 'This sign-in has expired. Start again.' }

describe('an authenticator app', () => {
  test('finishes a sign-in that the password alone does not', async () => {
    const me = await t.signIn('client')
    const { key } = await addTotp(t, me)
    const { challenge, factors } = await startLogin(t, me.user.email)
    expect(factors).toEqual(['totp'])
    const done = await finish({ challenge, kind: 'totp', code: ` ${codeOf(t, key)} ` })
    expect(done.status).toBe(200)
    expect(done.body.user).toMatchObject({ email: me.user.email, requires_second_factor: 0 })
    expect(await entriesOf(me.user.id, 'session.open')).toEqual([
      { actor_id: me.user.id, after: { user_agent: 'lightMyRequest', method: 'password_totp' } },
    ])
  })

  test.each([
    [-2, 'Incorrect code'],
    [-1, undefined],
    [0, undefined],
    [1, undefined],
    [2, 'Incorrect code'],
  ])('a code of %i steps from now answers %s', async (steps, message) => {
    const me = await t.signIn('client')
    const { key } = await addTotp(t, me)
    // Away from the step of the first code, which can't be used again.
    t.clock.advance(300_000)
    const { challenge } = await startLogin(t, me.user.email)
    const done = await finish({ challenge, kind: 'totp', code: codeOf(t, key, steps) })
    expect([done.status, done.body.message]).toEqual([message ? 401 : 200, message])
  })

  test('a code is not accepted again, nor an earlier one, also with another challenge', async () => {
    const me = await t.signIn('client')
    const { key } = await addTotp(t, me)
    const code = codeOf(t, key)
    const earlier = codeOf(t, key, -1)
    const first = await startLogin(t, me.user.email)
    expect((await finish({ challenge: first.challenge, kind: 'totp', code })).status).toBe(200)
    for (const again of [code, earlier]) {
      const { challenge } = await startLogin(t, me.user.email)
      expect((await finish({ challenge, kind: 'totp', code: again })).status).toBe(401)
    }
  })

  test('of twenty sign-ins at once with one code, one succeeds', async () => {
    const me = await t.signIn('client')
    const { key } = await addTotp(t, me)
    const code = codeOf(t, key)
    const challenges = []
    for (let i = 0; i < 20; i++) challenges.push((await startLogin(t, me.user.email)).challenge)
    const results = await Promise.all(
      challenges.map((challenge) => finish({ challenge, kind: 'totp', code })),
    )
    expect(results.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

describe('a challenge', () => {
  test('is used once, also by twenty requests at once', async () => {
    const me = await t.signIn('client')
    const passkey = await addPasskey(t, me)
    const { challenge, factors } = await startLogin(t, me.user.email)
    expect(factors).toEqual(['passkey'])
    const body = { challenge, kind: 'passkey', credential: passkey.assert(challenge) }
    const results = await Promise.all(Array.from({ length: 20 }, () => finish(body)))
    const refused = results.filter(({ status }) => status !== 200)
    expect(refused.map(({ body: answer }) => answer)).toEqual(
      Array.from({ length: 19 }, () => EXPIRED),
    )
  })

  test('allows five tries', async () => {
    const me = await t.signIn('client')
    const { key } = await addTotp(t, me)
    const { challenge } = await startLogin(t, me.user.email)
    const wrong = { challenge, kind: 'totp', code: wrongCode(t, key) }
    for (let i = 0; i < 5; i++) expect((await finish(wrong)).body.message).toBe('Incorrect code')
    const right = await finish({ ...wrong, code: codeOf(t, key) })
    expect(right.body).toEqual(EXPIRED)
  })

  test('ends after five minutes, and when the password changes or the account is disabled', async () => {
    const me = await t.signIn('client')
    const { key } = await addTotp(t, me)
    const send = (challenge: string) => finish({ challenge, kind: 'totp', code: codeOf(t, key) })
    const old = await startLogin(t, me.user.email)
    t.clock.advance(5 * 60_000)
    expect((await send(old.challenge)).body).toEqual(EXPIRED)
    const changes = [{ password_hash: '$argon2id$other' }, { disabled_at: t.clock.now() }]
    for (const change of changes) {
      const { password_hash } = await t.db
        .selectFrom('users')
        .select('password_hash')
        .where('id', '=', me.user.id)
        .executeTakeFirstOrThrow()
      const { challenge } = await startLogin(t, me.user.email)
      const update = (values: object) =>
        t.db.updateTable('users').set(values).where('id', '=', me.user.id).execute()
      await update(change)
      expect((await send(challenge)).body).toEqual(EXPIRED)
      await update({ password_hash, disabled_at: null })
    }
  })

  test('that is forged, of another account or of another purpose is refused', async () => {
    const [me, other] = [await t.signIn('client'), await t.signIn('client')]
    const { key } = await addTotp(t, me)
    await addTotp(t, other)
    const { challenge } = await startLogin(t, other.user.email)
    const own = Buffer.from((await startLogin(t, me.user.email)).challenge, 'base64url')
    own.writeUInt8(own.readUInt8(0) ^ 1)
    const signIn = (await t.call('POST', '/auth/passkeys/challenge')).body.challenge
    const code = codeOf(t, key)
    const all = ['x', 'A'.repeat(62), '_'.repeat(62), own.toString('base64url'), signIn]
    for (const one of all)
      expect((await finish({ challenge: one, kind: 'totp', code })).body).toEqual(EXPIRED)
    expect((await finish({ challenge, kind: 'totp', code })).body.message).toBe('Incorrect code')
  })
})

describe('a recovery code', () => {
  test('works once, in any case and without hyphens, and its person gets a mail', async () => {
    const me = await t.signIn('client')
    await addTotp(t, me)
    const codes = await addRecoveryCodes(t, me)
    expect(codes).toHaveLength(10)
    for (const code of codes)
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){2}$/)
    const send = async (code: string) => {
      const { challenge, factors } = await startLogin(t, me.user.email)
      expect(factors).toEqual(['totp', 'recovery'])
      return finish({ challenge, kind: 'recovery', code })
    }
    const [first = '', second = ''] = codes
    expect((await send(first.toLowerCase().replaceAll('-', ''))).status).toBe(200)
    expect((await send(first)).body.message).toBe('Incorrect code')
    expect((await send(second.replaceAll('0', 'O').replaceAll('1', 'l'))).status).toBe(200)
    const mails = await t.db
      .selectFrom('alert_events')
      .select('data')
      .where('user_id', '=', me.user.id)
      .where('kind', '=', 'account')
      .orderBy('id')
      .execute()
    expect(mails.map(({ data }) => data)).toMatchObject([
      { is: 'factor_added', kind: 'totp', name: 'Authenticator' },
      { is: 'recovery_codes_made' },
      { is: 'recovery_code_used', left: 9 },
      { is: 'recovery_code_used', left: 8 },
    ])
    expect(await entriesOf(me.user.id, 'recovery_codes.use')).toHaveLength(2)
  })

  test('of twenty sign-ins at once with one code, one succeeds', async () => {
    const me = await t.signIn('client')
    await addTotp(t, me)
    const [code] = await addRecoveryCodes(t, me)
    const challenges = []
    for (let i = 0; i < 20; i++) challenges.push((await startLogin(t, me.user.email)).challenge)
    const results = await Promise.all(
      challenges.map((challenge) => finish({ challenge, kind: 'recovery', code })),
    )
    expect(results.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('that is wrong takes as long for an account without recovery codes', async () => {
    const [some, none] = [await t.signIn('client'), await t.signIn('client')]
    for (const me of [some, none]) await addTotp(t, me)
    await addRecoveryCodes(t, some)
    const costOf = async (me: SignedIn) => {
      const { challenge } = await startLogin(t, me.user.email)
      const body = { challenge, kind: 'recovery', code: 'AAAA-AAAA-AAAA' }
      return cpuTimeOf(async () => expect((await finish(body)).status).toBe(401))
    }
    const least = { some: Infinity, none: Infinity }
    for (let i = 0; i < 5; i++) {
      least.some = Math.min(least.some, await costOf(some))
      least.none = Math.min(least.none, await costOf(none))
    }
    // Argon2id dominates.
    expect(least.none / least.some).toBeGreaterThan(0.5)
    expect(least.none / least.some).toBeLessThan(2)
  })

  test('new codes end the earlier ones', async () => {
    const me = await t.signIn('client')
    await addTotp(t, me)
    const [old] = await addRecoveryCodes(t, me)
    await addRecoveryCodes(t, me)
    const { challenge } = await startLogin(t, me.user.email)
    expect((await finish({ challenge, kind: 'recovery', code: old })).status).toBe(401)
  })
})

describe('a passkey', () => {
  const signIn = async (make: (challenge: string) => unknown, ip = '198.51.100.8') => {
    const { challenge } = (await t.call('POST', '/auth/passkeys/challenge')).body
    const body = { challenge, credential: make(challenge) }
    return t.call('POST', '/auth/passkeys/sign-in', { body, ip })
  }

  test('signs in alone, also before the email is verified', async () => {
    const me = await t.signIn('client')
    const passkey = await addPasskey(t, me)
    const update = { is_email_verified: false }
    await t.db.updateTable('users').set(update).where('id', '=', me.user.id).execute()
    const done = await signIn((challenge) => passkey.assert(challenge))
    expect(done.status).toBe(200)
    expect(done.body.user).toMatchObject({ email: me.user.email, is_email_verified: 0 })
    expect(await entriesOf(me.user.id, 'session.open')).toMatchObject([
      { after: { method: 'passkey' } },
    ])
  })

  test('of another place, without the person, or with another challenge or account is refused', async () => {
    const [me, other] = [await t.signIn('client'), await t.signIn('client')]
    const passkey = await addPasskey(t, me)
    const its = await addPasskey(t, other)
    const unknown = makePasskey(Buffer.from(String(me.user.id)).toString('base64url'))
    const makers: ((challenge: string) => unknown)[] = [
      (challenge) => passkey.assert(challenge, { origin: 'https://evil.example' }),
      (challenge) => passkey.assert(challenge, { rpId: 'evil.example' }),
      (challenge) => passkey.assert(challenge, { isVerified: false }),
      (challenge) => passkey.assert(challenge, { userHandle: null }),
      (challenge) =>
        passkey.assert(challenge, {
          userHandle: Buffer.from(String(other.user.id)).toString('base64url'),
        }),
      (challenge) => passkey.assert(challenge, { type: 'webauthn.create' }),
      () => passkey.assert('AAAA'),
      (challenge) => unknown.assert(challenge),
      (challenge) => ({ ...unknown.assert(challenge), id: passkey.id, rawId: passkey.id }),
      (challenge) => ({ ...its.assert(challenge), id: passkey.id, rawId: passkey.id }),
    ]
    for (const make of makers) {
      const done = await signIn(make)
      expect(done.body).toEqual({ code: 401, message: 'The passkey was not accepted' })
    }
    const { challenge } = await startLogin(t, me.user.email)
    const credential = its.assert(challenge)
    expect((await finish({ challenge, kind: 'passkey', credential })).body.message).toBe(
      'The passkey was not accepted',
    )
    expect((await signIn((one) => passkey.assert(one))).status).toBe(200)
  })

  test('whose counter goes back is refused', async () => {
    const me = await t.signIn('client')
    const passkey = await addPasskey(t, me)
    const statuses = []
    for (const count of [5, 5, 4, 0, 6])
      statuses.push((await signIn((challenge) => passkey.assert(challenge, { count }))).status)
    expect(statuses).toEqual([200, 401, 401, 401, 200])
  })

  test('of a disabled account is refused', async () => {
    const me = await t.signIn('client')
    const passkey = await addPasskey(t, me)
    const update = { disabled_at: t.clock.now() }
    await t.db.updateTable('users').set(update).where('id', '=', me.user.id).execute()
    expect((await signIn((challenge) => passkey.assert(challenge))).status).toBe(401)
  })

  test('refusals above 100 of a network are 429 and leave no entries, and the owner signs in', async () => {
    const me = await t.signIn('client')
    const passkey = await addPasskey(t, me)
    const ip = '203.0.113.9'
    const stranger = makePasskey('MQ')
    const statuses = []
    for (let i = 0; i < 102; i++)
      statuses.push((await signIn((challenge) => stranger.assert(challenge), ip)).status)
    expect(statuses).toEqual([...Array.from({ length: 100 }, () => 401), 429, 429])
    expect((await signIn((challenge) => passkey.assert(challenge), ip)).status).toBe(200)
    const entries = await t.db
      .selectFrom('audit_log')
      .select('after')
      .where('action', '=', 'session.code_refused')
      .where('ip', '=', ip)
      .execute()
    expect(entries.map(({ after }) => after)).toEqual([
      { network: ip, kind: 'passkey', count: 100 },
    ])
  })
})

test('without https or localhost there are no passkeys', async () => {
  const plain = await openTestApp({
    db: t.db,
    clock: t.clock,
    config: { publicUrl: 'http://a.example' },
  })
  const me = await plain.signIn('client')
  expect((await plain.call('POST', '/auth/passkeys/challenge')).status).toBe(404)
  expect((await plain.call('POST', '/factors/passkeys/options', { as: me })).status).toBe(409)
  expect((await plain.call('GET', '/factors', { as: me })).body.has_passkeys).toBe(0)
})

test('an account without a second factor signs in as before', async () => {
  const me = await t.signIn('client')
  const body = { email: me.user.email, password: TEST_PASSWORD }
  const done = await t.call('POST', '/auth/login', { body })
  expect(Object.keys(done.body).toSorted()).toEqual(['tokens', 'user'])
})
