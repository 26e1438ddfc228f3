import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordAudit, type AuditEvent } from '#server/auth/audit.ts'
import { setMemberships } from '#server/db/accounts/memberships.ts'
import { listAudit, type AuditFilter } from '#server/db/records/audit.ts'
import { openTestApp, type Answer, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import { addBonusCode, addProject, addWallet } from '#tests/support/server/builders.ts'

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

/** Records an entry as this person. */
async function act(
  by: SignedIn,
  event: Partial<AuditEvent> & Pick<AuditEvent, 'action' | 'object'>,
) {
  const { id, email, role } = by.user
  await recordAudit(
    t.db,
    {
      actor: { id, email, role },
      now: t.clock.now(),
      request: { ip: '192.0.2.44', id: 'r' },
    },
    { objectId: null, ...event },
  )
}

const actionsOf = (answer: Answer): string[] =>
  answer.body.results.map(({ action }: { action: string }) => action)

describe('without the role admin', () => {
  test('a person reads what they did and what was done to their account', async () => {
    const admin = await t.signIn('admin')
    const staff = await t.signIn('client', ['AURA'])
    const other = await t.signIn('client', ['AURA'])
    await act(staff, { action: 'banner.create', object: 'banner', projectId: 'AURA' })
    await act(other, { action: 'banner.delete', object: 'banner', projectId: 'AURA' })
    await act(admin, { action: 'user.enable', object: 'user', objectId: staff.user.id })
    await act(admin, { action: 'user.disable', object: 'user', objectId: other.user.id })
    const answer = await t.call('GET', '/audit?projects=AURA', { as: staff })
    expect(actionsOf(answer)).toEqual(['user.enable', 'banner.create'])
    // The address of an admin is none of the person's business.
    expect(answer.body.results.map(({ ip }: { ip: string }) => ip)).toEqual([null, '192.0.2.44'])
    const filtered = await t.call('GET', `/audit?projects=AURA&actor=${other.user.id}`, {
      as: staff,
    })
    expect(filtered.body.results).toEqual([])
  })

  test('a refused sign-in and a lock-out of the account are shown without the address', async () => {
    const staff = await t.signIn('client', ['AURA'])
    for (let i = 0; i < 12; i++)
      await t.call('POST', '/auth/login', {
        body: { email: staff.user.email, password: 'wrong-one' },
        ip: '198.51.100.9',
      })
    const answer = await t.call('GET', '/audit', { as: staff })
    expect(actionsOf(answer)).toEqual(['session.lock_out', 'session.refused'])
    expect(answer.text).not.toContain('198.51.100.9')
    expect(answer.body.results[0].after).toMatchObject({ scope: 'account', count: 10 })
    const admin = await t.signIn('admin')
    const whole = await t.call('GET', '/audit?action=session.&limit=2', { as: admin })
    expect(whole.body.results).toMatchObject([
      { ip: '198.51.100.9', after: { network: '198.51.100.9' } },
      { ip: '198.51.100.9', after: { network: '198.51.100.9', count: 10 } },
    ])
  })

  test('a project ends with the membership, and so do the names of projects', async () => {
    const staff = await t.signIn('client', ['AURA', 'HELIX'])
    const after = { projects: ['AURA', 'HELIX'], fields: ['email'], count: 12 }
    await act(staff, { action: 'lead.export', object: 'lead', after })
    await act(staff, { action: 'banner.create', object: 'banner', projectId: 'HELIX' })
    const path = '/audit?projects=AURA&projects=HELIX'
    expect(actionsOf(await t.call('GET', path, { as: staff }))).toEqual([
      'banner.create',
      'lead.export',
    ])
    await setMemberships(t.db, staff.user.id, ['AURA'], t.clock.now())
    const answer = await t.call('GET', path, { as: staff })
    expect(answer.body.results).toMatchObject([{ action: 'lead.export' }])
    expect(answer.body.results[0].after).toEqual({ projects: ['AURA'], fields: ['email'] })
    const csv = await t.call('GET', path.replace('?', '/csv?'), { as: staff })
    expect(csv.text).not.toContain('HELIX')
  })

  test.each([
    ['marketing', ['banner.create', 'project.update', 'notice.retry']],
    ['client', ['banner.create', 'project.update', 'notice.retry', 'wallet.update']],
  ])('%s reads the kinds of record that the role may read now', async (role, expected) => {
    // All of it was done as an admin, before the role changed.
    const staff = await t.signIn(role, ['AURA'])
    const at = { objectId: '1', projectId: 'AURA' }
    await act(staff, { action: 'user.invite', object: 'user', objectId: 999_999 })
    await act(staff, { action: 'ingest_key.create', object: 'ingest_key', ...at })
    await act(staff, { action: 'history.import', object: 'import', ...at })
    await act(staff, { action: 'wallet.update', object: 'wallet', ...at })
    await act(staff, { action: 'notice.retry', object: 'notice', ...at })
    await act(staff, {
      action: 'project.update',
      object: 'project',
      ...at,
      before: { fee_percentage: '0.03', forward_leads_to_brevo: false },
      after: { fee_percentage: '0.04', forward_leads_to_brevo: true, reason: 'A new agreement' },
    })
    await act(staff, { action: 'banner.create', object: 'banner', ...at })
    const answer = await t.call('GET', '/audit?projects=AURA', { as: staff })
    expect(actionsOf(answer)).toEqual(expected)
    const fields = role === 'client' ? ['fee_percentage', 'forward_leads_to_brevo'] : []
    expect(Object.keys(answer.body.results[1].after)).toEqual(
      role === 'client' ? fields : ['forward_leads_to_brevo'],
    )
    expect(answer.text).not.toContain('A new agreement')
  })

  test('a foreign project and an absent one give the same', async () => {
    const staff = await t.signIn('client', ['AURA'])
    await act(staff, { action: 'banner.create', object: 'banner', projectId: 'HELIX' })
    const foreign = await t.call('GET', '/audit?projects=HELIX', { as: staff })
    const absent = await t.call('GET', '/audit?projects=ABSENT', { as: staff })
    expect(foreign.body).toEqual(absent.body)
    expect(foreign.body.results).toEqual([])
  })
})

describe('the filters', () => {
  let admin: SignedIn
  beforeAll(async () => {
    admin = await t.signIn('admin')
    await addProject(t.db, { id: 'FILTERS' })
    for (const [i, event] of [
      { action: 'wallet.update', object: 'wallet', objectId: '0xAbc_1' },
      { action: 'manual_transaction.create', object: 'manual_transaction', objectId: '77' },
      { action: 'bonus_code.create', object: 'bonus_code', objectId: '5' },
      { action: 'bonus_code.disable', object: 'bonus_code', objectId: '5' },
    ].entries()) {
      t.clock.advance(60_000)
      const values = [null, { wallet_address: '0xfeed' }, { code: 'VIP%50' }, { code: 'VIP%50' }]
      await act(admin, {
        ...(event as AuditEvent),
        projectId: 'FILTERS',
        after: values[i] ?? null,
      })
    }
  })
  const list = async (query: string) =>
    actionsOf(
      await t.call('GET', `/audit?projects=FILTERS&actor=${admin.user.id}&${query}`, {
        as: admin,
      }),
    )

  test.each([
    ['action=wallet.update', ['wallet.update']],
    ['action=bonus_code.', ['bonus_code.disable', 'bonus_code.create']],
    ['action=wallet.&action=bonus_code.create', ['bonus_code.create', 'wallet.update']],
    ['action=bonus_code', []],
    ['object=bonus_code&object_id=5', ['bonus_code.disable', 'bonus_code.create']],
    ['object=wallet', ['wallet.update']],
    ['object_id=77', ['manual_transaction.create']],
    ['q=0xaBC_', ['wallet.update']],
    ['q=0xabc%25', []],
    ['q=c_1', ['wallet.update']],
    ['q=0xfeed', ['manual_transaction.create']],
    ['q=vip%2550', ['bonus_code.disable', 'bonus_code.create']],
    ['q=code+disable', ['bonus_code.disable']],
    ['q=bonus_code.create', ['bonus_code.create']],
  ])('%s', async (query, expected) => {
    expect(await list(query)).toEqual(expected)
  })

  test('a part of the email address finds what a person did', async () => {
    const part = admin.user.email.slice(1, -3).toUpperCase()
    expect(await list(`q=${encodeURIComponent(part)}`)).toHaveLength(4)
  })

  test('a period includes its start and excludes its end', async () => {
    const at = (minutes: number) =>
      new Date(t.clock.now().getTime() - minutes * 60_000).toISOString()
    expect(await list(`from=${at(2)}&to=${at(0)}`)).toEqual([
      'bonus_code.create',
      'manual_transaction.create',
    ])
  })

  test.each(['q=a', 'from=yesterday', 'from=0000-01-01T00:00:00Z', `action=${'x'.repeat(101)}`])(
    '%s is a bad request',
    async (query) => {
      expect((await t.call('GET', `/audit?${query}`, { as: admin })).status).toBe(400)
      expect((await t.call('GET', `/audit/csv?${query}`, { as: admin })).status).toBe(400)
    },
  )

  test('a person that is none finds nothing', async () => {
    for (const actor of ['x', '0', '999999999999999999'])
      expect((await t.call('GET', `/audit?actor=${actor}`, { as: admin })).body.results).toEqual([])
  })

  test('without projects there are entries of no project only', async () => {
    const { body } = await t.call('GET', '/audit?limit=100', { as: admin })
    expect(body.results.length).toBeGreaterThan(0)
    expect(new Set(body.results.map((row: { project_id: null }) => row.project_id))).toEqual(
      new Set([null]),
    )
  })

  test('an admin finds what was done to a project under an earlier name', async () => {
    await act(admin, { action: 'banner.create', object: 'banner', projectId: 'FORMER' })
    const { body } = await t.call('GET', '/audit?projects=FORMER&object=banner', { as: admin })
    expect(body.results).toMatchObject([{ project_id: 'FORMER' }])
  })

  test('many values of every filter are one page', async () => {
    const many = Array.from({ length: 400 }, (_, n) => `P${n}`)
    const filter: AuditFilter = {
      projects: [...many, 'FILTERS'],
      reader: null,
      actions: [...many, ...many.map((name) => `${name}.`), 'wallet.'],
    }
    const rows = await listAudit(t.db, filter, { page: 1, limit: 20 })
    expect(rows.map(({ action }) => action)).toEqual(['wallet.update'])
  })

  test('an archived project keeps its entries', async () => {
    await t.call('POST', '/projects/FILTERS/archive', { as: admin })
    expect(await list('object=wallet')).toEqual(['wallet.update'])
  })
})

describe('the CSV', () => {
  test('has the entries of the list, and texts that a spreadsheet would run are defused', async () => {
    const admin = await t.signIn('admin', [], { email: '=cmd@saleroom.example' })
    const code = await addBonusCode(t.db, { project_id: 'AURA', code: 'CSV' })
    await t.call('POST', `/bonus-codes/AURA/${code.id}/disable`, { as: admin, ip: '192.0.2.5' })
    await act(admin, { action: 'wallet.update', object: 'wallet', objectId: '@sum(A1)' })
    const answer = await t.call('GET', `/audit/csv?projects=AURA&actor=${admin.user.id}`, {
      as: admin,
    })
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.headers['content-disposition']).toBe('attachment; filename="activity.csv"')
    const [head, first, second, end] = answer.text.split('\r\n')
    expect(head).toBe(
      'id,created_at,actor_id,actor_email,actor_role,action,object,object_id,project_id,ip,before,after',
    )
    expect(first).toContain(`,'=cmd@saleroom.example,admin,wallet.update,wallet,'@sum(A1),,`)
    expect(second).toContain(',bonus_code.disable,bonus_code,')
    expect(second).toContain('"{""code"":""CSV"",""disabled"":true}"')
    expect(end).toBe('')
  })

  test('runs over more entries than one step, without gaps or repeats', async () => {
    const admin = await t.signIn('admin')
    await sql`insert into audit_log (created_at, actor_id, action, object_type, object_id, project_id)
      select ${t.clock.now()}::timestamptz + (i % 7) * interval '1 microsecond', ${admin.user.id},
        'banner.create', 'banner', i, case when i % 2 = 0 then 'AURA' end
      from generate_series(1, 2500) i`.execute(t.db)
    const { text } = await t.call('GET', `/audit/csv?projects=AURA&actor=${admin.user.id}`, {
      as: admin,
    })
    const ids = text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => Number(line.split(',')[0]))
    expect(ids).toHaveLength(2500)
    expect(new Set(ids).size).toBe(2500)
  })
})
