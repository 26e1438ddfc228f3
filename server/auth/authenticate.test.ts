import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import { deriveKey } from './secret.ts'

let t: TestApp
beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

const isSignedIn = async ({ user }: SignedIn, token: string) =>
  (await t.call('GET', `/users/${user.id}`, { as: token })).status === 200

const UNAUTHENTICATED = { code: 401, message: 'Please authenticate' }

function sign(
  { sid, sub }: { sid: string; sub: string },
  change: (jwt: SignJWT) => SignJWT,
  { header, key }: { header?: object | undefined; key?: Buffer } = {},
): Promise<string> {
  const jwt = new SignJWT({ sid })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', ...header })
    .setSubject(sub)
    .setIssuer('saleroom')
    .setAudience('saleroom-api')
    .setExpirationTime(Math.floor(t.clock.now().getTime() / 1000) + 600)
  return change(jwt).sign(key ?? deriveKey(t.dependencies.config.secret, 'access-token'))
}

const claims = (staff: SignedIn) => {
  const [, payload = ''] = staff.token.split('.')
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sid: string; sub: string }
}

test('an access token expires after ten minutes', async () => {
  const staff = await t.signIn()
  t.clock.advance(599_000)
  expect(await isSignedIn(staff, staff.token)).toBe(true)
  t.clock.advance(1000)
  const response = await t.call('GET', '/projects/names', { as: staff })
  expect(response.status).toBe(401)
  expect(response.body).toEqual(UNAUTHENTICATED)
})

test.each<[string, (jwt: SignJWT) => SignJWT, object?]>([
  ['of another audience', (jwt) => jwt.setAudience('else')],
  ['of another issuer', (jwt) => jwt.setIssuer('else')],
  ['of another type', (jwt) => jwt, { typ: 'JWT' }],
  ['of another algorithm', (jwt) => jwt, { alg: 'HS512' }],
  [
    'that starts in an hour',
    (jwt) => jwt.setNotBefore(Math.floor(t.clock.now().getTime() / 1000) + 3600),
  ],
])('an access token %s is refused', async (_what, change, header) => {
  const staff = await t.signIn()
  const good = await sign(claims(staff), (jwt) => jwt)
  expect(await isSignedIn(staff, good)).toBe(true)
  expect(await isSignedIn(staff, await sign(claims(staff), change, { header }))).toBe(false)
})

test('rejects an unsigned token, one signed with another key, and a refresh token', async () => {
  const staff = await t.signIn()
  const [, payload] = staff.token.split('.')
  const none = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')
  const forged = await sign(claims(staff), (jwt) => jwt, { key: Buffer.alloc(32, 1) })
  for (const token of [`${none}.${payload}.`, forged, staff.refreshToken, '', 'null'])
    expect(await isSignedIn(staff, token)).toBe(false)
})
