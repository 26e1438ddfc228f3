import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkProject } from '#server/db/rollups/check.ts'
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
