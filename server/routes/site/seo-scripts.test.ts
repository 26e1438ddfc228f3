import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import { addProject } from '#tests/support/server/builders.ts'

let app: TestApp
let staff: SignedIn

beforeAll(async () => {
  app = await openTestApp()
  for (const id of ['AURA', 'HELIX', 'SECRET']) await addProject(app.db, { id })
  staff = await app.signIn('marketing', ['AURA', 'HELIX'])
})
afterAll(() => app.close())

const list = (query: string, as: SignedIn | null = staff) =>
  app.call('GET', `/seo-scripts?${query}`, { as })
const save = (project: string, body: unknown, as: SignedIn | null = staff) =>
  app.call('POST', `/seo-scripts/${project}`, { as, body })

describe('scripts of a project', () => {
  test('are saved, replaced and listed for visible projects only', async () => {
    expect((await list('projects=AURA&projects=HELIX')).body).toEqual([])
    const first = await save('AURA', { header: '<script>a()</script>', body: null })
    expect(first).toMatchObject({
      status: 200,
      body: { project_id: 'AURA', header: '<script>a()</script>', body: null },
    })
    const second = await save('AURA', { header: '', body: '<b>x</b>' })
    expect(second.body).toEqual({ ...first.body, header: null, body: '<b>x</b>' })
    await save('SECRET', { header: 'x', body: null }, await app.signIn('admin'))
    expect((await list('projects=AURA&projects=SECRET')).body).toEqual([second.body])
    expect((await list('')).body).toEqual([])
  })

  test('keep the previous values in the audit log', async () => {
    await save('HELIX', { header: '<i>1</i>', body: null })
    await save('HELIX', { header: '<i>2</i>', body: null })
    const audit = await app.db
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('project_id', '=', 'HELIX')
      .orderBy('id')
      .execute()
    expect(audit).toEqual([
      { before: null, after: { header: '<i>1</i>', body: null } },
      { before: { header: '<i>1</i>', body: null }, after: { header: '<i>2</i>', body: null } },
    ])
  })

  test.each([
    [{ header: '<script>a()', body: null }, 'Path: body.header, Message: Head script is invalid'],
    [{ header: null, body: '</div>' }, 'Path: body.body, Message: Body script is invalid'],
    [{ header: 'x'.repeat(20_001), body: null }, 'Path: body.header'],
    [{ header: null }, 'Path: body.body'],
    [{ header: 1, body: null }, 'Path: body.header'],
    [{ header: null, body: null, id: '1' }, 'Unknown field'],
    [{ header: 'a\ud800b', body: null }, 'Must be well-formed text without NUL'],
    [{ header: null, body: 'a\0b' }, 'Must be well-formed text without NUL'],
  ])('%j is refused', async (body, message) => {
    const response = await save('AURA', body)
    expect(response.status).toBe(400)
    expect(response.body.message).toContain(message)
  })

  test('20,000 characters fit', async () => {
    expect((await save('AURA', { header: 'x'.repeat(20_000), body: null })).status).toBe(200)
  })

  test('require a token and access to the project', async () => {
    const body = { header: null, body: null }
    expect((await save('AURA', body, null)).status).toBe(401)
    expect((await list('projects=AURA', null)).status).toBe(401)
    expect((await save('SECRET', body)).status).toBe(404)
    expect((await save('NOWHERE', body)).status).toBe(404)
  })
})
