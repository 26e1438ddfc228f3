import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeArchive } from '#server/backup/archive.ts'
import { openBackups } from '#server/backup/backups.ts'
import { readDatabaseFiles, type ArchiveEntry } from '#server/backup/database-files.ts'
import { restoreBackup } from '#server/backup/restore.ts'
import { openEmbedded, type DatabaseFiles, type OpenDatabase } from '#server/db/engine/open.ts'
import { systemClock } from '#server/dependencies.ts'
import { DESCRIPTION, KEYRING, openForBackups } from '#tests/support/server/backed-up-database.ts'

// Rare moments of a database that is copied while it is written.

let root: string
let restored: string
let database: OpenDatabase
let files: DatabaseFiles
beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'saleroom-backup-'))
  restored = path.join(root, 'restored')
  ;({ database, files } = await openForBackups(path.join(root, 'db')))
})
afterAll(async () => {
  await database.close()
  rmSync(root, { recursive: true, force: true })
})

/** Takes a backup, and changes the database just before the entry with this name is read. */
async function backUpWith(name: string, change: () => Promise<void>): Promise<string> {
  const file = path.join(root, 'changed.tar.gz')
  rmSync(file, { force: true })
  async function* entries(): AsyncGenerator<ArchiveEntry> {
    for await (const entry of readDatabaseFiles(database.db, files.folder)) {
      if (entry.name === name) await change()
      yield entry
    }
  }
  const describe = async () => DESCRIPTION
  await files.keepLog(() => writeArchive(file, entries(), describe, new AbortController().signal))
  return file
}

async function filePathOf(table: string): Promise<string> {
  const { rows } = await sql<{ file: string }>`
    select pg_relation_filepath(${table}) as file`.execute(database.db)
  return rows[0]?.file ?? ''
}

test('a table that shrinks or is dropped, and a file that vanishes, during a backup are restored as at its end', async () => {
  const { db } = database
  await sql`create table shrinking as select n, repeat('x', 500) as noise from generate_series(1, 5000) as n`.execute(
    db,
  )
  await sql`create table dropped as select generate_series(1, 1000) as n`.execute(db)
  const name = await filePathOf('shrinking')
  const dropped = path.join(files.folder, await filePathOf('dropped'))
  const vanishing = path.join(path.dirname(dropped), '99999999')
  writeFileSync(vanishing, 'x')
  const size = () => statSync(path.join(files.folder, name)).size
  const before = size()
  const file = await backUpWith(name, async () => {
    await sql`delete from shrinking where n > 10`.execute(db)
    await sql`vacuum shrinking`.execute(db)
    expect(size()).toBeLessThan(before)
    await sql`drop table dropped`.execute(db)
    for (const gone of [dropped, vanishing]) rmSync(gone)
  })
  await restoreBackup({
    file,
    folder: restored,
    keyring: KEYRING,
    addFiles: () => {},
    log: () => {},
  })
  const inRestored = path.relative(files.folder, vanishing)
  expect(existsSync(path.join(restored, 'db', inRestored))).toBe(false)
  const { db: copy, close } = await openEmbedded(path.join(restored, 'db'))
  const { rows } = await sql
    .raw("select count(*), sum(n)::int as sum, to_regclass('dropped') as dropped from shrinking")
    .execute(copy)
  await close()
  expect(rows[0]).toEqual({ count: 10, sum: 55, dropped: null })
})

test('a copy is refused when a checkpoint has removed a part of its log', async () => {
  const { db } = database
  await sql`create table noise (text text)`.execute(db)
  const copying = backUpWith('global/pg_control', async () => {
    for (let n = 0; n < 4; n++) {
      await sql`insert into noise select repeat(md5(n::text), 60) from generate_series(1, 20000) as n`.execute(
        db,
      )
      await sql`checkpoint`.execute(db)
    }
  })
  await expect(copying).rejects.toThrow(/^The log from .* is not complete$/)
  // The next backup is not affected.
  const parts = { database, clock: systemClock, readKeyring: () => KEYRING }
  await openBackups(parts).backUp(path.join(root, 'backups'), null)
})
