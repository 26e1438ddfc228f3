import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TRANSACTION_FILE } from '#server/db/files/file-columns.ts'
import { countRows, walkRows } from '#server/db/files/list-walk.ts'
import { transactionRows } from '#server/db/records/transaction-filters.ts'
import { inSnapshot } from '#server/db/rollups/snapshot.ts'
import { addDecimals } from '#src/domain/money/decimals.ts'
import type { Transaction } from '#src/wire/transactions.ts'
import { openTestApp, type TestApp } from '#tests/support/server/app.ts'
import {
  addBonusCode,
  addBonusTransaction,
  addManualTransaction,
  addProject,
  addTransaction,
  addWallet,
} from '#tests/support/server/builders.ts'
import { EXTENT } from '#tests/support/server/test-extent.ts'
import { until } from '#tests/support/server/until.ts'

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

/** The rows of a CSV by the names of its header. No cell of these tests has a comma or a quote. */
function rowsOf(text: string) {
  expect(text.startsWith('\uFEFF')).toBe(true)
  expect(text.endsWith('\r\n')).toBe(true)
  const [header = '', ...lines] = text.slice(1, -2).split('\r\n')
  const names = header.split(',')
  return lines.map((line) =>
    Object.fromEntries(line.split(',').map((cell, place) => [names[place], cell])),
  )
}

const csv = (path: string, as = staff) => app.call('GET', path, { as })

