import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkProject } from '#server/db/rollups/check.ts'
import { chance } from '#server/demo/random.ts'
import { addDecimals, trimDecimal } from '#src/domain/money/decimals.ts'
import { chainSummarySchema } from '#src/wire/chain-payments.ts'
import {
  expectedChannels,
  expectedLaunch,
  expectedProofs,
  expectedSettlement,
  type Range,
} from '#tests/support/oracles/campaigns-oracle.ts'
import {
  CHAIN_PROJECTS,
  openChangingSale,
  SALE_END,
  SALE_PROJECTS,
  SALE_START,
  type ChangingSale,
} from '#tests/support/oracles/changing-sale.ts'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import { byExtent } from '#tests/support/server/test-extent.ts'

const ROUNDS = byExtent({ change: 14, long: 160 })
const CHANGES_PER_ROUND = byExtent({ change: 14, long: 25 })
const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC']

const random = chance('campaigns')
let app: TestApp
let admin: SignedIn
let sale: ChangingSale

beforeAll(async () => {
  app = await openTestApp()
  admin = await app.signIn('admin')
  sale = await openChangingSale(app.db, random)
})
afterAll(() => app.close())

function someRange(): Range {
  if (random.happens(0.15)) {
    return { start: new Date(SALE_START).toISOString(), end: new Date(SALE_END).toISOString() }
  }
  const [start = '', end = ''] = [sale.someInstant(), sale.someInstant()].toSorted()
  return { start, end }
}

async function get(path: string, params: Record<string, string>): Promise<Record<string, unknown>> {
  const query = new URLSearchParams(params)
  for (const project of SALE_PROJECTS) query.append('projects', project)
  const { status, text } = await app.call('GET', `${path}?${query.toString()}`, { as: admin })
  expect({ path, status }).toEqual({ path, status: 200 })
  return JSON.parse(text)
}

async function byProject(of: (project: string) => Promise<unknown>) {
  return Object.fromEntries(
    await Promise.all(SALE_PROJECTS.map(async (project) => [project, await of(project)] as const)),
  )
}

/** The four sums of a project. */
function proofUsd(of: unknown): string {
  const { proven_usd, waiting_usd, differs_usd, not_checkable_usd } = chainSummarySchema.parse(of)
  return addDecimals(proven_usd, waiting_usd, differs_usd, not_checkable_usd)
}

async function exactGross(project: string, { start, end }: Range): Promise<string> {
  const { rows } = await sql<{ usd: string }>`
    select coalesce(sum(payment_usd_amount), 0) as usd from transactions
    where project_id = ${project} and status = 'completed' and voided_at is null
      and created_at >= ${start}::timestamptz and created_at < ${end}::timestamptz`.execute(app.db)
  return trimDecimal(rows[0]?.usd ?? '')
}

async function compareAll(range: Range): Promise<void> {
  const now = app.clock.now().toISOString()
  const params = { start_date: range.start, end_date: range.end }
  const channels = await get('/channels/summary', params)
  expect(mapValues(channels, inOrder)).toEqual(
    await byProject(async (project) =>
      inOrder(await expectedChannels(app.db, project, range, now)),
    ),
  )
  const only = { utm_source: random.pick(['google', 'x', 'unknown']), utm_medium: 'cpc' }
  const countries = await get('/channels/countries', { ...params, ...only })
  expect(mapValues(countries, inOrder)).toEqual(
    await byProject(async (project) =>
      inOrder(await expectedChannels(app.db, project, range, now, only)),
    ),
  )
  const settlements = await get('/settlement/summary', params)
  expect(settlements).toEqual(
    await byProject(async (project) => ({
      ...(await expectedSettlement(app.db, project, range)),
      applied_terms: expect.any(Array),
      terms_since: expect.any(String),
    })),
  )
  const proofs = await get('/chain/summary', { ...params, tz: random.pick(ZONES) })
  expect(proofs).toEqual(
    await byProject(async (project) => ({
      ...(await expectedProofs(app.db, project, range)),
      is_connected: CHAIN_PROJECTS.includes(project),
      open_payments: 0,
    })),
  )
  for (const project of SALE_PROJECTS)
    expect([project, proofUsd(proofs[project])]).toEqual([
      project,
      await exactGross(project, range),
    ])
}

