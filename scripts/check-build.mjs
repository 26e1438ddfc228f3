import { readFileSync } from 'node:fs'
import { buildStamp } from './sources.mjs'

// `check-build.mjs [stamp]`: the check that `npm test` makes of the build in dist: it printed no
// warnings. What a browser fetches of it is counted by tests/e2e/first-load.spec.ts.

const { hasWarned } = JSON.parse(readFileSync(process.argv[2] ?? buildStamp, 'utf8'))
if (hasWarned) {
  console.error('The build printed warnings, see above.')
  process.exitCode = 1
}
