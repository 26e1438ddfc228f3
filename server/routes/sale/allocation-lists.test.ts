import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openBuildJobs } from '#server/allocations/build-jobs.ts'
import { buildTree, leafHash } from '#server/allocations/merkle-tree.mjs'
import { insertBuild } from '#server/db/allocations/lists.ts'
import { claimBy } from '#server/db/engine/job-claims.ts'
import { addDecimals } from '#src/domain/money/decimals.ts'
import { fromUnits, toUnits } from '#src/domain/money/token-units.ts'
import type { AllocationList } from '#src/wire/allocation-lists.ts'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import {
  addBonusTransaction,
  addManualTransaction,
  addProject,
  addTransaction,
  addWallet,
} from '#tests/support/server/builders.ts'
import { until } from '#tests/support/server/until.ts'

let app: TestApp
let admin: SignedIn
afterEach(() => app.close())
beforeEach(async () => {
  app = await openTestApp()
  admin = await app.signIn('admin')
  await addProject(app.db, { id: 'AURA' })
})

const STOPPED = 'The server stopped. Nothing was kept.'
const walletOf = (n: number) => `0x${n.toString(16).padStart(40, 'a')}`

async function addBuyer(n: number): Promise<{ project_id: string; wallet_address: string }> {
  const own = { project_id: 'AURA', wallet_address: walletOf(n) }
  await addWallet(app.db, own)
  return own
}

const credit = async (n: number, tokens: string) =>
  addManualTransaction(app.db, { ...(await addBuyer(n)), tokens })

const freeze = (body: object = {}, headers: Record<string, string> = {}) =>
  app.call('POST', '/allocation-lists', {
    as: admin,
    body: { project_id: 'AURA', ...body },
    headers,
  })
const withdraw = (id: string, reason = 'wrong decimals') =>
  app.call('POST', `/allocation-lists/${id}/withdraw`, { as: admin, body: { reason } })

/** The list when its build has ended. */
const ended = (id: string): Promise<AllocationList> =>
  until(async () => {
    const { body } = await app.call('GET', `/allocation-lists/${id}`, { as: admin })
    expect(body.state).not.toBe('building')
    return body
  })

