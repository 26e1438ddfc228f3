import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '#scripts/free-port.mjs'
import { sha256 } from '#server/auth/secret.ts'
import { insertReadingKey, revokeReadingKey } from '#server/db/accounts/reading-keys.ts'
import { noteWrite } from '#server/db/accounts/sessions.ts'
import { openPostgres, type Db, type OpenDatabase } from '#server/db/engine/open.ts'
import { openReplica, type Replica } from '#server/db/engine/replica.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import { migrate } from '#server/db/migrations/migrate.ts'
import { inSnapshot } from '#server/db/rollups/snapshot.ts'
import { READS_PER_MINUTE } from '#src/wire/reading-keys.ts'
import { signInAt, startApi, type ApiProcess } from '#tests/support/server/api-process.ts'
import {
  addLead,
  addProject,
  addUser,
  addWallet,
  TEST_PASSWORD,
} from '#tests/support/server/builders.ts'
import { startCluster, whyNoPostgres, type Cluster } from '#tests/support/server/postgres.ts'
import { until } from '#tests/support/server/until.ts'

const SECRET = 'a secret of these tests, long enough'
const WALLET = '0x00000000000000000000000000000000000000c1'
const CODE = { project_id: 'AURA', percentage: 5, tokens_come_from_stage_tokens: 0 }
const LISTS = {
  codes: '/bonus-codes?projects=AURA',
  credits: '/manual-transactions?projects=AURA',
  leads: '/leads?projects=AURA',
}