describe('the file of a list', () => {
  test.each([
    ['newest first', ''],
    ['by amount', '&sort=payment_usd_amount&order=asc'],
    ['of a filter', '&status=pending'],
    ['of several values of a filter', '&status=pending&status=completed&stage=Stage+1'],
    ['of a period', '&start_date=2026-11-20T10:05:00Z&end_date=2026-11-20T10:09:00Z'],
  ])('has the rows of the list, %s', async (_what, query) => {
    const { status, text, headers } = await csv(`/transactions/csv?${BOTH}${query}`)
    const { body } = await list(`${BOTH}&limit=100${query}`)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="transactions.csv"',
      'content-length': String(Buffer.byteLength(text)),
      'x-rows': String(body.results.length),
    })
    expect(body.results.length).toBeGreaterThan(2)
    expect(rowsOf(text)).toEqual(
      body.results.map((row: Transaction) =>
        expect.objectContaining({
          id: row.id,
          source_id: row.source_id ?? '',
          project: row.project_id,
          stage: row.stage_name ?? '',
          wallet: row.wallet_address,
          hash: row.transaction_hash ?? '',
          type: row.type,
          status: row.status,
          created_at: row.created_at,
          payment_token: row.payment_token_name,
          payment_amount: row.payment_token_amount,
          usd: row.payment_usd_amount,
          tokens: row.tokens_bought ?? '',
          price: row.price ?? '',
          voided: row.voided?.at ?? '',
        }),
      ),
    )
    const { body: total } = await app.call('GET', `/transactions/total?${BOTH}${query}`, {
      as: staff,
    })
    const completed = body.results.filter((row: Transaction) => row.status === 'completed')
    expect(total).toEqual({
      rows: body.results.length,
      usd: addDecimals(...completed.map((row: Transaction) => row.payment_usd_amount)),
      tokens: addDecimals(...completed.map((row: Transaction) => row.tokens_bought ?? '0')),
    })
  })

  test('of purchases has their bonuses, their credit and why they count nowhere, defused', async () => {
    await addProject(app.db, { id: 'FILES' })
    await addWallet(app.db, { project_id: 'FILES', wallet_address: WALLET })
    const reader = await app.signIn('user', ['FILES'])
    const [at, voided] = [minuteAt(3), minuteAt(9)]
    const { id } = await addTransaction(app.db, {
      project_id: 'FILES',
      wallet_address: WALLET,
      status: 'completed',
      created_at: at,
      updated_at: at,
      payment_usd_amount: '1',
      tokens_bought: '3',
      referrer: '=HYPERLINK("http://x";"y")',
      voided_at: voided,
      voided_by: 'a@saleroom.example',
      void_reason: 'Sent twice',
    })
    const code = await addBonusCode(app.db, { project_id: 'FILES', code: 'SPRING' })
    const bonus = { project_id: 'FILES', transaction_id: id, wallet_address: WALLET }
    await addBonusTransaction(app.db, {
      ...bonus,
      bonus_code_id: code.id,
      bonus_token_amount: '0.25',
    })
    await addBonusTransaction(app.db, { ...bonus, type: 'rank', bonus_token_amount: '0.5' })
    await addManualTransaction(app.db, { ...bonus, authorizer: 'b@saleroom.example' })
    const { text } = await csv('/transactions/csv?projects=FILES', reader)
    expect(text).toContain('"\'=HYPERLINK(""http://x"";""y"")"')
    const [row] = rowsOf(text)
    expect(row).toMatchObject({
      completed_at: at.toISOString(),
      price: '0.333333333333333333',
      bonus_tokens: '0.75',
      bonus_code: 'SPRING',
      credited_by: 'b@saleroom.example',
      voided: voided.toISOString(),
    })
  })

  test.each([
    ['wallets', '/wallets', 'address', 'wallet_address'],
    ['wallets by tokens', '/wallets', 'address', 'wallet_address', '&sort=total_tokens&order=asc'],
    ['credits', '/manual-transactions', 'tokens', 'tokens'],
    ['codes', '/bonus-codes', 'code', 'code'],
    ['codes by USD', '/bonus-codes', 'usd', 'usd', '&sort=usd'],
  ])('of %s has the rows of the list', async (_what, path, column, field, query = '') => {
    const as = await app.signIn('user', ['FILES', 'AURA', 'HELIX'])
    const projects = 'projects=AURA&projects=FILES&projects=HELIX'
    const { body } = await csv(`${path}?${projects}${query}`, as)
    const { text } = await csv(`${path}/csv?${projects}${query}`, as)
    expect(body.results.length).toBeGreaterThan(0)
    expect(rowsOf(text).map((row) => row[column])).toEqual(
      body.results.map((row: Record<string, string>) => row[field]),
    )
    const { body: total } = await csv(`${path}/total?${projects}`, as)
    expect(total.rows).toBe(body.results.length)
  })

  test('has every wallet once, also of the many that have the same sum', async () => {
    for (const id of ['TIES', 'TIES2']) await addProject(app.db, { id })
    await sql`
      insert into wallets (project_id, wallet_address, created_at)
      select p, '0x' || lpad(to_hex(n), 40, '0'), ${minuteAt(0)}
      from generate_series(1, 6000) n, unnest(array['TIES', 'TIES2']) p`.execute(app.db)
    const admin = await app.signIn('admin')
    for (const sort of ['created_at', 'total_tokens']) {
      for (const order of ['asc', 'desc']) {
        const query = `projects=TIES2&projects=TIES&sort=${sort}&order=${order}`
        const { text, headers } = await csv(`/wallets/csv?${query}`, admin)
        expect(headers['x-rows']).toBe('12000')
        const addresses = rowsOf(text).map(({ address }) => address)
        expect(new Set(addresses.slice(0, 6000)).size).toBe(6000)
        expect(new Set(addresses.slice(6000)).size).toBe(6000)
      }
    }
  })

  test('does not show what is written while it is read', async () => {
    await addProject(app.db, { id: 'WRITTEN' })
    await addWallet(app.db, { project_id: 'WRITTEN', wallet_address: WALLET })
    const place = { project_id: 'WRITTEN', wallet_address: WALLET }
    for (let n = 0; n < 3; n++) await addTransaction(app.db, place)
    const rows = await transactionRows(app.db, ['WRITTEN'], {})
    const found = await inSnapshot(app.db, async (tx) => {
      const before = await countRows(tx, rows, ['WRITTEN'], 10)
      const written = addTransaction(app.db, place)
      const steps: unknown[] = []
      for await (const step of walkRows(tx, rows, TRANSACTION_FILE, ['WRITTEN']))
        steps.push(...step)
      return { before, steps, written }
    })
    await found.written
    expect([found.before, found.steps.length]).toEqual([3, 3])
    const { headers } = await csv('/transactions/csv?projects=WRITTEN', await app.signIn('admin'))
    expect(headers['x-rows']).toBe('4')
  })

  test('is not made for a client that has gone away', async () => {
    const count = async () => (await app.db.selectFrom('audit_log').select('id').execute()).length
    const before = await count()
    const address = await app.app.listen({ host: '127.0.0.1', port: 0 })
    const controller = new AbortController()
    const connections = () => promisify(app.app.server.getConnections.bind(app.app.server))()
    // Nothing is read while the table is locked.
    await app.db.transaction().execute(async (tx) => {
      await sql`lock table transactions in access exclusive mode`.execute(tx)
      const request = fetch(`${address}/v1/transactions/csv?${BOTH}`, {
        headers: { authorization: `Bearer ${staff.token}` },
        signal: controller.signal,
      })
      await until(async () => expect(await connections()).toBe(1))
      controller.abort()
      await expect(request).rejects.toThrow('abort')
      await until(async () => expect(await connections()).toBe(0))
    })
    // One that comes after it has its turn, and is the only one in the audit log.
    await csv(`/transactions/csv?${BOTH}`)
    expect((await count()) - before).toBe(1)
  })

  test('is recorded with its filters and rows', async () => {
    await csv('/transactions/csv?projects=AURA&status=pending&sort=payment_usd_amount')
    const entry = await app.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'transaction.export')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({
      actor: staff.user.email,
      object_type: 'transaction',
      project_id: 'AURA',
      after: {
        projects: ['AURA'],
        status: ['pending'],
        sort: 'payment_usd_amount',
        order: 'desc',
        count: 2,
      },
    })
  })

  test.runIf(EXTENT !== 'change')(
    'has at most a million rows, else 413 says how to narrow it',
    async () => {
      await addProject(app.db, { id: 'MANY' })
      await sql`
      insert into leads (project_id, email, created_at, updated_at)
      select 'MANY', n || '@lead.example', ${minuteAt(0)}, ${minuteAt(0)}
      from generate_series(1, 1000001) n`.execute(app.db)
      const admin = await app.signIn('admin')
      const { status, body } = await csv('/leads/csv?projects=MANY&fields=email', admin)
      expect([status, body.message]).toEqual([
        413,
        'The list has more than 1,000,000 rows. Choose a shorter period (start_date, end_date), fewer projects or another filter.',
      ])
    },
  )
})
