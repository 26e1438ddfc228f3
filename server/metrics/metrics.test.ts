import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runChainCommand } from '#server/admin/chain.ts'
import { SOURCE } from '#server/db/rollups/definition.ts'
import { listenForMetrics } from '#server/lifecycle/metrics-port.ts'
import { SettingsError } from '#server/settings-error.ts'
import { openTestApp, testClock, type TestApp } from '#tests/support/server/app.ts'
import {
  addIngestKey,
  addProject,
  addTransaction,
  addUser,
  addWallet,
} from '#tests/support/server/builders.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/server/database.ts'
import { openChainMetrics } from './chain-metrics.ts'
import { openMetrics } from './metrics.ts'
import { openDriftCheck, type DriftCheck } from './rollup-drift.ts'

const TOKEN = 'a token of these tests, long enough'
const logged: string[] = []

let database: TestDatabase
let t: TestApp
let drift: DriftCheck
beforeAll(async () => {
  database = await openTestDatabase()
  const { db } = database
  const clock = testClock()
  const log = (line: string) => logged.push(line)
  drift = openDriftCheck({ db, clock, log })
  const metrics = openMetrics({
    readiness: { whyNotReady: async () => null },
    pools: { primary: { countConnections: () => ({ total: 3, idle: 1, waiting: 4 }) } },
    live: { countStreams: () => 2 },
    drift,
    lastBackupAt: async () => new Date('2026-11-20T00:00:00Z'),
    probe: db,
    replica: null,
    clock,
    log,
  })
  t = await openTestApp({ db, clock, metrics, config: { metricsToken: TOKEN } })
})
afterAll(async () => {
  await t.close()
  await database.close()
})

const scrape = (token: string | null = TOKEN) =>
  t.app.inject({
    url: '/metrics',
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
  })

/** The value of one series; undefined if it is missing. */
async function read(series: string): Promise<number | undefined> {
  const { payload } = await scrape()
  const line = payload.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length))
}

test('only who has the token reads the metrics', async () => {
  expect((await scrape(null)).statusCode).toBe(401)
  expect((await scrape(`${TOKEN}x`)).statusCode).toBe(401)
  const response = await scrape()
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
})

test('without a token there are no metrics on the port of the app', async () => {
  const off = await openTestApp()
  expect((await off.app.inject({ url: '/metrics' })).statusCode).toBe(404)
  await off.close()
})

