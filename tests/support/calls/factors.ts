import { TOTP, Secret } from 'otpauth'
import { expect } from 'vitest'
import type { SignedIn, TestApp } from '#tests/support/server/app.ts'
import { TEST_PASSWORD } from '#tests/support/server/builders.ts'
import { makePasskey, type TestPasskey } from './authenticator.ts'

// Second factors of test accounts, added through the API. Their sessions are confirmed (`signIn`).

/** The code that an app with this key shows, `steps` of 30 s from now. */
export function codeOf(t: TestApp, key: string, steps = 0): string {
  const timestamp = t.clock.now().getTime() + steps * 30_000
  return new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp })
}

/** A code of six digits that no step near the present has. */
export function wrongCode(t: TestApp, key: string): string {
  const near = new Set([-2, -1, 0, 1, 2].map((steps) => codeOf(t, key, steps)))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find(
    (code) => !near.has(code),
  )!
}

/** Turns an authenticator app on. The clock moves on, so that the app shows a fresh code. */
export async function addTotp(t: TestApp, as: SignedIn): Promise<{ id: string; key: string }> {
  const { body } = await t.call('POST', '/factors/totp', { as })
  const code = codeOf(t, body.key)
  const added = await t.call('POST', '/factors/totp/confirm', { as, body: { code } })
  expect(added.status).toBe(201)
  t.clock.advance(30_000)
  return { id: added.body.id, key: body.key }
}

export async function addPasskey(
  t: TestApp,
  as: SignedIn,
  name = 'Phone',
): Promise<TestPasskey & { factorId: string }> {
  const { body: options } = await t.call('POST', '/factors/passkeys/options', { as })
  const passkey = makePasskey(options.user.id)
  const body = { name, credential: passkey.attest(options.challenge) }
  const added = await t.call('POST', '/factors/passkeys', { as, body })
  expect(added.status).toBe(201)
  return { ...passkey, factorId: added.body.id }
}

export async function addRecoveryCodes(t: TestApp, as: SignedIn): Promise<string[]> {
  const made = await t.call('POST', '/factors/recovery-codes', { as })
  expect(made.status).toBe(200)
  return made.body.codes
}

/** The challenge and the kinds of proof after the right password. */
export async function startLogin(
  t: TestApp,
  email: string,
  ip = '198.51.100.7',
): Promise<{ challenge: string; factors: string[] }> {
  const started = await t.call('POST', '/auth/login', {
    body: { email, password: TEST_PASSWORD },
    ip,
  })
  expect(started.status).toBe(200)
  return started.body
}
