import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './sources.mjs'

// Runs before packages are installed. Only `npm start`, `npm run dev` and the operators' commands read
// the file, so that no test or benchmark uses the settings of a real sale.

const NAME = 'saleroom.env'

/** The names allowed in the file: those that server/settings.ts reads. */
export const SETTING_NAMES = [
  'PORT',
  'HOST',
  'PUBLIC_URL',
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'DATABASE_LISTEN_URL',
  'SALEROOM_DATA',
  'SALEROOM_DEMO',
  'SALEROOM_ALLOW_PUBLIC_DEMO',
  'SALEROOM_ADMIN_EMAIL',
  'SALEROOM_ADMIN_PASSWORD',
  'SALEROOM_SECRET',
  'SALEROOM_SECRET_OLD',
  'SALEROOM_BACKUP_FOLDER',
  'SALEROOM_BACKUP_HOURS',
  'SALEROOM_BACKUP_KEEP',
  'SALEROOM_ORIGINS',
  'SALEROOM_MEDIA_ORIGINS',
  'SALEROOM_VITALS',
  'SALEROOM_METRICS_PORT',
  'SALEROOM_METRICS_TOKEN',
  'SALEROOM_PUSH_ORIGINS',
  'SALEROOM_VAPID_SUBJECT',
  'SALEROOM_RPC_ORIGINS',
  'SALEROOM_TRUST_PROXY',
  'SMTP_URL',
  'MAIL_FROM',
  'BREVO_API_URL',
  'TELEGRAM_BOT_TOKEN',
  'TELEGRAM_API_URL',
]

/**
 * Parses a settings file: one `NAME=value` per line. Blank lines and lines that start with # are
 * ignored; one pair of quotes around a value is removed.
 * @param {string} text
 * @returns {Record<string, string>}
 * @throws {Error} that names the first invalid line
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
      throw new Error(`${place}: ${name} is not a setting of the server.`)
    if (name in settings) throw new Error(`${place}: ${name} is set twice.`)
    settings[name] = value.replace(/^(["'])(.*)\1$/, '$2')
  }
  return settings
}

/**
 * Adds the settings of the folder's saleroom.env to the environment. Existing variables take
 * precedence. A folder with settings gets no demo unless they request one.
 * @param {string} folder
 * @param {Record<string, string | undefined>} environment modified
 */
export function loadSettings(folder, environment) {
  const file = path.join(folder, NAME)
  if (!existsSync(file)) return
  const settings = { SALEROOM_DEMO: '0', ...parseSettings(readFileSync(file, 'utf8')) }
  // The syntax that any version of Node.js reads: requireNode() has not said yet that it is too old.
  for (const [name, value] of Object.entries(settings))
    environment[name] = environment[name] ?? value
}

/** Loads the checkout's saleroom.env into this process. Exits with an error message if it is invalid. */
export function loadSettingsFile() {
  try {
    loadSettings(root, process.env)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
