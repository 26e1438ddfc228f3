import { createHash, randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import { listenInPool, type Listen } from '#server/db/engine/notifications.ts'
import { databaseOn, embeddedPool, openPostgres, type Db } from '#server/db/engine/open.ts'
import { migrate, MIGRATIONS } from '#server/db/migrations/migrate.ts'
import { TRIGGERS } from '#server/db/triggers/install.ts'
import { STAGE_FUNCTIONS, STAGE_TRIGGERS } from '#server/db/triggers/stage-sums.ts'
import { readBaseline, resetDatabase, type Baseline } from './database-reset.ts'
import { cloneMigrated } from './database-template.ts'

export interface TestDatabase {
  db: Db
  listen: Listen
  close(): Promise<void>
}

const cacheFolder = fileURLToPath(
  new URL('../../../node_modules/.cache/saleroom/', import.meta.url),
)

/**
 * A migrated database for this test file: in memory, or on the PostgreSQL server of
 * TEST_DATABASE_URL. A database in memory may have been used by another file and reset.
 * @param isOwn for tests that change the schema: a database that is never reused
 */
export async function openTestDatabase({ isOwn = false } = {}): Promise<TestDatabase> {
  const url = process.env['TEST_DATABASE_URL']
  if (url !== undefined) return openOnPostgres(url)
  const spare = isOwn ? undefined : spares().pop()
  const memory = spare ?? (await bootMemory())
  const { db, listen } = memory.connect()
  return {
    db,
    listen,
    close: async () => {
      await db.destroy()
      if (isOwn || spares().length >= MAX_SPARES) return memory.lite.close()
      const again = memory.connect()
      try {
        await resetDatabase(again.db, memory.baseline)
      } catch (error) {
        await memory.lite.close()
        throw error
      }
      await again.db.destroy()
      spares().push(memory)
    },
  }
}

interface Memory {
  lite: PGlite
  baseline: Baseline
  connect(): { db: Db; listen: Listen }
}

/** Starting a database takes a second, so a worker keeps the ones that its files have closed. */
const MAX_SPARES = 2
const SPARES = Symbol.for('saleroom.test-databases')

/** Stored outside the modules, which are loaded again for every test file. */
function spares(): Memory[] {
  const kept = globalThis as { [SPARES]?: Memory[] }
  return (kept[SPARES] ??= [])
}

/** Ends what is kept, in a process that goes on: a database holds it open. */
export async function closeSpares(): Promise<void> {
  await Promise.all(
    spares()
      .splice(0)
      .map(({ lite }) => lite.close()),
  )
}

async function bootMemory(): Promise<Memory> {
  const lite = await PGlite.create({ loadDataDir: new Blob([readFileSync(await migratedDump())]) })
  const connect = () => {
    const pool = embeddedPool(createPgConfig(lite))
    return { db: databaseOn(pool), listen: listenInPool(pool) }
  }
  const { db } = connect()
  const baseline = await readBaseline(db)
  await db.destroy()
  return { lite, baseline, connect }
}

/** The dump of a migrated database, created on first use. All databases start from it. */
async function migratedDump(): Promise<string> {
  const file = `${cacheFolder}migrated-${fingerprint()}.tar`
  if (existsSync(file)) return file
  const lite = await PGlite.create()
  const db = databaseOn(embeddedPool(createPgConfig(lite)))
  await migrate(db)
  const dump = await lite.dumpDataDir('none')
  await db.destroy()
  await lite.close()
  mkdirSync(cacheFolder, { recursive: true })
  // Several test files may reach this at once: the first dump stays, and all of them use it.
  const part = `${file}.${randomBytes(6).toString('hex')}`
  writeFileSync(part, Buffer.from(await dump.arrayBuffer()))
  try {
    linkSync(part, file)
  } catch (error) {
    if (!existsSync(file)) throw error
  } finally {
    rmSync(part)
  }
  return file
}

/** The dump depends on the source of the migrations and on the engine. */
function fingerprint(): string {
  const version = /"version": "([^"]+)"/.exec(
    readFileSync(
      new URL('../../../node_modules/@electric-sql/pglite/package.json', import.meta.url),
      'utf8',
    ),
  )?.[1]
  const hash = createHash('sha256')
    .update(version ?? '')
    .update(TRIGGERS + STAGE_FUNCTIONS + STAGE_TRIGGERS)
  const folder = new URL('../../../server/db/migrations/', import.meta.url)
  for (const { name, up } of MIGRATIONS) {
    const file = new URL(`${name}.ts`, folder)
    hash.update(name).update(existsSync(file) ? readFileSync(file) : String(up))
  }
  return hash.digest('hex').slice(0, 16)
}

async function openOnPostgres(url: string): Promise<TestDatabase> {
  const { url: own, drop } = await cloneMigrated(url, fingerprint())
  const { db, listen, close } = openPostgres(own)
  return {
    db,
    listen,
    close: async () => {
      await close()
      await drop()
    },
  }
}
