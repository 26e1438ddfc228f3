import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './sources.mjs'

// A start that has lost its variables would fill the default folder with demo data and serve that in
// place of the sale. So the checkout remembers which database its last sale was in.

const DEFAULT_DATA = path.join(root, 'data')
const NAME = 'last-sale.json'

/**
 * @typedef {object} ServedDatabase
 * @property {boolean} isDemo
 * @property {string} name for people, without a password
 * @property {string | null} folder of the embedded database
 */

/**
 * Keeps in mind which sale was served. A demo leaves the note as it is.
 * @param {ServedDatabase} served
 */
export function rememberSale({ isDemo, name, folder }, dataFolder = DEFAULT_DATA) {
  if (isDemo) return
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
    writeFileSync(path.join(dataFolder, NAME), `${JSON.stringify({ name, folder })}\n`)
  } catch {
    // A checkout that can't be written has no note; the sale is served all the same.
  }
}

/**
 * Why a command must not go to the default database: the last sale is in another one, and no setting
 * names a database. Null when all is well.
 * @param {Record<string, string | undefined>} environment with the settings of saleroom.env
 * @returns {string | null}
 */
export function describeForgottenSale(environment, dataFolder = DEFAULT_DATA) {
  if (environment['SALEROOM_DATA'] || environment['DATABASE_URL']) return null
  const note = readNote(path.join(dataFolder, NAME))
  if (note === null || note.folder === dataFolder) return null
  // A sale to try things out, removed since.
  if (note.folder !== null && !existsSync(note.folder)) return null
  const setting = note.folder === null ? 'DATABASE_URL' : `SALEROOM_DATA=${note.folder}`
  return [
    `The last sale that was served from here is in ${note.name}, and no setting names a database.`,
    `Set ${setting} (best in saleroom.env), or SALEROOM_DATA=./data for the demo.`,
  ].join('\n')
}

/** Ends the process when the settings of the last sale have been forgotten. */
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
