import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright'
import { run } from './prerequisites.mjs'

const DOWNLOAD_LIMIT_MS = 120_000
const APT_LIMIT_MS = 240_000

/** How every browser of ours is started: without a GPU, and without calls home. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Why there are no journeys, where ensureHeadlessShell answers false. */
export const NO_BROWSER = 'no Chromium was found or could be installed; set CHROMIUM_PATH to one'

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
 * Launch options of the first Chromium that is there: the one that CHROMIUM_PATH names, Playwright's
 * own, then the system's. Undefined when there is none.
 * @returns {{ channel?: string, executablePath?: string, args: string[] } | undefined}
 */
export function findChromium() {
  const named = process.env['CHROMIUM_PATH']
  if (named !== undefined && named !== '') return { executablePath: named, args: CHROMIUM_ARGS }
  // Playwright's own without a channel would be its headless shell.
  if (existsSync(chromium.executablePath())) return { channel: 'chromium', args: CHROMIUM_ARGS }
  const executablePath = SYSTEM_PATHS.find((path) => existsSync(path))
  return executablePath === undefined ? undefined : { executablePath, args: CHROMIUM_ARGS }
}

/**
 * Launch options of Chromium's headless shell, which does the same for a page and costs less: no
 * windows are drawn around it, and nothing can be installed. The whole Chromium where there is none.
 */
export function findHeadlessShell() {
  const whole = findChromium()
  if (whole?.channel !== undefined) return { args: CHROMIUM_ARGS }
  return whole?.executablePath === DEBIAN_CHROMIUM && existsSync(DEBIAN_SHELL)
    ? { executablePath: DEBIAN_SHELL, args: CHROMIUM_ARGS }
    : whole
}

/** Whether it really starts: a downloaded browser may miss the system's libraries. */
async function starts(/** @type {ReturnType<typeof findChromium>} */ options) {
  if (options === undefined) return false
  try {
    await (await chromium.launch({ ...options, timeout: 30_000 })).close()
    return true
  } catch {
    return false
  }
}

/**
 * Finds a Chromium that starts, or gets one: downloaded by Playwright, else Debian's package.
 * Leaves its path in CHROMIUM_PATH when it isn't Playwright's own.
 * @returns {Promise<boolean>}
 */
export async function ensureChromium() {
  if (await startsAndIsKept()) return true
  console.log('Looking for a browser to download ...')
  await run(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium'], {
    limitMs: DOWNLOAD_LIMIT_MS,
  })
  if (await startsAndIsKept()) return true
  await installDebianPackage('chromium')
  return startsAndIsKept()
}

/**
 * As ensureChromium, and the headless shell beside it where Debian has one: the journeys run in it.
 * @returns {Promise<boolean>} whether there is a browser for journeys
 */
export async function ensureHeadlessShell() {
  if (!(await ensureChromium())) return false
  if (findHeadlessShell()?.executablePath === DEBIAN_CHROMIUM)
    await installDebianPackage('chromium-headless-shell')
  return (await starts(findHeadlessShell())) || startsAndIsKept()
}

async function startsAndIsKept() {
  if (await starts(findChromium())) return true
  for (const executablePath of SYSTEM_PATHS.filter((path) => existsSync(path))) {
    if (await starts({ executablePath, args: CHROMIUM_ARGS })) {
      process.env['CHROMIUM_PATH'] = executablePath
      return true
    }
  }
  return false
}

/**
 * Installs a package of Debian when this is Debian and we are root; else does nothing.
 * @param {string} name
 */
export async function installDebianPackage(name) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log(`Installing Debian's package ${name} ...`)
  const options = {
    limitMs: APT_LIMIT_MS,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  const quiet = ['-qq', '-o=Dpkg::Use-Pty=0']
  if (!isKnownToApt(name)) await run('apt-get', ['update', ...quiet], options)
  if (!isKnownToApt(name)) return
  await run('apt-get', ['install', '-y', '--no-install-recommends', ...quiet, name], options)
}

/** @param {string} name */
function isKnownToApt(name) {
  try {
    return /Candidate: (?!\(none\))/.test(
      execFileSync('apt-cache', ['policy', name], { encoding: 'utf8' }),
    )
  } catch {
    return false
  }
}
