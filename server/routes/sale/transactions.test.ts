import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '#tests/support/server/app.ts'
import { addProject, addTransaction, addWallet } from '#tests/support/server/builders.ts'

const WALLET = `0x${'ab'.repeat(20)}`
const OTHER_WALLET = `0x${'cd'.repeat(20)}`
const HASH = `0x${'ef'.repeat(32)}`

let app: TestApp
let staff: Awaited<ReturnType<TestApp['signIn']>>

const minuteAt = (minute: number) => new Date(Date.UTC(2026, 10, 20, 10, minute))

beforeAll(async () => {
  app = await openTestApp()
  for (const id of ['AURA', 'HELIX', 'SECRET']) await addProject(app.db, { id })
  staff = await app.signIn('user', ['AURA', 'HELIX'])
  for (const project_id of ['AURA', 'HELIX', 'SECRET']) {
    await addWallet(app.db, { project_id, wallet_address: WALLET })
    await addWallet(app.db, { project_id, wallet_address: OTHER_WALLET })
  }
  for (let minute = 0; minute < 30; minute++) {
    await addTransaction(app.db, {
      project_id: minute % 2 === 0 ? 'AURA' : 'HELIX',
      wallet_address: OTHER_WALLET,
      payment_usd_amount: String(minute),
      created_at: minuteAt(minute),
    })
  }
  // Three at the same time, of two projects: ordered by id.
  for (const project_id of ['AURA', 'HELIX', 'AURA']) {
    await addTransaction(app.db, {
      project_id,
      wallet_address: WALLET,
      created_at: minuteAt(40),
      payment_usd_amount: '9060.5',
      payment_token_amount: '12345678901234567890.000000000000000001',
      tokens_bought: null,
      stage_name: null,
      status: 'pending',
    })
  }
  await addTransaction(app.db, {
    project_id: 'SECRET',
    wallet_address: WALLET,
    transaction_hash: HASH,
    created_at: minuteAt(50),
  })
  await addTransaction(app.db, {
    project_id: 'HELIX',
    wallet_address: WALLET,
    transaction_hash: HASH,
    created_at: minuteAt(1),
  })
})
afterAll(() => app.close())

const list = (query: string, as = staff) => app.call('GET', `/transactions?${query}`, { as })
const BOTH = 'projects=AURA&projects=HELIX'

describe('the list of purchases', () => {
  test('is newest first over several projects, 20 per page, without gaps or repeats', async () => {
    const first = await list(BOTH)
    const second = await list(`${BOTH}&page=2`)
    const third = await list(`${BOTH}&page=3`)
    expect(first.body).toMatchObject({ page: 1, limit: 20 })
    expect(first.body.results).toHaveLength(20)
    expect(third.body.results).toEqual([])
    const rows = [...first.body.results, ...second.body.results]
    expect(new Set(rows.map((row) => row.id)).size).toBe(34)
    const keys = rows.map((row) => `${row.created_at} ${row.id.padStart(12, '0')}`)
    expect(keys).toEqual(keys.toSorted().toReversed())
  })

  test('sends amounts as exact decimal text, and null for pending purchases', async () => {
    const { body } = await list(`${BOTH}&limit=1`)
    expect(body.results[0]).toMatchObject({
      project_id: 'AURA',
      payment_token_amount: '12345678901234567890.000000000000000001',
      payment_usd_amount: '9060.5',
      tokens_bought: null,
      stage_name: null,
      status: 'pending',
      created_at: '2026-11-20T10:40:00.000Z',
    })
  })

  test.each([
    ['a wallet address in any case', `walletAddress=0x${'aB'.repeat(20)}`, 4],
    ['a hash in any case', `hash=0x${'EF'.repeat(32)}`, 1],
    ['an address and a hash together', `hash=${HASH}&walletAddress=${OTHER_WALLET}`, 0],
    ['an unknown address', `walletAddress=0x${'00'.repeat(20)}`, 0],
  ])('is narrowed by %s', async (_what, query, count) => {
    const { status, body } = await list(`${BOTH}&${query}`)
    expect(status).toBe(200)
    expect(body.results).toHaveLength(count)
  })

  test.each([
    ['no project', '', 0],
    ['a project of another user', 'projects=SECRET', 0],
    ['a project that is not there', 'projects=NOPE', 0],
    ['own and foreign projects mixed: the own ones', 'projects=AURA&projects=SECRET', 17],
  ])('%s', async (_what, query, count) => {
    expect((await list(query)).body.results).toHaveLength(count)
  })

  test.each([
    ['hash=0x12', 'Path: query.hash, Message: Search must be a valid transaction hash'],
    [
      'walletAddress=abc',
      'Path: query.walletAddress, Message: Search must be a valid wallet address',
    ],
    ['page=0', 'Path: query.page, Message: Must be a whole number from 1 to 999999'],
    ['limit=101', 'Path: query.limit, Message: Must be a whole number from 1 to 100'],
    ['limit=1e2', 'Path: query.limit, Message: Must be a whole number from 1 to 100'],
  ])('refuses %s', async (query, message) => {
    const { status, body } = await list(`${BOTH}&${query}`)
    expect({ status, body }).toEqual({ status: 400, body: { code: 400, message } })
  })

  test('is for admin, user and client only', async () => {
    expect((await app.call('GET', `/transactions?${BOTH}`)).status).toBe(401)
    const marketing = await app.signIn('marketing', ['AURA'])
    expect((await list(BOTH, marketing)).status).toBe(403)
    const admin = await app.signIn('admin', [])
    expect((await list('projects=SECRET', admin)).body.results).toHaveLength(1)
  })
})
