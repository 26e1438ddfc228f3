import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ensurePackages, requireNode, run } from './prerequisites.mjs'
import { enterTemporaryFolder } from './temporary-folder.mjs'

// `npm test`: runs all that a change can break, also in a fresh clone, and ends with one line "N passed,
// N failed". A failed stage does not stop the next one. --all (`npm run test:all`) runs every test, and
// --long (`npm run test:long`) runs them at their full counts.

requireNode()
await ensurePackages()

const { ensureHeadlessShell, installDebianPackage, NO_BROWSER } = await import('./browser.mjs')
const { ensureEngines } = await import('./engines.mjs')
const { describeTestedVersions, findPostgresVersions, startPostgres } =
  await import('./postgres.mjs')
const { buildStamp } = await import('./sources.mjs')

/** @type {import('../tests/support/server/test-extent.ts').TestExtent} */
const extent = process.argv.includes('--long')
  ? 'long'
  : process.argv.includes('--all')
    ? 'all'
    : 'change'
process.env['SALEROOM_TESTS'] = extent
const SLOWEST_COUNT = 20
/**
 * Single tests have no tight limits, so that a busy machine fails none. A hanging stage is ended: after
 * three times what the whole run takes on a quiet machine, or for a larger run its longest stage.
 */
const STAGE_LIMIT_MS = { change: 30, all: 45, long: 360 }[extent] * 60_000

const reports = enterTemporaryFolder()
/** @type {string[]} */
const skipped = []
/** @type {string[]} Printed again at the end, below the output of the stages. */
const failures = []
/** @type {import('./vitest-reporter.mjs').TestTime[]} */
const stageTimes = []
/** @type {import('./vitest-reporter.mjs').TestTime[]} */
const testTimes = []
let passed = 0
let failed = 0

/** @type {Awaited<ReturnType<typeof startPostgres>> | undefined} */
let postgres
// Runs before the temporary folder is deleted, because listeners run in order.
process.prependListener('exit', () => postgres?.stop())
// The current child process gets the signal too, and cleans up first.
let isInterrupted = false
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.on(signal, () => {
    if (isInterrupted) process.exit(130)
    isInterrupted = true
  })

/** @param {string} text */
const print = (text) => console.log(`\n${text}`)

/** @param {string} failure */
function fail(failure) {
  failed += 1
  failures.push(failure)
}

/**
 * @param {string} name @param {() => Promise<void>} work
 */
async function stage(name, work) {
  if (isInterrupted) process.exit(130)
  print(`${name} ...`)
  const start = performance.now()
  await work()
  stageTimes.push({ name, ms: performance.now() - start })
}

/**
 * Runs a command that counts as one check.
 * @param {string} name @param {string} program under node_modules @param {string[]} args
 */
async function check(name, program, args) {
  const isPassed = (await runTool(program, args)) === 0
  if (isPassed) passed += 1
  else {
    fail(`${name}, see above`)
    console.error(`${name}: failed`)
  }
  return isPassed
}

/** @param {string} program @param {string[]} args @param {Record<string, string>} [more] */
async function runTool(program, args, more = {}) {
  const code = await run(process.execPath, [program, ...args], {
    env: { ...process.env, ...more },
    limitMs: STAGE_LIMIT_MS,
  })
  if (isInterrupted) process.exit(130)
  return code
}

/**
 * Runs a test runner that writes a report. No report, or a report without tests, is a failure.
 * @param {string} name @param {string} program @param {string[]} args
 * @param {Record<string, string>} [more]
 */
async function suite(name, program, args, more = {}) {
  const file = path.join(reports, `${stageTimes.length}.json`)
  const code = await runTool(program, args, { ...more, SALEROOM_TEST_REPORT: file })
  /** @type {import('./vitest-reporter.mjs').TestReport} */
  let report = { passed: 0, failed: 0, failures: ['ended without a report'], times: [] }
  try {
    report = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // The default report above is a failure.
  }
  const isUncounted = code !== 0 && report.failed === 0
  if (isUncounted && report.failures.length === 0) report.failures.push(`exited with code ${code}`)
  passed += report.passed
  failed += report.failed + (isUncounted || report.passed + report.failed === 0 ? 1 : 0)
  failures.push(...report.failures.map((failure) => `${name}: ${failure}`))
  testTimes.push(...report.times.map((time) => ({ ...time, name: `${time.name} (${name})` })))
}

/** @param {string} name @param {string[]} args @param {Record<string, string>} [more] */
const vitest = (name, args, more) =>
  suite(
    name,
    'node_modules/vitest/vitest.mjs',
    ['run', '--reporter=dot', '--reporter=./scripts/vitest-reporter.mjs', ...args],
    more,
  )

