import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { testClock } from '#tests/support/server/app.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/server/database.ts'
import { mountDisk, unmount } from '#tests/support/server/small-disk.ts'
import { openReadiness } from './readiness.ts'

let t: TestDatabase
const logged: string[] = []
beforeAll(async () => {
  t = await openTestDatabase({ isOwn: true })
})
afterAll(() => t.close())
afterEach(() => logged.splice(0))

const disk = mountDisk()
if (disk === null) console.warn('The test of a small disk is skipped: this user may not mount one')
afterAll(() => {
  if (disk !== null) unmount(disk)
})

/** On a busy machine, a check may take long. */
const PATIENT_MS = 60_000

const open = (embeddedFolder: string | null = null, limitMs = PATIENT_MS) =>
  openReadiness({
    probe: t.db,
    embeddedFolder,
    clock: testClock(),
    log: (line) => logged.push(line),
    limitMs,
  })

test('a server whose database works is ready', async () => {
  expect(await open(process.cwd()).whyNotReady()).toBeNull()
  expect(logged).toEqual([])
})

test('many requests at once cause one check', async () => {
  const transactions = async () => {
    const { rows } = await sql<{ n: number }>`select pg_current_xact_id()::text::int as n`.execute(
      t.db,
    )
    return rows[0]?.n ?? 0
  }
  const before = await transactions()
  const { whyNotReady } = open()
  const results = await Promise.all(Array.from({ length: 100 }, () => whyNotReady()))
  expect(new Set(results)).toEqual(new Set([null]))
  // The check itself, and the statement that counts.
  expect((await transactions()) - before).toBe(2)
})

test('a database without a migration of this version is not ready', async () => {
  const { rows } = await sql<{ name: string }>`
    delete from schema_migrations where name = (select max(name) from schema_migrations)
    returning name`.execute(t.db)
  const readiness = open()
  expect(await readiness.whyNotReady()).toBe('the database lacks migrations of this version')
  expect(logged).toEqual(['Not ready: the database lacks migrations of this version'])
  await sql`insert into schema_migrations (name) values (${rows[0]?.name})`.execute(t.db)
  await expect.poll(() => readiness.whyNotReady()).toBeNull()
  expect(logged.at(-1)).toBe('Ready again')
})

test('a newer migration does not stop a server that runs', async () => {
  await sql`insert into schema_migrations (name) values ('999-next')`.execute(t.db)
  expect(await open().whyNotReady()).toBeNull()
  await sql`delete from schema_migrations where name = '999-next'`.execute(t.db)
})

test('a database that is busy for too long is not ready', async () => {
  await t.db.transaction().execute(async () => {
    // The embedded database has one connection.
    expect(await open(null, 100).whyNotReady()).toBe('the database does not respond')
  })
})

test.runIf(disk !== null)(
  'an embedded database whose disk is almost full is not ready',
  async () => {
    expect(await open(disk).whyNotReady()).toBe('the disk of the database is almost full')
  },
)
