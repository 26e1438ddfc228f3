import { existsSync, statfsSync } from 'node:fs'
import path from 'node:path'
import { messageOf } from '#server/error-message.ts'
import { SettingsError } from '#server/settings-error.ts'
import { codeOf } from './error-code.ts'

/** A new embedded database takes half of it. One with less space is not ready, before it is full. */
export const NEEDED_BYTES = 100_000_000
/** The engine writes its log in files of 16 MB. */
const FULL_BYTES = 20_000_000

const NO_SPACE = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
const DATABASE_DISK_FULL = '53100'

/** Whether the file system has no space for what was written. */
export const isNoSpace = (error: unknown): boolean => NO_SPACE.has(codeOf(error) ?? '')

/**
 * An error of writing as a SettingsError for the operator if a disk is full; any other error unchanged.
 * @param folder of the embedded database; null with PostgreSQL
 */
export function asFullDisk(error: unknown, folder: string | null): unknown {
  const isDatabase = codeOf(error) === DATABASE_DISK_FULL
  if (!isDatabase && !isNoSpace(error)) return error
  if (folder !== null) return noSpace(`the disk of ${folder}`)
  return noSpace(isDatabase ? 'the disk of the database (DATABASE_URL)' : 'a disk')
}

/**
 * The same for the engine in this folder, which has stopped or did not start: its own error often says
 * nothing of the disk.
 */
export function asEngineError(error: unknown, folder: string): unknown {
  if (error instanceof SettingsError || freeBytes(folder) >= FULL_BYTES)
    return asFullDisk(error, folder)
  const reason = error instanceof Error ? ` (${messageOf(error)})` : ''
  return new SettingsError(
    `The database has stopped${reason}, and the disk of ${folder} is full. ${FREE_SOME}`,
  )
}

/** @throws SettingsError if this folder has no database yet, and its disk no space for one */
export function requireSpaceForNew(folder: string): void {
  if (!existsSync(path.join(folder, 'PG_VERSION')) && freeBytes(folder) < NEEDED_BYTES)
    throw noSpace(`the disk of ${folder}`)
}

/** Of the disk of this folder; Infinity if the folder is not there. */
function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return Infinity
  }
}

const FREE_SOME = `Free at least ${NEEDED_BYTES / 1_000_000} MB and start again.`

const noSpace = (place: string) =>
  new SettingsError(
    `There is no space left on ${place}. ${FREE_SOME} Nothing that was stored is lost.`,
  )
