import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '#tests/support/server/app.ts'
import { addLead, addProject } from '#tests/support/server/builders.ts'

let app: TestApp
let staff: Awaited<ReturnType<TestApp['signIn']>>

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 9, minute))

beforeAll(async () => {
  app = await openTestApp()
  for (const id of ['AURA', 'HELIX', 'SECRET', 'LARGE']) await addProject(app.db, { id })
  staff = await app.signIn('marketing', ['AURA', 'HELIX', 'LARGE'])
  const add = (project_id: string, minute: number, email: string, mobile: string | null) =>
    addLead(app.db, { project_id, email, mobile, created_at: at(minute) })
  await add('AURA', 1, 'lena@saleroom.example', '+4915122648810')
  await add('HELIX', 2, '=HYPERLINK("http://x")', '+44 7700 900318')
  await add('AURA', 3, '"Ann, B" <ann@saleroom.example>', null)
  await add('SECRET', 4, 'hidden@saleroom.example', null)
})
afterAll(() => app.close())

const csv = (query: string, as = staff) => app.call('GET', `/leads/csv?${query}`, { as })

test('leads are listed newest first, for visible projects only, for every role', async () => {
  const { status, body } = await app.call(
    'GET',
    '/leads?projects=AURA&projects=HELIX&projects=SECRET',
    { as: staff },
  )
  expect(status).toBe(200)
  expect(body.results.map((row: { email: string }) => row.email)).toEqual([
    '"Ann, B" <ann@saleroom.example>',
    '=HYPERLINK("http://x")',
    'lena@saleroom.example',
  ])
  expect(body.results[2]).toMatchObject({ is_email_verified: 0, mobile: '+4915122648810' })
  expect((await app.call('GET', '/leads?projects=AURA')).status).toBe(401)
})

describe('leads.csv', () => {
  test('has the requested fields in the requested order, quoted, with formulas escaped', async () => {
    const response = await csv('projects=AURA&projects=HELIX&fields=mobile&fields=email')
    expect(response.status).toBe(200)
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(response.headers['content-disposition']).toBe('attachment; filename="leads.csv"')
    expect(response.text).toBe(
      [
        '\uFEFFmobile,email',
        ',"""Ann, B"" <ann@saleroom.example>"',
        `'+44 7700 900318,"'=HYPERLINK(""http://x"")"`,
        '+4915122648810,lena@saleroom.example',
        '',
      ].join('\r\n'),
    )
  })

  test.each([
    ['no project', 'fields=email'],
    ['a project of another user', 'projects=SECRET&fields=email'],
  ])('%s gives the header alone', async (_what, query) => {
    expect((await csv(query)).text).toBe('\uFEFFemail\r\n')
  })

  test.each([
    ['no field', 'projects=AURA'],
    ['an unknown field', 'projects=AURA&fields=email&fields=password'],
    ['a field twice', 'projects=AURA&fields=email&fields=email'],
  ])('%s is refused', async (_what, query) => {
    expect((await csv(query)).status).toBe(400)
  })

  test('is audited with its user and count', async () => {
    await csv('projects=AURA&fields=email')
    const entry = await app.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'lead.export')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({
      actor: staff.user.email,
      project_id: 'AURA',
      after: { projects: ['AURA'], fields: ['email'], count: 2 },
    })
  })

  test('requires a token', async () => {
    expect((await app.call('GET', '/leads/csv?projects=AURA&fields=email')).status).toBe(401)
  })

  test('loses no row between the steps of a large export', async () => {
    // 6,000 rows hundreds of which share a time: steps end in the middle of ties.
    const rows = Array.from({ length: 6000 }, (_, index) => ({
      project_id: 'LARGE',
      email: `lead${index}@saleroom.example`,
      created_at: new Date(Date.UTC(2026, 9, 1) - Math.floor(index / 400)),
      updated_at: new Date(Date.UTC(2026, 9, 1)),
    }))
    await app.db.insertInto('leads').values(rows).execute()
    const lines = (await csv('projects=LARGE&projects=AURA&fields=email')).text.split('\r\n')
    expect(lines).toHaveLength(1 + 6002 + 1)
    expect(new Set(lines).size).toBe(lines.length)
  })
})
