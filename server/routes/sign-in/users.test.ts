import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'

let t: TestApp
beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

test('a user can be read by themselves and by an admin; others get 404', async () => {
  const [one, other, admin] = [
    await t.signIn('user'),
    await t.signIn('user'),
    await t.signIn('admin'),
  ]
  const read = (id: string | number, as: SignedIn) => t.call('GET', `/users/${id}`, { as })
  expect((await read(one.user.id, one)).status).toBe(200)
  expect((await read(one.user.id, admin)).body.email).toBe(one.user.email)
  const foreign = await read(one.user.id, other)
  expect(foreign.body).toEqual({ code: 404, message: 'Not found' })
  const restricted = await t.signIn('admin', [], { requires_password_reset: true })
  expect((await read(restricted.user.id, restricted)).status).toBe(200)
  expect((await read(one.user.id, restricted)).body).toEqual({ code: 403, message: 'Forbidden' })
  for (const id of ['999999', 'x', '1e3', '-1', '0x1'])
    expect((await read(id, admin)).body).toEqual(foreign.body)
})
