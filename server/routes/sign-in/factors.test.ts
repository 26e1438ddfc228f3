import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runUsersCommand } from '#server/admin/users.ts'
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

let t: TestApp
beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

const list = async (as: SignedIn) => (await t.call('GET', '/factors', { as })).body
const entriesOf = (actorId: number) =>
  t.db
    .selectFrom('audit_log')
    .select(['action', 'before', 'after'])
    .where('actor_id', '=', actorId)
    .orderBy('id')
    .execute()
const newsOf = async (userId: number) => {
  const events = await t.db
    .selectFrom('alert_events')
    .select('data')
    .where('user_id', '=', userId)
    .where('kind', '=', 'account')
    .orderBy('id')
    .execute()
  return events.map(({ data }) => data)
}

test('factors are added, renamed and removed; each is recorded, and mailed', async () => {
  const me = await t.signIn('client')
  expect(await list(me)).toEqual({
    factors: [],
    recovery_codes_left: 0,
    is_required: 0,
    has_passkeys: 1,
  })
  const phone = await addPasskey(t, me, 'Phone')
  const totp = await addTotp(t, me)
  await addRecoveryCodes(t, me)
  const path = `/factors/${phone.factorId}`
  const renamed = await t.call('PATCH', path, { as: me, body: { name: ' Old phone ' } })
  expect(renamed.body).toMatchObject({ kind: 'passkey', name: 'Old phone', last_used_at: null })
  expect(await list(me)).toMatchObject({
    factors: [
      { id: phone.factorId, kind: 'passkey', name: 'Old phone' },
      { id: totp.id, kind: 'totp', name: 'Authenticator' },
    ],
    recovery_codes_left: 10,
  })
  expect((await t.call('DELETE', path, { as: me })).status).toBe(204)
  expect((await list(me)).recovery_codes_left).toBe(10)
  expect((await t.call('DELETE', `/factors/${totp.id}`, { as: me })).status).toBe(204)
  // The last one takes the recovery codes along.
  expect(await list(me)).toMatchObject({ factors: [], recovery_codes_left: 0 })
  const body = { email: me.user.email, password: TEST_PASSWORD }
  expect((await t.call('POST', '/auth/login', { body })).body.tokens).toBeDefined()
  const entries = await entriesOf(me.user.id)
  expect(entries.slice(0, -1)).toEqual([
    { action: 'factor.add', before: null, after: { kind: 'passkey', name: 'Phone' } },
    { action: 'factor.add', before: null, after: { kind: 'totp', name: 'Authenticator' } },
    { action: 'recovery_codes.create', before: null, after: null },
    { action: 'factor.rename', before: { name: 'Phone' }, after: { name: 'Old phone' } },
    { action: 'factor.remove', before: { kind: 'passkey', name: 'Old phone' }, after: null },
    { action: 'factor.remove', before: { kind: 'totp', name: 'Authenticator' }, after: null },
  ])
  expect(await newsOf(me.user.id)).toMatchObject([
    { is: 'factor_added', kind: 'passkey', name: 'Phone', ip: '127.0.0.1' },
    { is: 'factor_added', kind: 'totp', name: 'Authenticator' },
    { is: 'recovery_codes_made' },
    { is: 'factor_removed', kind: 'passkey', name: 'Old phone' },
    { is: 'factor_removed', kind: 'totp', name: 'Authenticator' },
  ])
})

