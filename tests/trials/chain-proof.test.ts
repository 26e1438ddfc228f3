import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { zeroAddress, type Hex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openPostgres, type Db } from '#server/db/engine/open.ts'
import { migrate } from '#server/db/migrations/migrate.ts'
import { checkProject } from '#server/db/rollups/check.ts'
import { addDecimals } from '#src/domain/money/decimals.ts'
import type { ChainSummary } from '#src/wire/chain-payments.ts'
import type { Transaction } from '#src/wire/transactions.ts'
import { openCountingProxy, type CountingProxy } from '#tests/support/chain/counting-proxy.ts'
import { openChain, type Chain } from '#tests/support/chain/local-chain.ts'
import {
  GONE,
  isUnmined,
  payWithout,
  PROJECTS,
  provenPayment,
  purchaseOf,
  sell,
  sellLast,
  type Expected,
  type ExpectedPayment,
  type Project,
  type Purchase,
} from '#tests/support/chain/paid-purchases.ts'
import {
  deployContracts,
  openPayer,
  toRpc,
  transferData,
  type Contracts,
  type Payer,
} from '#tests/support/chain/sale-contracts.ts'
import {
  ALL_PROJECTS,
  CHAIN_ID,
  CONFIRMATIONS,
  connectChain,
  findProofs,
  listPayments,
  listPurchases,
  sendPurchases,
} from '#tests/support/chain/sale-requests.ts'
import {
  inDatabaseOf,
  signInAt,
  startApi,
  type ApiProcess,
  type Caller,
} from '#tests/support/server/api-process.ts'
import { addIngestKey, addProject, addUser, TEST_PASSWORD } from '#tests/support/server/builders.ts'
import { startCluster, whyNoPostgres, type Cluster } from '#tests/support/server/postgres.ts'
import { until } from '#tests/support/server/until.ts'

// A sale on a local chain, from the events of its site to the proofs: 300 purchases of all kinds, and 60
// payments without one.

const EMAIL = 'operator@saleroom.example'
/** The node's own phrase, which is public. */
const SIGNER = mnemonicToAccount('test test test test test test test test test test test junk', {
  addressIndex: 5,
})
// An address in lower case is one.
const signer = SIGNER.address.toLowerCase() as Hex

let folder: string
let cluster: Cluster | undefined
let env: Record<string, string>
let apis: ApiProcess[]
let keys: Record<Project, string>
let chain: Chain
let proxy: CountingProxy
let contracts: Contracts
let payer: Payer
let caller: Caller

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'saleroom-chain-proof-'))
  apis = []
  keys = { AURA: '', HELIX: '' }
  chain = await openChain()
  proxy = await openCountingProxy(chain.url)
  contracts = await deployContracts(chain, signer)
  payer = openPayer(chain, contracts)
})
afterEach(async () => {
  await Promise.all(apis.map((api) => api.stop()))
  proxy?.close()
  await chain?.close()
  cluster?.remove()
  cluster = undefined
  rmSync(folder, { recursive: true, force: true })
})

const mine = (blocks: number) => chain.request('hardhat_mine', [toRpc(BigInt(blocks))])

/** Puts all that is sent into one block. */
async function mineOnce(send: () => Promise<void>): Promise<void> {
  await chain.request('evm_setAutomine', [false])
  await send()
  await chain.request('evm_mine')
  await chain.request('evm_setAutomine', [true])
}

/** Works in the database; no server has it open if it is embedded. */
async function inDatabase<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
  if (!cluster) return inDatabaseOf(folder, work)
  const database = openPostgres(cluster.url)
  try {
    return await work(database.db)
  } finally {
    await database.close()
  }
}

async function openSale(processes: number): Promise<void> {
  await inDatabase(async (db) => {
    await migrate(db)
    await addUser(db, { email: EMAIL, role: 'admin' })
    for (const id of PROJECTS) {
      await addProject(db, { id })
      keys[id] = (await addIngestKey(db, id, new Date())).key
    }
  })
  env = {
    SALEROOM_DATA: folder,
    SALEROOM_DEMO: '0',
    SALEROOM_SECRET: 'a secret of these tests, long enough',
    SALEROOM_RPC_ORIGINS: proxy.url,
    ...(cluster ? { DATABASE_URL: cluster.url } : {}),
  }
  while (apis.length < processes) apis.push(await startApi(env))
  caller = await signIn()
}

/** At a server that runs. */
const signIn = () => signInAt(apis.find((api) => api.isRunning())?.url ?? '', EMAIL, TEST_PASSWORD)

/** Sends purchases to the servers that run, in turn. */
async function ingest(purchases: readonly Purchase[]): Promise<void> {
  const running = apis.filter((api) => api.isRunning())
  for (const [n, project] of PROJECTS.entries()) {
    const url = running[n % running.length]?.url ?? ''
    await sendPurchases(url, { project, key: keys[project] }, purchases)
  }
}

