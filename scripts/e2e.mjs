import { ensurePackages, requireNode, run } from './prerequisites.mjs'
import { enterTemporaryFolder } from './temporary-folder.mjs'

// `npm run e2e [-- login]`: journeys on the build that is there, in a Chromium that is found or
// installed as for `npm test`.

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
  console.error(`Nothing was tested: ${NO_BROWSER}.`)
  process.exitCode = 1
}