async function rowsOf(table: 'allocation_rows' | 'allocation_trees'): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)}`.execute(app.db)
  return rows[0]?.count ?? NaN
}

/** What the audit log has of lists, the oldest entry first. */
async function entries(): Promise<[action: string, after: object][]> {
  const { rows } = await sql<{ action: string; after: object }>`
    select action, after from audit_log where object_type = 'allocation_list' order by id`.execute(
    app.db,
  )
  return rows.map(({ action, after }) => [action, after])
}

test('a list is what wallets are owed at its instant, with the root of its tree', async () => {
  const buyer = await addBuyer(1)
  const { id } = await addTransaction(app.db, { ...buyer, tokens_bought: '10' })
  const bonus = { transaction_id: id, bonus_token_amount: '0.000000000000000001' }
  await addBonusTransaction(app.db, { ...buyer, ...bonus })
  await addTransaction(app.db, { ...buyer, tokens_bought: '500', status: 'pending' })
  await credit(2, '0.5')
  await addBuyer(3)
  const { status, body } = await freeze({ note: ' The end ' })
  expect(status).toBe(202)
  const made = { number: 1, note: 'The end', decimals: 18, made_by: admin.user.email }
  expect(body).toMatchObject({ ...made, state: 'building', wallets: null, root: null })
  const list = await ended(body.id)
  const units = ['10000000000000000001', '500000000000000000']
  const leaves = units.map((own, n) => leafHash(walletOf(n + 1), BigInt(own)))
  const root = `0x${buildTree(Buffer.concat(leaves)).nodes.toString('hex', 0, 32)}`
  const sums = { wallets: 2, tokens: '10.500000000000000001', units: '10500000000000000001' }
  expect(list).toMatchObject({ ...made, ...sums, state: 'ready', built_rows: 2, dust: '0', root })
  const { decimals, note, sha256 } = list
  expect(await entries()).toEqual([
    ['allocation_list.freeze', { step: 'started', number: 1, decimals, note }],
    ['allocation_list.freeze', { step: 'done', number: 1, decimals, ...sums, root, sha256 }],
  ])
})

test.each([0, 6, 18, 36])(
  'with %s decimals units are exact, and dust is the rest',
  async (decimals) => {
    const amounts = [
      '99999999999999999999.999999999999999999',
      '0.000000000000000001',
      '1.9999999',
      '123456789.000001',
    ]
    for (const [n, tokens] of amounts.entries()) await credit(n + 1, tokens)
    const list = await ended((await freeze({ decimals })).body.id)
    const units = amounts.map((tokens) => BigInt(toUnits(tokens, decimals)))
    const sum = units.reduce((one, other) => one + other).toString()
    expect(list).toMatchObject({ tokens: addDecimals(...amounts), units: sum, wallets: 4 })
    expect(addDecimals(fromUnits(sum, decimals), list.dust ?? '')).toBe(list.tokens)
    expect(list.dust === '0').toBe(decimals >= 18)
  },
)

test('two people who freeze at once get one list, and each is numbered', async () => {
  await credit(1, '5')
  const answers = await Promise.all([freeze(), freeze()])
  expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([202, 409]))
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.body.message).toBe('List 1 is being built. Wait until it is ready.')
  const first = answers.find(({ status }) => status === 202)
  await ended(first?.body.id)
  expect((await ended((await freeze()).body.id)).number).toBe(2)
  const { body } = await app.call('GET', '/allocation-lists?project_id=AURA', { as: admin })
  expect(body.results.map(({ number }: AllocationList) => number)).toEqual([2, 1])
})

test('a repeated request freezes once', async () => {
  await credit(1, '5')
  const once = { 'idempotency-key': 'once' }
  const [first, second] = [await freeze({}, once), await freeze({}, once)]
  expect(second.body).toEqual(first.body)
  await ended(first.body.id)
  expect((await freeze({}, once)).body).toEqual(first.body)
  expect((await freeze({ decimals: 6 }, once)).status).toBe(409)
  expect(await entries()).toHaveLength(2)
})

test('what can not be frozen is refused with the field or the reason', async () => {
  await addBuyer(1)
  expect((await freeze()).body.message).toBe(
    'No wallet of this project is owed tokens. There is nothing to freeze.',
  )
  for (const decimals of [-1, 37, 1.5, '18'])
    expect((await freeze({ decimals })).body.message).toContain('body.decimals')
  expect((await freeze({ note: 'x'.repeat(201) })).body.message).toContain('body.note')
})

test('a withdrawn list stays as it was, and others can not be withdrawn', async () => {
  await credit(1, '5')
  const { body } = await freeze()
  if (body.state === 'building') await ended(body.id)
  const { body: withdrawn, status } = await withdraw(body.id)
  expect(status).toBe(200)
  const { email } = admin.user
  const marks = { state: 'withdrawn', withdrawn_by: email, withdrawn_reason: 'wrong decimals' }
  expect(withdrawn).toMatchObject({ ...marks, tokens: '5', withdrawn_at: expect.any(String) })
  expect((await withdraw(body.id, 'another reason')).body).toEqual(withdrawn)
  expect((await entries()).at(-1)).toEqual([
    'allocation_list.withdraw',
    { number: 1, reason: 'wrong decimals' },
  ])
  const now = app.clock.now()
  const build = { project_id: 'AURA', as_of: now, made_by: email, decimals: 18 }
  const other = await app.db
    .transaction()
    .execute((tx) => insertBuild(tx, { ...build, ...claimBy('elsewhere', now) }))
  expect((await withdraw(String(other?.id))).body.message).toBe(
    'List 2 is being built. Withdraw it when it is ready.',
  )
})

test('neither a list nor its rows can be changed, deleted or emptied', async () => {
  await credit(1, '5')
  const { id } = await ended((await freeze()).body.id)
  const statements = [
    `update allocation_lists set tokens = 6`,
    `update allocation_lists set note = 'x'`,
    `update allocation_lists set state = 'building'`,
    `update allocation_lists set state = 'withdrawn', root = '0x0'`,
    `delete from allocation_lists`,
    `truncate allocation_lists cascade`,
    `update allocation_rows set tokens = 6`,
    `delete from allocation_rows`,
    `insert into allocation_rows values (${id}, '${walletOf(9)}', 1)`,
    `truncate allocation_rows`,
    `update allocation_trees set bytes = ''`,
    `delete from allocation_trees`,
    `insert into allocation_trees values (${id}, 'nodes', 9, '')`,
    `truncate allocation_trees`,
  ]
  for (const statement of statements)
    await expect(sql.raw(statement).execute(app.db)).rejects.toThrow(/never|append-only/)
  expect(await rowsOf('allocation_rows')).toBe(1)
})

describe('a build that ends early', () => {
  const logged: string[] = []

  /** Freezes a list whose thread runs this program. @returns its id */
  async function buildWith(program: string): Promise<string> {
    await credit(1, '5')
    app.dependencies.allocationJobs = openBuildJobs({
      db: app.db,
      clock: app.clock,
      log: (line) => logged.push(line),
      startWorker: () => new Worker(program, { eval: true }),
    })
    return (await freeze()).body.id
  }

  test('fails with nothing kept, and the next one is built', async () => {
    const list = await ended(await buildWith('process.exit(1)'))
    expect(list).toMatchObject({ state: 'failed', wallets: null, tokens: null, root: null })
    expect(list.failure).toContain('Nothing was kept')
    expect(logged.at(-1)).toBe('Allocation list 1 of AURA: The thread of the tree has stopped')
    expect(await rowsOf('allocation_rows')).toBe(0)
    const { failure } = list
    const failed = { step: 'failed', number: 1, failure }
    expect((await entries()).at(-1)).toEqual(['allocation_list.freeze', failed])
    expect((await withdraw(list.id)).body.message).toContain('was not built')
  })

  test('because the server stops is gone at the next start', async () => {
    const id = await buildWith('setInterval(() => undefined, 1000)')
    const { allocationJobs } = app.dependencies
    await until(async () => expect(await rowsOf('allocation_rows')).toBe(1))
    await allocationJobs.stop()
    await allocationJobs.failEnded()
    expect(await ended(id)).toMatchObject({ state: 'failed', built_rows: 0 })
    expect(logged.at(-1)).toBe(`Allocation list 1 of AURA: ${STOPPED}`)
    expect(await rowsOf('allocation_rows')).toBe(0)
  })

  test('of a server that has died fails when its claim has ended', async () => {
    const now = app.clock.now()
    await credit(1, '5')
    const build = { project_id: 'AURA', as_of: now, made_by: 'a@b.example', decimals: 18 }
    await app.db
      .transaction()
      .execute((tx) => insertBuild(tx, { ...build, ...claimBy('lost', now) }))
    expect((await freeze()).status).toBe(409)
    app.clock.advance(30_000)
    const { status, body } = await freeze()
    expect(status).toBe(202)
    expect((await ended(body.id)).state).toBe('ready')
    const { body: lists } = await app.call('GET', '/allocation-lists?project_id=AURA', {
      as: admin,
    })
    expect(lists.results[1]).toMatchObject({ number: 1, state: 'failed', failure: STOPPED })
  })
})
