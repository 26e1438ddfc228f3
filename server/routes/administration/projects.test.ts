import { afterAll, beforeAll, expect, test } from 'vitest'
import { encrypt } from '#server/auth/secret.ts'
import { COMMON_PROJECT_FIELDS } from '#src/wire/projects.ts'
import { openTestApp, type TestApp } from '#tests/support/server/app.ts'
import { addProject } from '#tests/support/server/builders.ts'

let t: TestApp
beforeAll(async () => {
  t = await openTestApp()
  for (const id of ['HELIX', 'AURA', 'toString'])
    await addProject(t.db, {
      id,
      fee_percentage: '0.025',
      staking_enabled: true,
      staking_apy: '20',
      brevo_api_key_sealed: encrypt(t.dependencies.config.secret, 'xkeysib-whole-key-4d2f'),
      brevo_api_key_last4: '4d2f',
      brevo_list_id: 7,
    })
})
afterAll(() => t.close())

test('names and access: all projects for an admin, assigned ones for others, by name', async () => {
  const admin = await t.signIn('admin')
  expect((await t.call('GET', '/projects/names', { as: admin })).body).toEqual([
    'AURA',
    'HELIX',
    'toString',
  ])
  const staff = await t.signIn('marketing', ['HELIX'])
  expect((await t.call('GET', '/projects/names', { as: staff })).body).toEqual(['HELIX'])
  expect((await t.call('GET', '/projects/access', { as: staff })).body).toEqual([
    { project_id: 'HELIX' },
  ])
  const none = await t.signIn('user')
  expect((await t.call('GET', '/projects/access', { as: none })).body).toEqual([])
})

test('settings are listed in the requested order, once each, as numbers and flags', async () => {
  const staff = await t.signIn('client', ['AURA', 'HELIX'])
  const path = '/projects?projects=HELIX&projects[]=AURA&projects=HELIX&projects=NONE'
  const { body } = await t.call('GET', path, { as: staff })
  expect(body.map(({ id }: { id: string }) => id)).toEqual(['HELIX', 'AURA'])
  expect(body[0]).toMatchObject({
    fee_percentage: 0.025,
    staking_enabled: 1,
    staking_apy: 20,
    fee_enabled: 0,
    brevo_list_id: 7,
    telegram_notifications_media_url: null,
  })
  expect((await t.call('GET', '/projects', { as: staff })).body).toEqual([])
})

test('the stored key is never sent in full', async () => {
  const staff = await t.signIn('client', ['AURA'])
  const { body, text } = await t.call('GET', '/projects?projects=AURA', { as: staff })
  expect(body[0].brevo_api_key).toBe('••••4d2f')
  expect(text).not.toContain('xkeysib')
})

test('another role reads only the common fields', async () => {
  const staff = await t.signIn('marketing', ['AURA'])
  const { body } = await t.call('GET', '/projects?projects=AURA', { as: staff })
  expect(Object.keys(body[0]).toSorted()).toEqual([...COMMON_PROJECT_FIELDS].toSorted())
})

test('a project can be named like a property of Object.prototype', async () => {
  const staff = await t.signIn('client', ['toString'])
  const { body } = await t.call('GET', '/projects?projects=toString', { as: staff })
  expect(body.map(({ id }: { id: string }) => id)).toEqual(['toString'])
})
