import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { encrypt } from '#server/auth/secret.ts'
import { checkProject } from '#server/db/rollups/check.ts'
import type { ChainPaymentState } from '#src/wire/chain-payments.ts'
import { directNode, type DirectNode } from '#tests/support/chain/direct-node.ts'
import { FakeChain, fakeAddress, fakeHash } from '#tests/support/chain/fake-chain.ts'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import { addChain, addProject, addTransaction, addWallet } from '#tests/support/server/builders.ts'
import { openChainJobs, type ChainJobs, type ChainPaces } from './chain-jobs.ts'
import { NodeError } from './chain-node.ts'

const [RECEIVER, USDT, PAYER] = [fakeAddress('receiver'), fakeAddress('usdt'), fakeAddress('payer')]
const HEAD = 1000

let app: TestApp
let admin: SignedIn
let node: DirectNode
let jobs: ChainJobs
const opened: ChainJobs[] = []
const logged: string[] = []

beforeEach(async () => {
  app = await openTestApp()
  // Purchases are due from the time of the database on.
  app.clock.set('2099-01-01T00:00:00.000Z')
  admin = await app.signIn('admin')
  node = directNode(new FakeChain({ head: HEAD, headAt: app.clock.now() }))
  jobs = openJobs()
  await connect('AURA')
})
afterEach(async () => {
  for (const one of opened.splice(0)) await one.stop()
  await app.close()
  expect(logged.splice(0)).toEqual([])
})

/** The jobs of another process, unless it is the first. */
function openJobs({
  paces,
  of = () => node,
  walkedRows,
}: { paces?: Partial<ChainPaces>; of?: (url: string) => DirectNode; walkedRows?: number } = {}) {
  const one = openChainJobs({
    db: app.db,
    clock: app.clock,
    keyring: app.dependencies.config,
    openNode: ({ url, signal }) => {
      const used = of(url)
      return used.failure === 'silent' ? silentNode(used, signal) : used
    },
    log: (message) => logged.push(message),
    ...(paces ? { paces } : {}),
    ...(walkedRows ? { walkedRows } : {}),
  })
  opened.push(one)
  return one
}

function silentNode({ chain }: DirectNode, signal?: AbortSignal): DirectNode {
  const silent = directNode(chain, signal)
  silent.failure = 'silent'
  return silent
}

async function connect(project: string, fields: Partial<Parameters<typeof addChain>[1]> = {}) {
  await addProject(app.db, { id: project })
  return addChain(app.db, {
    project_id: project,
    rpc_url_sealed: encrypt(app.dependencies.config.secret, 'https://node.example'),
    receivers: [RECEIVER],
    tokens: JSON.stringify([{ symbol: 'USDT', address: USDT, decimals: 6 }]),
    symbols: ['usdt'],
    confirmations: 3,
    from_block: 901,
    range_blocks: 50,
    ...fields,
  })
}

/** A payment of 1.5 USDT, in the next block unless another is given. */
const pay = (payment: { units?: bigint; block?: number; hash?: string; from?: string } = {}) =>
  node.chain.payToken({ token: USDT, from: PAYER, to: RECEIVER, units: 1_500_000n, ...payment })

async function buy(transaction_hash: string, project_id = 'AURA', fields: object = {}) {
  const { wallet_address } = await addWallet(app.db, { project_id })
  const paid = { payment_token_name: 'usdt', payment_token_amount: '1.5' }
  const now = { created_at: app.clock.now(), updated_at: app.clock.now() }
  const place = { project_id, wallet_address, transaction_hash }
  return addTransaction(app.db, { ...place, type: 'blockchain', ...paid, ...now, ...fields })
}

const list = async (state: ChainPaymentState = 'open', project = 'AURA') => {
  const path = `/chain/payments?projects=${project}&page=1&limit=50&state=${state}`
  return (await app.call('GET', path, { as: admin })).body
}
const hashesOf = async (state: ChainPaymentState = 'open', project = 'AURA') =>
  (await list(state, project)).results.map(
    (row: { transaction_hash: string }) => row.transaction_hash,
  )

