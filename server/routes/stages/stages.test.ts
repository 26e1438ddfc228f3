import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkProject } from '#server/db/rollups/check.ts'
import { PUBLIC_FIELDS } from '#src/wire/stages.ts'
import type { Transaction } from '#src/wire/transactions.ts'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import { addProject, addTransaction, addWallet } from '#tests/support/server/builders.ts'

let t: TestApp
let admin: SignedIn
beforeAll(async () => {
  t = await openTestApp()
  admin = await t.signIn('admin')
})
afterAll(() => t.close())

test('a plan is saved, and its stages have what was sold', async () => {
  await addProject(t.db, { id: 'PLAN' })
  await addWallet(t.db, { project_id: 'PLAN', wallet_address: '0xa1' })
  for (const [name, usd, tokens] of [
    ['Stage 1', '10', '100'],
    [' stage 1', '20', '100'],
    ['Stage 2', '5', '50'],
    ['OTC', '1', '10'],
  ] as const)
    await addTransaction(t.db, {
      project_id: 'PLAN',
      wallet_address: '0xa1',
      stage_name: name,
      payment_usd_amount: usd,
      tokens_bought: tokens,
      status: 'completed',
    })
  const put = await t.call('PUT', '/projects/PLAN/stages', {
    as: admin,
    body: {
      version: 0,
      stages: [
        { name: 'Stage 1', price_usd: '0.1', supply: '150' },
        { name: 'Two', also: ['STAGE 2'], price_usd: '0.1', supply: '100' },
      ],
      soft_cap_usd: '30',
      hard_cap_usd: '100',
    },
  })
  expect(put.status).toBe(200)
  const { body } = await t.call('GET', '/stages/summary?projects=PLAN', { as: admin })
  expect(body.PLAN.stages).toMatchObject([
    { name: 'Stage 1', sold: '200', sold_share: '100.00', left: '0', oversold: '50', buyers: 1 },
    { name: 'Two', sold: '50', sold_share: '50.00', left: '50', oversold: '0' },
  ])
  expect(body.PLAN.unplanned).toMatchObject([{ name: 'OTC', sold: '10', usual_price: '0.1' }])
  expect(await checkProject(t.db, 'PLAN')).toEqual([])
})

