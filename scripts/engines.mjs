import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { ensureHeadlessShell, installDebianPackage, NO_BROWSER } from './browser.mjs'

export const FIREFOX = process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr'
/** Debian's, which has the bindings of WebKitGTK. */
export const PYTHON = '/usr/bin/python3'

/** A small browser of WebKitGTK, a driver for it, and a display without a screen. */
const WEBKIT_PACKAGES = ['webkit2gtk-driver', 'gir1.2-webkit2-4.1', 'python3-gi', 'xvfb']

function hasWebkit() {
  try {
    for (const program of ['WebKitWebDriver', 'Xvfb'])
      execFileSync('which', [program], { stdio: 'ignore' })
    const imports =
      "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1')"
    execFileSync(PYTHON, ['-c', imports], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/**
 * Finds the three engines, or installs what Debian has of them.
 * @returns {Promise<{ found: import('../tests/support/engines/driver.ts').EngineName[], missing: string[] }>}
 *   and of each that is missing why, for the summary
 */
export async function ensureEngines() {
  /** @type {Awaited<ReturnType<typeof ensureEngines>>} */
  const engines = { found: [], missing: [] }
  if (await ensureHeadlessShell()) engines.found.push('chromium')
  else engines.missing.push(`journeys in Chromium (${NO_BROWSER})`)

  if (!existsSync(FIREFOX)) await installDebianPackage('firefox-esr')
  if (existsSync(FIREFOX)) engines.found.push('firefox')
  else
    engines.missing.push(
      'journeys in Firefox (none was found, and none could be installed; set FIREFOX_PATH to one)',
    )

  if (!hasWebkit()) for (const name of WEBKIT_PACKAGES) await installDebianPackage(name)
  if (hasWebkit()) engines.found.push('webkit')
  else
    engines.missing.push(
      `journeys in WebKit (it needs Debian's packages ${WEBKIT_PACKAGES.join(', ')})`,
    )
  return engines
}
