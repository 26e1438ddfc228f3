import { existsSync } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { Keyring } from '#server/auth/secret.ts'
import type { OpenDatabase } from '#server/db/engine/open.ts'
import type { Clock } from '#server/dependencies.ts'
import { messageOf } from '#server/error-message.ts'
import { SettingsError } from '#server/settings-error.ts'
import { writeArchive } from './archive.ts'
import {
  backupName,
  createBackupFolder,
  deleteOldBackups,
  deletePartialBackups,
  partialName,
  syncFolder,
} from './backup-folder.ts'
import { readDatabaseFiles } from './database-files.ts'
import { writingInto } from './disk-errors.ts'
import { secretFingerprints, type Manifest } from './manifest.ts'

/** A complete backup. */
export interface Backup {
  file: string
  bytes: number
  seconds: number
  /** Why older backups could not be deleted; null if nothing failed. */
  warning: string | null
}

/**
 * Writes a backup of the embedded database into a folder.
 * @param folder absolute; created if it does not exist, in a folder that exists
 * @param keep how many backups remain in the folder; null deletes none
 * @throws SettingsError when the folder can't be written, or another backup is running
 */
export type BackUp = (folder: string, keep: number | null) => Promise<Backup>

export interface Backups {
  backUp: BackUp
  /** Ends a running backup, which leaves no file. */
  stop(): Promise<void>
}

interface Parts {
  database: OpenDatabase
  clock: Clock
  readKeyring(): Keyring
}

/** Backups of an open database, one at a time. */
export function openBackups(parts: Parts): Backups {
  const ending = new AbortController()
  let running: Promise<Backup> | null = null
  return {
    async backUp(folder, keep) {
      if (running) throw new SettingsError('Another backup is running. Wait until it has ended.')
      running = backUp(parts, folder, keep, ending.signal)
      try {
        return await running
      } finally {
        running = null
      }
    },
    async stop() {
      ending.abort(new SettingsError('The server stopped before the backup was complete.'))
      await running?.catch(() => {})
    },
  }
}

async function backUp(
  { database, clock, readKeyring }: Parts,
  folder: string,
  keep: number | null,
  signal: AbortSignal,
): Promise<Backup> {
  const { db, files } = database
  if (files === null)
    throw new SettingsError(
      'Only the embedded database is backed up by Saleroom. For PostgreSQL use pg_dump or pgBackRest: docs/operating.md has the steps.',
    )
  requireOutside(files.folder, folder)
  const start = performance.now()
  const createdAt = clock.now()
  const name = backupName(createdAt)
  const file = path.join(folder, name)
  const partial = path.join(folder, partialName(name))
  const describe = async (): Promise<Omit<Manifest, 'files'>> => ({
    format: 1,
    created_at: createdAt.toISOString(),
    migration: await lastMigration(database),
    secrets: secretFingerprints(readKeyring()),
  })
  await writingInto(folder, async () => {
    await createBackupFolder(folder)
    await deletePartialBackups(folder)
  })
  if (existsSync(file)) throw new SettingsError(`${file} already exists.`)
  try {
    await files.keepLog(() =>
      writeArchive(partial, readDatabaseFiles(db, files.folder), describe, signal),
    )
    await writingInto(folder, async () => {
      await rename(partial, file)
      await syncFolder(folder)
    })
  } catch (error) {
    await rm(partial, { force: true }).catch(() => {})
    throw error
  }
  const warning = keep === null ? null : await warningOf(deleteOldBackups(folder, keep, name))
  const { size } = await stat(file)
  return { file, bytes: size, seconds: (performance.now() - start) / 1000, warning }
}

/** The backup is complete, whether or not older ones can be deleted. */
async function warningOf(cleanUp: Promise<void>): Promise<string | null> {
  return cleanUp.then(
    () => null,
    (error: unknown) => `Older backups could not be deleted: ${messageOf(error)}.`,
  )
}

/** A backup among the files that it copies would copy itself. */
function requireOutside(databaseFolder: string, folder: string): void {
  const inside = path.relative(databaseFolder, folder)
  if (inside === '' || (!inside.startsWith('..') && !path.isAbsolute(inside)))
    throw new SettingsError(
      `${folder} is in the folder of the database. Name another folder, preferably on another disk.`,
    )
}

async function lastMigration({ db }: OpenDatabase): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from schema_migrations order by name desc limit 1`.execute(db)
  return rows[0]?.name ?? ''
}