const chainOf = (project_id = 'AURA') =>
  app.db
    .selectFrom('chains')
    .selectAll()
    .where('project_id', '=', project_id)
    .executeTakeFirstOrThrow()
const stateOf = async (id: number) =>
  (
    await app.db
      .selectFrom('transactions')
      .select('proof_state')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).proof_state

/** The next round in which the newest block is read again. */
async function nextRound(one: ChainJobs = jobs) {
  app.clock.advance(16_000)
  await one.round()
}

test('payments without a purchase are found, with the time of their block; others prove theirs', async () => {
  const [paid, spam] = [pay({ block: 950 }), pay({ block: 951, units: 0n })]
  const twice = node.chain.send({
    block: 990,
    from: PAYER,
    to: USDT,
    logs: [...pay({ block: 899 }).logs, ...pay({ block: 900 }).logs],
  })
  const sweep = node.chain.payToken({ token: USDT, from: RECEIVER, to: RECEIVER, units: 9n })
  const named = pay({ block: 960 })
  const { id } = await buy(named.hash)
  await jobs.round()
  const { results, counts, sums, scanned_at } = await list()
  expect(results.map((row: object) => row)).toMatchObject([
    { transaction_hash: twice.hash, block: 990, amount: '1.5', log_index: 1 },
    { transaction_hash: twice.hash, block: 990, amount: '1.5', log_index: 0 },
    {
      transaction_hash: paid.hash,
      project_id: 'AURA',
      chain_id: 1,
      chain_name: 'Ethereum',
      explorer_url: `https://explorer.example/tx/${paid.hash}`,
      block: 950,
      at: node.chain.timeOf(950).toISOString(),
      payer: PAYER,
      receiver: RECEIVER,
      token: 'USDT',
      amount: '1.5',
      state: 'open',
      transaction_id: null,
    },
  ])
  expect(results.map((row: { transaction_hash: string }) => row.transaction_hash)).not.toContain(
    spam.hash,
  )
  expect(results.map((row: { transaction_hash: string }) => row.transaction_hash)).not.toContain(
    sweep.hash,
  )
  expect({ counts, sums, scanned_at }).toEqual({
    counts: { open: 3, matched: 0, dismissed: 0 },
    sums: [{ token: 'USDT', amount: '4.5', payments: 3 }],
    scanned_at: app.clock.now().toISOString(),
  })
  expect(await stateOf(id)).toBe('proven')
  expect(await chainOf()).toMatchObject({
    state: 'ok',
    scanned_block: HEAD + 1,
    scanned_hash: node.chain.hashOf(HEAD + 1),
    head_block: HEAD + 1,
  })
})

test('the range is halved where the node refuses it, and grows again; a stop loses nothing', async () => {
  node.maxRange = 8
  const [first, last] = [pay({ block: 905 }), pay({ block: 999 })]
  const stopped = openJobs({ paces: { round: 0 } })
  // A round without time reads the newest block, and takes no range.
  await stopped.round()
  expect((await chainOf()).scanned_block).toBeNull()
  await stopped.stop()
  await jobs.round()
  expect(await hashesOf()).toEqual([last.hash, first.hash])
  const accepted = node.searches.filter(({ from, to }) => to - from < node.maxRange)
  const refused = node.searches.length - accepted.length
  expect(accepted.length).toBeGreaterThan(10)
  expect(refused).toBeGreaterThan(3)
  expect(refused).toBeLessThan(accepted.length)
  expect((await chainOf()).scanned_block).toBe(HEAD)
  // Each block in its turn, none left out.
  let scanned = 900
  for (const { from, to } of accepted) {
    expect(from).toBeLessThanOrEqual(scanned + 1)
    scanned = to
  }
  // A node that takes more gets more.
  node.maxRange = Infinity
  const { range_blocks: small } = await chainOf()
  node.chain.mine(200)
  await nextRound()
  expect((await chainOf()).range_blocks).toBeGreaterThan(small)
})

test('a single block that is refused is a failure of the node', async () => {
  node.maxRange = 0
  await jobs.round()
  expect(await chainOf()).toMatchObject({
    state: 'failing',
    error: 'Too much',
    scanned_block: null,
  })
})

