import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '#scripts/free-port.mjs'
import { openPostgres, type OpenDatabase } from '#server/db/engine/open.ts'
import {
  signInAt,
  startApi,
  type ApiProcess,
  type Caller,
} from '#tests/support/server/api-process.ts'
import {
  addIngestKey,
  addProject,
  addUser,
  addWallet,
  TEST_PASSWORD,
} from '#tests/support/server/builders.ts'
import { startCluster, whyNoPostgres, type Cluster } from '#tests/support/server/postgres.ts'
import { until } from '#tests/support/server/until.ts'

const missing = whyNoPostgres()
const EMAIL = 'operator@saleroom.example'
const WALLET = '0x00000000000000000000000000000000000000c1'
const CREDIT = `/wallets/AURA/${WALLET}/transactions/manual`

if (missing !== null) console.warn(`Tests of a lost database are skipped: ${missing}`)

describe.runIf(missing === null)('a database that is lost', () => {
  let primary: Cluster
  let replica: Cluster
  let database: OpenDatabase
  let api: ApiProcess
  let caller: Caller
  let metricsPort: number
  let refreshToken: string
  let ingestKey: string

  beforeAll(async () => {
    primary = await startCluster({ settings: ['fsync=off'] })
    replica = await primary.addReplica()
    metricsPort = await freePort()
    api = await startApi({
      // A statement that hangs is given up 5 s later.
      DATABASE_URL: `${primary.url}?statement_timeout=2000`,
      DATABASE_READ_URL: replica.url,
      SALEROOM_METRICS_PORT: String(metricsPort),
      SALEROOM_SECRET: 'a secret of these tests, long enough',
    })
    database = openPostgres(primary.url)
    const { db } = database
    await addUser(db, { email: EMAIL, role: 'admin' })
    await addProject(db, { id: 'AURA' })
    await addWallet(db, { project_id: 'AURA', wallet_address: WALLET })
    ingestKey = (await addIngestKey(db, 'AURA')).key
    caller = await signInAt(api.url, EMAIL, TEST_PASSWORD)
    const login = await send('POST', '/auth/login', { email: EMAIL, password: TEST_PASSWORD })
    // The login response as the contract defines it.
    refreshToken = (login.body as { tokens: { refresh: { token: string } } }).tokens.refresh.token
  })

  afterAll(async () => {
    await api?.kill()
    await database?.close()
    primary?.remove()
  })

  async function send(method: string, path: string, body?: unknown, token?: string) {
    const response = await fetch(`${api.url}/v1${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    })
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      body: (await response.json()) as unknown,
    }
  }

  async function readMetrics() {
    return (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  }

  const ready = () => send('GET', '/ready')

  const notReady = (reason: string) => ({
    status: 503,
    retryAfter: '5',
    body: { code: 503, message: `Service unavailable: ${reason}` },
  })

  const isReady = () =>
    until(async () =>
      expect(await ready()).toMatchObject({ status: 200, body: { status: 'ready' } }),
    )

  const credit = (key: string) =>
    caller.post(CREDIT, { tokens: '1', reason: 'a good reason' }, { 'idempotency-key': key })

  test('until the primary is back, reads go on, other calls are answered with 503, and nobody is signed out', async () => {
    await isReady()
    primary.stop()
    await until(async () =>
      expect(await ready()).toEqual(notReady('the database does not respond')),
    )
    const unavailable = {
      status: 503,
      retryAfter: '5',
      body: { code: 503, message: 'Service unavailable' },
    }
    const events = { events: [] }
    const reads = ['/projects/names', '/leads?projects=AURA']
    for (const path of reads) expect((await caller.get(path)).status).toBe(200)
    for (const call of [
      send('POST', CREDIT, { tokens: '1', reason: 'a good reason' }, caller.token),
      send('POST', '/auth/login', { email: EMAIL, password: TEST_PASSWORD }),
      send('POST', '/auth/refresh-tokens', { refresh_token: refreshToken }),
      send('POST', '/auth/logout', { refresh_token: refreshToken }),
      send('POST', '/ingest/AURA/events', events, ingestKey),
    ])
      expect(await call).toEqual(unavailable)
    expect((await send('GET', '/health')).status).toBe(200)
    await until(async () => {
      const metrics = await readMetrics()
      expect(metrics).toContain('saleroom_ready 0\n')
      expect(metrics).toContain('saleroom_database_up{database="primary"} 0\n')
      // What is read from the database is missing.
      expect(metrics).not.toMatch(/^saleroom_database_size_bytes /m)
    })
    replica.stop()
    for (const path of reads)
      expect(await send('GET', path, undefined, caller.token)).toEqual(unavailable)
    primary.start()
    await isReady()
    replica.start()
    expect((await caller.get('/projects/names')).status).toBe(200)
    const refreshed = await send('POST', '/auth/refresh-tokens', { refresh_token: refreshToken })
    expect(refreshed.status).toBe(200)
    expect(api.isRunning()).toBe(true)
  })

  test('a read-only database is not ready: reads go on, and writes are answered with 503', async () => {
    await isReady()
    const { db } = database
    const set = (value: string) =>
      db.transaction().execute(async (tx) => {
        await sql`set transaction read write`.execute(tx)
        await sql`alter database postgres set default_transaction_read_only = ${sql.raw(value)}`.execute(
          tx,
        )
        // Open sessions keep their setting.
        await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where application_name like 'saleroom%' and pid <> pg_backend_pid()`.execute(tx)
      })
    await set('on')
    await until(async () => expect(await ready()).toEqual(notReady('the database is read-only')))
    await until(async () => expect((await caller.get('/projects/names')).status).toBe(200))
    expect((await credit('read-only-0000001')).status).toBe(503)
    await set('off')
    await isReady()
    await until(async () => expect((await credit('read-only-0000001')).status).toBe(201))
  })

  test('a database that hangs is not ready, and no call waits for it forever', async () => {
    await isReady()
    primary.hang()
    // More than there are connections: some hang in a statement, the others wait for a connection.
    const reads = Promise.all(Array.from({ length: 25 }, () => caller.get('/projects/names')))
    await until(async () =>
      expect(await ready()).toEqual(notReady('the database does not respond')),
    )
    const statuses = (await reads).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect((await credit('hanging-00000001')).status).toBe(503)
    primary.resume()
    await isReady()
    await until(async () => expect((await caller.get('/projects/names')).status).toBe(200))
  })

  test('while the replica is lost, reads use the primary', async () => {
    await isReady()
    const { length } = api.output()
    replica.stop()
    await until(async () => {
      expect((await caller.get('/leads?projects=AURA')).status).toBe(200)
      expect(api.output().slice(length)).toContain('The other server is read instead')
    })
    await isReady()
    await until(async () =>
      expect(await readMetrics()).toContain('saleroom_database_up{database="replica"} 0\n'),
    )
    replica.start()
    await until(async () => {
      expect((await caller.get('/leads?projects=AURA')).status).toBe(200)
      expect(api.output().slice(length)).toContain('Replica: it is read again')
    })
    expect((await caller.get('/leads?projects=AURA')).status).toBe(200)
  })
})
