import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkProject } from '#server/db/rollups/check.ts'
import { directNode } from '#tests/support/chain/direct-node.ts'
import { fakeHash } from '#tests/support/chain/fake-chain.ts'
import {
  HEAD,
  openFollowedSale,
  PAYER,
  RECEIVER,
  USDT,
  type FollowedSale,
} from '#tests/support/chain/followed-sale.ts'
import { addChain } from '#tests/support/server/builders.ts'
import { NodeError } from './chain-node.ts'

let sale: FollowedSale
let app: FollowedSale['app']
let node: FollowedSale['node']
let jobs: FollowedSale['jobs']
beforeEach(async () => {
  sale = await openFollowedSale()
  ;({ app, node, jobs } = sale)
})
afterEach(() => sale.close())
const walk = () => app.db.updateTable('chain_jobs').set({ walk_after: 0 }).execute()

test('payments without a purchase are found, with the time of their block; others prove theirs', async () => {
  const paid = sale.pay({ block: 950 })
  // Neither of these is a payment.
  sale.pay({ block: 951, units: 0n })
  const twice = node.chain.send({
    block: 990,
    from: PAYER,
    to: USDT,
    logs: [...sale.pay({ block: 899 }).logs, ...sale.pay({ block: 900 }).logs],
  })
  node.chain.payToken({ token: USDT, from: RECEIVER, to: RECEIVER, units: 9n })
  const named = sale.pay({ block: 960 })
  const { id } = await sale.buy(named.hash)
  await jobs.round()
  const { results, counts, sums, scanned_at } = await sale.list()
  expect(results).toMatchObject([
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
  expect({ counts, sums, scanned_at }).toEqual({
    counts: { open: 3, matched: 0, dismissed: 0 },
    sums: [{ token: 'USDT', amount: '4.5', payments: 3 }],
    scanned_at: app.clock.now().toISOString(),
  })
  expect(await sale.stateOf(id)).toBe('proven')
  expect(await sale.chainOf()).toMatchObject({
    state: 'ok',
    scanned_block: HEAD + 1,
    scanned_hash: node.chain.hashOf(HEAD + 1),
    head_block: HEAD + 1,
  })
})

test('the range is halved where the node refuses it, and grows again; a stop loses nothing', async () => {
  node.maxRange = 8
  const [first, last] = [sale.pay({ block: 905 }), sale.pay({ block: 999 })]
  const stopped = sale.openJobs({ paces: { round: 0 } })
  // A round without time reads the newest block, and takes no range.
  await stopped.round()
  expect((await sale.chainOf()).scanned_block).toBeNull()
  await stopped.stop()
  await jobs.round()
  expect(await sale.hashesOf()).toEqual([last.hash, first.hash])
  const accepted = node.searches.filter(({ from, to }) => to - from < node.maxRange)
  const refused = node.searches.length - accepted.length
  expect(accepted.length).toBeGreaterThan(10)
  expect(refused).toBeGreaterThan(3)
  expect(refused).toBeLessThan(accepted.length)
  expect((await sale.chainOf()).scanned_block).toBe(HEAD)
  // Each block in its turn, none left out.
  let scanned = 900
  for (const { from, to } of accepted) {
    expect(from).toBeLessThanOrEqual(scanned + 1)
    scanned = to
  }
  // A node that takes more gets more.
  node.maxRange = Infinity
  const { range_blocks: small } = await sale.chainOf()
  node.chain.mine(200)
  await sale.nextRound()
  expect((await sale.chainOf()).range_blocks).toBeGreaterThan(small)
})

test('a single block that is refused is a failure of the node', async () => {
  node.maxRange = 0
  await jobs.round()
  expect(await sale.chainOf()).toMatchObject({
    state: 'failing',
    error: 'Too much',
    scanned_block: null,
  })
})

test('a purchase that comes later matches its payment; a dismissed one stays so, and names it', async () => {
  const [late, gift] = [sale.pay({ block: 950 }), sale.pay({ block: 951 })]
  await jobs.round()
  const [{ id }] = (await sale.list()).results
  const dismiss = (reason: string, of = id) =>
    app.call('POST', `/chain/payments/${of}/dismiss`, { as: sale.admin, body: { reason } })
  const { status, body } = await dismiss('a gift')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    state: 'dismissed',
    dismissed_by: sale.admin.user.email,
    dismissed_reason: 'a gift',
    dismissed_at: app.clock.now().toISOString(),
  })
  expect(await dismiss('a gift')).toMatchObject({ status: 200, body })
  expect(await dismiss('another gift')).toMatchObject({ status: 409 })
  const audit = await app.call('GET', '/audit?projects=AURA&limit=5', { as: sale.admin })
  const entries = audit.body.results.filter(
    ({ action }: { action: string }) => action === 'chain_payment.dismiss',
  )
  expect(entries).toMatchObject([
    {
      after: { paid: '1.50 USDT', reason: 'a gift', transaction_hash: gift.hash, payer: PAYER },
    },
  ])
  const [purchase, other] = [await sale.buy(late.hash), await sale.buy(gift.hash)]
  expect(await sale.list('matched')).toMatchObject({
    results: [{ transaction_hash: late.hash, transaction_id: String(purchase.id) }],
    counts: { open: 0, matched: 1, dismissed: 1 },
  })
  expect((await sale.list('dismissed')).results).toMatchObject([
    { transaction_hash: gift.hash, transaction_id: String(other.id) },
  ])
  const [matched] = (await sale.list('matched')).results
  const refusal = await dismiss('a gift', matched.id)
  expect([refusal.status, refusal.body.message]).toEqual([
    409,
    'A purchase names this payment now, so there is nothing to dismiss',
  ])
  await sale.nextRound()
  expect([await sale.stateOf(purchase.id), await sale.stateOf(other.id)]).toEqual([
    'proven',
    'proven',
  ])
  expect(await sale.hashesOf()).toEqual([])
})

