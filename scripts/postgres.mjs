import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from './free-port.mjs'

const DEBIAN = '/usr/lib/postgresql'
/** The versions that Saleroom supports. */
const SUPPORTED = /** @type {const} */ ([15, 16, 17, 18])
const [MIN_VERSION] = SUPPORTED
/** Fast and not crash-safe: the cluster is deleted after the tests. */
const SETTINGS = ['fsync=off', 'full_page_writes=off', 'max_connections=60']

/** Options of initdb for test clusters: one owner without a password, UTF-8. */
export const INITDB_OPTIONS = '-U app -A trust -E UTF8 --locale=C.UTF-8 --no-sync'.split(' ')

/** What the tests need of a version. */
const PROGRAMS = ['initdb', 'pg_ctl', 'pg_basebackup']

/**
 * @typedef {object} PostgresVersion
 * @property {string} version such as 15.18
 * @property {string} folder of its programs
 */

/**
 * The installed versions from 15, one of each: those in SALEROOM_PG_BIN (folders separated as in
 * PATH), then Debian's, the newest first, then those on the PATH.
 * @returns {PostgresVersion[]}
 * @throws {Error} if a folder in SALEROOM_PG_BIN is of no use
 */
export function findPostgresVersions(environment = process.env, debian = DEBIAN) {
  const named = foldersIn(environment['SALEROOM_PG_BIN'])
  for (const folder of named) {
    const missing = PROGRAMS.filter((program) => !existsSync(path.join(folder, program)))
    if (missing.length > 0)
      throw new Error(`SALEROOM_PG_BIN: ${folder} has no ${missing.join(' and no ')}.`)
  }
  const installed = (existsSync(debian) ? readdirSync(debian) : [])
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => path.join(debian, version, 'bin'))
  /** @type {Map<number, PostgresVersion>} */
  const found = new Map()
  for (const folder of [...named, ...installed, ...foldersIn(environment['PATH'])]) {
    if (!PROGRAMS.every((program) => existsSync(path.join(folder, program)))) continue
    const version = versionIn(folder)
    const major = Number.parseInt(version, 10)
    if (named.includes(folder) && !(major >= MIN_VERSION))
      throw new Error(
        `SALEROOM_PG_BIN: ${folder} has PostgreSQL ${version}; ${MIN_VERSION} or newer is needed.`,
      )
    if (major >= MIN_VERSION && !found.has(major)) found.set(major, { version, folder })
  }
  return [...found.values()]
}

/** The folder of PostgreSQL's programs (15 or newer), or undefined. */
export function findPostgres() {
  return findPostgresVersions()[0]?.folder
}

/**
 * Which versions a test run has tried, and which it has not.
 * @param {readonly string[]} installed versions such as 15.18
 * @param {string} embedded the version of the embedded engine
 */
export function describeTestedVersions(installed, embedded) {
  const tested = [...installed, `${embedded} (the embedded engine)`]
  const majors = new Set(tested.map((version) => Number.parseInt(version, 10)))
  const untested = SUPPORTED.filter((major) => !majors.has(major))
  const line = `PostgreSQL: tested with ${tested.join(', ')}`
  return untested.length === 0
    ? line
    : `${line}; not with ${untested.join(', ')} (SALEROOM_PG_BIN names the folders of more versions)`
}

/** @param {string | undefined} list as in PATH */
const foldersIn = (list) => (list ?? '').split(path.delimiter).filter((folder) => folder !== '')

/** @param {string} folder */
function versionIn(folder) {
  const text = execFileSync(path.join(folder, 'initdb'), ['--version'], { encoding: 'utf8' })
  return /\d+(?:\.\d+)?/.exec(text)?.[0] ?? 'unknown'
}

/**
 * Starts a temporary cluster on a free port of 127.0.0.1.
 * @param {string} bin the folder from findPostgres
 */
export async function startPostgres(bin) {
  const folder = mkdtempSync(path.join(tmpdir(), 'saleroom-postgres-'))
  const port = await freePort()
  const prefix = asOtherUser(folder)
  /** @param {string} program @param {string[]} args */
  const run = (program, args) => {
    const [command = '', ...rest] = [...prefix, path.join(bin, program), ...args]
    const env = { ...process.env, HOME: folder, LC_ALL: 'C.UTF-8' }
    execFileSync(command, rest, { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] })
  }
  const data = path.join(folder, 'data')
  run('initdb', ['-D', data, ...INITDB_OPTIONS])
  const settings = [
    "listen_addresses='127.0.0.1'",
    `port=${port}`,
    `unix_socket_directories='${folder}'`,
    ...SETTINGS,
  ]
  writeFileSync(path.join(data, 'postgresql.auto.conf'), `${settings.join('\n')}\n`)
  run('pg_ctl', ['-D', data, '-l', path.join(folder, 'log'), '-w', 'start'])
  return {
    url: `postgres://app@127.0.0.1:${port}/postgres`,
    stop() {
      run('pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop'])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * initdb refuses to run as root. As root, returns a command prefix that switches to another user.
 * @param {string} folder is made that user's own
 * @returns {string[]} the prefix; empty for other users
 */
export function asOtherUser(folder) {
  if (process.getuid?.() !== 0) return []
  const name = ['postgres', 'nobody'].find((user) => idOf('-u', user) !== undefined)
  if (name === undefined) return []
  chownSync(folder, idOf('-u', name) ?? 0, idOf('-g', name) ?? 0)
  return ['setpriv', `--reuid=${name}`, `--regid=${idOf('-g', name)}`, '--clear-groups']
}

/** @param {'-u' | '-g'} kind @param {string} name */
function idOf(kind, name) {
  try {
    return Number(execFileSync('id', [kind, name], { encoding: 'utf8', stdio: 'pipe' }))
  } catch {
    return undefined
  }
}
