import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import { TEST_PASSWORD } from '#tests/support/server/builders.ts'
import { byExtent } from '#tests/support/server/test-extent.ts'

let t: TestApp
beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

const DAY_MS = 86_400_000
const refresh = (token: string) =>
  t.call('POST', '/auth/refresh-tokens', { body: { refresh_token: token } })
const logout = (token: string) => t.call('POST', '/auth/logout', { body: { refresh_token: token } })
const isSignedIn = async ({ user }: SignedIn, token: string) =>
  (await t.call('GET', `/users/${user.id}`, { as: token })).status === 200

describe('refreshing', () => {
  test('exchanges the token for a new one, repeatedly', async () => {
    const staff = await t.signIn()
    let token = staff.refreshToken
    const seen = new Set([token])
    for (let i = 0; i < 5; i++) {
      const response = await refresh(token)
      expect(response.status).toBe(200)
      token = response.body.refresh.token
      seen.add(token)
      expect(await isSignedIn(staff, response.body.access.token)).toBe(true)
      t.clock.advance(60_000)
    }
    expect(seen.size).toBe(6)
  })

  test('fifty concurrent requests get the same successor', async () => {
    const rounds = byExtent({ change: 2, long: 200 })
    for (let round = 0; round < rounds; round++) {
      const staff = await t.signIn()
      const responses = await Promise.all(
        Array.from({ length: 50 }, () => refresh(staff.refreshToken)),
      )
      expect(
        new Set(responses.map(({ status, body }) => `${status} ${body.refresh?.token}`)).size,
      ).toBe(1)
      const { rows } = await sql`
        select 1 from refresh_tokens r join sessions s on s.id = r.session_id
        where s.user_id = ${staff.user.id}`.execute(t.db)
      expect(rows).toHaveLength(2)
    }
  })

  test('a lost response can be repeated until its token is used', async () => {
    const staff = await t.signIn()
    const lost = await refresh(staff.refreshToken)
    t.clock.advance(5 * 60_000)
    const again = await refresh(staff.refreshToken)
    expect(again.body.refresh).toEqual(lost.body.refresh)
  })

  test('within 20 s a used token returns its successor even if that was used too', async () => {
    const staff = await t.signIn()
    const first = await refresh(staff.refreshToken)
    await refresh(first.body.refresh.token)
    t.clock.advance(20_000)
    const again = await refresh(staff.refreshToken)
    expect(again.body.refresh).toEqual(first.body.refresh)
  })

  test('later reuse ends the whole session, access tokens included, and is audited', async () => {
    const staff = await t.signIn()
    const first = await refresh(staff.refreshToken)
    const second = await refresh(first.body.refresh.token)
    t.clock.advance(20_001)
    const replay = await refresh(staff.refreshToken)
    expect(replay.status).toBe(401)
    expect(replay.body).toEqual({ code: 401, message: 'Invalid refresh token' })
    expect((await refresh(second.body.refresh.token)).status).toBe(401)
    expect(await isSignedIn(staff, second.body.access.token)).toBe(false)
    const events = await t.db
      .selectFrom('audit_log')
      .select('action')
      .where('actor_id', '=', staff.user.id)
      .execute()
    expect(events.map(({ action }) => action)).toContain('session.revoke')
  })

  test('a token that was unused for 7 days is rejected', async () => {
    const staff = await t.signIn()
    t.clock.advance(7 * DAY_MS)
    expect((await refresh(staff.refreshToken)).status).toBe(401)
  })

  test('a session ends after 30 days even if it is in use', async () => {
    const staff = await t.signIn()
    let token = staff.refreshToken
    for (let day = 1; day < 30; day++) {
      t.clock.advance(DAY_MS)
      const response = await refresh(token)
      expect(response.status).toBe(200)
      token = response.body.refresh.token
    }
    t.clock.advance(DAY_MS)
    expect((await refresh(token)).status).toBe(401)
  })

  test('only hashes of refresh tokens are stored', async () => {
    const staff = await t.signIn()
    const { body } = await refresh(staff.refreshToken)
    const rows = await t.db.selectFrom('refresh_tokens').selectAll().execute()
    const stored = JSON.stringify(rows.map((row) => row.token_hash.toString('latin1')))
    expect(stored).not.toContain(staff.refreshToken)
    expect(stored).not.toContain(body.refresh.token)
  })

  test.each(['x', 'a'.repeat(500)])('the token %s is rejected', async (token) => {
    expect((await refresh(token)).body).toEqual({ code: 401, message: 'Invalid refresh token' })
  })
})

describe('logout', () => {
  test('ends only this session, at once', async () => {
    const staff = await t.signIn()
    const other = (
      await t.call('POST', '/auth/login', {
        body: { email: staff.user.email, password: TEST_PASSWORD },
      })
    ).body.tokens
    expect((await logout(staff.refreshToken)).status).toBe(204)
    expect(await isSignedIn(staff, staff.token)).toBe(false)
    expect((await refresh(staff.refreshToken)).status).toBe(401)
    expect(await isSignedIn(staff, other.access.token)).toBe(true)
  })

  test('answers 204 for any token, also twice', async () => {
    const staff = await t.signIn()
    for (const token of ['', 'no-token', 'a'.repeat(500), 'a'.repeat(501), 'é'.repeat(20_000)])
      expect((await logout(token)).status).toBe(204)
    expect((await logout(staff.refreshToken)).status).toBe(204)
    expect((await logout(staff.refreshToken)).status).toBe(204)
  })

  test('a refresh concurrent with a logout leaves no valid token', async () => {
    const rounds = byExtent({ change: 25, long: 1000 })
    for (let round = 0; round < rounds; round++) {
      const staff = await t.signIn()
      const [refreshed] = await Promise.all([
        refresh(staff.refreshToken),
        logout(staff.refreshToken),
      ])
      const left = refreshed.body.refresh?.token ?? staff.refreshToken
      expect((await refresh(left)).status).toBe(401)
      expect(await isSignedIn(staff, refreshed.body.access?.token ?? staff.token)).toBe(false)
    }
  })
})