describe('the purchases of planned stages', () => {
  const labels = new Map<string, string>()
  const at = (hour: number) => new Date(Date.UTC(2026, 10, 21, hour))

  /** Plans the stages, in their order. */
  async function plan(project: string, version: number, stages: readonly object[]) {
    const { status, body } = await t.call('PUT', `/projects/${project}/stages`, {
      as: admin,
      body: { version, stages },
    })
    expect(status).toBe(200)
    return body.stages
  }

  beforeAll(async () => {
    for (const id of ['ONE', 'TWO']) {
      await addProject(t.db, { id })
      await addWallet(t.db, { project_id: id, wallet_address: '0xa1' })
    }
    const rows: [label: string, stage: string | null, hour: number, usd: string, tokens: string][] =
      [
        ['early', 'Seed', 9, '10', '100'],
        ['first', 'seed ', 10, '10', '100'],
        ['dear', 'Round-1', 11, '10.21', '100'],
        ['within a percent and a cent', 'Round 1', 11, '10.11', '100'],
        ['of no tokens', 'Round 1', 11, '5', '0'],
        ['last', 'ROUND 1', 12, '10', '100'],
        ['cheap and late', 'Seed', 13, '5', '100'],
        ['of another stage', 'Round 2', 11, '21', '100'],
        ['unplanned', 'Team', 11, '1', '100'],
        ['without a stage', null, 11, '1', '100'],
      ]
    for (const project_id of ['ONE', 'TWO'])
      for (const [label, stage_name, hour, payment_usd_amount, tokens_bought] of rows)
        for (const status of ['completed', 'refunded'] as const) {
          const { id } = await addTransaction(t.db, {
            project_id,
            wallet_address: '0xa1',
            stage_name,
            payment_usd_amount,
            tokens_bought,
            status,
            created_at: at(hour),
          })
          labels.set(
            String(id),
            `${project_id} ${label}${status === 'completed' ? '' : ', refunded'}`,
          )
        }
    const times = { starts_at: at(10).toISOString(), ends_at: at(12).toISOString() }
    const [seed] = await plan('ONE', 0, [{ name: 'Seed', price_usd: '0.1', ...times }])
    // Renamed, and joined with a name that the plan lacked.
    await plan('ONE', 1, [
      { id: seed.id, name: 'Round 1', also: ['Round-1'], price_usd: '0.1', ...times },
      { name: 'Round 2', price_usd: '0.2' },
    ])
    // The same names in another order, at another price, without a time.
    await plan('TWO', 0, [
      { name: 'Round 2', price_usd: '0.21' },
      { name: 'round 1', price_usd: '0.1' },
    ])
  })

  test.each([
    [
      'projects=ONE&stage=round+1',
      [
        'early',
        'first',
        'dear',
        'within a percent and a cent',
        'of no tokens',
        'last',
        'cheap and late',
      ],
    ],
    // A former name, and one that was joined.
    ['projects=ONE&stage=Seed&stage_time=before', ['early']],
    ['projects=ONE&stage=ROUND-1&stage_time=after', ['last', 'cheap and late']],
    ['projects=ONE&stage=Round+1&stage_price=off', ['dear', 'cheap and late']],
    ['projects=ONE&stage=Round+1&stage_price=off&stage_time=after', ['cheap and late']],
    ['projects=ONE&stage_price=off', ['dear', 'of another stage', 'cheap and late']],
    ['projects=ONE&stage=Round+2&stage_price=off', ['of another stage']],
    ['projects=ONE&stage=Round+2&stage_time=before', []],
    ['projects=ONE&stage=Team', ['unplanned']],
    ['projects=ONE&stage=Team&stage_price=off', []],
    ['projects=ONE&stage_time=before', ['early']],
  ])('%s are the purchases that count there, in list, total and file', async (query, expected) => {
    const { body } = await t.call(
      'GET',
      `/transactions?${query}&status=completed&voided=0&limit=100&order=asc`,
      { as: admin },
    )
    const found = body.results.map(({ id }: Transaction) => labels.get(id))
    expect(found).toEqual(expected.map((label) => `ONE ${label}`))
    await expectSame(query, body.results)
  })

  test('refunded purchases have the name of a stage, but no price and no time of it', async () => {
    const find = async (query: string) => {
      const { body } = await t.call('GET', `/transactions?projects=ONE&limit=100&${query}`, {
        as: admin,
      })
      return body.results.filter(({ status }: Transaction) => status === 'refunded').length
    }
    expect(await find('stage=Round+1')).toBe(7)
    expect(await find('stage=Round+1&stage_price=off')).toBe(0)
    expect(await find('stage=Round+1&stage_time=after')).toBe(0)
  })

  test('each project has its own plan', async () => {
    const find = async (query: string) => {
      const { body } = await t.call(
        'GET',
        `/transactions?projects=ONE&projects=TWO&status=completed&voided=0&limit=100&order=asc&${query}`,
        { as: admin },
      )
      await expectSame(`projects=ONE&projects=TWO&${query}`, body.results)
      return body.results.map(({ id }: Transaction) => labels.get(id)).toSorted()
    }
    // In TWO, the name Seed is of no stage.
    expect(await find('stage=Seed&stage_price=off')).toEqual(['ONE cheap and late', 'ONE dear'])
    expect(await find('stage=Round-1&stage_time=after')).toEqual(['ONE cheap and late', 'ONE last'])
    expect(await find('stage=Seed')).toEqual(
      [
        'cheap and late',
        'dear',
        'early',
        'first',
        'last',
        'of no tokens',
        'within a percent and a cent',
      ]
        .map((label) => `ONE ${label}`)
        .concat(['TWO cheap and late', 'TWO early', 'TWO first']),
    )
    // At 0.2 and at 0.21.
    expect(await find('stage=Round+2&stage_price=off')).toEqual(['ONE of another stage'])
    expect(await find('stage_time=before')).toEqual(['ONE early'])
  })

  /** The total and the file have the rows of the list. */
  async function expectSame(query: string, rows: readonly Transaction[]) {
    const filters = `${query}&status=completed&voided=0`
    const { body: total } = await t.call('GET', `/transactions/total?${filters}`, { as: admin })
    expect(total.rows).toBe(rows.length)
    const { text } = await t.call('GET', `/transactions/csv?${filters}&order=asc`, { as: admin })
    const lines = text.trim().split('\r\n').slice(1)
    expect(lines.map((line) => line.split(',')[0])).toEqual(rows.map(({ id }) => id))
  }

  test('are first among the facets, in the order of the sale; other names follow in natural order', async () => {
    const stages = async (query: string) =>
      (await t.call('GET', `/transactions/facets?${query}`, { as: admin })).body.stages
    expect(await stages('projects=ONE')).toEqual(['Round 1', 'Round 2', 'Team'])
    expect(await stages('projects=TWO')).toEqual(['Round 2', 'round 1', 'Round-1', 'Seed', 'Team'])
    expect(await stages('projects=ONE&projects=TWO')).toEqual([
      'Round 1',
      'Round 2',
      'Round-1',
      'Seed',
      'Team',
    ])
  })

  test.each([
    ['stage_price=on', 'query.stage_price'],
    ['stage_time=during', 'query.stage_time'],
    ['stage_price=off&stage_price=off', 'query.stage_price'],
  ])('%s is refused', async (query, path) => {
    const { status, body } = await t.call('GET', `/transactions?projects=ONE&${query}`, {
      as: admin,
    })
    expect([status, body.message]).toEqual([400, expect.stringContaining(`Path: ${path}`)])
  })
})

