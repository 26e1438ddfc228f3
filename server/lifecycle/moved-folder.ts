import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { SettingsError } from '#server/settings-error.ts'

// A folder whose database was moved to PostgreSQL stays as it is, as a backup. A note in it
// stops a server that still has the old settings from serving, and changing, the old data.

const noteOf = (dataFolder: string) => path.join(dataFolder, 'moved.json')

/**
 * Marks the folder as moved.
 * @param database the name of the new one, without a password
 */
export function markMoved(dataFolder: string, database: string, now: Date): void {
  const note = noteOf(dataFolder)
  const text = `${JSON.stringify({ database, at: now.toISOString() })}\n`
  writeFileSync(`${note}.new`, text, { mode: 0o600, flush: true })
  renameSync(`${note}.new`, note)
}

/** @throws SettingsError if the folder's database was moved */
export function requireNotMoved(dataFolder: string): void {
  const note = noteOf(dataFolder)
  if (!existsSync(note)) return
  const { database, at } = readNote(note)
  throw new SettingsError(
    `The database in ${dataFolder} was moved to ${database} at ${at}. Set DATABASE_URL to its address. To use the old copy on purpose, delete ${note}.`,
  )
}

function readNote(note: string): { database: string; at: string } {
  try {
    // markMoved wrote it.
    return JSON.parse(readFileSync(note, 'utf8')) as { database: string; at: string }
  } catch {
    return { database: 'PostgreSQL', at: 'an unknown time' }
  }
}
