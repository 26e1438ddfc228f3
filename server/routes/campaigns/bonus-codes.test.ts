import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listRunningSales } from '#server/db/projects/running-sales.ts'
import { openTestApp, type TestApp } from '#tests/support/server/app.ts'
import { addBonusCode, addProject } from '#tests/support/server/builders.ts'

let app: TestApp
let staff: Awaited<ReturnType<TestApp['signIn']>>

beforeAll(async () => {
  app = await openTestApp()
  for (const id of ['AURA', 'HELIX', 'SECRET']) await addProject(app.db, { id })
  staff = await app.signIn('user', ['AURA', 'HELIX'])
})
afterAll(() => app.close())

const GOOD = {
  code: 'LAUNCH15',
  percentage: 15,
  project_id: 'AURA',
  tokens_come_from_stage_tokens: 0,
}
let serial = 0
const fresh = () => `CODE${++serial}`

const list = (query: string, as = staff) => app.call('GET', `/bonus-codes?${query}`, { as })
const create = (body: unknown, key?: string, as = staff) =>
  app.call('POST', '/bonus-codes', {
    as,
    body,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })
const disable = (path: string, as = staff) =>
  app.call('POST', `/bonus-codes/${path}/disable`, { as })
const codesOf = (body: { results: { code: string }[] }) => body.results.map((row) => row.code)

describe('a code counts as active', () => {
  test('while it is not disabled, not past its end and not used up', async () => {
    const now = app.clock.now().getTime()
    const at = (seconds: number) => new Date(now + seconds * 1000)
    const add = (code: string, fields: object) =>
      addBonusCode(app.db, { project_id: 'HELIX', code, ...fields })
    await add('PLAIN', {})
    await add('LATER', { start_date: at(60), end_date: at(120) })
    await add('ENDS-IN-A-SECOND', { start_date: at(-60), end_date: at(1) })
    await add('ENDS-NOW', { start_date: at(-60), end_date: at(0) })
    await add('ONE-USE-LEFT', { uses: 4, max_uses: 5 })
    await add('USED-UP', { uses: 5, max_uses: 5 })
    await add('DISABLED', { disabled: true })
    const active = codesOf((await list('projects=HELIX&active=true')).body)
    const inactive = codesOf((await list('projects=HELIX&active=false')).body)
    expect(active.toSorted()).toEqual(['ENDS-IN-A-SECOND', 'LATER', 'ONE-USE-LEFT', 'PLAIN'])
    expect(inactive.toSorted()).toEqual(['DISABLED', 'ENDS-NOW', 'USED-UP'])
    expect(codesOf((await list('projects=HELIX')).body)).toHaveLength(7)
    expect((await list('projects=HELIX&active=maybe')).status).toBe(400)
  })
})

