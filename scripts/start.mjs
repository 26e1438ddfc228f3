import { rememberSale, requireRememberedSale } from './last-sale.mjs'
import { build, ensurePackages, requireNode } from './prerequisites.mjs'
import { loadSettingsFile } from './settings-file.mjs'

// `npm start`: installs packages, builds and starts the server. It skips steps that are done already.

requireNode()
loadSettingsFile()
requireRememberedSale()
await ensurePackages()

const { isBuildCurrent } = await import('./sources.mjs')
if (!isBuildCurrent()) await build()

// In the same process, so that signals reach the server and its exit code is returned.
const { served } = await import(new URL('../dist/server/main.js', import.meta.url).href)
rememberSale(served)