/** The purchases that are not found to be what they are. */
function differences(found: Map<string, Expected | null>, purchases: readonly Purchase[]) {
  expect(found.size).toBe(purchases.length)
  return purchases
    .map((one) => ({ ...one, found: found.get(`${one.project} ${one.id}`) }))
    .filter((one) => !isDeepStrictEqual(one.found, one.expected))
}

/** Waits while purchases are being checked: 10 requests a second take their time. */
async function untilChecked(): Promise<void> {
  const countUnchecked = async () => {
    const isUnchecked = ({ proof }: Transaction) =>
      !proof || (proof.state !== 'not_checkable' && proof.checked_at === null)
    return (await listPurchases(caller)).filter(isUnchecked).length
  }
  for (let left = await countUnchecked(); left > 0;)
    left = await until(async () => {
      const now = await countUnchecked()
      expect(now).toBeLessThan(left)
      return now
    })
}

const becomes = ({ project, id }: Purchase, expected: Expected) =>
  until(async () => expect((await findProofs(caller)).get(`${project} ${id}`)).toEqual(expected))

describe.each(['the embedded database', 'PostgreSQL and two processes'])('on %s', (name) => {
  const isEmbedded = name === 'the embedded database'

  test.runIf(isEmbedded || whyNoPostgres() === null)(
    'each purchase and each payment is found to be what it is, also after a reorganisation and a crash',
    async () => {
      if (!isEmbedded) cluster = await startCluster({ settings: ['fsync=off'] })
      await openSale(isEmbedded ? 1 : 2)
      const before = await sell(contracts, payer)
      const without = await payWithout(contracts, payer)
      expect(without).toHaveLength(60)
      await mine(4 * CONFIRMATIONS)
      const last = await sellLast(contracts, payer, before.length, mineOnce)
      const purchases = [...before, ...last]
      expect(purchases).toHaveLength(300)
      await ingest(purchases)
      // Chains are connected to a sale that has begun. What the other project sold has no purchase at first.
      await connectChain(caller, { project: 'AURA', url: proxy.url }, contracts)
      await until(async () =>
        expect((await listPayments(caller, 'open')).length).toBeGreaterThan(without.length),
      )
      await connectChain(caller, { project: 'HELIX', url: proxy.url }, contracts)

      await untilChecked()
      await until(async () => expect(differences(await findProofs(caller), purchases)).toEqual([]))
      await checkPayments(without)
      await checkSums(purchases)

      await mine(2 * CONFIRMATIONS)
      for (const one of last) one.expected = { ...one.expected, state: 'proven' }
      await until(async () => expect(differences(await findProofs(caller), purchases)).toEqual([]))
      await checkSums(purchases)
      checkRequests(purchases, last)

      purchases.push(await checkLateEvent(without, purchases.length))
      purchases.push(await checkReorganisation(purchases.length))
      purchases.push(...(await checkCrash(purchases.length)))
      expect(differences(await findProofs(caller), purchases)).toEqual([])
      await checkSums(purchases)
      await Promise.all(apis.splice(0).map((api) => api.stop()))
      await inDatabase(async (db) => {
        for (const project of PROJECTS) expect(await checkProject(db, project)).toEqual([])
      })
    },
  )
})

/** The payments without a purchase are open in both projects, which share the receivers. */
async function checkPayments(without: readonly ExpectedPayment[]): Promise<void> {
  const keysOf = (project: string, payments: readonly ExpectedPayment[]) =>
    payments.map((one) =>
      [project, one.transaction_hash, one.payer, one.receiver, one.token, one.amount].join(),
    )
  const expected = PROJECTS.flatMap((project) => keysOf(project, without))
  await until(async () => {
    const open = await listPayments(caller, 'open')
    const found = open.flatMap((payment) => keysOf(payment.project_id, [payment]))
    expect(found.toSorted()).toEqual(expected.toSorted())
  })
}

/** Each state has the sum of its purchases, and the four sums are gross, to the last digit. */
async function checkSums(purchases: readonly Purchase[]): Promise<void> {
  const range = `start_date=2020-01-01T00:00:00.000Z&end_date=${new Date().toISOString()}&tz=UTC`
  const read = async (where: string, of = ALL_PROJECTS) => {
    const { status, body } = await caller.get(`${where}?${range}&${of}`)
    expect({ status, body }).toMatchObject({ status: 200 })
    return body
  }
  // The responses of the calls.
  const summaries = (await read('/chain/summary')) as Record<string, ChainSummary>
  for (const project of PROJECTS) {
    const summary = summaries[project]
    const states = ['proven', 'waiting', 'differs', 'not_checkable'] as const
    for (const state of states) {
      const own = purchases
        .filter((one) => one.project === project && one.expected.state === state)
        .map(({ usd }) => usd)
      expect(summary?.[state]).toBe(own.length)
      expect(addDecimals(summary?.[`${state}_usd`] ?? '')).toBe(addDecimals(...own))
    }
    const together = addDecimals(...states.map((state) => summary?.[`${state}_usd`] ?? ''))
    const total = (await read('/transactions/total', `projects=${project}`)) as { usd: string }
    expect(together).toBe(addDecimals(total.usd))
  }
}