describe.runIf(whyNoPostgres() === null)('reads on a replica', () => {
  let primary: Cluster
  let server: Cluster
  let database: OpenDatabase
  let onServer: OpenDatabase
  let db: Db
  let apis: ApiProcess[] = []
  let replica: Replica
  const messages: string[] = []

  beforeAll(async () => {
    primary = await startCluster({ settings: ['fsync=off'] })
    database = openPostgres(primary.url)
    db = database.db
    await migrate(db)
    for (const name of ['writer', 'other'])
      await addUser(db, { email: `${name}@saleroom.example`, role: 'admin' })
    await addProject(db, { id: 'AURA' })
    await addWallet(db, { project_id: 'AURA', wallet_address: WALLET })
    server = await primary.addReplica()
    onServer = openPostgres(server.url)
    const env = {
      DATABASE_URL: primary.url,
      DATABASE_READ_URL: server.url,
      SALEROOM_SECRET: SECRET,
    }
    apis = await Promise.all([startApi(env), startApi(env)])
    replica = openReplica({
      replica: onServer,
      primary: database,
      log: (message) => void messages.push(message),
      retryMs: 10,
    })
  })
  afterAll(async () => {
    await Promise.all(apis.map((api) => api.stop()))
    await onServer?.close()
    await database?.close()
    primary?.remove()
  })

  const signIn = (process: number, name: string) =>
    signInAt(apis[process]?.url ?? '', `${name}@saleroom.example`, TEST_PASSWORD)

  const count = async (from: Db) => (await from.selectFrom('leads').select('id').execute()).length

  /** Runs on the replica while it is behind: it applies nothing until the end. */
  async function whilePaused(run: () => Promise<void>): Promise<void> {
    await catchUp()
    await sql`select pg_wal_replay_pause()`.execute(onServer.db)
    await until(async () => {
      const { rows } = await sql<{ state: string }>`
        select pg_get_wal_replay_pause_state() as state`.execute(onServer.db)
      expect(rows[0]?.state).toBe('paused')
    })
    try {
      await run()
    } finally {
      await sql`select pg_wal_replay_resume()`.execute(onServer.db)
    }
  }

  async function catchUp(): Promise<void> {
    const { rows } = await sql<{ at: string }>`select pg_current_wal_lsn() as at`.execute(db)
    await until(async () => {
      const { rows: reached } = await sql<{ isThere: boolean }>`
        select pg_last_wal_replay_lsn() >= ${rows[0]?.at}::pg_lsn as "isThere"`.execute(onServer.db)
      expect(reached[0]?.isThere).toBe(true)
    })
  }

  test('a person sees what they have just written, in any process and while the replica is behind', async () => {
    const other = await signIn(1, 'other')
    const writer = await signIn(0, 'writer')
    const elsewhere = { ...writer, get: (await signInWith(writer.token)).get }
    await whilePaused(async () => {
      const made = await writer.post('/bonus-codes', { ...CODE, code: 'MINE' })
      expect(made.status).toBe(201)
      const path = `/wallets/AURA/${WALLET}/transactions/manual`
      const key = { 'idempotency-key': crypto.randomUUID() }
      const credit = await writer.post(path, { tokens: '77', reason: 'A test' }, key)
      expect(credit.status).toBe(201)
      for (const one of [writer, elsewhere]) {
        expect(JSON.stringify((await one.get(LISTS.codes)).body)).toContain('MINE')
        expect(JSON.stringify((await one.get(LISTS.credits)).body)).toContain('"77"')
      }
      // Somebody else still reads the replica.
      expect(JSON.stringify((await other.get(LISTS.codes)).body)).not.toContain('MINE')
    })
    await catchUp()
    // The writer has gone back to the replica: what others write now is missing there.
    await whilePaused(async () => {
      await addLead(db, { project_id: 'AURA', email: 'late@lead.example' })
      expect(JSON.stringify((await writer.get(LISTS.leads)).body)).not.toContain(
        'late@lead.example',
      )
      expect(JSON.stringify((await writer.get(LISTS.codes)).body)).toContain('MINE')
    })
  })

  /** The same session at the other process. */
  const signInWith = async (token: string) => ({
    async get(path: string) {
      const response = await fetch(`${apis[1]?.url}/v1${path}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      const body: unknown = await response.json()
      return { status: response.status, body }
    },
  })

  test('reads go on without the replica, also within a snapshot, and return to it', async () => {
    const caller = await signIn(1, 'other')
    let attempts = 0
    const read = await inSnapshot(replica.db, async (tx) => {
      attempts += 1
      const before = await count(tx)
      if (attempts === 1) server.stop('immediate')
      return [before, await count(tx)]
    })
    expect(attempts).toBe(2)
    expect(read).toEqual([await count(db), await count(db)])
    expect(messages).toEqual([
      expect.stringMatching(/^Replica: .+ The other server is read instead/),
    ])
    for (const path of Object.values(LISTS)) expect((await caller.get(path)).status).toBe(200)
    server.start()
    await until(async () => {
      await count(replica.db)
      expect(messages).toEqual([
        expect.stringContaining('read instead'),
        'Replica: it is read again.',
      ])
    })
    await whilePaused(async () => {
      await addLead(db, { project_id: 'AURA' })
      expect((await count(db)) - (await count(replica.db))).toBe(1)
    })
  })

  test('a server whose connections are all in use is busy, and not lost', async () => {
    const pool = new pg.Pool({
      connectionString: server.url,
      max: 1,
      connectionTimeoutMillis: 1000,
    })
    const busy = openReplica({
      replica: { pool, probe: onServer.probe },
      primary: database,
      log: (message) => void messages.push(message),
    })
    const [held, logged] = [await pool.connect(), messages.length]
    await expect(count(busy.db)).rejects.toThrow('timeout exceeded')
    expect(messages).toHaveLength(logged)
    held.release()
    expect(await count(busy.db)).toBe(await count(db))
    expect(messages).toHaveLength(logged)
    await pool.end()
  })

  test('a process starts while its replica is lost', async () => {
    const absent = `postgres://app@127.0.0.1:${await freePort()}/postgres`
    const env = { DATABASE_URL: primary.url, DATABASE_READ_URL: absent, SALEROOM_SECRET: SECRET }
    const api = await startApi(env)
    const caller = await signInAt(api.url, 'other@saleroom.example', TEST_PASSWORD)
    expect((await caller.get(LISTS.codes)).status).toBe(200)
    expect(api.output()).toContain('The primary is read until it does.')
    await api.stop()
  })

  test('reads go on without the primary, writes return with it', async () => {
    const caller = await signIn(0, 'writer')
    const code = { ...CODE, code: 'BEFORE' }
    expect((await caller.post('/bonus-codes', code)).status).toBe(201)
    await catchUp()
    const paths = Object.values(LISTS)
    primary.stop('immediate')
    for (const path of paths) expect((await caller.get(path)).status).toBe(200)
    expect(JSON.stringify((await caller.get(LISTS.codes)).body)).toContain('BEFORE')
    const during = await caller.post('/bonus-codes', { ...CODE, code: 'DURING' })
    expect(during.status).toBeGreaterThanOrEqual(500)
    primary.start()
    await until(async () => {
      const after = await caller.post('/bonus-codes', { ...CODE, code: 'AFTER' })
      expect(after.status).toBe(201)
    })
    expect(JSON.stringify((await caller.get(LISTS.codes)).body)).toContain('AFTER')
    await catchUp()
  })

  test('a reading key has one rate and one end in all processes, and is refused without the primary', async () => {
    const { id: admin } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    const add = async (secret: string) => {
      const key = { name: 'Sheet', key_hash: sha256(secret), last4: 'aaaa', expires_at: null }
      const own = { scopes: ['leads' as const], created_by: admin, created_at: new Date() }
      return inTransaction(db, (tx) => insertReadingKey(tx, { ...key, ...own }, null))
    }
    const read = async (process: number, secret: string) => {
      const headers = { authorization: `Bearer ${secret}` }
      return (await fetch(`${apis[process]?.url}/v1${LISTS.leads}`, { headers })).status
    }
    const inBoth = (secret: string) => Promise.all([read(0, secret), read(1, secret)])
    const [busy, ended] = ['a', 'b'].map((char) => `slr_${char.repeat(43)}`)
    if (busy === undefined || ended === undefined) throw new Error('No keys')
    await add(busy)
    const id = await add(ended)
    for (let made = 0; made < READS_PER_MINUTE; made += 2)
      expect(await inBoth(busy)).toEqual([200, 200])
    expect(await inBoth(busy)).toEqual([429, 429])

    expect(await inBoth(ended)).toEqual([200, 200])
    primary.stop('immediate')
    expect(await inBoth(ended)).toEqual([503, 503])
    primary.start()
    await until(async () => expect(await inBoth(ended)).toEqual([200, 200]))
    await inTransaction(db, (tx) => revokeReadingKey(tx, id, new Date()))
    expect(await inBoth(ended)).toEqual([401, 401])
    await catchUp()
  })

  test('a server that has left the log of the primary is not read by those who wrote since', async () => {
    await catchUp()
    const session = await db.selectFrom('sessions').select('id').executeTakeFirstOrThrow()
    server.promote()
    // Its position in its own log gets ahead of the primary's.
    await sql`create table noise as select generate_series(1, 20000) as n`.execute(onServer.db)
    await addLead(db, { project_id: 'AURA' })
    await noteWrite(db, session.id)
    const { last_write: lastWrite } = await db
      .selectFrom('sessions')
      .select('last_write')
      .where('id', '=', session.id)
      .executeTakeFirstOrThrow()
    const reader = replica.readerFor({ sessionId: session.id, lastWrite })
    expect([await count(reader), await count(replica.db)]).toEqual([
      await count(db),
      (await count(db)) - 1,
    ])
  })
})
