import { rememberSale, requireRememberedSale } from './last-sale.mjs'
import { ensurePackages, requireNode, run } from './prerequisites.mjs'
import { loadSettingsFile } from './settings-file.mjs'

// `npm start`: from a fresh clone to a running server. What is done already is skipped.

requireNode()
loadSettingsFile()
requireRememberedSale()
await ensurePackages()

const { isBuildCurrent } = await import('./sources.mjs')
if (!isBuildCurrent()) {
  const code = await run(process.execPath, ['scripts/build.mjs'])
  if (code !== 0) process.exit(code)
}

// In this same process: signals reach the server, and its exit code is ours.
const { served } = await import(new URL('../dist/server/main.js', import.meta.url).href)
rememberSale(served)