const isCheckable = ({ expected }: Purchase) => expected.state !== 'not_checkable'

/** Each purchase was requested as often as the schedule says, although two processes run. */
function checkRequests(purchases: readonly Purchase[], last: readonly Purchase[]): void {
  const lastHashes = new Set(last.map(({ hash }) => hash))
  const wrong = [...new Set(purchases.map(({ hash }) => hash))].flatMap((hash) => {
    if (hash === null) return []
    const uses = purchases.filter((one) => one.hash === hash && isCheckable(one)).length
    // Connecting a chain requests a receipt of its newest block.
    const connections = hash === last[0]?.hash ? PROJECTS.length : 0
    const times = (proxy.receipts.get(hash) ?? 0) - connections
    // One that shares its hash is checked again when the other is known, one with too few confirmations when
    // it has them.
    const isLast = lastHashes.has(hash)
    const most = isUnmined(hash) ? Infinity : isLast ? 2 : Math.max(0, 2 * uses - 1)
    const least = isLast ? 2 : uses
    return times < least || times > most ? [{ hash, times, least, most }] : []
  })
  expect(wrong).toEqual([])
}

/** The event of a purchase that was paid long before takes its payment off the list. */
async function checkLateEvent(without: readonly ExpectedPayment[], n: number): Promise<Purchase> {
  const [payment] = without
  if (!payment) throw new Error('There are no payments')
  const { transaction_hash: hash, amount, token, payer: from, receiver } = payment
  const expected = { ...provenPayment(from, receiver), amount }
  const purchase = purchaseOf(n, { hash, amount, token, expected, age: 0 })
  await ingest([purchase])
  await becomes(purchase, expected)
  const matched = (await listPayments(caller, 'matched')).filter(
    (one) => one.transaction_hash === hash && one.project_id === 'AURA',
  )
  expect(matched).toMatchObject([{ transaction_id: expect.anything() }])
  const rest = without.filter((one) => one.transaction_hash !== hash)
  await checkPayments(rest)
  return purchase
}

/** A proven purchase whose block is dropped is gone until its transaction is in another one. */
async function checkReorganisation(n: number): Promise<Purchase> {
  const before = await chain.request('evm_snapshot')
  const signed = await SIGNER.signTransaction({
    chainId: CHAIN_ID,
    to: contracts.usdt,
    data: transferData(contracts.shop, 9_000_000n),
    nonce: 0,
    gas: 200_000n,
    maxFeePerGas: 100_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
  })
  const send = () => chain.request('eth_sendRawTransaction', [signed])
  const hash = String(await send())
  await mine(CONFIRMATIONS)
  const expected = provenPayment(signer, contracts.shop)
  const purchase = purchaseOf(n, { hash, amount: '9', age: 0, expected })
  await ingest([purchase])
  await becomes(purchase, expected)

  expect(await chain.request('evm_revert', [before])).toBe(true)
  // Another chain, as high as the dropped one.
  await payer.payCoins(zeroAddress, 1n)
  await mine(CONFIRMATIONS)
  await becomes(purchase, GONE)
  await send()
  await mine(CONFIRMATIONS)
  await becomes(purchase, expected)
  return purchase
}

/** Without the process that had the claim, another one goes on. */
async function checkCrash(first: number): Promise<Purchase[]> {
  const purchases: Purchase[] = []
  const readClaim = () =>
    inDatabase(async (db) => {
      const jobs = db.selectFrom('chain_jobs').select('claim').where('project_id', '=', 'AURA')
      return (await jobs.executeTakeFirstOrThrow()).claim
    })
  const before = cluster ? await readClaim() : null
  for (const [n, api] of apis.entries()) {
    await api.kill()
    if (!cluster) apis[n] = await startApi(env)
    caller = await signIn()
    const hash = await payer.pay(contracts.usdt, contracts.shop, 9_000_000n)
    await mine(CONFIRMATIONS)
    const expected = provenPayment(contracts.payer, contracts.shop)
    const purchase = purchaseOf(first + n, { hash, amount: '9', age: 0, expected })
    purchases.push(purchase)
    await ingest([purchase])
    await becomes(purchase, expected)
    if (!cluster || (await readClaim()) !== before) return purchases
    // It was the one without the claim.
    apis[n] = await startApi(env)
  }
  throw new Error('No process has taken the claim over')
}
