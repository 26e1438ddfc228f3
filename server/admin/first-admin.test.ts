import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '#tests/support/server/app.ts'
import { addFirstAdmin } from './first-admin.ts'

let t: TestApp
beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

test('an empty database gets one admin, whose printed password must be changed', async () => {
  const log: string[] = []
  const settings = { adminEmail: 'first@sales.example', adminPassword: null }
  const add = () => addFirstAdmin(t.db, settings, t.clock.now(), (line) => log.push(line))
  await Promise.all([add(), add(), add()])
  expect(log).toEqual([
    'First admin: first@sales.example',
    expect.stringMatching(/^One-time password, to be changed at the first sign-in: [\w-]{16}$/),
  ])
  const password = log[1]?.split(': ')[1] ?? ''
  const answer = await t.call('POST', '/auth/login', {
    body: { email: 'first@sales.example', password },
  })
  expect(answer.body.user).toMatchObject({ role: 'admin', requires_password_reset: 1 })
})

test('a password from the settings is not printed and need not be changed', async () => {
  await t.db.deleteFrom('users').execute()
  const log: string[] = []
  const settings = { adminEmail: 'first@sales.example', adminPassword: 'from the settings' }
  await addFirstAdmin(t.db, settings, t.clock.now(), (line) => log.push(line))
  expect(log).toEqual(['First admin: first@sales.example'])
  const answer = await t.call('POST', '/auth/login', {
    body: { email: 'first@sales.example', password: 'from the settings' },
  })
  expect(answer.body.user).toMatchObject({ role: 'admin', requires_password_reset: 0 })
})
