import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright'
import { run } from './prerequisites.mjs'

const DOWNLOAD_LIMIT_MS = 120_000
const APT_LIMIT_MS = 240_000

/** Arguments of every browser: no GPU, no background network requests. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The error message when ensureHeadlessShell returns false. */
export const NO_BROWSER =
  'no Chromium was found, and none could be installed; set CHROMIUM_PATH to one'

const DEBIAN_CHROMIUM = '/usr/bin/chromium'
const DEBIAN_SHELL = '/usr/bin/chromium-headless-shell'
const SYSTEM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const SYSTEM_PATHS = [
  ...SYSTEM_NAMES.map((name) => `/usr/bin/${name}`),
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Launch options of the first Chromium found: the one in CHROMIUM_PATH, Playwright's own, then the
 * system's. Undefined when there is none.
 * @returns {{ channel?: string, executablePath?: string, args: string[] } | undefined}
 */
export function findChromium() {
  const named = process.env['CHROMIUM_PATH']
  if (named !== undefined && named !== '') return { executablePath: named, args: CHROMIUM_ARGS }
  // Without a channel Playwright would launch its headless shell.
  if (existsSync(chromium.executablePath())) return { channel: 'chromium', args: CHROMIUM_ARGS }
  const executablePath = SYSTEM_PATHS.find((path) => existsSync(path))
  return executablePath === undefined ? undefined : { executablePath, args: CHROMIUM_ARGS }
}

/**
 * Launch options of Chromium's headless shell, which renders pages in the same way at a lower cost:
 * it draws no window and can't install apps. Falls back to the full Chromium.
 */
export function findHeadlessShell() {
  const whole = findChromium()
  if (whole?.channel !== undefined) return { args: CHROMIUM_ARGS }
  return whole?.executablePath === DEBIAN_CHROMIUM && existsSync(DEBIAN_SHELL)
    ? { executablePath: DEBIAN_SHELL, args: CHROMIUM_ARGS }
    : whole
}

/** Whether a browser starts. A downloaded one may lack system libraries. */
async function canStart(/** @type {ReturnType<typeof findChromium>} */ options) {
  if (options === undefined) return false
  try {
    await (await chromium.launch({ ...options, timeout: 30_000 })).close()
    return true
  } catch {
    return false
  }
}

/**
 * Finds a Chromium that starts, or installs one: through Playwright, otherwise as a Debian package.
 * Sets CHROMIUM_PATH unless it is Playwright's own.
 * @returns {Promise<boolean>} whether there is one
 */
export async function ensureChromium() {
  if (await selectChromium()) return true
  console.log('Downloading a browser ...')
  await run(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium'], {
    limitMs: DOWNLOAD_LIMIT_MS,
  })
  if (await selectChromium()) return true
  await installDebianPackage('chromium')
  return selectChromium()
}

/**
 * Like ensureChromium; on Debian it also installs the headless shell, in which the journeys run.
 * @returns {Promise<boolean>} whether there is a browser for journeys
 */
export async function ensureHeadlessShell() {
  if (!(await ensureChromium())) return false
  if (findHeadlessShell()?.executablePath === DEBIAN_CHROMIUM)
    await installDebianPackage('chromium-headless-shell')
  return (await canStart(findHeadlessShell())) || selectChromium()
}

/** Selects a Chromium that starts, through CHROMIUM_PATH unless it is the default one. */
async function selectChromium() {
  if (await canStart(findChromium())) return true
  for (const executablePath of SYSTEM_PATHS.filter((path) => existsSync(path))) {
    if (await canStart({ executablePath, args: CHROMIUM_ARGS })) {
      process.env['CHROMIUM_PATH'] = executablePath
      return true
    }
  }
  return false
}

/**
 * Installs a Debian package. Does nothing on other systems or without root.
 * @param {string} name
 */
export async function installDebianPackage(name) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log(`Installing the Debian package ${name} ...`)
  const options = {
    limitMs: APT_LIMIT_MS,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  const quiet = ['-qq', '-o=Dpkg::Use-Pty=0']
  if (!isAvailableInApt(name)) await run('apt-get', ['update', ...quiet], options)
  if (!isAvailableInApt(name)) return
  await run('apt-get', ['install', '-y', '--no-install-recommends', ...quiet, name], options)
}

/** @param {string} name */
function isAvailableInApt(name) {
  try {
    return /Candidate: (?!\(none\))/.test(
      execFileSync('apt-cache', ['policy', name], { encoding: 'utf8' }),
    )
  } catch {
    return false
  }
}
