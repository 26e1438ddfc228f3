import { RawNode, sql, type KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAllocations } from '#server/db/allocations/page.ts'
import type { Db } from '#server/db/engine/open.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import { listCodeWindows, listStageStarts } from '#server/db/figures/code-windows.ts'
import { savePlan } from '#server/db/stages/save-plan.ts'
import { addProject } from '#tests/support/server/builders.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/server/database.ts'
import { listApprovals } from './approvals.ts'
import { findBonusCodes } from './bonus-codes.ts'
import { findLeads } from './leads.ts'
import type { TransactionFilters, TransactionOrder } from './transaction-filters.ts'
import { listTransactionFacets, listTransactions } from './transactions.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** Returns the plans of queries instead of their rows. The names of planned stages are read as they are. */
const explaining: KyselyPlugin = {
  transformQuery({ node }) {
    if (!RawNode.is(node)) return node
    const text = JSON.stringify(node)
    if (text.includes('stage_names') && !text.includes('transactions')) return node
    const [first = '', ...others] = node.sqlFragments
    return RawNode.create([`explain ${first}`, ...others], node.parameters)
  },
  transformResult: async ({ result }) => result,
}

/** The plan of a query, chosen as if the tables were large. */
async function planOf(
  query: (db: Db) => Promise<unknown>,
  drop: readonly string[] = [],
): Promise<string> {
  const tx = await database.db.startTransaction().execute()
  try {
    await sql`set local enable_seqscan = off`.execute(tx)
    await sql`set local enable_bitmapscan = off`.execute(tx)
    for (const index of drop) await sql`drop index ${sql.id(index)}`.execute(tx)
    return JSON.stringify(await query(tx.withPlugin(explaining)))
  } finally {
    await tx.rollback().execute()
  }
}

const PROJECTS = ['AURA', 'HELIX']
const count = (text: string, part: string) => text.split(part).length - 1

test.each<[TransactionFilters & TransactionOrder, string, number]>([
  [{}, 'transactions_newest', 2],
  [{ status: ['failed', 'pending'] }, 'transactions_status', 4],
  [{ stage: ['Stage 1', 'Stage 2', 'Stage 3'] }, 'transactions_stage', 6],
  [{ stage: ['Stage 1'], order: 'asc' }, 'Backward using transactions_stage', 2],
  [{ payment_token: ['ETH', 'BNB'] }, 'transactions_token', 4],
  [{ proof: ['waiting', 'differs'] }, 'transactions_proof', 4],
  [{ sort: 'payment_usd_amount' }, 'transactions_usd', 2],
  [{ sort: 'payment_usd_amount', order: 'asc' }, 'Backward using transactions_usd', 2],
])('the list with %j merges scans of %s and stops at the page', async (filters, index, scans) => {
  const plan = await planOf((db) => listTransactions(db, PROJECTS, { page: 3, limit: 20 }, filters))
  expect([plan, count(plan, index)]).toEqual([plan, scans])
  expect(plan).toMatch(/Merge Append/)
})

test('purchases off the price of a stage are looked for among those of its names, newest first', async () => {
  await addProject(database.db, { id: 'PLANNED' })
  const before = { soft_cap_usd: null, hard_cap_usd: null, count_bonuses: false }
  const stage = { id: null, price_usd: '0.1', supply: null, starts_at: null, ends_at: null }
  const stages = [{ ...stage, name: 'Seed', also: ['Round 1', 'Pre-sale'] }]
  await inTransaction(database.db, (tx) =>
    savePlan(tx, 'PLANNED', { ...before, stages }, [], { at: new Date(), by: 'test' }),
  )
  const plan = await planOf((db) =>
    listTransactions(
      db,
      ['PLANNED'],
      { page: 3, limit: 20 },
      { stage: ['Seed'], stage_price: 'off', stage_time: 'before' },
    ),
  )
  // No purchase is before a stage that has no start.
  expect(plan).toMatch(/One-Time Filter: false/)
  const off = await planOf((db) =>
    listTransactions(
      db,
      ['PLANNED'],
      { page: 3, limit: 20 },
      { stage: ['Round 1'], stage_price: 'off' },
    ),
  )
  expect([off, count(off, 'Index Scan using transactions_stage')]).toEqual([off, 3])
  expect(off).toMatch(/Merge Append/)
})