describe('public progress', () => {
  const PUBLIC = '/public/projects/SHOWN/progress'
  const FIELDS = [...PUBLIC_FIELDS]
  const save = (body: object, project = 'SHOWN') =>
    t.call('PUT', `/projects/${project}/progress`, { as: admin, body })
  const buy = (usd: string, tokens: string) =>
    addTransaction(t.db, {
      project_id: 'SHOWN',
      wallet_address: '0xa1',
      stage_name: 'Stage 1',
      payment_usd_amount: usd,
      tokens_bought: tokens,
      status: 'completed',
    })

  beforeAll(async () => {
    await addProject(t.db, { id: 'SHOWN' })
    await addWallet(t.db, { project_id: 'SHOWN', wallet_address: '0xa1' })
    await buy('10.005', '100.5')
  })

  test('needs no plan, is off until it is turned on, and off again at once', async () => {
    expect((await t.call('GET', PUBLIC)).status).toBe(404)
    const { body: off } = await t.call('GET', '/projects/SHOWN/progress', { as: admin })
    expect(off).toMatchObject({ public: 0, fields: [], now: { raised_usd: '10.005' } })
    const saved = await save({ public: 1, fields: ['hard_cap_usd', 'raised_usd', 'raised_usd'] })
    expect(saved.body).toMatchObject({ public: 1, fields: ['raised_usd', 'hard_cap_usd'] })
    const shown = await t.call('GET', PUBLIC)
    const as_of = t.clock.now().toISOString()
    expect(shown.body).toEqual({ as_of, raised_usd: '10.005', hard_cap_usd: null })
    expect(shown.headers).toMatchObject({
      'cache-control': 'public, max-age=30',
      'access-control-allow-origin': '*',
    })
    await save({ public: 1, fields: [] })
    expect((await t.call('GET', PUBLIC)).body).toEqual({ as_of })
    await save({ public: 0, fields: [] })
    expect((await t.call('GET', PUBLIC)).status).toBe(404)
    const { body } = await t.call('GET', '/audit?projects=SHOWN&limit=1', { as: admin })
    expect(body.results).toMatchObject([
      { action: 'progress.change', before: { public: 1, fields: [] }, after: { public: 0 } },
    ])
  })

  test('equals the summary of the same instant', async () => {
    await t.call('PUT', '/projects/SHOWN/stages', {
      as: admin,
      body: {
        version: 0,
        stages: [
          { name: 'Stage 1', price_usd: '0.1', supply: '300', ends_at: '2100-01-01T00:00:00Z' },
          { name: 'Stage 2', price_usd: '0.12' },
        ],
        hard_cap_usd: '1000',
      },
    })
    await save({ public: 1, fields: FIELDS })
    t.clock.advance(5000)
    const { body: shown } = await t.call('GET', PUBLIC)
    const { body: all } = await t.call('GET', '/stages/summary?projects=SHOWN', { as: admin })
    const [stage, next] = all.SHOWN.stages
    expect(shown).toEqual({
      as_of: all.SHOWN.as_of,
      stage: 'Stage 1',
      stage_price_usd: '0.1',
      next_price_usd: next.price_usd,
      stage_sold_share: stage.sold_share,
      stage_ends_at: stage.ends_at,
      raised_usd: all.SHOWN.raised_usd,
      hard_cap_usd: '1000',
    })
    expect(shown.stage_sold_share).toBe('33.50')
    const { body: own } = await t.call('GET', '/projects/SHOWN/progress', { as: admin })
    expect(own.now).toEqual(shown)
  })

  test('is answered from memory for 5 s, also what another process has changed', async () => {
    await save({ public: 1, fields: ['raised_usd'] })
    t.clock.advance(5000)
    const first = await t.call('GET', PUBLIC)
    await buy('1', '10')
    await sql`update stage_plans set is_public = false where project_id = 'SHOWN'`.execute(t.db)
    t.clock.advance(4999)
    expect((await t.call('GET', PUBLIC)).text).toBe(first.text)
    const etag = String(first.headers['etag'])
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const again = await t.call('GET', PUBLIC, { headers: { 'if-none-match': known } })
      expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', etag])
    }
    const other = await t.call('GET', PUBLIC, { headers: { 'if-none-match': '"x"' } })
    expect(other.status).toBe(200)
    const head = await t.app.inject({ method: 'HEAD', url: `/v1${PUBLIC}` })
    expect([head.statusCode, head.body, head.headers['etag']]).toEqual([200, '', etag])
    t.clock.advance(1)
    expect((await t.call('GET', PUBLIC)).status).toBe(404)
    await sql`update stage_plans set is_public = true where project_id = 'SHOWN'`.execute(t.db)
    t.clock.advance(5000)
    const { body } = await t.call('GET', PUBLIC)
    expect(body.raised_usd).toBe('11.005')
  })

  test('is gone with the archive at once, and back with the project', async () => {
    const [archive, restore] = ['archive', 'restore'].map(
      (act) => () => t.call('POST', `/projects/SHOWN/${act}`, { as: admin }),
    )
    expect((await t.call('GET', PUBLIC)).status).toBe(200)
    expect((await archive?.())?.status).toBe(204)
    expect((await t.call('GET', PUBLIC)).status).toBe(404)
    expect((await save({ public: 0, fields: [] })).status).toBe(409)
    const { status, body } = await t.call('GET', '/projects/SHOWN/progress', { as: admin })
    expect([status, body.public]).toEqual([200, 1])
    expect((await restore?.())?.status).toBe(204)
    expect((await t.call('GET', PUBLIC)).status).toBe(200)
  })
})