test('a purchase that gives its hash up leaves the payment open, listed before or not', async () => {
  const [before, never] = [sale.pay({ block: 950 }), sale.pay({ block: 951 })]
  const unlisted = await sale.buy(never.hash)
  await jobs.round()
  const listed = await sale.buy(before.hash)
  await sale.nextRound()
  expect(await sale.hashesOf()).toEqual([])
  for (const { id } of [listed, unlisted])
    await app.db
      .updateTable('transactions')
      .set({ transaction_hash: fakeHash(`other ${id}`) })
      .where('id', '=', id)
      .execute()
  await sale.nextRound()
  expect(await sale.hashesOf()).toEqual([never.hash, before.hash])
  expect(await checkProject(app.db, 'AURA')).toEqual([])
})

test('a purchase of another project matches a payment, and is not named to readers of this one', async () => {
  await sale.connect('HELIX')
  const payment = sale.pay({ block: 950 })
  await jobs.round()
  expect(await sale.hashesOf('open', 'HELIX')).toEqual([payment.hash])
  const { id } = await sale.buy(payment.hash, 'HELIX')
  expect((await sale.list('matched')).results).toMatchObject([{ transaction_id: null }])
  const own = { transaction_id: String(id) }
  expect((await sale.list('matched', 'HELIX')).results).toMatchObject([own])
  // As listed before HELIX had a chain.
  await app.db.updateTable('chain_payments').set({ state: 'open', transaction_id: null }).execute()
  await walk()
  await jobs.round()
  expect(await sale.hashesOf('matched')).toEqual([payment.hash])
  const unnamed = sale.pay({ block: 980 })
  await sale.buy(unnamed.hash, 'HELIX')
  await app.db.updateTable('chains').set({ scanned_block: null }).execute()
  await sale.nextRound()
  expect(await sale.hashesOf()).toEqual([])
})

test('after a reorganisation its blocks are scanned again, and proofs in them are checked', async () => {
  const kept = sale.pay({ block: 890 + 20 })
  const [bought, open] = [sale.pay({ block: 995 }), sale.pay({ block: 996 })]
  const { id } = await sale.buy(bought.hash)
  await jobs.round()
  const ids = (await sale.list()).results.map((row: { id: string }) => row.id)
  expect([await sale.stateOf(id), await sale.hashesOf()]).toEqual([
    'proven',
    [open.hash, kept.hash],
  ])

  const dropped = node.chain.reorganise(10)
  node.chain.mine()
  await sale.nextRound()
  expect([await sale.stateOf(id), await sale.hashesOf()]).toEqual(['differs', [kept.hash]])

  // The newest blocks are gone, without others yet.
  node.chain.rewind(5)
  await sale.nextRound()
  expect(await sale.chainOf()).toMatchObject({ state: 'ok', head_block: 996, scanned_block: 996 })
  for (const transaction of dropped) node.chain.send({ ...transaction, block: 999 })
  node.chain.mine(6)
  app.clock.advance(3_600_000)
  await sale.nextRound()
  await sale.signInAgain()
  expect([await sale.stateOf(id), await sale.hashesOf()]).toEqual([
    'proven',
    [open.hash, kept.hash],
  ])
  const [{ block, at }, same] = (await sale.list()).results
  expect({ block, at }).toEqual({ block: 999, at: node.chain.timeOf(999).toISOString() })
  expect(same.id).toBe(ids[1])
  expect(await checkProject(app.db, 'AURA')).toEqual([])
})

test('a newest block that goes back by more than 100 is believed by nothing', async () => {
  const [bought, open] = [sale.pay({ block: 950 }), sale.pay({ block: 955 })]
  const { id } = await sale.buy(bought.hash)
  await jobs.round()
  const before = await sale.chainOf()
  node.chain.rewind(101)
  await sale.nextRound()
  expect(await sale.chainOf()).toEqual({
    ...before,
    state: 'failing',
    error: 'Its newest block went back from 1000 to 899',
    failing_since: app.clock.now(),
    failures: 1,
    next_try_at: new Date(app.clock.now().getTime() + 5000),
  })
  expect([await sale.stateOf(id), await sale.hashesOf()]).toEqual(['proven', [open.hash]])
})