test('a purchase that comes later matches its payment; a dismissed one stays so, and names it', async () => {
  const [late, gift] = [pay({ block: 950 }), pay({ block: 951 })]
  await jobs.round()
  const [{ id }] = (await list()).results
  const dismiss = (reason: string) =>
    app.call('POST', `/chain/payments/${id}/dismiss`, { as: admin, body: { reason } })
  const { status, body } = await dismiss('a gift')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    state: 'dismissed',
    dismissed_by: admin.user.email,
    dismissed_reason: 'a gift',
    dismissed_at: app.clock.now().toISOString(),
  })
  expect(await dismiss('a gift')).toMatchObject({ status: 200, body })
  expect(await dismiss('another gift')).toMatchObject({ status: 409 })
  const audit = await app.call('GET', '/audit?projects=AURA&limit=5', { as: admin })
  const entries = audit.body.results.filter(
    ({ action }: { action: string }) => action === 'chain_payment.dismiss',
  )
  expect(entries).toMatchObject([
    {
      after: { paid: '1.50 USDT', reason: 'a gift', transaction_hash: gift.hash, payer: PAYER },
    },
  ])

  const [purchase, other] = [await buy(late.hash), await buy(gift.hash)]
  expect(await list('matched')).toMatchObject({
    results: [{ transaction_hash: late.hash, transaction_id: String(purchase.id) }],
    counts: { open: 0, matched: 1, dismissed: 1 },
  })
  expect((await list('dismissed')).results).toMatchObject([
    { transaction_hash: gift.hash, transaction_id: String(other.id) },
  ])
  const [matched] = (await list('matched')).results
  expect(
    await app.call('POST', `/chain/payments/${matched.id}/dismiss`, {
      as: admin,
      body: { reason: 'a gift' },
    }),
  ).toMatchObject({ status: 409, body: { message: expect.stringContaining('A purchase names') } })
  await nextRound()
  expect([await stateOf(purchase.id), await stateOf(other.id)]).toEqual(['proven', 'proven'])
  expect(await hashesOf()).toEqual([])
})

test('a purchase that gives its hash up leaves the payment open, listed before or not', async () => {
  const [before, never] = [pay({ block: 950 }), pay({ block: 951 })]
  const unlisted = await buy(never.hash)
  await jobs.round()
  const listed = await buy(before.hash)
  await nextRound()
  expect(await hashesOf()).toEqual([])
  for (const { id } of [listed, unlisted])
    await app.db
      .updateTable('transactions')
      .set({ transaction_hash: fakeHash(`other ${id}`) })
      .where('id', '=', id)
      .execute()
  await nextRound()
  expect(await hashesOf()).toEqual([never.hash, before.hash])
  expect(await checkProject(app.db, 'AURA')).toEqual([])
})

test('a purchase of another project matches a payment, and is not named to readers of this one', async () => {
  await connect('HELIX')
  const payment = pay({ block: 950 })
  await jobs.round()
  expect(await hashesOf('open', 'HELIX')).toEqual([payment.hash])
  const { id } = await buy(payment.hash, 'HELIX')
  expect((await list('matched')).results).toMatchObject([{ transaction_id: null }])
  expect((await list('matched', 'HELIX')).results).toMatchObject([{ transaction_id: String(id) }])
  const unnamed = pay({ block: 980 })
  await buy(unnamed.hash, 'HELIX')
  await app.db.updateTable('chains').set({ scanned_block: null }).execute()
  await nextRound()
  expect(await hashesOf()).toEqual([])
})

