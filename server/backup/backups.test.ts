import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Keyring } from '#server/auth/secret.ts'
import { openEmbedded, type DatabaseFiles, type OpenDatabase } from '#server/db/engine/open.ts'
import { systemClock } from '#server/dependencies.ts'
import { DESCRIPTION, KEYRING, openForBackups } from '#tests/support/server/backed-up-database.ts'
import { until } from '#tests/support/server/until.ts'
import { writeArchive } from './archive.ts'
import { backupName, partialName } from './backup-folder.ts'
import { openBackups } from './backups.ts'
import { fileOf, type ArchiveEntry } from './database-files.ts'
import { secretFingerprints } from './manifest.ts'
import { restoreBackup } from './restore.ts'

let root: string
let database: OpenDatabase
let files: DatabaseFiles
beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'saleroom-backup-'))
  ;({ database, files } = await openForBackups(path.join(root, 'db')))
})
afterAll(async () => {
  await database.close()
  rmSync(root, { recursive: true, force: true })
})

let folder: string
let restored: string
beforeEach(() => {
  folder = path.join(root, 'backups')
  restored = path.join(root, 'restored')
})
afterEach(() => {
  for (const name of [folder, restored]) rmSync(name, { recursive: true, force: true })
})

const parts = (readKeyring: () => Keyring = () => KEYRING) => ({
  database,
  clock: systemClock,
  readKeyring,
})
const backUp = (keep: number | null = null) => openBackups(parts()).backUp(folder, keep)
const restore = (file: string, more: Partial<Parameters<typeof restoreBackup>[0]> = {}) =>
  restoreBackup({
    file,
    folder: restored,
    keyring: KEYRING,
    addFiles: () => {},
    log: () => {},
    ...more,
  })

/** Reads one row of the restored database. */
async function readRestored<Row>(query: string): Promise<Row | undefined> {
  const { db, close } = await openEmbedded(path.join(restored, 'db'))
  try {
    const { rows } = await sql<Row>`${sql.raw(query)}`.execute(db)
    return rows[0]
  } finally {
    await close()
  }
}

test('a backup that is taken while numbers are written has the first of them, without a gap', async () => {
  const { db } = database
  await sql`create table numbers (n int primary key, noise text)`.execute(db)
  await sql`
    with list as (
      insert into allocation_lists (project_id, number, as_of, made_by, decimals)
      values ('CRASH', 1, now(), 'kim@example.com', 18) returning id)
    insert into allocation_rows select id, '0xab', 1.000000000000000001 from list`.execute(db)
  await sql`update allocation_lists set state = 'ready'`.execute(db)
  let written = 0
  const end = new AbortController()
  const writing = (async () => {
    while (!end.signal.aborted) {
      const n = written + 1
      await sql`insert into numbers values (${n}, repeat(md5(${String(n)}), 50))`.execute(db)
      written = n
    }
  })()
  await until(() => expect(written).toBeGreaterThan(100))
  const before = written
  const old = Buffer.from('o'.repeat(32))
  const { file, bytes } = await openBackups(parts(() => ({ ...KEYRING, oldSecret: old }))).backUp(
    folder,
    null,
  )
  const after = written
  end.abort()
  await writing
  expect([statSync(file).mode & 0o777, statSync(folder).mode & 0o777]).toEqual([0o600, 0o700])
  expect([statSync(file).size, readdirSync(folder)]).toEqual([bytes, [path.basename(file)]])
  const lines: string[] = []
  // A server that has the secrets the other way round can read it too.
  const keyring = { secret: old, oldSecret: KEYRING.secret }
  mkdirSync(restored)
  expect(await restore(file, { keyring, log: (line) => lines.push(line) })).toBe(true)
  expect(lines).toEqual([
    expect.stringMatching(/ are intact\.$/),
    'Rows: projects 1, users 0, wallets 3, transactions 0, leads 0.',
    expect.stringMatching(/^CRASH: all figures equal their rows/),
  ])
  const found = await readRestored<{ count: number; first: number; last: number }>(
    'select count(*), min(n) as first, max(n) as last from numbers',
  )
  expect(
    await readRestored(
      'select number, state, r.tokens from allocation_rows r join allocation_lists l on id = list_id',
    ),
  ).toEqual({ number: 1, state: 'ready', tokens: '1.000000000000000001' })
  await expect(readRestored('delete from allocation_rows')).rejects.toThrow('never changed')
  const last = found?.last ?? 0
  expect(found).toEqual({ count: last, first: 1, last })
  expect(last).toBeGreaterThanOrEqual(before)
  // The insert that was not acknowledged yet may be in it too.
  expect(last).toBeLessThanOrEqual(after + 1)
})

test('only one backup runs at a time, and a stop ends it without a file', async () => {
  const backups = openBackups(parts())
  const running = backups.backUp(folder, null)
  await expect(backups.backUp(folder, null)).rejects.toThrow('Another backup is running.')
  await until(() => expect(readdirSync(folder)).toEqual([expect.stringMatching(/\.partial$/)]))
  await Promise.all([
    expect(running).rejects.toThrow('The server stopped before the backup was complete.'),
    backups.stop(),
  ])
  expect(readdirSync(folder)).toEqual([])
})

test('a backup deletes what an interrupted one has left, and the oldest beyond the number to keep', async () => {
  mkdirSync(folder)
  const names = [1, 2, 3].map((day) => backupName(new Date(Date.UTC(2026, 0, day))))
  const left = partialName(backupName(new Date(Date.UTC(2026, 0, 4))))
  for (const name of [...names, left]) writeFileSync(path.join(folder, name), '')
  const { file } = await backUp(2)
  expect(readdirSync(folder).toSorted()).toEqual([names[2], path.basename(file)])
})

test('a backup inside the folder of the database, or on a file, is refused', async () => {
  const { backUp: run } = openBackups(parts())
  await expect(run(path.join(files.folder, 'backups'), null)).rejects.toThrow(
    'is in the folder of the database.',
  )
  const file = path.join(root, 'file')
  writeFileSync(file, '')
  await expect(run(file, null)).rejects.toThrow(/file can't be used: EEXIST/)
})

test('a restore needs the secrets of the backup, an empty folder and an intact file', async () => {
  const file = path.join(root, 'small.tar.gz')
  const old = Buffer.from('o'.repeat(32))
  async function* entries(): AsyncGenerator<ArchiveEntry> {
    yield { name: 'PG_VERSION', file: fileOf(Buffer.from('18')) }
  }
  const secrets = secretFingerprints({ ...KEYRING, oldSecret: old })
  const describe = async () => ({ ...DESCRIPTION, secrets })
  await writeArchive(file, entries(), describe, new AbortController().signal)
  const refused = async (more: Parameters<typeof restore>[1], message: string) => {
    await expect(restore(file, more)).rejects.toThrow(message)
    expect(readdirSync(root)).not.toContain('restored')
  }
  await refused({ keyring: { secret: Buffer.from('w'.repeat(32)) } }, 'is not the one of this')
  await refused({}, 'Name it with --old-secret')
  const both = { ...KEYRING, oldSecret: old }
  await refused({ keyring: both }, "The database of this backup can't be opened")
  await refused({ file: path.join(root, 'none.tar.gz') }, 'There is no backup ')
  await refused({ folder: files.folder }, 'is not empty, so nothing was written.')
  writeFileSync(file, readFileSync(file).subarray(0, 100))
  await refused({ keyring: null }, 'is damaged')
  expect(existsSync(restored)).toBe(false)
})