test.each([
  [undefined, 2],
  ['expired', 4],
] as const)(
  'requests of the state %s are read newest first, as far as the page',
  async (state, scans) => {
    const now = new Date()
    const plan = await planOf((db) =>
      listApprovals(db, PROJECTS, { page: 3, limit: 20 }, { state, now }),
    )
    expect([plan, count(plan, 'approvals_newest')]).toEqual([plan, scans])
    expect(plan).toMatch(/Merge Append/)
  },
)

test.each([
  ['tokens', 'desc', 'Index Scan using wallets_tokens'],
  ['tokens', 'asc', 'Index Scan Backward using wallets_tokens'],
  ['address', 'asc', 'Index Scan using wallets_pkey'],
  ['address', 'desc', 'Index Scan Backward using wallets_pkey'],
] as const)(
  'wallets are owed by %s, %s: a scan of an index that stops at the page',
  async (sort, order, scan) => {
    const page = { page: 3, limit: 20 }
    const plan = await planOf((db) =>
      listAllocations(db, 'AURA', page, { sort, order, isChanged: false }),
    )
    expect([plan, count(plan, `${scan} on wallets w `)]).toEqual([plan, 1])
  },
)

test('filters together with an amount are checked in the index', async () => {
  const plan = await planOf((db) =>
    listTransactions(
      db,
      PROJECTS,
      { page: 1, limit: 20 },
      { status: ['failed'], stage: ['A', 'B'], sort: 'payment_usd_amount' },
    ),
  )
  expect([plan, count(plan, 'Index Only Scan using transactions_usd')]).toEqual([plan, 2])
})

test('the facets jump from name to name in an index', async () => {
  const plans: string[] = []
  const keeping: KyselyPlugin = {
    ...explaining,
    async transformResult({ result }) {
      plans.push(JSON.stringify(result.rows))
      return { ...result, rows: [] }
    },
  }
  await planOf(async (db) => {
    await listTransactionFacets(db.withoutPlugins().withPlugin(keeping), PROJECTS)
  })
  const [stages = '', paymentTokens = ''] = plans
  // The first step, and the one that is repeated.
  expect(count(stages, 'Index Only Scan using transactions_stage')).toBe(2)
  expect(count(paymentTokens, 'Index Only Scan using transactions_token')).toBe(2)
})

const YEAR = { start: Date.UTC(2026, 0), end: Date.UTC(2027, 0) }

test('the first purchase of a stage is the end of its part of an index', async () => {
  const plan = await planOf((db) => listStageStarts(db, PROJECTS, YEAR))
  expect([plan, count(plan, 'Index Only Scan Backward using transactions_stage')]).toEqual([
    plan,
    1,
  ])
})

test('the purchases with a code are found in an index alone, and only when codes are ranked', async () => {
  const plan = await planOf((db) => listCodeWindows(db, PROJECTS, YEAR))
  expect([plan, count(plan, 'Index Only Scan using bonus_transactions_code')]).toEqual([plan, 1])
  expect(plan).toContain('One-Time Filter')
})

test('a prefix is a range of an index, read without the table', async () => {
  const find = (text: string) => (db: Db) => findLeads(db, PROJECTS, text, 8)
  const leads = await planOf(find('Lena%'), ['leads_newest', 'leads_mobile'])
  expect(count(leads, 'Index Only Scan using leads_email')).toBeGreaterThanOrEqual(2)
  expect(leads).toContain("~>=~ 'lena%'")
  const mobiles = await planOf(find('+4915'), ['leads_newest', 'leads_email'])
  expect(mobiles).toContain('leads_mobile')
  expect(mobiles).toContain("~>=~ '+4915'")
  const codes = await planOf(
    (db) => findBonusCodes(db, PROJECTS, 'Spring', 8),
    // Of an empty table they cost as much.
    ['bonus_codes_newest', 'bonus_codes_code', 'bonus_codes_usd'],
  )
  expect(count(codes, 'bonus_codes_prefix')).toBe(2)
  expect(codes).toContain("~>=~ 'spring'")
})
