import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

// A folder holds the backups of one sale. Files with other names are never touched.

const BACKUP_NAME = /^saleroom-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.gz$/
const PARTIAL_SUFFIX = '.partial'

/** The name of a backup that was made at this time: `saleroom-20260203T040506Z.tar.gz`. */
export function backupName(createdAt: Date): string {
  return `saleroom-${createdAt.toISOString().replace(/[-:]|\.\d+/g, '')}.tar.gz`
}

/** A backup's name while it is written. */
export function partialName(name: string): string {
  return `${name}${PARTIAL_SUFFIX}`
}

/**
 * Creates the folder for this user only. One that exists keeps its permissions. Its parent must exist:
 * without the disk of the backups, they would fill the system's.
 */
export async function createBackupFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 })
  } catch (error) {
    if (!(await isFolder(folder))) throw error
  }
}

async function isFolder(name: string): Promise<boolean> {
  return stat(name).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

/** The names of the complete backups in the folder, oldest first. There are none without a folder. */
async function listBackups(folder: string): Promise<string[]> {
  return (await namesIn(folder)).filter((name) => timeOf(name) !== null).toSorted()
}

/**
 * When the last backup in the folder was made; null if there is none.
 * @param now later ones are ignored: the clock was wrong, and they would prevent new backups
 */
export async function lastBackupAt(folder: string, now: Date): Promise<Date | null> {
  const times = (await listBackups(folder)).flatMap((name) => timeOf(name) ?? [])
  return times.findLast((time) => time <= now) ?? null
}

/**
 * Deletes the oldest backups, so that `keep` remain.
 * @param newest the backup that was just made. It stays, also if the clock was ahead for earlier ones
 */
export async function deleteOldBackups(
  folder: string,
  keep: number,
  newest: string,
): Promise<void> {
  const others = (await listBackups(folder)).filter((name) => name !== newest)
  for (const name of others.slice(0, Math.max(0, others.length - (keep - 1))))
    await rm(path.join(folder, name), { force: true })
}

/** Deletes what interrupted backups have left. */
export async function deletePartialBackups(folder: string): Promise<void> {
  for (const name of await namesIn(folder))
    if (name.endsWith(PARTIAL_SUFFIX) && timeOf(name.slice(0, -PARTIAL_SUFFIX.length)) !== null)
      await rm(path.join(folder, name), { force: true })
}

/** Makes renamed files survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows can't open a folder, and needs no flush.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function timeOf(name: string): Date | null {
  const [, ...parts] = BACKUP_NAME.exec(name) ?? []
  if (parts.length === 0) return null
  const [year, month, day, hour, minute, second] = parts.map(Number)
  return new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second))
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
