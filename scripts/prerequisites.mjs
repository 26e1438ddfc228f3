import { spawn } from 'node:child_process'
import fs, { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

// Runs before packages are installed, on any version of Node: use only old syntax and APIs here.

const root = fileURLToPath(new URL('../', import.meta.url))

/** Whether this folder has the sources. A bundle (bundle.mjs) has the build and its packages only. */
export const isCheckout = existsSync(path.join(root, 'server'))

const packages = path.join(root, 'node_modules')

/** All packages, with npm's own copies of them. */
const PACKAGES_MB = 1100
const BUILD_MB = 100
const FULL_MB = 10

/** Exits with an error message when this version of Node is not supported. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  // The same versions as "engines" in package.json.
  if (major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)) return
  console.error(
    `Saleroom needs Node.js 20.19, or 22.12 and newer; this is ${process.versions.node}. See https://nodejs.org.`,
  )
  process.exit(1)
}

/**
 * Runs a program in the checkout and forwards signals to it.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions & { limitMs?: number }} [options]
 * @returns {Promise<number>} its exit code; 1 when it could not start or was ended by a signal
 */
export function run(command, args, { limitMs, ...options } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
    /** @param {NodeJS.Signals} signal */
    const forward = (signal) => void child.kill(signal)
    const timer = limitMs === undefined ? undefined : setTimeout(() => forward('SIGTERM'), limitMs)
    process.on('SIGINT', forward).on('SIGTERM', forward)
    /** @param {number | null} code */
    const end = (code) => {
      clearTimeout(timer)
      process.off('SIGINT', forward).off('SIGTERM', forward)
      resolve(code === null ? 1 : code)
    }
    child.on('error', () => end(1))
    child.on('exit', end)
  })
}

/**
 * Runs the npm that started this process, otherwise the one on the path.
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

/** Whether node_modules has the packages of package-lock.json. */
function arePackagesCurrent() {
  const installed = path.join(packages, '.package-lock.json')
  if (!existsSync(installed)) return false
  try {
    const present = packagesIn(installed)
    // Optional packages for other systems are not installed.
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

/** Installs the packages of package-lock.json if needed. Exits with an error message on failure. */
export async function ensurePackages() {
  if (!isCheckout || arePackagesCurrent()) return
  const isFirst = !existsSync(packages)
  if (isFirst && !hasSpace(PACKAGES_MB)) return endWithoutSpace(PACKAGES_MB)
  console.log('Installing packages (the first time takes a minute or two) ...')
  // Not `npm ci`: it fails when the registry lacks an optional build for another system. `npm
  // install` uses the versions of the lock file too, and `--no-save` does not change it.
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  // By default npm waits five minutes before it retries a stalled download.
  const timeout = '--fetch-timeout=120000'
  const code = await runNpm(['install', '--no-save', '--include=dev', timeout, ...quiet])
  if (!hasSpace(FULL_MB)) {
    // npm counts packages as installed whose files a full disk has cut, and never repairs them. Those of
    // before may be in use by a server that runs.
    if (isFirst) fs.rmSync(packages, { recursive: true, force: true })
    else console.error('Packages may be incomplete: delete the folder node_modules.')
    return endWithoutSpace(PACKAGES_MB)
  }
  if (code === 0) return
  console.error(
    'Could not install the packages. See the error above, and check the network connection.',
  )
  process.exit(1)
}

/** Builds the app and the server. Exits with an error message on failure. */
export async function build() {
  const code = await run(process.execPath, ['scripts/build.mjs'])
  if (code === 0) return
  if (!hasSpace(BUILD_MB)) endWithoutSpace(BUILD_MB)
  process.exit(code)
}

/** @param {number} megabytes */
function hasSpace(megabytes) {
  const { bavail, bsize } = fs.statfsSync(root)
  return bavail * bsize >= megabytes * 1_000_000
}

/** @param {number} megabytes what is needed */
function endWithoutSpace(megabytes) {
  console.error(
    `There is not enough space left on the disk of ${root}: ${megabytes} MB are needed. Free some and start again.`,
  )
  process.exit(1)
}