/** @param {number} ms */
function formatDuration(ms) {
  const seconds = ms / 1000
  if (seconds < 60) return `${seconds.toFixed(1)} s`
  return `${Math.floor(seconds / 60)} min ${String(Math.floor(seconds % 60)).padStart(2, '0')} s`
}

/** @param {string} title @param {readonly import('./vitest-reporter.mjs').TestTime[]} times */
function printTimes(title, times) {
  print(title)
  for (const { name, ms } of times) console.log(`  ${formatDuration(ms).padStart(12)}  ${name}`)
}

/** The engine has no other source of its version than a query. An error must not cost the summary. */
async function readEmbeddedVersion() {
  try {
    const { PGlite } = await import('@electric-sql/pglite')
    const engine = await PGlite.create()
    /** @type {import('@electric-sql/pglite').Results<{ server_version: string }>} */
    const shown = await engine.query('show server_version')
    await engine.close()
    return shown.rows[0]?.server_version ?? 'unknown'
  } catch (error) {
    fail(
      `The version of the embedded engine: ${error instanceof Error ? error.message : String(error)}`,
    )
    return 'unknown'
  }
}

await stage('Format, lint, types and build', async () => {
  // The build uses one core, and the others use what is left.
  const building = buildApp()
  await check('Format', 'node_modules/oxfmt/bin/oxfmt', ['--check'])
  await check('Lint', 'node_modules/oxlint/bin/oxlint', [
    '--deny-warnings',
    '--report-unused-disable-directives',
  ])
  for (const part of ['tsconfig.json', 'tsconfig.sw.json', 'tsconfig.node.json'])
    await check(`Types of ${part}`, 'node_modules/typescript/bin/tsc', ['-p', part])
  await building
})

async function buildApp() {
  if (await check('Build', 'scripts/build.mjs', []))
    await check('Warnings of the build', 'scripts/check-build.mjs', [])
}

// Some unit tests start their own PostgreSQL servers.
if (findPostgresVersions().length === 0) await installDebianPackage('postgresql')
const versions = findPostgresVersions()
if (versions.length === 0)
  skipped.push(
    'tests on PostgreSQL (no PostgreSQL 15 or newer was found, and none could be installed)',
  )

// Trials start and kill whole servers and databases; cheaper tests show what a change can break.
await stage('Unit and server tests', () =>
  vitest('unit', extent === 'change' ? ['--exclude=tests/trials/**'] : []),
)

for (const [index, { version, folder }] of versions.entries())
  await stage(`Server tests on PostgreSQL ${version}`, async () => {
    try {
      postgres = await startPostgres(folder)
      // The tests that use the database. The unit tests ran those with their own servers on the first version.
      const files = ['server/db', 'server/lifecycle/expired.test.ts']
      // The routes call it, on the embedded database before; a larger run has them on both.
      if (extent !== 'change') files.push('server/routes', 'tests/contract')
      if (index > 0) files.push('tests/postgres', 'tests/trials/postgres')
      await vitest(
        `PostgreSQL ${version}`,
        [...files, '--exclude=server/db/engine/embedded.test.ts'],
        {
          TEST_DATABASE_URL: postgres.url,
          SALEROOM_PG_BIN: folder,
        },
      )
      postgres.stop()
      postgres = undefined
    } catch (error) {
      fail(`PostgreSQL ${version}: ${error instanceof Error ? error.message : String(error)}`)
    }
  })

await stage('End-to-end tests', async () => {
  if (!existsSync(buildStamp)) return fail('End-to-end tests: there is no build')
  if (!(await ensureHeadlessShell())) return fail(`End-to-end tests: ${NO_BROWSER}`)
  await suite('end-to-end', 'node_modules/@playwright/test/cli.js', [
    'test',
    '--reporter=line,./scripts/playwright-reporter.mjs',
  ])
})

if (extent === 'long')
  await stage('Journeys in all engines', async () => {
    const { found, missing } = await ensureEngines()
    skipped.push(...missing)
    if (found.length === 0) return
    await suite(
      'engines',
      'node_modules/@playwright/test/cli.js',
      ['test', '--reporter=line,./scripts/playwright-reporter.mjs'],
      { SALEROOM_ENGINES: found.join(',') },
    )
  })

const longest = testTimes.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST_COUNT)
printTimes(`The ${longest.length} slowest test files and journeys:`, longest)
const total = stageTimes.reduce((sum, { ms }) => sum + ms, 0)
printTimes('Stages:', [...stageTimes, { name: 'total', ms: total }])
print(
  describeTestedVersions(
    versions.map(({ version }) => version),
    await readEmbeddedVersion(),
  ),
)
for (const failure of failures) print(`Failed: ${failure}`)
for (const part of skipped) print(`Skipped: ${part}`)
print(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
