import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addPasskey,
  addRecoveryCodes,
  addTotp,
  codeOf,
  startLogin,
  wrongCode,
} from '#tests/support/calls/factors.ts'
import { openTestApp, type Answer, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import { TEST_PASSWORD } from '#tests/support/server/builders.ts'

let t: TestApp
beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

const MINUTE_MS = 60_000
const codes = (as: SignedIn | string) => t.call('POST', '/factors/recovery-codes', { as })
const invite = (as: SignedIn | string) =>
  t.call('POST', '/team', {
    as,
    body: { email: `x${Math.random()}@a.example`, role: 'user', projects: [] },
  })
const stepUp = (as: SignedIn | string, body: unknown, ip = '198.51.100.9') =>
  t.call('POST', '/auth/step-up', { as, body, ip })

/** Ends the confirmation of the session of `signIn`. */
async function forget({ user }: SignedIn): Promise<void> {
  const none = { confirmed_at: null, confirmed_for: null }
  await t.db.updateTable('sessions').set(none).where('user_id', '=', user.id).execute()
}

/** The challenge of a refused call. */
async function refused(call: Promise<{ status: number; body: Answer['body'] }>) {
  const { status, body } = await call
  expect([status, body.message]).toEqual([403, 'Confirm it is you'])
  return body.step_up as { challenge: string; factors: string[] }
}

const entriesOf = async (userId: number, action: string) => {
  const entries = await t.db
    .selectFrom('audit_log')
    .select('after')
    .where('action', '=', action)
    .where('actor_id', '=', userId)
    .orderBy('id')
    .execute()
  return entries.map(({ after }) => after)
}

describe('without a second factor', () => {
  test('the password confirms a session for ten minutes, and signing in does not', async () => {
    const admin = await t.signIn('admin', [], { isConfirmed: false })
    const login = { email: admin.user.email, password: TEST_PASSWORD }
    const { body } = await t.call('POST', '/auth/login', { body: login })
    const as: string = body.tokens.access.token
    const { challenge, factors } = await refused(invite(as))
    expect(factors).toEqual(['password'])
    const proof = { challenge, kind: 'password', password: TEST_PASSWORD }
    const wrong = await stepUp(as, { ...proof, password: 'wrong-one' })
    expect(wrong.body).toEqual({ code: 400, message: 'Incorrect password' })
    expect((await stepUp(as, proof)).status).toBe(204)
    expect((await invite(as)).status).toBe(201)
    // Only that session.
    await refused(invite(admin))
    t.clock.advance(10 * MINUTE_MS - 1)
    const renewed = { refresh_token: body.tokens.refresh.token }
    const { access } = (await t.call('POST', '/auth/refresh-tokens', { body: renewed })).body
    expect((await invite(access.token)).status).toBe(201)
    t.clock.advance(1)
    await refused(invite(access.token))
    expect(await entriesOf(admin.user.id, 'session.step_up')).toEqual([{ kind: 'password' }])
    expect(await entriesOf(admin.user.id, 'session.step_up_refused')).toEqual([
      { network: '198.51.100.9', kind: 'password', count: 1 },
    ])
  })

  test('a challenge is for one session and one success', async () => {
    const admin = await t.signIn('admin', [], { isConfirmed: false })
    const other = await t.signIn('admin', [], { isConfirmed: false })
    const { challenge } = await refused(invite(admin))
    const proof = { challenge, kind: 'password', password: TEST_PASSWORD }
    const expired = { code: 400, message: 'This sign-in has expired. Start again.' }
    expect((await stepUp(other, proof)).body).toEqual(expired)
    const results = await Promise.all(Array.from({ length: 5 }, () => stepUp(admin, proof)))
    expect(results.filter(({ status }) => status === 204)).toHaveLength(1)
    expect((await stepUp(admin, proof)).body).toEqual(expired)
  })
})

describe('with second factors', () => {
  test('a passkey or a code confirms, and neither the password nor a recovery code does', async () => {
    const admin = await t.signIn('admin')
    const { key } = await addTotp(t, admin)
    const passkey = await addPasskey(t, admin)
    const [recovery] = await addRecoveryCodes(t, admin)
    await forget(admin)
    const first = await refused(invite(admin))
    expect(first.factors).toEqual(['passkey', 'totp'])
    const { challenge } = first
    const password = { challenge, kind: 'password', password: TEST_PASSWORD }
    expect((await stepUp(admin, password)).body.message).toBe('Incorrect password')
    expect((await stepUp(admin, { challenge, kind: 'recovery', code: recovery })).status).toBe(400)
    const wrong = await stepUp(admin, { challenge, kind: 'totp', code: wrongCode(t, key) })
    expect(wrong.body).toEqual({ code: 400, message: 'Incorrect code' })
    expect((await stepUp(admin, { challenge, kind: 'totp', code: codeOf(t, key) })).status).toBe(
      204,
    )
    expect((await invite(admin)).status).toBe(201)
    await forget(admin)
    const second = await refused(codes(admin))
    const foreign = { kind: 'passkey', challenge: second.challenge }
    const bad = { ...foreign, credential: passkey.assert(challenge) }
    expect((await stepUp(admin, bad)).body.message).toBe('The passkey was not accepted')
    const good = { ...foreign, credential: passkey.assert(second.challenge) }
    expect((await stepUp(admin, good)).status).toBe(204)
    // A proof for factors confirms everything.
    expect((await invite(admin)).status).toBe(201)
    expect(await entriesOf(admin.user.id, 'session.step_up')).toEqual([
      { kind: 'totp' },
      { kind: 'passkey' },
    ])
  })

  test('a right code that is sent twice is late, and counts as no wrong one', async () => {
    const admin = await t.signIn('admin')
    const { key } = await addTotp(t, admin)
    for (let n = 0; n < 11; n += 1) {
      t.clock.advance(30_000)
      await forget(admin)
      const { challenge } = await refused(invite(admin))
      const proof = { challenge, kind: 'totp', code: codeOf(t, key) }
      expect((await stepUp(admin, proof)).status).toBe(204)
      expect((await stepUp(admin, proof)).body.message).toBe(
        'This sign-in has expired. Start again.',
      )
    }
    expect(await entriesOf(admin.user.id, 'session.step_up_refused')).toEqual([])
  })

  test('the code of a sign-in does not confirm too', async () => {
    const admin = await t.signIn('admin')
    const { key } = await addTotp(t, admin)
    const code = codeOf(t, key)
    const { challenge } = await startLogin(t, admin.user.email)
    const done = await t.call('POST', '/auth/second-factor', {
      body: { challenge, kind: 'totp', code },
    })
    const as: string = done.body.tokens.access.token
    const next = await refused(invite(as))
    const proof = { challenge: next.challenge, kind: 'totp', code }
    expect((await stepUp(as, proof)).body.message).toBe('Incorrect code')
  })
})

describe('after a sign-in with a recovery code', () => {
  const recover = async (email: string, code: string | undefined) => {
    const { challenge } = await startLogin(t, email)
    const body = { challenge, kind: 'recovery', code }
    const { body: done } = await t.call('POST', '/auth/second-factor', { body })
    return done.tokens.access.token as string
  }

  test('the password lets a lost passkey be replaced, and does nothing else', async () => {
    const admin = await t.signIn('admin')
    const lost = await addPasskey(t, admin)
    const [code] = await addRecoveryCodes(t, admin)
    const as = await recover(admin.user.email, code)
    const everything = await refused(invite(as))
    expect(everything.factors).toEqual(['passkey'])
    const password = { kind: 'password', password: TEST_PASSWORD }
    const { challenge } = everything
    expect((await stepUp(as, { ...password, challenge })).status).toBe(400)
    const ours = await refused(codes(as))
    expect(ours.factors).toEqual(['passkey', 'password'])
    expect((await stepUp(as, { ...password, challenge: ours.challenge })).status).toBe(204)
    await refused(invite(as))
    const remove = () => t.call('DELETE', `/factors/${lost.factorId}`, { as })
    // Without any factor the password would confirm everything.
    expect(await remove()).toMatchObject({
      status: 409,
      body: { message: 'Add another second factor first, then remove this one' },
    })
    await addPasskey(t, admin)
    expect((await remove()).status).toBe(204)
    await refused(invite(as))
  })

  test('that is over after 30 minutes', async () => {
    const admin = await t.signIn('admin')
    await addPasskey(t, admin)
    const [code] = await addRecoveryCodes(t, admin)
    const login = await startLogin(t, admin.user.email)
    const body = { challenge: login.challenge, kind: 'recovery', code }
    const { tokens } = (await t.call('POST', '/auth/second-factor', { body })).body
    t.clock.advance(30 * MINUTE_MS)
    const renewed = { refresh_token: tokens.refresh.token }
    const { access } = (await t.call('POST', '/auth/refresh-tokens', { body: renewed })).body
    expect((await refused(codes(access.token))).factors).toEqual(['passkey'])
  })
})