test('after any change of sales, bonuses, terms and proofs, channels, settlements and proofs equal plain SQL', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = 0; i < CHANGES_PER_ROUND; i++) await sale.change()
    const range = someRange()
    // Up to 9 days after the range: often some registrations of it still have time to buy.
    app.clock.set(new Date(Date.parse(range.end) + random.whole(0, 9) * 86_400_000).toISOString())
    await compareAll(range)
  }
  for (const project of SALE_PROJECTS) expect(await checkProject(app.db, project)).toEqual([])
})

test('launches equal plain SQL in five zones', async () => {
  for (const tz of ZONES) {
    const at = SALE_START + random.whole(200, 420) * 86_400_000 + random.whole(0, 8e7)
    app.clock.set(new Date(at).toISOString())
    const now = app.clock.now().toISOString()
    expect({ tz, launches: await get('/launches', { tz }) }).toEqual({
      tz,
      launches: await byProject((project) => expectedLaunch(app.db, project, tz, now)),
    })
  }
})

test('launches of a planned stage equal plain SQL in five zones', async () => {
  const day = (days: number, ms = 0) => new Date(SALE_START + days * 86_400_000 + ms).toISOString()
  const plans = [
    { name: 'Stage 1', names: ['stage 1'], starts_at: null },
    { name: 'Stage 2', names: ['stage 2', 'otc'], starts_at: day(130, 41_234_567) },
    { name: 'Stage 3', names: ['stage 3'], starts_at: day(190) },
    { name: 'Stage 4', names: ['stage 4'], starts_at: null },
    { name: 'Later', names: ['later'], starts_at: day(9000) },
  ]
  const stages = plans.map(({ name, names, starts_at }) => ({
    name,
    also: names.slice(1),
    price_usd: '1',
    starts_at,
  }))
  for (const project of SALE_PROJECTS.slice(0, 3))
    await app.call('PUT', `/projects/${encodeURIComponent(project)}/stages`, {
      as: admin,
      body: { version: 0, stages },
    })
  for (const tz of ZONES) {
    const at = SALE_START + random.whole(200, 420) * 86_400_000 + random.whole(0, 8e7)
    app.clock.set(new Date(at).toISOString())
    const now = app.clock.now().toISOString()
    for (const [place, stage] of plans.entries())
      expect({
        tz,
        stage,
        launches: await get('/launches', { tz, stage: `${place + 1}` }),
      }).toEqual({
        tz,
        stage,
        launches: await byProject((project) =>
          SALE_PROJECTS.indexOf(project) < 3
            ? expectedLaunch(app.db, project, tz, now, stage)
            : Promise.resolve({ launched_at: null, age_days: 0, days: [] }),
        ),
      })
  }
})

test('a bonus counts once, whichever of it and the completion of its purchase is later', async () => {
  await sql`update transactions set status = 'pending' where id in
    (select transaction_id from bonus_transactions)`.execute(app.db)
  await sql`update transactions set status = 'completed' where id in
    (select transaction_id from bonus_transactions)`.execute(app.db)
  await sql`delete from transactions where id in
    (select transaction_id from bonus_transactions limit 3)`.execute(app.db)
  for (const project of SALE_PROJECTS) expect(await checkProject(app.db, project)).toEqual([])
})

const inOrder = (rows: unknown) =>
  Array.isArray(rows) ? rows.map((row) => JSON.stringify(sortKeys(row))).toSorted() : rows
const sortKeys = (row: object) =>
  Object.fromEntries(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)))

const mapValues = (record: Record<string, unknown>, change: (value: unknown) => unknown) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))

test('buyers are not counted in ranges with very many purchases', async () => {
  const { rows } = await sql<{ id: string }>`
    select project_id as id from time_rollups where source = 'p' limit 1`.execute(app.db)
  const project = rows[0]?.id ?? ''
  await sql`update time_rollups set n = n + 100000 where project_id = ${project} and source = 'p'`.execute(
    app.db,
  )
  const params = {
    start_date: new Date(SALE_START).toISOString(),
    end_date: new Date(SALE_END).toISOString(),
  }
  const { [project]: channels } = await get('/channels/summary', params)
  expect(channels).toContainEqual(expect.objectContaining({ buyers: null }))
})
