import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import { addProject } from '#tests/support/server/builders.ts'

let t: TestApp
let id: string
let staff: SignedIn
let reader: SignedIn
beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  id = (await addProject(t.db)).id
  staff = await t.signIn('marketing', [id])
  reader = await t.signIn('user', [id])
})

const save = (header: string | null, body: string | null = null, as = staff) =>
  t.call('POST', `/seo-scripts/${id}`, { as, body: { header, body } })
const restore = (version: number | string, as = staff, project = id) =>
  t.call('POST', `/seo-scripts/${project}/versions/${version}/restore`, { as })
const versions = async (as = staff) =>
  (await t.call('GET', `/seo-scripts/${id}/versions`, { as })).body
const inUse = async () =>
  (await t.call('GET', `/seo-scripts?projects=${id}`, { as: staff })).body[0]
const audit = () =>
  t.db
    .selectFrom('audit_log')
    .select(['action', 'before', 'after'])
    .where('project_id', '=', id)
    .orderBy('id')
    .execute()
const events = () =>
  t.db
    .selectFrom('alert_events')
    .select(['user_id', 'data'])
    .where('project_id', '=', id)
    .where('kind', '=', 'script_changed')
    .where('user_id', '=', reader.user.id)
    .orderBy('id')
    .execute()

describe('versions of scripts', () => {
  test('have what a process of the version before saved', async () => {
    await save('<i>1</i>')
    await t.db
      .updateTable('seo_scripts')
      .set({ header: '<i>2</i>' })
      .where('project_id', '=', id)
      .execute()
    await save('<i>3</i>')
    expect(await versions()).toMatchObject([
      { version: 3, header: '<i>3</i>', created_by: staff.user.email },
      { version: 2, header: '<i>2</i>', created_by: null },
      { version: 1, header: '<i>1</i>', created_by: staff.user.email },
    ])
  })

  test('are kept for each change, the newest first, with who saved them', async () => {
    expect(await versions()).toEqual([])
    await save('<i>1</i>')
    t.clock.advance(1000)
    await save('<i>2</i>', '<b>2</b>', reader)
    const second = t.clock.now()
    expect(await versions()).toEqual([
      {
        version: 2,
        header: '<i>2</i>',
        body: '<b>2</b>',
        created_at: second.toISOString(),
        created_by: reader.user.email,
      },
      {
        version: 1,
        header: '<i>1</i>',
        body: null,
        created_at: new Date(second.getTime() - 1000).toISOString(),
        created_by: staff.user.email,
      },
    ])
  })

  test('are announced to the people of the project, except the one who saved', async () => {
    await save('<i>1</i>')
    await save('<i>2</i>', null, reader)
    await restore(1)
    const by = staff.user.email
    expect(await events()).toEqual([
      { user_id: reader.user.id, data: { by, version: 1 } },
      { user_id: reader.user.id, data: { by, version: 3 } },
    ])
  })

  test('of the same scripts are saved once', async () => {
    const first = await save('<i>1</i>', '')
    expect((await save('<i>1</i>', null)).body).toEqual(first.body)
    expect([(await versions()).length, (await audit()).length, (await events()).length]).toEqual([
      1, 1, 1,
    ])
  })

  test('have no gaps and no double numbers when several people save at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => save(`<i>${n}</i>`, null, n % 2 ? staff : reader)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const numbers = (await versions()).map(({ version }: { version: number }) => version)
    expect(numbers).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
    expect((await versions())[0].header).toBe((await inUse()).header)
  })

  test('are listed up to the last 50, and the others are kept', async () => {
    for (let n = 1; n <= 51; n += 1) await save(`<i>${n}</i>`)
    const listed = await versions()
    expect([listed.length, listed[0].version, listed.at(-1).version]).toEqual([50, 51, 2])
    expect((await restore(1)).body).toMatchObject({ header: '<i>1</i>' })
  })
})

describe('restoring a version', () => {
  test('saves its scripts as the next one', async () => {
    await save('<i>1</i>', '<b>1</b>')
    await save('<i>2</i>')
    const { status, body } = await restore(1, reader)
    expect([status, body]).toEqual([
      200,
      { id: expect.any(String), project_id: id, header: '<i>1</i>', body: '<b>1</b>' },
    ])
    expect(await inUse()).toEqual(body)
    expect((await versions())[0]).toMatchObject({
      version: 3,
      header: '<i>1</i>',
      body: '<b>1</b>',
      created_by: reader.user.email,
    })
    expect((await audit()).at(-1)).toEqual({
      action: 'seo_script.restore',
      before: { header: '<i>2</i>', body: null },
      after: { header: '<i>1</i>', body: '<b>1</b>', version: 1 },
    })
  })

  test('that is in use is a conflict, also as an older one with the same scripts', async () => {
    await save('<i>1</i>')
    await save('<i>2</i>')
    await save('<i>1</i>')
    for (const version of [1, 3])
      expect(await restore(version)).toMatchObject({
        status: 409,
        body: { message: 'These scripts are in use already' },
      })
    expect(await versions()).toHaveLength(3)
  })

  test('that is unknown or of a foreign project is not found', async () => {
    const other = await addProject(t.db)
    await t.call('POST', `/seo-scripts/${other.id}`, {
      as: await t.signIn('admin'),
      body: { header: '<i>other</i>', body: null },
    })
    await save('<i>1</i>')
    for (const version of [2, 0, -1, 'x', '01', '9999999999'])
      expect((await restore(version)).status).toBe(404)
    expect((await restore(1, staff, other.id)).status).toBe(404)
    expect((await t.call('GET', `/seo-scripts/${other.id}/versions`, { as: staff })).status).toBe(
      404,
    )
  })

  test('and saving need a confirmation, reading does not', async () => {
    await save('<i>1</i>')
    await save('<i>2</i>')
    const as = await t.signIn('marketing', [id], { isConfirmed: false })
    for (const { status, body } of [await save('<i>3</i>', null, as), await restore(1, as)])
      expect([status, body.step_up?.factors]).toEqual([403, ['password']])
    expect(await versions(as)).toHaveLength(2)
  })
})
