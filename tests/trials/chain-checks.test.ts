import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { NodeError, type ChainNode, type MinedTransaction } from '#server/chain/chain-node.ts'
import { checkDue, type RespondingChain } from '#server/chain/check-purchases.ts'
import type { Db } from '#server/db/engine/open.ts'
import { checkProject } from '#server/db/rollups/check.ts'
import type { ChainToken } from '#src/wire/chains.ts'
import { addChain, addProject, addTransaction, addWallet } from '#tests/support/server/builders.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/server/database.ts'

// Checks of purchases against nodes whose blocks a test sets. They run beside the trials, which have no limit
// of files with a database.

const SHOP = `0x${'1'.repeat(40)}`
const BUYER = `0x${'b'.repeat(40)}`
const USDT: ChainToken = { symbol: 'USDT', address: `0x${'d'.repeat(40)}`, decimals: 6 }
const ETH: ChainToken = { symbol: 'ETH', address: null, decimals: 18 }
const CONFIRMATIONS = 3

let database: TestDatabase
let db: Db
let now: Date

let blocks: Map<string, MinedTransaction>
let requested: string[]
let head: number
let hashes = 0

beforeAll(async () => {
  database = await openTestDatabase()
  db = database.db
  for (const id of ['AURA', 'HELIX']) {
    await addProject(db, { id })
    await addWallet(db, { project_id: id, wallet_address: BUYER })
  }
})
afterAll(() => database.close())
beforeEach(async () => {
  await db.deleteFrom('transactions').execute()
  await db.deleteFrom('chains').execute()
  await connect('AURA')
  await connect('HELIX')
  blocks = new Map()
  requested = []
  head = 1000
  // The triggers take the time of the database, in which a test may take long.
  now = new Date(Date.now() + 600_000)
})

const connect = (project_id: string, chain_id = 1, tokens = [USDT, ETH]) =>
  addChain(db, {
    project_id,
    chain_id,
    confirmations: CONFIRMATIONS,
    receivers: [SHOP],
    tokens: JSON.stringify(tokens),
    symbols: tokens.map(({ symbol }) => symbol.toLowerCase()),
  })

interface Purchase {
  id: number
  hash: string
}
async function purchase(
  fields: Partial<Parameters<typeof addTransaction>[1]> = {},
): Promise<Purchase> {
  hashes += 1
  const { id, transaction_hash } = await addTransaction(db, {
    project_id: 'AURA',
    wallet_address: BUYER,
    transaction_hash: `0x${hashes.toString(16).padStart(64, '0')}`,
    payment_token_name: 'usdt',
    payment_token_amount: '100',
    created_at: now,
    ...fields,
  })
  return { id, hash: transaction_hash ?? '' }
}

/** Puts a payment of USDT into a block. */
function mine(hash: string, units = 100_000_000n, block = 900): void {
  const transfer = {
    transactionHash: hash,
    block,
    logIndex: 0,
    token: USDT.address,
    payer: BUYER,
    receiver: SHOP,
    units,
  }
  blocks.set(hash, {
    block,
    blockHash: `0x${String(block).padStart(64, '0')}`,
    hasSucceeded: true,
    from: BUYER,
    to: USDT.address,
    value: 0n,
    transfers: [transfer],
  })
}

const notRead = () => Promise.reject(new Error('Not read by checks'))
const nodeOf = (readTransactions: ChainNode['readTransactions']): ChainNode => ({
  readHead: notRead,
  readBlock: notRead,
  readTransfers: notRead,
  readTransactions,
})
const answering = nodeOf((named) => {
  requested.push(...named)
  return Promise.resolve(
    new Map(
      named.flatMap((hash) => {
        const transaction = blocks.get(hash)
        return transaction ? [[hash, transaction]] : []
      }),
    ),
  )
})
const failing = nodeOf(() => Promise.reject(new NodeError('The node does not answer')))
const chain = (node = answering, chainId = 1, tokens = [USDT, ETH]): RespondingChain => ({
  chainId,
  tokens,
  node,
  head,
})
const check = (project = 'AURA', chains = [chain()]) => checkDue(db, project, chains, now)

async function proofOf({ id }: Purchase) {
  const { rows } = await sql<{ state: string | null }>`
    select t.proof_state as state, p.* from transactions as t
      left join proofs as p on p.transaction_id = t.id where t.id = ${id}`.execute(db)
  return rows[0]
}
const pass = (ms: number) => {
  now = new Date(now.getTime() + ms)
}

