import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { decryptOrNull } from '#server/auth/secret.ts'
import { openChainJobs } from '#server/chain/chain-jobs.ts'
import { openChainNodes } from '#server/chain/check-chain.ts'
import { openNodes } from '#server/chain/open-node.ts'
import { openChainMetrics } from '#server/metrics/chain-metrics.ts'
import { HOUR_MS } from '#src/domain/time/zone.ts'
import { fakeAddress } from '#tests/support/chain/fake-chain.ts'
import { openFakeNode, type FakeNode, type Misbehaviour } from '#tests/support/chain/fake-node.ts'
import { openTestApp, testClock, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import { addProject, addTransaction, addWallet } from '#tests/support/server/builders.ts'

const KEY = 'k7Qm3xT8vR2n'
const [RECEIVER, OTHER, USDC] = [fakeAddress('safe'), fakeAddress('other'), fakeAddress('usdc')]
const ETH = { symbol: 'ETH', address: null, decimals: 18 }
const DOLLARS = { symbol: 'USDC', address: USDC, decimals: 6 }
/** The newest block at first, of the time of the tests. */
const HEAD = 1000

let node: FakeNode
let t: TestApp
let admin: SignedIn
/** All that was responded. */
const texts: string[] = []
const clock = testClock()
const openNode = () => openNodes({ origins: [node.url], deadlineMs: 30_000 })
beforeAll(async () => {
  node = await openFakeNode({ chainId: 1, head: HEAD, headAt: clock.now() })
  node.addToken(DOLLARS)
  t = await openTestApp({ clock, chainNodes: openChainNodes({ openNode: openNode(), clock }) })
  admin = await t.signIn('admin')
})
afterEach(async () => {
  node.misbehave(null)
  // Work is on the project of one test.
  await t.db.deleteFrom('chains').execute()
})
afterAll(async () => {
  await t.close()
  await node.close()
})

const settings = () => ({
  name: 'Ethereum',
  rpc_url: `${node.url}/v2/${KEY}`,
  explorer_url: 'https://etherscan.io/',
  confirmations: 12,
  receivers: [RECEIVER.toUpperCase().replace('0X', '0x')],
  tokens: [ETH, DOLLARS],
  from_block: 500 as number | null,
})
const request = async (method: string, path: string, body?: object, as = admin) => {
  const answer = await t.call(method, path, { as, ...(body && { body }) })
  texts.push(answer.text)
  return answer
}
const put = (project: string, changes: object = {}, chain = 1) =>
  request('PUT', `/projects/${project}/chains/${chain}`, { ...settings(), ...changes })
const list = async (project: string) => (await request('GET', `/projects/${project}/chains`)).body
const lastAudit = async (project: string) =>
  (await request('GET', `/audit?projects=${project}&limit=1`)).body.results[0]
const rowOf = (project: string) =>
  t.db.selectFrom('chains').selectAll().where('project_id', '=', project).executeTakeFirst()
const follow = () => {
  const { config } = t.dependencies
  return openChainJobs({
    db: t.db,
    clock,
    keyring: config,
    openNode: openNode(),
    log: (message) => void texts.push(message),
  })
}
const work = async () => {
  const jobs = follow()
  await jobs.round()
  await jobs.stop()
}
async function buy(project_id: string, created_at = clock.now()) {
  const { wallet_address } = await addWallet(t.db, { project_id })
  const payment = { payment_token_name: 'usdc', payment_token_amount: '5' }
  return addTransaction(t.db, { project_id, wallet_address, created_at, ...payment })
}

test('a chain is connected after its node was checked, and the steps are listed', async () => {
  await addProject(t.db, { id: 'AURA' })
  const { status, body } = await put('AURA')
  expect([status, body]).toMatchObject([
    200,
    {
      chain: {
        chain_id: 1,
        name: 'Ethereum',
        rpc_host: new URL(node.url).host,
        explorer_url: 'https://etherscan.io',
        receivers: [RECEIVER],
        tokens: [ETH, DOLLARS],
        from_block: 500,
        state: 'behind',
      },
      check: [
        { what: 'The node serves Ethereum', ok: true, detail: 'chain 1, block 1,000, 0 s old' },
        { what: 'Receipts and logs can be read', ok: true, detail: 'up to 2,000 blocks a call' },
        { what: 'USDC is a token', ok: true, detail: '6 decimals' },
      ],
    },
  ])
  expect(await list('AURA')).toEqual([body.chain])
  const sealed = (await rowOf('AURA'))?.rpc_url_sealed ?? ''
  expect(decryptOrNull(t.dependencies.config, sealed)).toBe(settings().rpc_url)
  expect(await lastAudit('AURA')).toMatchObject({
    action: 'chain.connect',
    before: null,
    after: { name: 'Ethereum', rpc_host: new URL(node.url).host },
  })
})

const token = (changes: object) => ({ tokens: [ETH, { ...DOLLARS, ...changes }] })
const REFUSED: [string, object, Misbehaviour | null, string[] | undefined, string][] = [
  [
    'another chain',
    {},
    { kind: 'chain_id', chainId: 56 },
    undefined,
    'body.rpc_url, Message: The node serves chain 56, not 1.',
  ],
  [
    'an address without a contract',
    token({ address: OTHER }),
    null,
    undefined,
    'body.tokens.1.address, Message: Contract of USDC: there is none at this address.',
  ],
  [
    'other decimals',
    token({ decimals: 18 }),
    null,
    undefined,
    'body.tokens.1.decimals, Message: Decimals of USDC: the contract says 6, not 18.',
  ],
  [
    'another symbol',
    token({ symbol: 'USDT' }),
    null,
    undefined,
    'body.tokens.1.symbol, Message: Symbol of USDT: the contract says USDC.',
  ],
  [
    'no logs',
    {},
    { kind: 'error', code: -32_601, message: `no ${KEY}` },
    ['eth_getLogs'],
    'body.rpc_url, Message: The node refuses eth_getLogs: it has no such method, code -32601.',
  ],
  [
    'rubbish',
    {},
    { kind: 'rubbish' },
    undefined,
    'body.rpc_url, Message: The node’s answer is not JSON-RPC.',
  ],
  [
    'a first block that is not there yet',
    { from_block: 1001 },
    null,
    undefined,
    'body.from_block, Message: The newest block is 1,000.',
  ],
]
test.each(REFUSED)('%s is refused, and nothing is stored', async (name, ...refused) => {
  const [changes, misbehaviour, methods, message] = refused
  const id = `NOT${REFUSED.findIndex(([one]) => one === name)}`
  await addProject(t.db, { id })
  node.misbehave(misbehaviour, methods)
  const { status, body } = await put(id, changes)
  expect([status, body.message]).toEqual([400, `Path: ${message}`])
  // The first block is no step of the check.
  expect('from_block' in changes || !body.check.at(-1).ok).toBe(true)
  expect(await rowOf(id)).toBeUndefined()
  expect((await request('GET', `/audit?projects=${id}&limit=9`)).body.results).toEqual([])
})

test('addresses that are not public are refused, unless they are of the settings', async () => {
  await addProject(t.db, { id: 'PRIVATE' })
  for (const rpc_url of [`https://10.0.0.1/${KEY}`, `http://localhost:1/${KEY}`]) {
    const { status, body } = await put('PRIVATE', { rpc_url })
    expect([status, body.message]).toEqual([400, expect.stringContaining('Path: body.rpc_url')])
  }
  expect(await list('PRIVATE')).toEqual([])
})

test('connecting and disconnecting need a step-up', async () => {
  const other = await t.signIn('admin', [], { isConfirmed: false })
  const path = '/projects/AURA/chains/1'
  for (const method of ['PUT', 'DELETE']) {
    const { status, body } = await request(
      method,
      path,
      method === 'PUT' ? settings() : undefined,
      other,
    )
    expect([status, body.step_up.needs ?? body.step_up.challenge]).toEqual([403, expect.anything()])
  }
})

describe('a change', () => {
  test('without an address keeps the stored one; there is none of a chain that is not connected', async () => {
    await addProject(t.db, { id: 'KEEP' })
    expect((await put('KEEP', { rpc_url: undefined })).status).toBe(404)
    await put('KEEP')
    const before = await rowOf('KEEP')
    const { status, body } = await put('KEEP', { rpc_url: undefined, name: 'Mainnet' })
    expect([status, body.chain.name]).toEqual([200, 'Mainnet'])
    expect((await rowOf('KEEP'))?.rpc_url_sealed).toBe(before?.rpc_url_sealed)
    expect(await lastAudit('KEEP')).toMatchObject({
      action: 'chain.update',
      before: { name: 'Ethereum' },
      after: { name: 'Mainnet' },
    })
  })

  test('of what proves a payment has purchases checked and blocks scanned again', async () => {
    await addProject(t.db, { id: 'AGAIN' })
    await buy('AGAIN')
    await put('AGAIN')
    await work()
    const due = () =>
      t.db
        .selectFrom('proofs')
        .select('due_at')
        .where('project_id', '=', 'AGAIN')
        .executeTakeFirstOrThrow()
    const rest = { due_at: new Date('2099-01-01T00:00:00Z') }
    const changes = [
      [{ name: 'Mainnet', explorer_url: null }, false, false],
      [{ confirmations: 5 }, true, false],
      [{ receivers: [RECEIVER, OTHER], confirmations: 5 }, true, true],
      [{ receivers: [RECEIVER], confirmations: 5 }, true, true],
      [{ tokens: [DOLLARS], confirmations: 5 }, true, true],
      [{ from_block: 400, tokens: [DOLLARS], confirmations: 5 }, false, true],
      [{ from_block: 900, tokens: [DOLLARS], confirmations: 5 }, false, false],
    ] as const
    for (const [change, isDue, isScanned] of changes) {
      await t.db.updateTable('proofs').set(rest).where('project_id', '=', 'AGAIN').execute()
      await t.db
        .updateTable('chains')
        .set({ scanned_block: HEAD, head_block: HEAD })
        .where('project_id', '=', 'AGAIN')
        .execute()
      expect((await put('AGAIN', change)).status).toBe(200)
      const wasDue = (await due()).due_at?.getTime() !== rest.due_at.getTime()
      const isAgain = (await rowOf('AGAIN'))?.scanned_block === null
      expect([change, wasDue, isAgain]).toEqual([change, isDue, isScanned])
    }
  })

  test('to a later first block skips the blocks before it', async () => {
    await addProject(t.db, { id: 'LATER' })
    await put('LATER', { from_block: 100 })
    await t.db
      .updateTable('chains')
      .set({ scanned_block: 150, range_blocks: 50 })
      .where('project_id', '=', 'LATER')
      .execute()
    await put('LATER', { from_block: 900 })
    await work()
    expect(await rowOf('LATER')).toMatchObject({ scanned_block: node.chain.head, state: 'ok' })
  })
})

test('without a first block, it is the one an hour before the first purchase', async () => {
  await addProject(t.db, { id: 'SINCE' })
  await addProject(t.db, { id: 'EMPTY' })
  await buy('SINCE', node.chain.timeOf(640))
  await buy('SINCE', node.chain.timeOf(800))
  const expected = node.chain.blockAt(new Date(node.chain.timeOf(640).getTime() - HOUR_MS))
  expect((await put('SINCE', { from_block: null })).body.chain.from_block).toBe(expected)
  expect((await put('EMPTY', { from_block: null })).body.chain.from_block).toBe(node.chain.head)
})

test('two admins at once connect a chain once, and the later one changes it', async () => {
  await addProject(t.db, { id: 'TWO' })
  const answers = await Promise.all([put('TWO', { name: 'One' }), put('TWO', { name: 'Two' })])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const { results } = (await request('GET', '/audit?projects=TWO&limit=9')).body
  expect(results.map(({ action }: { action: string }) => action)).toEqual([
    'chain.update',
    'chain.connect',
  ])
  expect(await list('TWO')).toMatchObject([{ name: results[0].after.name }])
})

test('an archived project keeps its chains as they are', async () => {
  await addProject(t.db, { id: 'OVER' })
  await put('OVER')
  await request('POST', '/projects/OVER/archive')
  const refused = { status: 409, body: { message: 'Project is archived' } }
  expect(await put('OVER')).toMatchObject(refused)
  expect(await request('DELETE', '/projects/OVER/chains/1')).toMatchObject(refused)
})

describe('a disconnected chain', () => {
  const disconnect = (project: string) => request('DELETE', `/projects/${project}/chains/1`)
  const payments = async (project: string) =>
    (await request('GET', `/chain/payments?projects=${project}&page=1&limit=9&state=open`)).body
  const open = async (project: string) => {
    const range = 'start_date=2026-11-01T00:00:00Z&end_date=2026-12-01T00:00:00Z&tz=%2B00:00'
    const { body } = await request('GET', `/chain/summary?projects=${project}&${range}`)
    return body[project].open_payments
  }

  test('is gone at once, and can be connected again before its purchases are released', async () => {
    await addProject(t.db, { id: 'BACK' })
    const { id } = await buy('BACK')
    await put('BACK')
    await work()
    expect((await disconnect('BACK')).status).toBe(204)
    expect((await disconnect('BACK')).status).toBe(404)
    expect(await list('BACK')).toEqual([])
    expect(await lastAudit('BACK')).toMatchObject({ action: 'chain.disconnect' })
    expect((await put('BACK', { rpc_url: undefined })).status).toBe(404)
    expect((await put('BACK')).body.chain).toMatchObject({ scanned_block: null, head_block: null })
    await work()
    expect(await rowOf('BACK')).toMatchObject({ disconnected_at: null, state: 'ok' })
    const row = await t.db
      .selectFrom('transactions')
      .select('proof_state')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.proof_state).not.toBeNull()
  })

  test('leaves its open payments, without its name, in the list and in all sums', async () => {
    await addProject(t.db, { id: 'LEFT' })
    const pay = { token: USDC, from: fakeAddress('payer'), units: 2_500_000n }
    const { hash } = node.chain.payToken({ ...pay, to: RECEIVER })
    await put('LEFT')
    await work()
    expect(await payments('LEFT')).toMatchObject({
      results: [{ chain_name: 'Ethereum', transaction_hash: hash }],
    })
    await disconnect('LEFT')
    await work()
    expect(await rowOf('LEFT')).toBeUndefined()
    expect(await payments('LEFT')).toMatchObject({
      results: [{ chain_name: null, explorer_url: null, transaction_hash: hash, amount: '2.5' }],
      counts: { open: 1 },
      sums: [{ token: 'USDC', amount: '2.5', payments: 1 }],
    })
    expect(await open('LEFT')).toBe(1)
    // A purchase that names it still takes it out.
    const { wallet_address } = await addWallet(t.db, { project_id: 'LEFT' })
    await addTransaction(t.db, { project_id: 'LEFT', wallet_address, transaction_hash: hash })
    expect(await payments('LEFT')).toMatchObject({ results: [], counts: { open: 0, matched: 1 } })
    expect(await open('LEFT')).toBe(0)
  })

  test('a receiver that is no longer one has no open payments', async () => {
    await addProject(t.db, { id: 'WRONG' })
    const pay = { token: USDC, from: fakeAddress('payer'), units: 1n }
    node.chain.payToken({ ...pay, to: OTHER })
    await put('WRONG', { receivers: [RECEIVER, OTHER] })
    await work()
    const before = await open('WRONG')
    await put('WRONG')
    await work()
    expect(await open('WRONG')).toBe(before - 1)
  })
})

test('the key in a node’s address is in no response, log, metric or audit entry', async () => {
  await addProject(t.db, { id: 'SECRET' })
  await put('SECRET')
  const failures: Misbehaviour[] = [
    { kind: 'error', code: -32_000, message: `bad key ${KEY}` },
    { kind: 'status', status: 401 },
    { kind: 'redirect', to: `${node.url}/${KEY}` },
    { kind: 'hang_up' },
    { kind: 'rubbish' },
  ]
  for (const failure of failures) {
    node.misbehave(failure)
    expect((await put('SECRET')).status).toBe(400)
    await t.db.updateTable('chains').set({ next_try_at: null }).execute()
    await work()
    const [chain] = await list('SECRET')
    expect(chain).toMatchObject({ state: 'failing', error: expect.stringContaining('node') })
  }
  const registry = new Registry()
  await openChainMetrics(registry).read(t.db)
  await request('GET', '/audit?limit=100')
  const rows = await Promise.all([
    t.db.selectFrom('chains').selectAll().execute(),
    t.db.selectFrom('audit_log').selectAll().execute(),
  ])
  const all = [...texts, await registry.metrics(), JSON.stringify(rows)]
  expect(all.filter((text) => text.includes(KEY))).toEqual([])
})