describe('creating a code', () => {
  test('returns the code as in the list', async () => {
    const dates = {
      start_date: '2026-11-21T09:00:00.000Z',
      end_date: '2026-12-01T23:59:00.000Z',
    }
    const { status, body } = await create({
      ...GOOD,
      ...dates,
      code: '  SPRING  ',
      percentage: 12.5,
      max_uses: 500,
      tokens_come_from_stage_tokens: 1,
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(String),
      project_id: 'AURA',
      code: 'SPRING',
      percentage: 12.5,
      ...dates,
      uses: 0,
      notes: 0,
      usd: '0',
      bonus_tokens: '0',
      max_uses: 500,
      disabled: 0,
      tokens_come_from_stage_tokens: 1,
      created_at: app.clock.now().toISOString(),
    })
    expect((await list('projects=AURA&limit=1')).body.results).toEqual([body])
  })

  test.each([
    ['0 %', { percentage: 0 }],
    ['1000 %', { percentage: 1000 }],
    ['64 characters', { code: 'x'.repeat(64) }],
    ['one use', { max_uses: 1 }],
    ['null for what is not set', { start_date: null, end_date: null, max_uses: null }],
    [
      'an end one second ahead',
      { start_date: '2026-01-01T00:00:00Z', end_date: '2026-11-20T12:00:01Z' },
    ],
    [
      'the largest offset and the last possible instant',
      { start_date: '2026-01-01T00:00:00+23:59', end_date: '9999-12-31T23:59:59Z' },
    ],
  ])('allows %s', async (_what, fields) => {
    expect((await create({ ...GOOD, code: fresh(), ...fields })).status).toBe(201)
  })

  test.each([
    ['no code', { code: '' }, 'Path: body.code, Message: Code must be set'],
    ['a blank code', { code: ' ' }, 'Path: body.code, Message: Code must be set'],
    ['65 characters', { code: 'x'.repeat(65) }, 'Path: body.code'],
    ['less than 0 %', { percentage: -0.1 }, 'Path: body.percentage'],
    ['more than 1000 %', { percentage: 1000.1 }, 'Path: body.percentage'],
    ['a percentage as text', { percentage: '15' }, 'Path: body.percentage'],
    ['no project', { project_id: '' }, 'Path: body.project_id'],
    ['no use', { max_uses: 0 }, 'Path: body.max_uses'],
    ['half a use', { max_uses: 1.5 }, 'Path: body.max_uses'],
    ['a flag that is none', { tokens_come_from_stage_tokens: true }, 'Path: body.tokens'],
    ['an unknown key', { uses: 3 }, 'Path: body'],
    [
      'a start before the year 1',
      { start_date: '0001-01-01T00:00:00+05:00', end_date: '2027-01-01T00:00:00Z' },
      'Path: body.start_date, Message: Must be in the years 1 to 9999',
    ],
    [
      'an end after the year 9999',
      { start_date: '2026-01-01T00:00:00Z', end_date: '9999-12-31T23:59:59-05:00' },
      'Path: body.end_date, Message: Must be in the years 1 to 9999',
    ],
    [
      'a start without an end',
      { start_date: '2026-12-01T00:00:00Z' },
      'End date is required when start date is provided',
    ],
    [
      'an end without a start',
      { end_date: '2026-12-01T00:00:00Z' },
      'Start date is required when end date is provided',
    ],
    [
      'a start that is not before the end',
      { start_date: '2026-12-01T00:00:00Z', end_date: '2026-12-01T00:00:00Z' },
      'Start date must be before end date',
    ],
    [
      "an end that is past by the server's clock",
      { start_date: '2026-01-01T00:00:00Z', end_date: '2026-11-20T12:00:00Z' },
      'Path: body.end_date, Message: End date must be in the future',
    ],
  ])('refuses %s', async (_what, fields, message) => {
    const response = await create({ ...GOOD, code: fresh(), ...fields })
    expect(response.status).toBe(400)
    expect(response.body.message).toContain(message)
  })

  test('accepts only JSON', async () => {
    for (const type of ['text/plain', 'multipart/form-data; boundary=x']) {
      const headers = { 'content-type': type }
      const body = '--x\r\ncontent-disposition: form-data; name="code"\r\n\r\nA\r\n--x--\r\n'
      const response = await app.call('POST', '/bonus-codes', { as: staff, body, headers })
      expect(response.status).toBe(415)
    }
  })

  test('refuses a code that the project has, ignoring case; another project may have it', async () => {
    await create({ ...GOOD, code: 'TWICE' })
    expect(await create({ ...GOOD, code: 'twice' })).toMatchObject({
      status: 409,
      body: { code: 409 },
    })
    expect((await create({ ...GOOD, code: 'TWICE', project_id: 'HELIX' })).status).toBe(201)
  })

  test('with the same key creates one code, and a repeat gets the first response', async () => {
    const body = { ...GOOD, code: fresh() }
    const responses = await Promise.all(Array.from({ length: 10 }, () => create(body, body.code)))
    expect(responses.every((response) => response.status === 201)).toBe(true)
    expect(new Set(responses.map((response) => response.body.id)).size).toBe(1)
    expect((await create({ ...body, percentage: 1 }, body.code)).status).toBe(409)
  })

  test('a repeat gets the first response even if the end has passed since', async () => {
    const [start_date, end_date] = ['2026-01-01T00:00:00Z', '2026-11-20T12:00:01Z']
    const body = { ...GOOD, code: fresh(), start_date, end_date }
    const first = await create(body, body.code)
    app.clock.advance(2000)
    const repeat = await create(body, body.code)
    app.clock.advance(-2000)
    expect(repeat).toMatchObject({ status: 201, body: first.body })
  })

  test('requires a token, a role and access to the project', async () => {
    expect((await app.call('POST', '/bonus-codes', { body: GOOD })).status).toBe(401)
    expect((await create(GOOD, undefined, await app.signIn('marketing', ['AURA']))).status).toBe(
      403,
    )
    const absent = await create({ ...GOOD, project_id: 'NOPE' })
    expect(absent.status).toBe(404)
    expect((await create({ ...GOOD, project_id: 'SECRET' })).body).toEqual(absent.body)
  })
})