test('requests are counted in steps of their duration, up to 30 seconds', async () => {
  await scrape()
  const { payload } = await scrape()
  const steps = [
    ...payload.matchAll(
      /^saleroom_http_request_duration_seconds_bucket\{le="([\d.]+)".*"\/metrics"/gm,
    ),
  ].map(([, step]) => Number(step))
  expect(steps).toEqual([0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30])
})

test('requests are counted by route, never by path', async () => {
  await t.call('GET', '/users/1')
  await t.call('GET', '/users/2')
  await t.call('GET', '/nothing/here')
  const users = 'method="GET",route="/v1/users/:id"'
  expect(await read(`saleroom_http_requests_total{${users},status="401"}`)).toBe(2)
  expect(await read(`saleroom_http_request_duration_seconds_count{${users}}`)).toBe(2)
  const none = 'saleroom_http_requests_total{method="GET",route="none",status="404"}'
  expect(await read(none)).toBe(1)
})

test('failed sign-ins are counted, lock-outs apart', async () => {
  const { email } = await addUser(t.db)
  for (let attempt = 0; attempt < 11; attempt++)
    await t.call('POST', '/auth/login', { body: { email, password: 'wrong-one' } })
  expect(await read('saleroom_sign_in_failures_total{reason="refused"}')).toBe(10)
  expect(await read('saleroom_sign_in_failures_total{reason="limited"}')).toBe(1)
})

test('chains have their metrics, and the command shows and rescans them', async () => {
  const run = (...args: string[]) =>
    runChainCommand({ db: t.db, now: t.clock.now(), operator: 'command line (kim)' }, args)
  expect(await run('status')).toContain('No project has a chain')
  const { id } = await addProject(t.db)
  await t.db
    .insertInto('chains')
    .values({
      project_id: id,
      chain_id: 56,
      name: 'BNB Smart Chain',
      rpc_url_sealed: '',
      rpc_host: 'node.example',
      confirmations: 15,
      receivers: [`0x${'1'.repeat(40)}`],
      tokens: JSON.stringify([{ symbol: 'BNB', address: null, decimals: 18 }]),
      symbols: ['bnb'],
      from_block: 100,
      state: 'failing',
      error: 'The node has too many requests',
      head_block: 1000,
      scanned_block: 990,
    })
    .execute()
  const { wallet_address } = await addWallet(t.db, { project_id: id })
  const purchase = await addTransaction(t.db, {
    project_id: id,
    wallet_address,
    type: 'blockchain',
    payment_token_name: 'BNB',
    transaction_hash: `0x${'a'.repeat(64)}`,
  })
  await t.db
    .updateTable('transactions')
    .set({ proof_state: 'differs' })
    .where('id', '=', purchase.id)
    .execute()
  await t.db
    .updateTable('proofs')
    .set({ due_at: null, chain_id: 56, reason: 'reverted', differs_at: t.clock.now() })
    .where('transaction_id', '=', purchase.id)
    .execute()
  expect((await run('status')).split('\n')).toEqual([
    `${id}: 0 purchases waiting, 1 different, 0 payments without a purchase`,
    '  56 BNB Smart Chain: failing, block 1000, scanned to 990, 10 behind, The node has too many requests',
  ])
  const { db } = t
  const registry = new Registry()
  const figures = openChainMetrics(registry)
  await figures.read(db)
  const text = await registry.metrics()
  expect(text).toContain(`saleroom_chain_blocks_behind{project="${id}",chain="56"} 10\n`)
  expect(text).toContain(`saleroom_chain_failing{project="${id}",chain="56"} 1\n`)
  expect(text).toContain(`saleroom_chain_differences{project="${id}",reason="reverted"} 1\n`)
  expect(text).toContain(`saleroom_chain_open_payments{project="${id}"} 0\n`)
  expect(text).not.toContain('node.example')

  expect(await run('rescan', id, '56', '--from', '500')).toBe(
    `Chain 56 of ${id} is read again from block 500 on, and 1 purchase checked again.`,
  )
  expect(
    await db
      .selectFrom('chains')
      .select(['scanned_block', 'head_block', 'state', 'error'])
      .executeTakeFirst(),
  ).toEqual({ scanned_block: 499, head_block: null, state: 'behind', error: null })
  expect(await db.selectFrom('proofs').select('due_at').executeTakeFirst()).toEqual({
    due_at: t.clock.now(),
  })
  await expect(run('rescan', id, '1')).rejects.toThrow(`Project ${id} has no chain 1.`)
  await expect(run('rescan', id, 'BNB')).rejects.toThrow('The chain must be the id of a chain')
  await expect(run('rescan', id)).rejects.toThrow('Missing argument: chain.')
  await expect(run('rescan', id, '56', '--from', 'x')).rejects.toThrow('--from must be a block')
})

test('ingested events are counted by their outcome', async () => {
  const { id } = await addProject(t.db)
  const { key } = await addIngestKey(t.db, id, t.clock.now())
  const wallet = {
    id: 'w-1',
    kind: 'wallet',
    occurred_at: t.clock.now().toISOString(),
    wallet_address: '0xd204a6e1c09b3f4a8be2f3a5a3f6f0f1a2b337b8',
  }
  const send = (events: unknown) =>
    t.call('POST', `/ingest/${id}/events`, { as: key, body: { events } })
  await send([wallet, { id: 'w-2', kind: 'nothing' }])
  await send([wallet])
  await send('no list')
  const values = await Promise.all(
    ['taken', 'repeated', 'refused'].map((outcome) =>
      read(`saleroom_ingest_events_total{outcome="${outcome}"}`),
    ),
  )
  expect(values).toEqual([1, 1, 2])
})

test('the state of the process and of the database is shown', async () => {
  expect(await read('saleroom_ready')).toBe(1)
  expect(await read('saleroom_database_up{database="primary"}')).toBe(1)
  expect(await read('saleroom_database_size_bytes')).toBeGreaterThan(1_000_000)
  expect(await read('saleroom_database_connections{database="primary",state="busy"}')).toBe(2)
  expect(await read('saleroom_database_connection_waiters{database="primary"}')).toBe(4)
  expect(await read('saleroom_live_streams')).toBe(2)
  expect(await read('saleroom_outbox_messages{queue="alerts"}')).toBe(0)
  expect(await read('saleroom_outbox_oldest_due_seconds{queue="notices"}')).toBe(0)
  expect(await read('saleroom_backup_timestamp_seconds')).toBe(
    Date.parse('2026-11-20T00:00:00Z') / 1000,
  )
  // There are no rules, and no replica.
  expect(await read('saleroom_alert_evaluation_timestamp_seconds')).toBeUndefined()
  expect(await read('saleroom_replica_lag_bytes')).toBeUndefined()
})

test('totals that differ from the rows are found, and found to be right again', async () => {
  const { id } = await addProject(t.db)
  const { wallet_address } = await addWallet(t.db, { project_id: id })
  await addTransaction(t.db, { project_id: id, wallet_address, payment_usd_amount: '10.5' })
  const { rows } = await sql<{ n: number }>`select count(*) as n from projects`.execute(t.db)
  const checkAll = async () => {
    for (let i = 0; i < (rows[0]?.n ?? 0); i++) await drift.checkNext()
  }
  await checkAll()
  expect(await read('saleroom_rollup_differing_totals')).toBe(0)
  expect(await read('saleroom_rollup_check_timestamp_seconds')).toBe(t.clock.now().getTime() / 1000)
  const change = (by: number) =>
    sql`update time_rollups set amount = amount + ${by}
      where project_id = ${id} and source = ${SOURCE.purchases}`.execute(t.db)
  await change(0.01)
  await checkAll()
  expect(await read('saleroom_rollup_differing_totals')).toBe(1)
  expect(logged.at(-1)).toContain(`The totals of ${id} differ from its rows: purchases.`)
  await change(-0.01)
  await checkAll()
  expect(await read('saleroom_rollup_differing_totals')).toBe(0)
})

test('a port of its own serves nothing but the metrics, and is refused when it is taken', async () => {
  const { metrics } = t.dependencies
  if (!metrics) throw new Error('Metrics are off')
  const host = '127.0.0.1'
  const open = await listenForMetrics(metrics, { port: 0, host, token: null })
  const url = `http://${host}:${open.port}`
  expect(await (await fetch(`${url}/metrics`)).text()).toContain('saleroom_ready 1')
  expect((await fetch(`${url}/v1/health`)).status).toBe(404)
  expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(404)
  const taken = listenForMetrics(metrics, { port: open.port, host, token: null })
  await expect(taken).rejects.toThrow(
    new SettingsError(
      `Port ${open.port} is already in use on ${host}. Set SALEROOM_METRICS_PORT to another one.`,
    ),
  )
  await open.close()
  const guarded = await listenForMetrics(metrics, { port: 0, host, token: TOKEN })
  expect((await fetch(`http://${host}:${guarded.port}/metrics`)).status).toBe(401)
  await guarded.close()
})
