import { existsSync } from 'node:fs'
import { requireRememberedSale } from './last-sale.mjs'
import { build, ensurePackages, requireNode } from './prerequisites.mjs'
import { loadSettingsFile } from './settings-file.mjs'

// Runs an operator's command, such as `npm run users`, from the existing build. It builds only if
// there is no build: rebuilding would delete the files of a server that runs on it.

requireNode()
// Usage texts need no settings and no database.
if (!process.argv.some((word) => word === '--help' || word === '-h')) {
  loadSettingsFile()
  requireRememberedSale()
}
await ensurePackages()

const { buildStamp } = await import('./sources.mjs')
if (!existsSync(buildStamp)) await build()

await import(new URL('../dist/server/commands.js', import.meta.url).href)