test('what is found is stored with what it paid, and checked again as often as it has to be', async () => {
  const paid = await purchase()
  const little = await purchase()
  const unknown = await purchase({ created_at: new Date(now.getTime() - 2 * 3_600_000) })
  const later = await purchase()
  mine(paid.hash, 100_000_000n, 999)
  mine(little.hash, 99_999_999n)
  expect(await check()).toMatchObject({
    due: 4,
    states: expect.arrayContaining(['waiting', 'differs', 'differs', 'waiting']),
  })
  expect(await proofOf(paid)).toMatchObject({
    state: 'waiting',
    chain_id: 1,
    block: 999,
    amount: '100',
    token: 'USDT',
    payer: BUYER,
    receiver: SHOP,
    due_at: null,
    due_block: 1001,
    proven_at: null,
    checked_at: now,
  })
  expect(await proofOf(little)).toMatchObject({
    state: 'differs',
    reason: 'too_little',
    amount: '99.999999',
    differs_at: now,
  })
  expect(await proofOf(unknown)).toMatchObject({ reason: 'not_found', chain_id: 1, block: null })
  expect(await proofOf(later)).toMatchObject({ state: 'waiting', reason: null, block: null })
  expect(await check()).toEqual({ due: 0, states: [], errors: new Map() })

  head = 1001
  requested = []
  expect(await check()).toMatchObject({ due: 1, states: ['proven'] })
  expect(requested).toEqual([paid.hash])
  expect(await proofOf(paid)).toMatchObject({ state: 'proven', proven_at: now, due_block: 1005 })
  expect(await checkProject(db, 'AURA')).toEqual([])
})

test('a transaction whose block is dropped is gone, and proven again in another block', async () => {
  const dropped = await purchase()
  mine(dropped.hash)
  await check()
  const since = now
  expect(await proofOf(dropped)).toMatchObject({ state: 'proven', proven_at: since })
  blocks.clear()
  pass(25 * 3_600_000)
  await check()
  expect(await proofOf(dropped)).toMatchObject({
    state: 'differs',
    reason: 'gone',
    chain_id: 1,
    block: null,
    amount: null,
    proven_at: since,
    differs_at: now,
  })
  mine(dropped.hash, 100_000_000n, 950)
  pass(30_000)
  await check()
  const again = { state: 'proven', reason: null, block: 950, proven_at: since, differs_at: null }
  expect(await proofOf(dropped)).toMatchObject(again)
})

test('a hash that two projects use twice differs in both, until one of them gives it up', async () => {
  const first = await purchase()
  mine(first.hash)
  await check()
  expect(await proofOf(first)).toMatchObject({ state: 'proven' })
  const second = await purchase({ project_id: 'HELIX', transaction_hash: first.hash })
  await check('HELIX')
  const twice = { state: 'differs', reason: 'used_twice', claims: 2, claimed: '200', amount: '100' }
  expect(await proofOf(second)).toMatchObject(twice)
  expect(await check()).toMatchObject({ due: 1 })
  expect(await proofOf(first)).toMatchObject(twice)
  // Neither has the other checked for ever.
  expect(await check('HELIX')).toMatchObject({ due: 0 })
  expect(await check()).toMatchObject({ due: 0 })

  await db
    .updateTable('transactions')
    .set({ voided_at: now, voided_by: 'a@b.example', void_reason: 'twice' })
    .where('id', '=', second.id)
    .execute()
  pass(1000)
  await check()
  expect(await proofOf(first)).toMatchObject({ state: 'proven', claims: null, differs_at: null })
})

test('two projects share a hash that paid for both, or have no receiver in common', async () => {
  const first = await purchase()
  const second = await purchase({ project_id: 'HELIX', transaction_hash: first.hash })
  mine(first.hash, 200_000_000n)
  await check()
  await check('HELIX')
  expect(await proofOf(first)).toMatchObject({ state: 'proven' })
  expect(await proofOf(second)).toMatchObject({ state: 'proven' })

  mine(first.hash)
  await db
    .updateTable('chains')
    .set({ receivers: [`0x${'7'.repeat(40)}`] })
    .where('project_id', '=', 'HELIX')
    .execute()
  await db.updateTable('proofs').set({ due_at: now }).execute()
  await check()
  await check('HELIX')
  expect(await proofOf(first)).toMatchObject({ state: 'proven' })
  expect(await proofOf(second)).toMatchObject({ reason: 'other_receiver' })
})

