import { existsSync, statfsSync } from 'node:fs'
import path from 'node:path'
import { SettingsError } from '#server/settings-error.ts'

/** An embedded database stops if its log can't be written. A new one takes half of this. */
const NEEDED_MB = 100

const NO_SPACE = new Set<unknown>(['ENOSPC', 'EDQUOT', 'EFBIG'])
const DATABASE_DISK_FULL = '53100'

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined

/** Whether the file system has no space for what was written. */
export const isNoSpace = (error: unknown): boolean => NO_SPACE.has(codeOf(error))

/** Whether the disk of this folder has too little space for an embedded database. */
export function isAlmostFull(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize < NEEDED_MB * 1_000_000
}

/**
 * An error of writing as a SettingsError for the operator if a disk is full; any other error unchanged.
 * @param folder of the embedded database; null with PostgreSQL
 */
export function asFullDisk(error: unknown, folder: string | null): unknown {
  if (codeOf(error) === DATABASE_DISK_FULL)
    return folder === null
      ? new SettingsError(
          'The disk of the database (DATABASE_URL) is full. Free some space there and start again; nothing that was stored is lost.',
        )
      : noSpaceIn(folder)
  return isNoSpace(error) && error instanceof Error && 'path' in error
    ? noSpaceIn(path.dirname(String(error.path)))
    : error
}

/**
 * The same for the engine in this folder, which has stopped or did not start: its own error says
 * nothing of the disk.
 */
export function asStopped(error: unknown, folder: string): unknown {
  if (error instanceof SettingsError) return error
  return isAlmostFull(folder) ? noSpaceIn(folder) : asFullDisk(error, folder)
}

/** @throws SettingsError if this folder has no database yet, and its disk no space for one */
export function requireSpaceForNew(folder: string): void {
  if (!existsSync(path.join(folder, 'PG_VERSION')) && isAlmostFull(folder)) throw noSpaceIn(folder)
}

const noSpaceIn = (folder: string) =>
  new SettingsError(
    `There is no space left on the disk of ${folder}. Free at least ${NEEDED_MB} MB and start again; nothing that was stored is lost.`,
  )
