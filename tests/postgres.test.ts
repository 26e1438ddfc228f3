import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgres, type Db, type OpenDatabase } from '#server/db/engine/open.ts'
import { migrate } from '#server/db/migrations/migrate.ts'
import { checkProject } from '#server/db/rollups/check.ts'
import { signInAt, startApi, type ApiProcess, type Caller } from './support/server/api-process.ts'
import {
  addProject,
  addTransaction,
  addUser,
  addWallet,
  TEST_PASSWORD,
} from './support/server/builders.ts'
import { cloneMigrated } from './support/server/database-template.ts'
import { startCluster, whyNoPostgres, type Cluster } from './support/server/postgres.ts'

const missing = whyNoPostgres()
const EMAIL = 'operator@saleroom.example'
const WALLET = '0x00000000000000000000000000000000000000c1'
const RANGE = 'start_date=2026-01-01T00:00:00Z&end_date=2027-01-01T00:00:00Z'
const SUMMARY = `/transactions/summary?${RANGE}&projects=AURA`

if (missing !== null) console.warn(`Tests on PostgreSQL are skipped: ${missing}`)

describe.runIf(missing === null)(
  'on a PostgreSQL with a streaming replica, two API processes',
  () => {
    let primary: Cluster
    let replica: Cluster
    let database: OpenDatabase
    let db: Db
    let apis: ApiProcess[] = []
    let callers: Caller[] = []

    beforeAll(async () => {
      primary = await startCluster({ settings: ['fsync=off'] })
      replica = await primary.addReplica()
      const env = {
        DATABASE_URL: primary.url,
        DATABASE_READ_URL: replica.url,
        SALEROOM_SECRET: 'a secret of these tests, long enough',
      }
      // Both start at once on an empty database: one migrates, the other waits.
      apis = await Promise.all([startApi(env), startApi(env)])
      database = openPostgres(primary.url)
      db = database.db
      await addUser(db, { email: EMAIL, role: 'admin' })
      await addProject(db, { id: 'AURA' })
      await addWallet(db, { project_id: 'AURA', wallet_address: WALLET })
      callers = await Promise.all(apis.map(({ url }) => signInAt(url, EMAIL, TEST_PASSWORD)))
    })

    afterAll(async () => {
      await Promise.all(apis.map((api) => api.stop()))
      await database?.close()
      primary?.remove()
    })

    const first = () => caller(0)
    const second = () => caller(1)

    function caller(index: number): Caller {
      const found = callers[index]
      if (!found) throw new Error('There is no such caller')
      return found
    }

    async function buy(amount: string): Promise<void> {
      await addTransaction(db, {
        project_id: 'AURA',
        wallet_address: WALLET,
        payment_usd_amount: amount,
        created_at: new Date('2026-11-01T09:00:00Z'),
      })
    }

    /** Waits until the replica has caught up with the primary. */
    async function catchUp(): Promise<void> {
      const reader = openPostgres(replica.url)
      const { rows } = await sql<{ at: string }>`select pg_current_wal_lsn() as at`.execute(db)
      for (;;) {
        const { rows: reached } = await sql<{ isCaughtUp: boolean }>`
        select pg_last_wal_replay_lsn() >= ${rows[0]?.at}::pg_lsn as "isCaughtUp"`.execute(
          reader.db,
        )
        if (reached[0]?.isCaughtUp) break
        await pause(10)
      }
      await reader.close()
    }

    test('both processes run, and the schema was migrated once', async () => {
      const { rows } = await sql<{
        n: number
      }>`select count(*) as n from schema_migrations`.execute(db)
      expect(rows[0]?.n).toBeGreaterThanOrEqual(2)
      expect(await migrate(db)).toEqual([])
      for (const { url } of apis) expect((await fetch(`${url}/v1/health`)).status).toBe(200)
    })

    test('both processes have one key for push, although they started at once', async () => {
      const [one, other] = [await first().get('/push/key'), await second().get('/push/key')]
      expect(one).toEqual({
        status: 200,
        body: { public_key: expect.stringMatching(/^[\w-]{87}$/) },
      })
      expect(other).toEqual(one)
    })

    test('every test database is a clone of one template, even when several are created at once', async () => {
      const clones = await Promise.all([1, 2, 3].map(() => cloneMigrated(primary.url, 'one')))
      const opened = clones.map(({ url }) => openPostgres(url))
      const [one, other] = opened
      if (!one || !other) throw new Error('Nothing was cloned')
      await addProject(one.db, { id: 'AURA' })
      expect(await migrate(other.db)).toEqual([])
      expect(await other.db.selectFrom('projects').select('id').execute()).toEqual([])
      const { rows } = await sql<{ name: string }>`
        select datname as name from pg_database where datname like 'saleroom_template%'`.execute(db)
      expect(rows).toEqual([{ name: 'saleroom_template_one' }])
      for (const { close } of opened) await close()
      for (const { drop } of clones) await drop()
    })

    test('figures are read from the replica', async () => {
      await buy('10.5')
      await catchUp()
      const { body } = await first().get(SUMMARY)
      expect(body).toEqual({ AURA: [{ total_transactions: 1, total_amount: 10.5 }] })
      // While replication is paused, the figures don't change.
      const reader = openPostgres(replica.url)
      await sql`select pg_wal_replay_pause()`.execute(reader.db)
      await buy('1')
      expect((await second().get(SUMMARY)).body).toEqual(body)
      await sql`select pg_wal_replay_resume()`.execute(reader.db)
      await reader.close()
      await catchUp()
      expect((await second().get(SUMMARY)).body).toEqual({
        AURA: [{ total_transactions: 2, total_amount: 11.5 }],
      })
    })

    test('a write of one process is visible to the other and on the replica', async () => {
      const credit = `/wallets/AURA/${WALLET}/transactions/manual`
      const key = { 'idempotency-key': 'the-same-for-both-0001' }
      const body = { tokens: '12.5', reason: 'through two processes' }
      const answers = await Promise.all([
        first().post(credit, body, key),
        second().post(credit, body, key),
      ])
      expect(answers.map(({ status }) => status)).toEqual([201, 201])
      expect(answers[0]?.body).toEqual(answers[1]?.body)
      await catchUp()
      const list = await second().get('/manual-transactions?projects=AURA')
      expect(list.body).toMatchObject({ results: [{ tokens: '12.5' }] })
    })

    test('a purchase that both processes credit at once is credited by one', async () => {
      const credit = `/wallets/AURA/${WALLET}/transactions/manual`
      for (let round = 0; round < 10; round++) {
        const { id } = await addTransaction(db, { project_id: 'AURA', wallet_address: WALLET })
        const body = { tokens: '1', reason: 'by two people', transaction_id: String(id) }
        const answers = await Promise.all([
          first().post(credit, body),
          second().post(credit, body),
          first().post(credit, body),
        ])
        const statuses = answers.map(({ status }) => status)
        expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 409, 409])
      }
    })

    test('a session revoked in the database ends in both processes', async () => {
      const away = await signInAt(apis[0]?.url ?? '', EMAIL, TEST_PASSWORD)
      expect((await away.get('/projects/names')).status).toBe(200)
      await sql`update sessions set revoked_at = now() where id = (select id from sessions
      order by created_at desc limit 1)`.execute(db)
      expect((await away.get('/projects/names')).status).toBe(401)
    })

    test('both processes share the limit of wrong passwords', async () => {
      const attempt = (url: string) =>
        fetch(`${url}/v1/auth/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: 'nobody@saleroom.example', password: 'wrong password' }),
        }).then(({ status }) => status)
      const statuses: number[] = []
      for (let i = 0; i < 40 && !statuses.includes(429); i++) {
        statuses.push(await attempt(apis[i % 2]?.url ?? ''))
      }
      expect(statuses.at(-1)).toBe(429)
      expect(await attempt(apis[statuses.length % 2]?.url ?? '')).toBe(429)
    })

    test('the database cancels a statement that runs too long', async () => {
      const { rows } = await sql<{ limit: string }>`
      select current_setting('statement_timeout') as limit`.execute(db)
      expect(rows[0]?.limit).toBe('30s')
      await expect(
        db.transaction().execute(async (tx) => {
          await sql`set local statement_timeout = 50`.execute(tx)
          await sql`select pg_sleep(5)`.execute(tx)
        }),
      ).rejects.toThrow('statement timeout')
    })

    test('a connection that breaks in a transaction fails only that transaction', async () => {
      const opened = openPostgres(primary.url)
      const broken = opened.db.transaction().execute(async (tx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
        await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db)
        // Lets the error arrive while no query is pending.
        await pause(200)
        await sql`select 1`.execute(tx)
      })
      await expect(broken).rejects.toThrow(/connection/i)
      expect((await sql<{ one: number }>`select 1 as one`.execute(opened.db)).rows).toEqual([
        { one: 1 },
      ])
      await opened.close()
    })

    test('the API reconnects after a restart of the databases', async () => {
      replica.stop('immediate')
      primary.stop('immediate')
      const during = await first().get(SUMMARY)
      expect(during).toEqual({ status: 503, body: { code: 503, message: 'Service unavailable' } })
      primary.start()
      replica.start()
      for (const one of [first(), second()])
        await expect.poll(async () => (await one.get(SUMMARY)).status).toBe(200)
      expect(apis.every((api) => api.isRunning())).toBe(true)
    })

    test('SIGTERM ends a process with 0', async () => {
      expect(await Promise.all(apis.map((api) => api.stop()))).toEqual([0, 0])
    })

    test('after the primary fails during a sale, the figures of the replica equal its rows', async () => {
      let bought = 0
      const buyer = async () => {
        for (;;) {
          await buy('3.25')
          bought++
        }
      }
      const buyers = Promise.allSettled([buyer(), buyer(), buyer()])
      await expect.poll(() => bought).toBeGreaterThan(30)
      primary.kill()
      expect((await buyers).every(({ status }) => status === 'rejected')).toBe(true)
      replica.promote()
      const promoted = openPostgres(replica.url)
      expect(await checkProject(promoted.db, 'AURA')).toEqual([])
      // The promoted replica accepts writes.
      await addTransaction(promoted.db, { project_id: 'AURA', wallet_address: WALLET })
      expect(await checkProject(promoted.db, 'AURA')).toEqual([])
      const { rows } = await sql<{ n: number }>`
        select sum(n)::int as n from time_rollups where source = 'p' and level = 'm'`.execute(
        promoted.db,
      )
      expect(rows[0]?.n).toBeGreaterThan(10)
      await promoted.close()
    })
  },
)
