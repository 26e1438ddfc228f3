import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueChallenge, type ChallengePurpose } from '#server/auth/factors/challenges.ts'
import { addPasskey, addRecoveryCodes, addTotp, wrongCode } from '#tests/support/calls/factors.ts'
import { openTestApp, type Answer, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import { byExtent } from '#tests/support/server/test-extent.ts'

const TRIES = byExtent({ change: 100, all: 500, long: 10_000 })
const ADDRESSES = byExtent({ change: 10, all: 50, long: 1000 })
const AT_ONCE = 20
const HOUR_MS = 3_600_000

let t: TestApp
beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

interface Step {
  name: string
  /** Prepares the account, and returns how one try is made, with a challenge of its own. */
  prepare(
    me: SignedIn,
  ): Promise<{ method: string; path: string; as?: SignedIn; body: () => unknown }>
}

/** What somebody holds who knows the password, or an access token. */
async function challengeOf({ user }: SignedIn, purpose: ChallengePurpose): Promise<() => string> {
  const { password_hash: hash } = await t.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  const { id: session } = await t.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow()
  const binding = purpose === 'second-factor' ? hash : session
  const { secret } = t.dependencies.config
  const holder = { purpose, userId: user.id, binding }
  return () => issueChallenge(secret, holder, t.clock.now())
}

const SIGN_IN = { method: 'POST', path: '/auth/second-factor' }
const STEP_UP = { method: 'POST', path: '/auth/step-up' }

const STEPS: Step[] = [
  {
    name: 'the code of a sign-in',
    async prepare(me) {
      const { key } = await addTotp(t, me)
      const challenge = await challengeOf(me, 'second-factor')
      const code = wrongCode(t, key)
      return { ...SIGN_IN, body: () => ({ challenge: challenge(), kind: 'totp', code }) }
    },
  },
  {
    name: 'a recovery code',
    async prepare(me) {
      await addTotp(t, me)
      await addRecoveryCodes(t, me)
      const challenge = await challengeOf(me, 'second-factor')
      const proof = { kind: 'recovery', code: 'AAAA-AAAA-AAAA' }
      return { ...SIGN_IN, body: () => ({ ...proof, challenge: challenge() }) }
    },
  },
  {
    name: 'the code of a step-up',
    async prepare(me) {
      const { key } = await addTotp(t, me)
      const challenge = await challengeOf(me, 'step-up')
      const code = wrongCode(t, key)
      return { ...STEP_UP, as: me, body: () => ({ challenge: challenge(), kind: 'totp', code }) }
    },
  },
  {
    name: 'the password of a step-up',
    async prepare(me) {
      const challenge = await challengeOf(me, 'step-up')
      const proof = { kind: 'password', password: 'wrong-one' }
      return { ...STEP_UP, as: me, body: () => ({ ...proof, challenge: challenge() }) }
    },
  },
  {
    name: 'the first code of an authenticator',
    async prepare(me) {
      const { body } = await t.call('POST', '/factors/totp', { as: me })
      const code = wrongCode(t, body.key)
      return { method: 'POST', path: '/factors/totp/confirm', as: me, body: () => ({ code }) }
    },
  },
]

const addressOf = (n: number) => `10.${n >> 8}.${n & 255}.1`

test.each(STEPS)(
  `${TRIES} tries from ${ADDRESSES} addresses: at most ten an hour of $name are checked`,
  async ({ name, prepare }) => {
    const me = await t.signIn('client')
    const { method, path, as = null, body } = await prepare(me)
    const checked = [0, 0]
    for (const hour of [0, 1]) {
      const answers: Answer[] = []
      for (let start = 0; start < TRIES / 2; start += AT_ONCE)
        answers.push(
          ...(await Promise.all(
            Array.from({ length: AT_ONCE }, (_, i) =>
              t.call(method, path, { as, body: body(), ip: addressOf((start + i) % ADDRESSES) }),
            ),
          )),
        )
      const refused = answers.filter(({ status }) => status === 429)
      expect(refused.every(({ headers }) => Number(headers['retry-after']) <= 3600)).toBe(true)
      checked[hour] = answers.length - refused.length
      // A passkey is no code: its owner gets in all the time.
      await signInWithPasskey(me)
      t.clock.advance(HOUR_MS)
      await renew(me)
    }
    console.log(`${name}: ${TRIES} tries, checked in each hour: ${checked.join(', ')}`)
    expect(checked).toEqual([10, 10])
    expect(await newsOf(me)).toEqual(['codes_blocked', 'codes_blocked'])
  },
  // Ten thousand requests, on a machine that may be busy.
  600_000,
)

/** Adds a passkey, which a confirmed session can do at any time, and signs in with it. */
async function signInWithPasskey(me: SignedIn): Promise<void> {
  const passkey = await addPasskey(t, me)
  const { challenge } = (await t.call('POST', '/auth/passkeys/challenge')).body
  const body = { challenge, credential: passkey.assert(challenge) }
  expect((await t.call('POST', '/auth/passkeys/sign-in', { body })).status).toBe(200)
  await t.call('DELETE', `/factors/${passkey.factorId}`, { as: me })
}

/** A new access token: they live for ten minutes. */
async function renew(me: SignedIn): Promise<void> {
  const body = { refresh_token: me.refreshToken }
  const { body: tokens } = await t.call('POST', '/auth/refresh-tokens', { body })
  me.token = tokens.access.token
  me.refreshToken = tokens.refresh.token
}

async function newsOf({ user }: SignedIn): Promise<string[]> {
  const events = await t.db
    .selectFrom('alert_events')
    .select('data')
    .where('user_id', '=', user.id)
    .orderBy('id')
    .execute()
  return events.map(({ data }) => String(data['is'])).filter((is) => is === 'codes_blocked')
}

test('right codes count nothing, and a wrong one counts for an hour', async () => {
  const me = await t.signIn('client')
  const challenge = await challengeOf(me, 'step-up')
  const send = (text: string, i = 0) =>
    t.call('POST', '/auth/step-up', {
      as: me,
      body: { challenge: challenge(), kind: 'password', password: text },
      ip: addressOf(i),
    })
  const statuses = []
  for (let i = 0; i < 9; i++) statuses.push((await send('wrong-one', i)).status)
  for (let i = 0; i < 12; i++) statuses.push((await send('saleroom-demo')).status)
  t.clock.advance(HOUR_MS)
  await renew(me)
  for (let i = 0; i < 9; i++) statuses.push((await send('wrong-one', 100 + i)).status)
  expect(statuses).toEqual([
    ...Array.from({ length: 9 }, () => 400),
    ...Array.from({ length: 12 }, () => 204),
    ...Array.from({ length: 9 }, () => 400),
  ])
  expect(await newsOf(me)).toEqual([])
})
