import { ensurePackages, requireNode, run } from './prerequisites.mjs'
import { enterTemporaryFolder } from './temporary-folder.mjs'

// `npm run test:engines [-- offline]`: the journeys that matter on Chromium, Firefox and WebKit, at the
// width of a desktop and of a phone. It installs what Debian has of the engines, and names those left out.

process.env['SALEROOM_TESTS'] ??= 'all'

requireNode()
await ensurePackages()
const { ensureEngines } = await import('./engines.mjs')
const { isBuildCurrent } = await import('./sources.mjs')

enterTemporaryFolder()
const isBuilt = isBuildCurrent() || (await run(process.execPath, ['scripts/build.mjs'])) === 0
if (isBuilt) {
  const { found, missing } = await ensureEngines()
  const args = ['node_modules/@playwright/test/cli.js', 'test', ...process.argv.slice(2)]
  const env = { ...process.env, SALEROOM_ENGINES: found.join(',') }
  process.exitCode = found.length === 0 ? 1 : await run(process.execPath, args, { env })
  for (const engine of missing) console.log(`Skipped: ${engine}`)
} else process.exitCode = 1
