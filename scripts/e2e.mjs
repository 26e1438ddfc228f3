import { ensurePackages, requireNode, run } from './prerequisites.mjs'
import { enterTemporaryFolder } from './temporary-folder.mjs'

// `npm run e2e [-- login]` runs the journeys of `npm run test:all` on the existing build. It finds or
// installs Chromium as `npm test` does.

process.env['SALEROOM_TESTS'] ??= 'all'

requireNode()
await ensurePackages()
const { ensureHeadlessShell, NO_BROWSER } = await import('./browser.mjs')

enterTemporaryFolder()
if (await ensureHeadlessShell()) {
  const args = process.argv.slice(2)
  process.exitCode = await run(process.execPath, [
    'node_modules/@playwright/test/cli.js',
    'test',
    ...args,
  ])
} else {
  console.error(`No tests were run: ${NO_BROWSER}.`)
  process.exitCode = 1
}
