import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgres, type OpenDatabase } from '#server/db/engine/open.ts'
import { migrate, MIGRATIONS } from '#server/db/migrations/migrate.ts'
import { startCluster, whyNoPostgres, type Cluster } from './support/server/postgres.ts'

const missing = whyNoPostgres()
if (missing !== null) console.warn(`Tests of the database's owner are skipped: ${missing}`)

describe.runIf(missing === null)('a role that only owns its database', () => {
  let cluster: Cluster
  let database: OpenDatabase

  beforeAll(async () => {
    cluster = await startCluster({ settings: ['fsync=off'] })
    const admin = openPostgres(cluster.url)
    await sql`create role saleroom login nosuperuser nocreatedb nocreaterole`.execute(admin.db)
    await sql`create database sale owner saleroom`.execute(admin.db)
    await admin.close()
    database = openPostgres(`postgres://saleroom@127.0.0.1:${cluster.port}/sale`)
  })
  afterAll(async () => {
    await database?.close()
    cluster?.remove()
  })

  test('can migrate, without any extension', async () => {
    expect(await migrate(database.db)).toHaveLength(MIGRATIONS.length)
    const { rows } = await sql`select extname from pg_extension`.execute(database.db)
    expect(rows).toEqual([{ extname: 'plpgsql' }])
  })
})
