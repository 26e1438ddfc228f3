import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listTransactions } from '#server/db/records/transactions.ts'
import { randomNumbers } from '#src/domain/sale/random-numbers.ts'
import { SORT_ORDERS, type SortOrder } from '#src/wire/paging.ts'
import { PROOF_STATES } from '#src/wire/proofs.ts'
import { stageKey } from '#src/wire/stages.ts'
import {
  TRANSACTION_SORTS,
  TRANSACTION_STATUSES,
  type Transaction,
  type TransactionSort,
} from '#src/wire/transactions.ts'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import {
  addChain,
  addProject,
  addTransaction,
  addWallet,
  someAddress,
} from '#tests/support/server/builders.ts'

const PROJECTS = ['AURA', 'HELIX', 'SECRET'] as const
const STAGES = ['Stage 1', 'Stage 2', 'Stage 10', null]
const STORED_STATES = ['proven', 'waiting', 'differs'] as const
const TOKENS = ['ETH', 'USDT-ERC20', 'BNB']
/** More digits than a JavaScript number keeps: the first two differ in the last place alone. */
const AMOUNTS = ['9007199254740993.1', '9007199254740993.2', '100', '20.5', '0']
const WALLETS = [someAddress(), someAddress()]

let app: TestApp
let staff: SignedIn
/** Every purchase that staff may see. */
let all: Transaction[]

beforeAll(async () => {
  app = await openTestApp()
  for (const id of PROJECTS) {
    await addProject(app.db, { id })
    // The others have purchases without a proof.
    if (id === 'AURA') await addChain(app.db, { project_id: id })
    for (const wallet_address of WALLETS)
      await addWallet(app.db, { project_id: id, wallet_address })
  }
  staff = await app.signIn('user', ['AURA', 'HELIX'])
  const random = randomNumbers(21)
  // Three values a row at most, so that every page ends among equal ones.
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]
  for (let index = 0; index < 240; index++) {
    const { id } = await addTransaction(app.db, {
      project_id: pick(PROJECTS) ?? 'AURA',
      wallet_address: pick(WALLETS) ?? '',
      status: pick(TRANSACTION_STATUSES) ?? 'completed',
      stage_name: pick(STAGES) ?? null,
      payment_token_name: pick(TOKENS) ?? 'ETH',
      payment_usd_amount: pick(AMOUNTS) ?? '0',
      created_at: new Date(Date.UTC(2026, 10, 20, 9, Math.floor(random() * 12))),
    })
    const proof_state = pick(STORED_STATES) ?? 'waiting'
    await app.db
      .updateTable('transactions')
      .set({ proof_state })
      .where('id', '=', id)
      .where('proof_state', 'is not', null)
      .execute()
  }
  all = await allPages('')
})
afterAll(() => app.close())

const list = (query: string, as = staff) =>
  app.call('GET', `/transactions?projects=AURA&projects=HELIX&${query}`, { as })

async function allPages(query: string, limit = 100): Promise<Transaction[]> {
  const rows: Transaction[] = []
  for (let page = 1; ; page++) {
    const { status, body } = await list(`${query}&page=${page}&limit=${limit}`)
    expect(status).toBe(200)
    rows.push(...body.results)
    if (body.results.length < limit) return rows
  }
}

/** Exact: an amount times 10, as an integer. */
const tenths = (amount: string | null) => {
  const [whole = '0', part = ''] = (amount ?? '0').split('.')
  return BigInt(whole + part.padEnd(1, '0'))
}

function compare(sort: TransactionSort, order: SortOrder) {
  const sign = order === 'asc' ? 1 : -1
  const key = (row: Transaction) =>
    sort === 'created_at' ? BigInt(Date.parse(row.created_at)) : tenths(row.payment_usd_amount)
  return (a: Transaction, b: Transaction) => {
    const [one, other] = [key(a), key(b)]
    return sign * (one < other ? -1 : one > other ? 1 : Number(a.id) - Number(b.id))
  }
}

const ids = (rows: readonly Transaction[]) => rows.map(({ id }) => id)
const queryOf = (filters: Record<string, readonly string[]>) =>
  Object.entries(filters)
    .flatMap(([name, values]) => values.map((value) => `${name}=${encodeURIComponent(value)}`))
    .join('&')

const FILTERS: Record<string, readonly string[]>[] = [
  {},
  { status: ['failed'] },
  { status: ['failed', 'pending', 'failed'] },
  { status: TRANSACTION_STATUSES },
  { stage: ['Stage 1'] },
  { stage: ['Stage 10', 'Stage 2'] },
  { stage: [' stage 1'] },
  { payment_token: ['BNB'] },
  { payment_token: ['BNB', 'ETH', 'NONE'] },
  { status: ['completed', 'expired'], stage: ['Stage 1', 'Stage 2', 'Stage 10'] },
  { status: ['completed', 'refunded'], payment_token: ['ETH'] },
  { status: ['failed', 'pending'], stage: ['Stage 2'], payment_token: ['BNB', 'USDT-ERC20'] },
  { walletAddress: WALLETS.slice(0, 1), status: ['completed', 'failed'], stage: ['Stage 1'] },
  { proof: ['differs'] },
  { proof: ['waiting', 'proven', 'waiting'] },
  { proof: ['not_checkable'] },
  { proof: ['not_checkable', 'differs'], status: ['completed'] },
  { proof: PROOF_STATES },
  // More values than the server reads one by one.
  { stage: ['Stage 1', ...Array.from({ length: 300 }, (_, index) => `Stage ${index + 100}`)] },
]

