import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './sources.mjs'

// A start without its environment variables would fill the default folder with demo data and serve
// the demo in place of the sale. To prevent that, the checkout remembers the last sale's database.

const DEFAULT_DATA = path.join(root, 'data')
const NAME = 'last-sale.json'

/**
 * @typedef {object} ServedDatabase
 * @property {boolean} isDemo
 * @property {string} name what operators see; without a password
 * @property {string | null} folder the folder of the embedded database; null for PostgreSQL
 */

/**
 * Remembers the database of a sale. A demo changes nothing.
 * @param {ServedDatabase} served
 */
export function rememberSale({ isDemo, name, folder }, dataFolder = DEFAULT_DATA) {
  if (isDemo) return
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
    writeFileSync(path.join(dataFolder, NAME), `${JSON.stringify({ name, folder })}\n`)
  } catch {
    // A read-only checkout remembers nothing; the server starts anyway.
  }
}

/**
 * Checks that a command would not open the default database by mistake: the last sale is in another
 * database, and no setting names one.
 * @param {Record<string, string | undefined>} environment with the settings of saleroom.env
 * @returns {string | null} the error message, or null
 */
export function describeForgottenSale(environment, dataFolder = DEFAULT_DATA) {
  if (environment['SALEROOM_DATA'] || environment['DATABASE_URL']) return null
  const note = readNote(path.join(dataFolder, NAME))
  if (note === null || note.folder === dataFolder) return null
  // The sale has been deleted.
  if (note.folder !== null && !existsSync(note.folder)) return null
  const setting = note.folder === null ? 'DATABASE_URL' : `SALEROOM_DATA=${note.folder}`
  return [
    `The last sale served from this folder is in ${note.name}, but no setting names a database.`,
    `Set ${setting} (preferably in saleroom.env), or SALEROOM_DATA=./data for the demo.`,
  ].join('\n')
}

/** Exits with an error message when the settings of the last sale are missing. */
export function requireRememberedSale() {
  const problem = describeForgottenSale(process.env)
  if (problem === null) return
  console.error(problem)
  process.exit(1)
}

/**
 * @param {string} file
 * @returns {{ name: string, folder: string | null } | null}
 */
function readNote(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