test('what changes while nodes are requested is not overwritten', async () => {
  const changed = await purchase()
  const unchanged = await purchase()
  const failed = await purchase()
  for (const { hash } of [changed, unchanged, failed]) mine(hash)
  const slow = nodeOf(async (named) => {
    const found = await answering.readTransactions(named)
    await db
      .updateTable('transactions')
      .set({ payment_token_amount: '101' })
      .where('id', '=', changed.id)
      .execute()
    await db
      .updateTable('transactions')
      .set({ status: 'failed' })
      .where('id', '=', failed.id)
      .execute()
    return found
  })
  expect(await check('AURA', [chain(slow)])).toMatchObject({ due: 3, states: ['proven'] })
  expect(await proofOf(changed)).toMatchObject({ state: 'waiting', checked_at: null, block: null })
  expect(await proofOf(failed)).toMatchObject({ state: null, transaction_id: null })
  expect(await proofOf(unchanged)).toMatchObject({ state: 'proven' })
  pass(1000)
  await check()
  expect(await proofOf(changed)).toMatchObject({ reason: 'too_little', amount: '100' })
})

test('with several chains of a token, only all of them together know that a hash is on none', async () => {
  const BNB = 56
  await connect('AURA', BNB, [USDT])
  const old = new Date(now.getTime() - 7_200_000)
  const here = await purchase({ created_at: old })
  const nowhere = await purchase({ created_at: old })
  const coin = await purchase({ created_at: old, payment_token_name: 'ETH' })
  mine(here.hash)
  const other = (node: ChainNode) => chain(node, BNB, [USDT])
  const empty = nodeOf(() => Promise.resolve(new Map()))

  // The failing chain may have what the other has not.
  const batch = await check('AURA', [other(failing), chain()])
  expect([...batch.errors]).toEqual([[BNB, expect.any(NodeError)]])
  expect(await proofOf(here)).toMatchObject({ state: 'proven', chain_id: 1 })
  expect(await proofOf(coin)).toMatchObject({ state: 'differs', reason: 'not_found', chain_id: 1 })
  expect(await proofOf(nowhere)).toMatchObject({ state: 'waiting', checked_at: null })
  // It is not requested again at once, so that others have their turn.
  expect(await check('AURA', [chain()])).toMatchObject({ due: 0 })

  pass(300_000)
  await check('AURA', [other(empty), chain()])
  const none = { state: 'differs', reason: 'not_found', chain_id: null }
  expect(await proofOf(nowhere)).toMatchObject(none)

  // One that was found waits for the chain that has it.
  await sql`update proofs set due_at = ${now}`.execute(db)
  requested = []
  await check('AURA', [other(empty)])
  expect(await proofOf(here)).toMatchObject({ state: 'proven', due_at: now })
  await check('AURA', [other(empty), chain()])
  expect(requested.filter((hash) => hash === here.hash)).toHaveLength(1)
  expect(await proofOf(here)).toMatchObject({ state: 'proven', chain_id: 1 })
})

test('no node, no change: an error that is not the node’s is thrown', async () => {
  const unchecked = await purchase()
  expect(await check('AURA', [])).toEqual({ due: 0, states: [], errors: new Map() })
  const { errors, states } = await check('AURA', [chain(failing)])
  expect({ failed: [...errors.keys()], states }).toEqual({ failed: [1], states: [] })
  expect(await proofOf(unchecked)).toMatchObject({ state: 'waiting', checked_at: null })
  await sql`update proofs set due_at = ${now}`.execute(db)
  const broken = nodeOf(() => Promise.reject(new TypeError('a mistake')))
  await expect(check('AURA', [chain(broken)])).rejects.toThrow('a mistake')
})

test('more purchases than a batch are checked batch by batch, the longest due first', async () => {
  const many: Purchase[] = []
  for (let n = 0; n < 120; n += 1) many.push(await purchase())
  for (const { hash } of many) mine(hash)
  const dues = [await check(), await check(), await check(), await check()].map(({ due }) => due)
  expect(dues).toEqual([44, 44, 32, 0])
  expect(requested).toHaveLength(120)
  expect(requested.toSorted()).toEqual(many.map(({ hash }) => hash).toSorted())
})