const FIELD_OF: Record<string, keyof Transaction> = {
  status: 'status',
  stage: 'stage_name',
  payment_token: 'payment_token_name',
  walletAddress: 'wallet_address',
}

function matches(row: Transaction, filters: Record<string, readonly string[]>): boolean {
  return Object.entries(filters).every(([name, values]) => {
    const value = name === 'proof' ? row.proof?.state : row[FIELD_OF[name] ?? 'id']
    if (typeof value !== 'string') return false
    // Names of stages are compared without regard to case and outer blanks.
    return name === 'stage'
      ? values.some((one) => stageKey(one) === stageKey(value))
      : values.includes(value)
  })
}

const SORTS = TRANSACTION_SORTS.flatMap((sort) => SORT_ORDERS.map((order) => ({ sort, order })))

describe.each(SORTS)('by $sort, $order', ({ sort, order }) => {
  test.each(FILTERS)('the purchases with %j, in order', async (filters) => {
    const query = `${queryOf(filters)}&sort=${sort}&order=${order}`
    const expected = all.filter((row) => matches(row, filters)).toSorted(compare(sort, order))
    expect(ids(await allPages(query))).toEqual(ids(expected))
  })

  test('pages have neither gaps nor repeats, also among equal values', async () => {
    const query = `status=completed&status=failed&sort=${sort}&order=${order}`
    const expected = all
      .filter(({ status }) => status === 'completed' || status === 'failed')
      .toSorted(compare(sort, order))
    expect(ids(await allPages(query, 7))).toEqual(ids(expected))
  })
})

test('the tables above have purchases of each kind', () => {
  expect(all.length).toBeGreaterThan(120)
  for (const filters of FILTERS)
    expect([filters, all.some((row) => matches(row, filters))]).toEqual([filters, true])
})

test('newest first unless ordered otherwise', async () => {
  expect(ids((await list('limit=30')).body.results)).toEqual(
    ids(all.toSorted(compare('created_at', 'desc')).slice(0, 30)),
  )
})

test('`status[]` means the same as `status`', async () => {
  const query = 'limit=100&status[]=failed&status[]=pending'
  const plain = await list(query.replaceAll('[]', ''))
  expect((await list(query)).body).toEqual(plain.body)
})

test.each([
  ['status=paid', 'query.status.0'],
  ['status=COMPLETED', 'query.status.0'],
  ['proof=maybe', 'query.proof.0'],
  ['sort=id', 'query.sort'],
  ['order=up', 'query.order'],
  ['sort=created_at&sort=created_at', 'query.sort'],
  [`stage=${'x'.repeat(201)}`, 'query.stage.0'],
])('%s is refused', async (query, path) => {
  const { status, body } = await list(query)
  expect(status).toBe(400)
  expect(body.message).toContain(`Path: ${path}`)
})

describe('the facets', () => {
  const facets = (query: string, as: SignedIn | null = staff) =>
    app.call('GET', `/transactions/facets?${query}`, { as })

  test('are the stages and payment tokens of the projects, in natural order', async () => {
    const { status, body } = await facets('projects=AURA&projects=HELIX')
    expect([status, body]).toEqual([
      200,
      {
        stages: ['Stage 1', 'Stage 2', 'Stage 10'],
        payment_tokens: ['BNB', 'ETH', 'USDT-ERC20'],
        keys: [],
      },
    ])
  })

  test('have none of other projects, also with their names', async () => {
    await addTransaction(app.db, {
      project_id: 'SECRET',
      wallet_address: WALLETS[0] ?? '',
      stage_name: 'Hidden',
      payment_token_name: 'DOGE',
    })
    const absent = await facets('projects=NOPE')
    expect(absent.body).toEqual({ stages: [], payment_tokens: [], keys: [] })
    for (const query of ['projects=SECRET', '']) {
      const { status, text } = await facets(query)
      expect([status, text]).toEqual([absent.status, absent.text])
    }
    expect((await facets('projects=AURA&projects=SECRET')).text).not.toMatch(/Hidden|DOGE/)
    const { body } = await facets('projects=SECRET', await app.signIn('admin'))
    expect(body.stages).toContain('Hidden')
  })

  test('have none of archived projects', async () => {
    const { id } = await addProject(app.db, { archived_at: app.clock.now() })
    const place = { project_id: id, wallet_address: someAddress() }
    await addWallet(app.db, place)
    await addTransaction(app.db, place)
    const { body } = await facets(`projects=${id}`, await app.signIn('admin'))
    expect(body).toEqual({ stages: [], payment_tokens: [], keys: [] })
  })

  test('are for roles that see finance', async () => {
    expect((await facets('projects=AURA', null)).status).toBe(401)
    const marketing = await app.signIn('marketing', ['AURA'])
    expect((await facets('projects=AURA', marketing)).status).toBe(403)
    const unsafe = await app.signIn('user', ['AURA'], { requires_password_reset: true })
    expect((await facets('projects=AURA', unsafe)).status).toBe(403)
  })
})

test('many values of every filter in many projects are one page', async () => {
  const many = Array.from({ length: 300 }, (_, n) => `Other ${n}`)
  const filters = { stage: [...many, 'Stage 2'], payment_token: [...many, 'BNB'] }
  const rows = await listTransactions(
    app.db,
    [...many, 'AURA'],
    { page: 1, limit: 100 },
    { ...filters, status: ['completed', 'failed'] },
  )
  const expected = await app.call(
    'GET',
    '/transactions?projects=AURA&limit=100&stage=Stage+2&payment_token=BNB&status=completed&status=failed',
    { as: staff },
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.map(({ id }) => String(id))).toEqual(
    expected.body.results.map(({ id }: Transaction) => id),
  )
})
