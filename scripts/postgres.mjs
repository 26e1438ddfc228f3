import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from './free-port.mjs'

const DEBIAN = '/usr/lib/postgresql'
/** Fast and not crash-safe: the cluster is deleted after the tests. */
const SETTINGS = ['fsync=off', 'full_page_writes=off', 'max_connections=60']

/** Options of initdb for test clusters: one owner without a password, UTF-8. */
export const INITDB_OPTIONS = '-U app -A trust -E UTF8 --locale=C.UTF-8 --no-sync'.split(' ')

/** The folder of PostgreSQL's programs (15 or newer), or undefined. */
export function findPostgres() {
  const versions = existsSync(DEBIAN)
    ? readdirSync(DEBIAN)
        .map(Number)
        .filter((n) => n >= 15)
    : []
  const newest = Math.max(...versions)
  const folders = versions.length > 0 ? [path.join(DEBIAN, String(newest), 'bin')] : []
  const onPath = (process.env['PATH'] ?? '').split(path.delimiter)
  return [...folders, ...onPath].find((folder) => existsSync(path.join(folder, 'initdb')))
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