test('after a reorganisation its blocks are scanned again, and proofs in them are checked', async () => {
  const kept = pay({ block: 890 + 20 })
  const [bought, open] = [pay({ block: 995 }), pay({ block: 996 })]
  const { id } = await buy(bought.hash)
  await jobs.round()
  const ids = (await list()).results.map((row: { id: string }) => row.id)
  expect([await stateOf(id), await hashesOf()]).toEqual(['proven', [open.hash, kept.hash]])

  const dropped = node.chain.reorganise(10)
  node.chain.mine()
  await nextRound()
  expect([await stateOf(id), await hashesOf()]).toEqual(['differs', [kept.hash]])

  // The newest blocks are gone, without others yet.
  node.chain.rewind(5)
  await nextRound()
  expect(await chainOf()).toMatchObject({ state: 'ok', head_block: 996, scanned_block: 996 })
  for (const transaction of dropped) node.chain.send({ ...transaction, block: 999 })
  node.chain.mine(6)
  app.clock.advance(3_600_000)
  await nextRound()
  admin = await app.signIn('admin')
  expect([await stateOf(id), await hashesOf()]).toEqual(['proven', [open.hash, kept.hash]])
  const [{ block, at }, same] = (await list()).results
  expect({ block, at }).toEqual({ block: 999, at: node.chain.timeOf(999).toISOString() })
  expect(same.id).toBe(ids[1])
  expect(await checkProject(app.db, 'AURA')).toEqual([])
})

test('a newest block that goes back by more than 100 is believed by nothing', async () => {
  const [bought, open] = [pay({ block: 950 }), pay({ block: 955 })]
  const { id } = await buy(bought.hash)
  await jobs.round()
  const before = await chainOf()
  node.chain.rewind(101)
  await nextRound()
  expect(await chainOf()).toEqual({
    ...before,
    state: 'failing',
    error: 'Its newest block went back from 1000 to 899',
    failing_since: app.clock.now(),
    failures: 1,
    next_try_at: new Date(app.clock.now().getTime() + 5000),
  })
  expect([await stateOf(id), await hashesOf()]).toEqual(['proven', [open.hash]])
})

test('a node that fails is put off longer each time, and works again; another one goes on', async () => {
  const other = directNode(node.chain)
  const both = openJobs({ of: (url) => (url.includes('other') ? other : node) })
  const sealed = encrypt(app.dependencies.config.secret, 'https://other.example')
  await addChain(app.db, {
    project_id: 'AURA',
    chain_id: 2,
    receivers: [RECEIVER],
    from_block: 901,
    rpc_url_sealed: sealed,
  })
  node.failure = new NodeError('The node responded with status 503')
  const since = app.clock.now()
  await both.round()
  const pauses = [5, 10, 20, 40]
  for (const [n, pause] of pauses.entries()) {
    const { state, error, failures, failing_since, next_try_at } = await chainOf()
    expect({ state, error, failures, failing_since, pause: next_try_at }).toEqual({
      state: 'failing',
      error: 'The node responded with status 503',
      failures: n + 1,
      failing_since: since,
      pause: new Date(app.clock.now().getTime() + pause * 1000),
    })
    await both.round()
    expect((await chainOf()).failures).toBe(n + 1)
    app.clock.advance(pause * 1000)
    await both.round()
  }
  const working = await app.db
    .selectFrom('chains')
    .select(['state', 'scanned_block'])
    .where('chain_id', '=', 2)
    .executeTakeFirst()
  expect(working).toEqual({ state: 'ok', scanned_block: HEAD })
  node.failure = new NodeError('Too many requests', { retryAfterMs: 90_000 })
  app.clock.advance(900_000)
  await both.round()
  expect((await chainOf()).next_try_at).toEqual(new Date(app.clock.now().getTime() + 90_000))
  node.failure = null
  app.clock.advance(90_000)
  await both.round()
  expect(await chainOf()).toMatchObject({
    state: 'ok',
    error: null,
    failing_since: null,
    failures: 0,
    next_try_at: null,
    scanned_block: HEAD,
  })
})

test('a secret of the server that has changed is a failure with the way on', async () => {
  await app.db.updateTable('chains').set({ rpc_url_sealed: 'AAAA' }).execute()
  await jobs.round()
  expect(await chainOf()).toMatchObject({
    state: 'failing',
    error: expect.stringContaining('secret'),
  })
})

