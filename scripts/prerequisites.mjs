import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

// Runs before anything is installed, and on any Node: nothing newer than its checks may be used here.

const root = fileURLToPath(new URL('../', import.meta.url))

/** Ends the process with one line when this Node can't run what is installed. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  // What package.json says under "engines".
  if (major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)) return
  console.error(
    `Saleroom needs Node.js 20.19, or 22.12 and newer; this is ${process.versions.node}. See https://nodejs.org.`,
  )
  process.exit(1)
}

/**
 * Runs a program in the checkout's folder and passes signals on to it.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions & { limitMs?: number }} [options]
 * @returns {Promise<number>} its exit code; 1 when it couldn't start or a signal ended it
 */
export function run(command, args, { limitMs, ...options } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
    /** @param {NodeJS.Signals} signal */
    const pass = (signal) => void child.kill(signal)
    const timer = limitMs === undefined ? undefined : setTimeout(() => pass('SIGTERM'), limitMs)
    process.on('SIGINT', pass).on('SIGTERM', pass)
    /** @param {number | null} code */
    const end = (code) => {
      clearTimeout(timer)
      process.off('SIGINT', pass).off('SIGTERM', pass)
      resolve(code === null ? 1 : code)
    }
    child.on('error', () => end(1))
    child.on('exit', end)
  })
}

/**
 * Runs npm: the one that started this process, else the one on the path.
 * @param {string[]} args
 */
function runNpm(args) {
  const npm = process.env['npm_execpath']
  if (npm !== undefined && /npm-cli\.[cm]?js$/.test(npm))
    return run(process.execPath, [npm, ...args])
  return run('npm', args, { shell: process.platform === 'win32' })
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean, devOptional?: boolean }>}
 */
function packagesIn(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

/** Whether node_modules holds what package-lock.json asks for. */
function arePackagesCurrent() {
  const installed = path.join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(installed)) return false
  try {
    const present = packagesIn(installed)
    // Optional ones are for other systems too, and absent here.
    return Object.entries(packagesIn(path.join(root, 'package-lock.json'))).every(
      ([name, { version, optional, devOptional }]) =>
        name === '' ||
        (present[name] === undefined
          ? optional === true || devOptional === true
          : present[name].version === version),
    )
  } catch {
    return false
  }
}

/** Installs the packages of package-lock.json, unless they are there. Ends the process when it can't. */
export async function ensurePackages() {
  if (arePackagesCurrent()) return
  console.log('Installing packages (the first time takes a minute or two) ...')
  // Not `npm ci`: a registry may lack builds for other systems, and then it refuses the whole lock
  // file. Versions come from the lock file here too, and `--no-save` leaves that alone.
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  // npm gives a download that has fallen silent five minutes before it asks again.
  const patience = '--fetch-timeout=120000'
  const code = await runNpm(['install', '--no-save', '--include=dev', patience, ...quiet])
  if (code === 0) return
  console.error(
    'The packages could not be installed; the lines above say why. Is the network there?',
  )
  process.exit(1)
}
