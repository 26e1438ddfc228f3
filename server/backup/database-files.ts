import { open, readdir, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import { readError } from './disk-errors.ts'

/** One file or folder of an archive. */
export interface ArchiveEntry {
  /** Relative, with slashes. */
  name: string
  /** Null for a folder. The content has exactly `size` bytes, and is read once. */
  file: { size: number; content: AsyncIterable<Buffer> } | null
}

const CHUNK_BYTES = 256 * 1024

/** PostgreSQL creates the content of these again. The log is copied last, by its own rule. */
const EMPTIED_FOLDERS = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])

/** Files that hold nothing of the data, or would disturb the restored database. */
const SKIPPED_FILE =
  /^(?:pgsql_tmp.*|pg_internal\.init.*|postmaster\.(?:pid|opts)|backup_label(?:\.old)?|tablespace_map|t\d+_\d+.*|\.writable)$/

const LOG_SEGMENT = /^[\dA-F]{24}$/

/**
 * The files of the embedded database while it runs: PostgreSQL's base backup. Each file is read as it is
 * at that time, and the log of everything that happened meanwhile comes last. Opening the copy replays
 * that log, so the copy has what was committed before its end, and nothing else.
 *
 * The caller prevents checkpoints meanwhile, because they remove the log.
 * @throws when a part of the log is missing, and SettingsError when a file can't be read
 */
export async function* readDatabaseFiles(db: Db, folder: string): AsyncGenerator<ArchiveEntry> {
  const first = await startCopy(db)
  let end: CopyEnd
  try {
    yield* readFolder(folder, '')
  } finally {
    end = await endCopy(db)
  }
  yield { name: 'backup_label', file: fileOf(Buffer.from(end.label)) }
  for (const segment of await logSegments(folder, first, end.last))
    yield* readFile(path.join(folder, 'pg_wal', segment), `pg_wal/${segment}`)
}

/** Writes a checkpoint. @returns the name of the first part of the log that the copy needs */
async function startCopy(db: Db): Promise<string> {
  const { rows } = await sql<{ first: string }>`
    select pg_walfile_name(pg_backup_start('saleroom', true)) as first`.execute(db)
  if (!rows[0]) throw new Error('The copy did not start')
  return rows[0].first
}

interface CopyEnd {
  /** The text of the file from which the copy finds its beginning in the log. */
  label: string
  /** The name of the last part of the log that the copy needs. */
  last: string
}

async function endCopy(db: Db): Promise<CopyEnd> {
  const { rows } = await sql<CopyEnd>`
    select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(false)`.execute(db)
  if (!rows[0]) throw new Error('The copy did not end')
  return rows[0]
}

async function logSegments(folder: string, first: string, last: string): Promise<string[]> {
  const names = await readdir(path.join(folder, 'pg_wal'))
  const segments = names
    .filter((name) => LOG_SEGMENT.test(name) && name >= first && name <= last)
    .toSorted()
  if (segments.length !== segmentNumber(last) - segmentNumber(first) + 1)
    throw new Error(`The log from ${first} to ${last} is not complete`)
  return segments
}

/** The position of a segment of 16 MB in the log: timeline, upper part and lower part, 8 digits each. */
function segmentNumber(name: string): number {
  return Number.parseInt(name.slice(8, 16), 16) * 256 + Number.parseInt(name.slice(16), 16)
}

async function* readFolder(folder: string, inside: string): AsyncGenerator<ArchiveEntry> {
  const entries = await unlessMissing(path.join(folder, inside), (name) =>
    readdir(name, { withFileTypes: true }),
  )
  for (const entry of entries ?? []) {
    const name = inside === '' ? entry.name : `${inside}/${entry.name}`
    if (entry.isDirectory()) {
      yield { name, file: null }
      if (!EMPTIED_FOLDERS.has(name)) yield* readFolder(folder, name)
    } else if (!SKIPPED_FILE.test(entry.name)) yield* readFile(path.join(folder, name), name)
  }
}

async function* readFile(file: string, name: string): AsyncGenerator<ArchiveEntry> {
  // A table that was dropped meanwhile: the log has that too.
  const handle = await unlessMissing(file, (found) => open(found, 'r'))
  if (handle === null) return
  try {
    const { size } = await handle.stat()
    yield { name, file: { size, content: readExactly(file, handle, size) } }
  } finally {
    await handle.close()
  }
}

/**
 * The first `size` bytes of a file. One that has become shorter is filled up with zeros: the log has
 * that change, so opening the copy shortens it again.
 */
async function* readExactly(
  file: string,
  handle: FileHandle,
  size: number,
): AsyncGenerator<Buffer> {
  for (let left = size; left > 0;) {
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, left))
    const { bytesRead } = await handle
      .read(chunk, 0, chunk.length)
      .catch((error: unknown) => Promise.reject(readError(file, error)))
    const bytes = bytesRead === 0 ? chunk.fill(0) : chunk.subarray(0, bytesRead)
    left -= bytes.length
    yield bytes
  }
}

/** A file that is in memory. */
export function fileOf(bytes: Buffer): NonNullable<ArchiveEntry['file']> {
  return {
    size: bytes.length,
    content: (async function* () {
      yield bytes
    })(),
  }
}

async function unlessMissing<Result>(
  name: string,
  read: (name: string) => Promise<Result>,
): Promise<Result | null> {
  try {
    return await read(name)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw readError(name, error)
  }
}