test('a node that fails is put off longer each time, and works again; another one goes on', async () => {
  const other = directNode(node.chain)
  const both = sale.openJobs({ of: (url) => (url.includes('other') ? other : node) })
  const sealed = sale.seal('https://other.example')
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
    const { state, error, failures, failing_since, next_try_at } = await sale.chainOf()
    expect({ state, error, failures, failing_since, pause: next_try_at }).toEqual({
      state: 'failing',
      error: 'The node responded with status 503',
      failures: n + 1,
      failing_since: since,
      pause: new Date(app.clock.now().getTime() + pause * 1000),
    })
    await both.round()
    expect((await sale.chainOf()).failures).toBe(n + 1)
    app.clock.advance(pause * 1000)
    await both.round()
  }
  const chains = app.db.selectFrom('chains').select(['state', 'scanned_block'])
  expect(await chains.where('chain_id', '=', 2).execute()).toEqual([
    { state: 'ok', scanned_block: HEAD },
  ])
  node.failure = new NodeError('Too many requests', { retryAfterMs: 90_000 })
  app.clock.advance(900_000)
  await both.round()
  expect((await sale.chainOf()).next_try_at).toEqual(new Date(app.clock.now().getTime() + 90_000))
  node.failure = null
  app.clock.advance(90_000)
  await both.round()
  expect(await sale.chainOf()).toMatchObject({
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
  expect(await sale.chainOf()).toMatchObject({
    state: 'failing',
    error: expect.stringContaining('secret'),
  })
})

test('one process works on a project; the other takes it over when the claim ends, or is released', async () => {
  const second = sale.openJobs()
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
  expect((await sale.chainOf()).scanned_block).toBe(HEAD + 5)
  for (const one of [jobs, second]) await one.stop()
  expect([taken === null, await claimOf()]).toEqual([false, null])
})

test('a silent node holds no other chain, and no stop', async () => {
  await sale.connect('HELIX', 'https://b')
  const other = directNode(node.chain)
  node.failure = 'silent'
  const paces = { round: 500, step: 0, heads: 20 }
  const both = sale.openJobs({ paces, of: (url) => (url.includes('b') ? other : node) })
  await both.round()
  expect((await sale.chainOf('HELIX')).scanned_block).toBe(HEAD)
  expect(await sale.chainOf()).toMatchObject({ state: 'behind', head_block: null })
  await both.stop()
  expect(await sale.chainOf()).toMatchObject({ state: 'behind', failures: 0 })
})

test('purchases are marked when a chain is connected, and released when it is disconnected', async () => {
  await app.db.updateTable('chains').set({ symbols: [] }).execute()
  for (let n = 0; n < 7; n++) await sale.buy(fakeHash(`purchase ${n}`))
  await sale.buy(fakeHash('of another token'), 'AURA', 'SOL')
  const statesOf = async () => {
    const { rows } = await sql<{ state: string | null; purchases: number; proofs: number }>`
      select proof_state as state, count(*) as purchases, count(p.*) as proofs
      from transactions t left join proofs p on p.transaction_id = t.id
      group by 1 order by 1 nulls last`.execute(app.db)
    return rows.map(({ state, purchases: count, proofs }) => [state, count, proofs])
  }
  await jobs.round()
  expect(await statesOf()).toEqual([[null, 8, 0]])
  const small = sale.openJobs({ walkedRows: 3 })
  await jobs.stop()
  await app.db
    .updateTable('chains')
    .set({ symbols: ['usdt'] })
    .execute()
  await walk()
  await small.round()
  expect(await statesOf()).toEqual([
    ['waiting', 7, 7],
    [null, 1, 0],
  ])
  expect(await checkProject(app.db, 'AURA')).toEqual([])
  await app.db.updateTable('chains').set({ disconnected_at: app.clock.now() }).execute()
  await walk()
  await small.round()
  expect(await statesOf()).toEqual([[null, 8, 0]])
  expect(await app.db.selectFrom('chains').selectAll().execute()).toEqual([])
  expect(await checkProject(app.db, 'AURA')).toEqual([])
})

test('an archived project is left alone until it is restored', async () => {
  const archived = app.db.updateTable('projects').set({ archived_at: app.clock.now() })
  await archived.execute()
  await jobs.round()
  expect((await sale.chainOf()).head_block).toBeNull()
  await app.db.updateTable('projects').set({ archived_at: null }).execute()
  await jobs.round()
  expect((await sale.chainOf()).head_block).toBe(HEAD)
})

test('open pages hear of payments', async () => {
  await sql`delete from changes`.execute(app.db)
  sale.pay({ block: 950 })
  await jobs.round()
  const { rows } = await sql`select distinct kind from changes`.execute(app.db)
  expect(rows).toEqual([{ kind: 'transactions' }])
})
