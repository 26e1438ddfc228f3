import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './sources.mjs'

// Runs before anything is installed. Only the programs behind `npm start` and the other commands
// read the file: a test or a benchmark never meets the settings of somebody's sale.

const NAME = 'saleroom.env'

/** Every name that the file may hold: what server/settings.ts reads. */
export const SETTING_NAMES = [
  'PORT',
  'HOST',
  'PUBLIC_URL',
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'SALEROOM_DATA',
  'SALEROOM_DEMO',
  'SALEROOM_ALLOW_PUBLIC_DEMO',
  'SALEROOM_ADMIN_EMAIL',
  'SALEROOM_ADMIN_PASSWORD',
  'SALEROOM_SECRET',
  'SALEROOM_ORIGINS',
  'SALEROOM_MEDIA_ORIGINS',
  'SALEROOM_TRUST_PROXY',
  'SMTP_URL',
  'MAIL_FROM',
  'BREVO_API_URL',
  'TELEGRAM_BOT_TOKEN',
  'TELEGRAM_API_URL',
]

/**
 * The settings of a file's text: one `NAME=value` a line, blank lines and lines that begin with #
 * left out, one pair of quotes around a value taken off.
 * @param {string} text
 * @returns {Record<string, string>}
 * @throws {Error} that names the first line that can't be used
 */
export function parseSettings(text) {
  /** @type {Record<string, string>} */
  const settings = {}
  for (const [index, raw] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    const line = raw.trim()
    if (line === '' || line.startsWith('#')) continue
    const [, name = '', value = ''] = /^(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*)$/.exec(line) ?? []
    const place = `${NAME}, line ${index + 1}`
    if (name === '') throw new Error(`${place}: expected NAME=value.`)
    if (!SETTING_NAMES.includes(name))
      throw new Error(`${place}: ${name} is no setting of the server.`)
    if (name in settings) throw new Error(`${place}: ${name} is set twice.`)
    settings[name] = value.replace(/^(["'])(.*)\1$/, '$2')
  }
  return settings
}

/**
 * Adds the settings of the folder's saleroom.env to the environment, where that has none of the
 * name. A folder with settings is no demo unless they ask for one.
 * @param {string} folder
 * @param {Record<string, string | undefined>} environment is changed
 */
export function loadSettings(folder, environment) {
  const file = path.join(folder, NAME)
  if (!existsSync(file)) return
  const settings = { SALEROOM_DEMO: '0', ...parseSettings(readFileSync(file, 'utf8')) }
  for (const [name, value] of Object.entries(settings)) environment[name] ??= value
}

/** Loads the checkout's saleroom.env into this process. Ends the process when it can't be used. */
export function loadSettingsFile() {
  try {
    loadSettings(root, process.env)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
