import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import { sql } from 'kysely'
import { migrate, MIGRATIONS } from '#server/db/migrate.ts'
import { databaseOn, embeddedPool, openPostgres, type Db } from '#server/db/open.ts'

export interface TestDatabase {
  db: Db
  close(): Promise<void>
}

const cacheFolder = fileURLToPath(new URL('../../node_modules/.cache/saleroom/', import.meta.url))

/**
 * A migrated database of its own: in memory, or on the PostgreSQL of TEST_DATABASE_URL. Migrating
 * takes seconds, so a dump of the migrated empty database is kept and loaded again.
 */
export async function openTestDatabase(): Promise<TestDatabase> {
  const url = process.env['TEST_DATABASE_URL']
  return url === undefined ? openMemory() : openOnPostgres(url)
}

async function openMemory(): Promise<TestDatabase> {
  const file = `${cacheFolder}migrated-${fingerprint()}.tar`
  // Asked once: while this one opens, another test file may put the dump there.
  const isKept = existsSync(file)
  const lite = await PGlite.create(
    isKept ? { loadDataDir: new Blob([readFileSync(file)]) } : undefined,
  )
  const db = databaseOn(embeddedPool(createPgConfig(lite)))
  if (!isKept) {
    await migrate(db)
    mkdirSync(cacheFolder, { recursive: true })
    const dump = await lite.dumpDataDir('none')
    // Several test files may get here at once: each writes its own, the last one stays.
    const part = `${file}.${randomBytes(6).toString('hex')}`
    writeFileSync(part, Buffer.from(await dump.arrayBuffer()))
    renameSync(part, file)
  }
  return {
    db,
    close: async () => {
      await db.destroy()
      await lite.close()
    },
  }
}

/** What the kept dump depends on: the migrations as they are written, and the engine. */
function fingerprint(): string {
  const version = /"version": "([^"]+)"/.exec(
    readFileSync(
      new URL('../../node_modules/@electric-sql/pglite/package.json', import.meta.url),
      'utf8',
    ),
  )?.[1]
  const hash = createHash('sha256').update(version ?? '')
  const folder = new URL('../../server/db/migrations/', import.meta.url)
  for (const { name, up } of MIGRATIONS) {
    const file = new URL(`${name}.ts`, folder)
    hash.update(name).update(existsSync(file) ? readFileSync(file) : String(up))
  }
  return hash.digest('hex').slice(0, 16)
}

async function openOnPostgres(url: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  const admin = openPostgres(url)
  await sql`create database ${sql.id(name)}`.execute(admin.db)
  const own = new URL(url)
  own.pathname = `/${name}`
  const opened = openPostgres(own.href)
  await migrate(opened.db)
  return {
    db: opened.db,
    close: async () => {
      await opened.close()
      await sql`drop database ${sql.id(name)} with (force)`.execute(admin.db)
      await admin.close()
    },
  }
}
