import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordAudit, type AuditEvent } from '#server/auth/audit.ts'
import { openTestApp, type TestApp } from '#tests/support/app.ts'
import { addProject, addWallet } from '#tests/support/builders.ts'

let t: TestApp
beforeAll(async () => {
  t = await openTestApp()
  await addProject(t.db, { id: 'AURA' })
  await addProject(t.db, { id: 'HELIX' })
})
afterAll(() => t.close())

test('an entry has actor, action, time, address, and the values before and after', async () => {
  const staff = await t.signIn('client', ['AURA'])
  const admin = await t.signIn('admin')
  const { wallet_address } = await addWallet(t.db, { project_id: 'AURA' })
  await t.call('PATCH', `/wallets/AURA/${wallet_address}`, {
    as: staff,
    ip: '192.0.2.7',
    body: { referral_payout_percentage: 12.5 },
  })
  const { body } = await t.call('GET', '/audit?projects=AURA&limit=1', { as: admin })
  expect(body).toMatchObject({ page: 1, limit: 1 })
  expect(body.results).toEqual([
    expect.objectContaining({
      created_at: '2026-11-20T12:00:00.000Z',
      actor_id: String(staff.user.id),
      actor_email: staff.user.email,
      actor_role: 'client',
      ip: '192.0.2.7',
      project_id: 'AURA',
      object_id: expect.stringContaining(wallet_address),
    }),
  ])
  expect(JSON.stringify(body.results[0].after)).toContain('12.5')
})

test('secrets are redacted, their change is visible', async () => {
  const admin = await t.signIn('admin')
  await recordAudit(
    t.db,
    { actor: admin.user, now: t.clock.now() },
    {
      action: 'project.update',
      object: 'project',
      objectId: 'HELIX',
      projectId: 'HELIX',
      before: { brevo_api_key: null, brevo_api_key_sealed: 'c2VhbGVk' },
      after: {
        brevo_api_key: 'xkeysib-1',
        password_hash: '$argon2id$',
        brevo_api_key_last4: '4d2f',
        requires_password_reset: true,
      },
    },
  )
  const { body } = await t.call('GET', '/audit?projects=HELIX', { as: admin })
  expect(body.results[0].before).toEqual({
    brevo_api_key: null,
    brevo_api_key_sealed: '[redacted]',
  })
  expect(body.results[0].after).toEqual({
    brevo_api_key: '[redacted]',
    password_hash: '[redacted]',
    brevo_api_key_last4: '4d2f',
    requires_password_reset: true,
  })
})

test('pages run from the newest entry without gaps', async () => {
  const admin = await t.signIn('admin')
  const ids = async (page: number, limit: number) =>
    (
      await t.call('GET', `/audit?projects=AURA&projects=HELIX&page=${page}&limit=${limit}`, {
        as: admin,
      })
    ).body.results.map(({ id }: { id: string }) => Number(id))
  for (let i = 0; i < 5; i++) {
    const event: AuditEvent = {
      action: 'banner.create',
      object: 'banner',
      objectId: i,
      projectId: 'AURA',
      before: null,
      after: null,
    }
    await recordAudit(t.db, { actor: admin.user, now: t.clock.now() }, event)
  }
  const all: number[] = await ids(1, 6)
  expect([...(await ids(1, 2)), ...(await ids(2, 2)), ...(await ids(3, 2))]).toEqual(all)
  expect(all).toEqual(all.toSorted((a, b) => b - a))
})

test('only an admin reads it', async () => {
  const staff = await t.signIn('user', ['AURA'])
  expect((await t.call('GET', '/audit?projects=AURA', { as: staff })).status).toBe(403)
})