test('one process works on a project; the other takes it over when the claim ends, or is released', async () => {
  const second = openJobs()
  await Promise.all([jobs.round(), second.round()])
  const ranges = node.searches.map(({ from, to }) => `${from}-${to}`)
  expect(new Set(ranges).size).toBe(ranges.length)
  expect(node.searches).toHaveLength(2)
  const claimOf = async () =>
    (await app.db.selectFrom('chain_jobs').select('claim').executeTakeFirstOrThrow()).claim
  const first = await claimOf()
  app.clock.advance(29_000)
  await Promise.all([jobs.round(), second.round()])
  expect(await claimOf()).toBe(first)
  app.clock.advance(31_000)
  node.chain.mine(5)
  // Only one of them gets a round.
  await second.round()
  const taken = await claimOf()
  expect((await chainOf()).scanned_block).toBe(HEAD + 5)
  for (const one of [jobs, second]) await one.stop()
  expect([taken === null, await claimOf()]).toEqual([false, null])
})

test('a silent node holds no other chain, and no stop', async () => {
  await connect('HELIX', { rpc_url_sealed: encrypt(app.dependencies.config.secret, 'https://b') })
  const other = directNode(node.chain)
  node.failure = 'silent'
  const paces = { round: 500, step: 0, heads: 20 }
  const both = openJobs({ paces, of: (url) => (url.includes('b') ? other : node) })
  await both.round()
  expect((await chainOf('HELIX')).scanned_block).toBe(HEAD)
  expect(await chainOf()).toMatchObject({ state: 'behind', head_block: null })
  await both.stop()
  expect(await chainOf()).toMatchObject({ state: 'behind', failures: 0 })
})

test('purchases are marked when a chain is connected, and released when it is disconnected', async () => {
  await app.db.deleteFrom('chains').execute()
  const purchases = []
  for (let n = 0; n < 7; n++) purchases.push(await buy(fakeHash(`purchase ${n}`)))
  await buy(fakeHash('of another token'), 'AURA', { payment_token_name: 'SOL' })
  const statesOf = async () => {
    const { rows } = await sql<{ state: string | null; purchases: number; proofs: number }>`
      select proof_state as state, count(*) as purchases, count(p.*) as proofs
      from transactions t left join proofs p on p.transaction_id = t.id
      group by 1 order by 1 nulls last`.execute(app.db)
    return rows.map(({ state, purchases: count, proofs }) => [state, count, proofs])
  }
  const { id: chain } = await addChain(app.db, {
    project_id: 'AURA',
    rpc_url_sealed: encrypt(app.dependencies.config.secret, 'https://node.example'),
    tokens: JSON.stringify([{ symbol: 'USDT', address: USDT, decimals: 6 }]),
    symbols: ['usdt'],
    from_block: 901,
  })
  const walk = () =>
    app.db
      .updateTable('chain_jobs')
      .set({ walk_after: 0 })
      .where('project_id', '=', 'AURA')
      .execute()
  await jobs.round()
  expect(await statesOf()).toEqual([[null, 8, 0]])
  const small = openJobs({ walkedRows: 3 })
  await jobs.stop()
  await walk()
  await small.round()
  expect(await statesOf()).toEqual([
    ['waiting', 7, 7],
    [null, 1, 0],
  ])
  expect(await checkProject(app.db, 'AURA')).toEqual([])

  await app.db
    .updateTable('chains')
    .set({ disconnected_at: app.clock.now() })
    .where('id', '=', chain)
    .execute()
  await walk()
  await small.round()
  expect(await statesOf()).toEqual([[null, 8, 0]])
  expect(await app.db.selectFrom('chains').selectAll().execute()).toEqual([])
  expect(await checkProject(app.db, 'AURA')).toEqual([])
})

test('an archived project is left alone until it is restored', async () => {
  const setArchived = (archived_at: Date | null) =>
    app.db.updateTable('projects').set({ archived_at }).execute()
  await setArchived(app.clock.now())
  await jobs.round()
  expect((await chainOf()).head_block).toBeNull()
  await setArchived(null)
  await jobs.round()
  expect((await chainOf()).head_block).toBe(HEAD)
})

test('open pages hear of payments', async () => {
  const kinds = async () => {
    const { rows } = await sql`select distinct kind from changes where project_id = 'AURA'`.execute(
      app.db,
    )
    return rows
  }
  await sql`delete from changes`.execute(app.db)
  pay({ block: 950 })
  await jobs.round()
  expect(await kinds()).toEqual([{ kind: 'transactions' }])
})