describe('disabling a code', () => {
  test('is permanent, idempotent, and audited once', async () => {
    const made = await create({ ...GOOD, code: fresh() })
    const path = `AURA/${made.body.id}`
    const first = await disable(path)
    expect(first).toMatchObject({ status: 200, body: { ...made.body, disabled: 1 } })
    expect((await disable(path)).body).toEqual(first.body)
    const entries = await app.db
      .selectFrom('audit_log')
      .select('after')
      .where('action', '=', 'bonus_code.disable')
      .where('object_id', '=', made.body.id)
      .execute()
    expect(entries).toEqual([{ after: { code: made.body.code, disabled: true } }])
  })

  test('finds only codes of the project, and only with access to it', async () => {
    const made = await create({ ...GOOD, code: fresh() })
    const absent = await disable('AURA/999999')
    expect(absent.status).toBe(404)
    for (const path of [`HELIX/${made.body.id}`, `SECRET/${made.body.id}`, 'AURA/x']) {
      expect((await disable(path)).body).toEqual(absent.body)
    }
    expect((await app.call('POST', `/bonus-codes/AURA/${made.body.id}/disable`)).status).toBe(401)
    const marketing = await app.signIn('marketing', ['AURA'])
    expect((await disable(`AURA/${made.body.id}`, marketing)).status).toBe(403)
  })
})

test('the list is for admin, user and client only', async () => {
  expect((await app.call('GET', '/bonus-codes?projects=AURA')).status).toBe(401)
  expect((await list('projects=AURA', await app.signIn('marketing', ['AURA']))).status).toBe(403)
})

test('the codes that buyers can use now, by project', async () => {
  const { db } = app
  const now = app.clock.now()
  const [before, after] = [new Date(now.getTime() - 1), new Date(now.getTime() + 1)]
  const early = new Date('2026-01-01')
  const late = new Date('2027-01-01')
  for (const id of ['LUMEN', 'NOVA', 'TERRA']) await addProject(db, { id })
  const codes = [
    ['always', {}],
    ['begins now', { start_date: now, end_date: late }],
    ['begins later', { start_date: after, end_date: late }],
    ['ends later', { start_date: early, end_date: after }],
    ['ends now', { start_date: early, end_date: now }],
    ['has ended', { start_date: early, end_date: before }],
    ['one use left', { max_uses: 2, uses: 1 }],
    ['used up', { max_uses: 2, uses: 2 }],
    ['disabled', { disabled: true }],
  ] as const
  for (const [code, more] of codes) await addBonusCode(db, { project_id: 'LUMEN', code, ...more })
  await addBonusCode(db, { project_id: 'NOVA', code: 'other' })
  const sales = await listRunningSales(db, now)
  expect(sales.filter(({ project_id: id }) => ['LUMEN', 'NOVA', 'TERRA'].includes(id))).toEqual([
    {
      project_id: 'LUMEN',
      codes: ['always', 'begins now', 'ends later', 'one use left'],
      stage: null,
    },
    { project_id: 'NOVA', codes: ['other'], stage: null },
    { project_id: 'TERRA', codes: [], stage: null },
  ])
})