describe('a passkey', () => {
  test('is offered for this place and account, without those that the person has', async () => {
    const me = await t.signIn('client')
    const { id } = await addPasskey(t, me)
    const { body } = await t.call('POST', '/factors/passkeys/options', { as: me })
    expect(body).toMatchObject({
      rp: { id: 'localhost', name: 'Saleroom' },
      user: { name: me.user.email, displayName: me.user.email },
      excludeCredentials: [{ id, type: 'public-key' }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    })
  })

  test('is added once, only with a fresh challenge of this session, from this place', async () => {
    const [me, other] = [await t.signIn('client'), await t.signIn('client')]
    const options = async (as: SignedIn) =>
      (await t.call('POST', '/factors/passkeys/options', { as })).body
    const add = (as: SignedIn, credential: unknown) =>
      t.call('POST', '/factors/passkeys', { as, body: { name: 'Key', credential } })
    const { user, challenge } = await options(me)
    const passkey = makePasskey(user.id)
    const refused = { code: 400, message: 'The passkey was not accepted' }
    for (const changes of [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { isVerified: false },
      { type: 'webauthn.get' },
    ])
      expect((await add(me, passkey.attest(challenge, changes))).body).toEqual(refused)
    const expired = { code: 400, message: 'This sign-in has expired. Start again.' }
    for (const wrong of ['AAAA', (await options(other)).challenge])
      expect((await add(me, passkey.attest(wrong))).body).toEqual(expired)
    expect((await add(me, passkey.attest(challenge))).status).toBe(201)
    expect((await add(me, makePasskey(user.id).attest(challenge))).body).toEqual(expired)
    const again = passkey.attest((await options(other)).challenge)
    expect((await add(other, again)).body.message).toBe('This passkey was added already')
    expect((await list(me)).factors).toHaveLength(1)
  })

  test('is the last of twenty', async () => {
    const me = await t.signIn('client')
    for (let i = 0; i < 20; i++) await addPasskey(t, me, `Key ${i}`)
    const full = await t.call('POST', '/factors/passkeys/options', { as: me })
    expect(full.status).toBe(409)
  })
})

describe('an authenticator app', () => {
  test('is no factor before its first code, and its key is stored encrypted', async () => {
    const me = await t.signIn('client')
    const { body } = await t.call('POST', '/factors/totp', { as: me })
    expect((await list(me)).factors).toEqual([])
    expect((await t.call('POST', '/factors/recovery-codes', { as: me })).body.message).toBe(
      'Add a second factor first',
    )
    const confirm = (code: string) =>
      t.call('POST', '/factors/totp/confirm', { as: me, body: { code } })
    expect((await confirm(wrongCode(t, body.key))).body.message).toBe('Incorrect code')
    const next = (await t.call('POST', '/factors/totp', { as: me })).body
    // The earlier key has ended.
    expect((await confirm(codeOf(t, body.key))).status).toBe(400)
    expect((await confirm(codeOf(t, next.key))).status).toBe(201)
    expect((await t.call('POST', '/factors/totp', { as: me })).status).toBe(409)
    expect((await confirm(codeOf(t, next.key))).status).toBe(409)
    const { secret_sealed: sealed } = await t.db
      .selectFrom('factors')
      .select('secret_sealed')
      .where('user_id', '=', me.user.id)
      .executeTakeFirstOrThrow()
    expect(sealed).not.toContain(next.key)
    const [factor] = (await list(me)).factors
    // Only passkeys have names.
    const rename = { as: me, body: { name: 'App' } }
    expect((await t.call('PATCH', `/factors/${factor.id}`, rename)).status).toBe(404)
  })
})

describe('the security policy', () => {
  test('limits people of its roles to adding a second factor, and admins see who has one', async () => {
    const admin = await t.signIn('admin')
    const me = await t.signIn('marketing')
    const set = (roles: string[], as = admin) =>
      t.call('PUT', '/security/policy', { as, body: { second_factor_roles: roles } })
    expect((await set(['nonesuch'])).body.message).toContain('Path: body.second_factor_roles')
    expect((await set(['admin', 'marketing'])).body).toEqual({
      code: 409,
      message: 'Set up your own second factor first',
    })
    await addTotp(t, admin)
    expect((await set(['marketing', 'admin', 'admin'])).body).toEqual({
      second_factor_roles: ['admin', 'marketing'],
    })
    const projects = () => t.call('GET', '/projects', { as: me })
    const user = async () => (await t.call('GET', `/users/${me.user.id}`, { as: me })).body
    expect((await projects()).status).toBe(403)
    expect(await user()).toMatchObject({ requires_second_factor: 1 })
    expect(await list(me)).toMatchObject({ is_required: 1 })
    const { factorId } = await addPasskey(t, me)
    expect((await projects()).status).toBe(200)
    expect(await user()).toMatchObject({ requires_second_factor: 0 })
    await t.call('DELETE', `/factors/${factorId}`, { as: me })
    expect((await projects()).status).toBe(403)
    const team = (await t.call('GET', '/team', { as: admin })).body
    const members = new Map<string, number>(
      team.map(({ id, has_second_factor }: Record<string, unknown>) => [id, has_second_factor]),
    )
    expect(members.get(String(me.user.id))).toBe(0)
    expect(members.get(String(admin.user.id))).toBe(1)
    // An admin without a factor is limited too, and so can't turn it off.
    const other = await t.signIn('admin')
    expect((await set([], other)).status).toBe(403)
    expect((await set([])).status).toBe(200)
    expect((await projects()).status).toBe(200)
    const changes = (await entriesOf(admin.user.id)).filter(
      ({ action }) => action === 'security_policy.change',
    )
    expect(changes.map(({ before, after }) => [before, after])).toEqual([
      [{ second_factor_roles: [] }, { second_factor_roles: ['admin', 'marketing'] }],
      [{ second_factor_roles: ['admin', 'marketing'] }, { second_factor_roles: [] }],
    ])
  })
})

describe('a reset', () => {
  test.each(['an admin', 'the command line'])(
    'by %s removes the factors, ends the sessions and is mailed',
    async (by) => {
      const admin = await t.signIn('admin')
      const me = await t.signIn('client')
      await addTotp(t, me)
      await addRecoveryCodes(t, me)
      for (let n = 0; n < 10; n += 1) {
        const { challenge } = await startLogin(t, me.user.email)
        const wrong = { challenge, kind: 'recovery', code: 'wrong' }
        await t.call('POST', '/auth/second-factor', { body: wrong })
      }
      const path = `/team/${me.user.id}/factors`
      if (by === 'an admin') await t.call('DELETE', path, { as: admin })
      else
        await runUsersCommand({ db: t.db, now: t.clock.now(), operator: 'root' }, [
          'reset-factors',
          me.user.email,
        ])
      expect((await t.call('GET', '/factors', { as: me })).status).toBe(401)
      const body = { email: me.user.email, password: TEST_PASSWORD }
      const { tokens } = (await t.call('POST', '/auth/login', { body })).body
      // The wrong codes of before are forgotten: the password confirms at once.
      const as: string = tokens.access.token
      const { step_up } = (await t.call('POST', '/factors/totp', { as })).body
      const proof = { challenge: step_up.challenge, kind: 'password', password: TEST_PASSWORD }
      expect((await t.call('POST', '/auth/step-up', { as, body: proof })).status).toBe(204)
      const codes = t.db.selectFrom('recovery_codes').selectAll()
      expect(await codes.where('user_id', '=', me.user.id).execute()).toEqual([])
      const news = { is: 'factors_reset', by: by === 'an admin' ? admin.user.email : null }
      expect((await newsOf(me.user.id)).at(-1)).toEqual(news)
      const entry = await t.db
        .selectFrom('audit_log')
        .select('actor')
        .where('action', '=', 'factor.reset')
        .where('object_id', '=', String(me.user.id))
        .executeTakeFirst()
      expect(entry?.actor).toBe(by === 'an admin' ? admin.user.email : 'root')
    },
  )

  test('of the own factors is refused', async () => {
    const admin = await t.signIn('admin')
    const path = `/team/${admin.user.id}/factors`
    expect((await t.call('DELETE', path, { as: admin })).status).toBe(403)
  })
})
