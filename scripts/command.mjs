import { existsSync } from 'node:fs'
import { requireRememberedSale } from './last-sale.mjs'
import { ensurePackages, requireNode, run } from './prerequisites.mjs'
import { loadSettingsFile } from './settings-file.mjs'

// `npm run users` and its like: server/commands/<name>.ts as it was built. Only a missing build is
// made here: a server that runs on the one that is there must not lose its files.

requireNode()
// How a command is used needs no settings, and no sale.
if (!process.argv.some((word) => word === '--help' || word === '-h')) {
  loadSettingsFile()
  requireRememberedSale()
}
await ensurePackages()

const { buildStamp } = await import('./sources.mjs')
if (!existsSync(buildStamp)) {
  const code = await run(process.execPath, ['scripts/build.mjs'])
  if (code !== 0) process.exit(code)
}

const [name = ''] = process.argv.splice(2, 1)
await import(new URL(`../dist/server/commands/${name}.js`, import.meta.url).href)
