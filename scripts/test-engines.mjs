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
  const code = await run(
    process.execPath,
    ['node_modules/@playwright/test/cli.js', 'test', ...process.argv.slice(2)],
    { env: { ...process.env, SALEROOM_ENGINES: found.join(',') } },
  )
  for (const engine of missing) console.log(`Skipped: ${engine}`)
  process.exitCode = code
} else process.exitCode = 1
