import { mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { Keyring } from '#server/auth/secret.ts'
import { openEmbedded, type Db } from '#server/db/engine/open.ts'
import { migrate } from '#server/db/migrations/migrate.ts'
import { administerRollups } from '#server/db/rollups/administration.ts'
import { messageOf } from '#server/error-message.ts'
import { SettingsError } from '#server/settings-error.ts'
import { readArchive } from './archive.ts'
import { writingInto } from './disk-errors.ts'
import { DATABASE_PREFIX, secretFingerprints, type Manifest } from './manifest.ts'
import { makeDataFolder } from './new-data-folder.ts'

export interface Restore {
  /** The backup. */
  file: string
  /** The new data folder: absolute, and missing or empty. */
  folder: string
  /** Null restores without the secret: what is encrypted with it is lost. */
  keyring: Keyring | null
  /** Writes what else belongs to a data folder, before it is complete. */
  addFiles(folder: string): void
  log(line: string): void
}

/**
 * Makes a data folder from a backup: unpacks and verifies it, opens the database, and checks the sums.
 * The folder has the database only when all that is done.
 * @returns whether all sums are correct; the folder is complete in both cases
 * @throws SettingsError when the backup or the secret is wrong, or the folder is not empty
 */
export async function restoreBackup(restore: Restore): Promise<boolean> {
  const { file, folder, keyring, log } = restore
  await requireFile(file)
  return makeDataFolder(folder, async (unfinished) => {
    const databaseFolder = path.join(unfinished.folder, DATABASE_PREFIX)
    const manifest = await writingInto(folder, async () => {
      await mkdir(databaseFolder, { mode: 0o700 })
      return readArchive(file, unfinished.folder)
    })
    log(`${file}: ${manifest.files.length} files, made at ${manifest.created_at}, are intact.`)
    if (keyring) requireSecrets(manifest, keyring)
    const isCorrect = await openOnce(databaseFolder, unfinished.onLost, log)
    await writingInto(folder, async () => restore.addFiles(unfinished.folder))
    return isCorrect
  })
}

async function requireFile(file: string): Promise<void> {
  const isFile = await stat(file).then(
    (found) => found.isFile(),
    () => false,
  )
  if (!isFile) throw new SettingsError(`There is no backup ${file}.`)
}

function requireSecrets({ secrets }: Manifest, keyring: Keyring): void {
  const given = new Set(secretFingerprints(keyring))
  const missing = secrets.filter((secret) => !given.has(secret))
  if (missing.length === 0) return
  throw new SettingsError(
    missing.length < secrets.length
      ? 'The backup was made during a change of the secret, and needs both: the other one is missing. Name it with --old-secret, or set SALEROOM_SECRET_OLD. Nothing was restored.'
      : 'The secret is not the one of this backup. Nothing was restored. Use the secret that the server had when the backup was made.',
  )
}

/** Opens the database, which replays its log, and prints what it has. @returns whether all sums are correct */
async function openOnce(
  folder: string,
  onLost: (error: Error) => void,
  log: (line: string) => void,
): Promise<boolean> {
  let isOpen = false
  const opening = openEmbedded(folder, {
    // One that does not start is reported below.
    onLost: (error) => {
      if (isOpen) onLost(error)
    },
  })
  const { db, close } = await opening.catch((error: unknown) => {
    throw new SettingsError(
      `The database of this backup can't be opened (${messageOf(error)}). Nothing was restored. If the disk is full, free some space; otherwise use another backup.`,
    )
  })
  isOpen = true
  try {
    await migrate(db)
    log(await describeContent(db))
    return await administerRollups(db, ['check'], log)
  } finally {
    await close()
  }
}

async function describeContent(db: Db): Promise<string> {
  const tables = ['projects', 'users', 'wallets', 'transactions', 'leads']
  const counts = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from ${sql.table(table)}`.execute(db)
      return `${table} ${rows[0]?.n ?? 0}`
    }),
  )
  return `Rows: ${counts.join(', ')}.`
}
