import { chownSync, rmSync, statSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgres, type OpenDatabase } from '#server/db/engine/open.ts'
import { migrate } from '#server/db/migrations/migrate.ts'
import {
  signInAt,
  startApi,
  type ApiProcess,
  type Caller,
} from '#tests/support/server/api-process.ts'
import { addProject, addUser, addWallet, TEST_PASSWORD } from '#tests/support/server/builders.ts'
import { startCluster, whyNoPostgres, type Cluster } from '#tests/support/server/postgres.ts'
import { fill, mountDisk, unmount } from '#tests/support/server/small-disk.ts'
import { until } from '#tests/support/server/until.ts'

const EMAIL = 'operator@saleroom.example'
const WALLET = '0x00000000000000000000000000000000000000c1'
const disk = whyNoPostgres() === null ? mountDisk() : null

if (disk === null)
  console.warn(
    `The test of a full disk is skipped: ${whyNoPostgres() ?? 'this user may not mount one'}`,
  )

describe.runIf(disk !== null)('a database whose disk is full', () => {
  let cluster: Cluster
  let database: OpenDatabase
  let api: ApiProcess
  let caller: Caller

  beforeAll(async () => {
    if (disk === null) throw new Error('There is no disk')
    cluster = await startCluster({ settings: ['fsync=off'] })
    const { uid, gid } = statSync(cluster.folder)
    chownSync(disk, uid, gid)
    database = openPostgres(cluster.url)
    const { db } = database
    await migrate(db)
    // The log is elsewhere: without room for it, PostgreSQL stops.
    await sql`create tablespace small location ${sql.lit(disk)}`.execute(db)
    for (const table of ['manual_transactions', 'audit_log', 'rate_counters'])
      await sql`alter table ${sql.table(table)} set tablespace small`.execute(db)
    await sql`alter database postgres set temp_tablespaces = small`.execute(db)
    api = await startApi({
      DATABASE_URL: cluster.url,
      SALEROOM_SECRET: 'a secret of these tests, long enough',
    })
    await addUser(db, { email: EMAIL, role: 'admin' })
    await addProject(db, { id: 'AURA' })
    await addWallet(db, { project_id: 'AURA', wallet_address: WALLET })
    caller = await signInAt(api.url, EMAIL, TEST_PASSWORD)
  })

  afterAll(async () => {
    await api?.kill()
    await database?.close()
    cluster?.remove()
    if (disk !== null) unmount(disk)
  })

  const credit = (key: string) =>
    caller.post(
      `/wallets/AURA/${WALLET}/transactions/manual`,
      { tokens: '1', reason: 'to a full disk' },
      { 'idempotency-key': key },
    )

  test('is not ready: reads go on, writes are answered with 503, and it recovers alone', async () => {
    if (disk === null) throw new Error('There is no disk')
    const isReady = () =>
      until(async () =>
        expect(await caller.get('/ready')).toEqual({ status: 200, body: { status: 'ready' } }),
      )
    await isReady()
    const filler = fill(disk)
    const message = 'Service unavailable: the disk of the database is full'
    await until(async () =>
      expect(await caller.get('/ready')).toEqual({ status: 503, body: { code: 503, message } }),
    )
    let key = ''
    let credits = 0
    // The first ones may find room in the last page.
    await until(async () => {
      key = `full-disk-${++credits}-0000001`
      expect((await credit(key)).status).toBe(503)
    })
    expect((await caller.get('/leads?projects=AURA')).status).toBe(200)
    rmSync(filler)
    await until(async () => expect((await caller.get('/ready')).status).toBe(200))
    expect((await credit(key)).status).toBe(201)
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from manual_transactions where reason = 'to a full disk'`.execute(
      database.db,
    )
    expect(rows[0]?.n).toBe(credits)
  })
})
