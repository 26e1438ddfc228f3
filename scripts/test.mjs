import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ensurePackages, requireNode, run } from './prerequisites.mjs'

// `npm test`: everything, from a fresh clone, ending with one line "N passed, N failed". Stages go
// on after a failure, so that one run tells all. --long runs repetitions at their full counts.

requireNode()
await ensurePackages()

const { ensureChromium, installDebianPackage } = await import('./browser.mjs')
const { findPostgres, startPostgres } = await import('./postgres.mjs')

const reports = mkdtempSync(path.join(tmpdir(), 'saleroom-test-'))
const env = {
  ...process.env,
  ...(process.argv.includes('--long') ? { SALEROOM_LONG: '1' } : {}),
}
/** @type {string[]} */
const leftOut = []
/** @type {string[]} What failed, by name: said again at the end, below all that the stages print. */
const failures = []
let passed = 0
let failed = 0

/** @type {Awaited<ReturnType<typeof startPostgres>> | undefined} */
let postgres
process.on('exit', () => {
  postgres?.stop()
  rmSync(reports, { recursive: true, force: true })
})
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.on(signal, () => process.exit(130))

/** @param {string} text */
const say = (text) => console.log(`\n${text}`)

/**
 * One command that is one check.
 * @param {string} name @param {string} program under node_modules @param {string[]} args
 */
async function check(name, program, args) {
  const code = await runTool(program, args)
  if (code === 0) passed += 1
  else {
    failed += 1
    failures.push(name)
    console.error(`${name}: failed`)
  }
  return code === 0
}

/** @param {string} program @param {string[]} args @param {Record<string, string>} [more] */
function runTool(program, args, more = {}) {
  return run(process.execPath, [program, ...args], { env: { ...env, ...more } })
}

/**
 * @typedef {{ passed: number, failed: number, names: string[] }} Counts
 * `names` of what failed; a file that broke off before its tests has a name and no count.
 */

/**
 * A runner that writes its counts to a report; one that breaks off or finds nothing is a failure.
 * @param {string} name
 * @param {(report: string) => Promise<number>} runner
 * @param {(report: ReturnType<typeof JSON.parse>) => Counts} count
 */
async function suite(name, runner, count) {
  const report = path.join(reports, `${name.replaceAll(/\W/g, '-')}.json`)
  const code = await runner(report)
  /** @type {Counts} */
  let counts = { passed: 0, failed: 0, names: [] }
  try {
    counts = count(JSON.parse(readFileSync(report, 'utf8')))
  } catch {
    counts.names.push('broke off before its report')
  }
  const isUncounted = code !== 0 && counts.failed === 0
  if (isUncounted && counts.names.length === 0) counts.names.push(`ended with code ${code}`)
  passed += counts.passed
  failed += counts.failed + (isUncounted || counts.passed + counts.failed === 0 ? 1 : 0)
  for (const failure of counts.names) failures.push(`${name}: ${failure}`)
}

/** @param {string} message the first line of what went wrong, without a terminal's colours */
const firstLine = (message) => stripVTControlCharacters(message).split('\n', 1)[0] ?? ''

/** @param {string} message what went wrong, on one line that is not too long */
const inBrief = (message) => stripVTControlCharacters(message).replaceAll(/\s+/g, ' ').slice(0, 400)

/**
 * @typedef {{ status: string, fullName: string, failureMessages: string[] }} VitestTest
 * @typedef {{ name: string, status: string, message: string, assertionResults: VitestTest[] }} VitestFile
 * @param {{ numPassedTests: number, numFailedTests: number, testResults: VitestFile[] }} report
 */
const vitestCounts = (report) => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests,
  names: report.testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const file = path.relative(process.cwd(), name)
      const tests = assertionResults.filter(({ status }) => status === 'failed')
      if (tests.length === 0) return [`${file}: ${firstLine(message)}`]
      return tests.map(
        (test) => `${file}: ${test.fullName}: ${firstLine(test.failureMessages[0] ?? '')}`,
      )
    }),
})

/**
 * @typedef {{ message?: string, location?: { line: number } }} PlaywrightError
 * @typedef {{ projectName: string, results: { errors: PlaywrightError[] }[] }} PlaywrightTest
 * @typedef {{ file: string, title: string, ok: boolean, tests: PlaywrightTest[] }} PlaywrightSpec
 * @typedef {{ specs: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 * @param {{ stats: { expected: number, unexpected: number, flaky: number }, suites: PlaywrightSuite[] }} report
 */
const playwrightCounts = ({ stats, suites }) => ({
  passed: stats.expected,
  // A test that needs a second try is not one to rely on.
  failed: stats.unexpected + stats.flaky,
  names: failedSpecs(suites),
})

/**
 * @param {PlaywrightSuite[]} suites
 * @returns {string[]}
 */
function failedSpecs(suites) {
  return suites.flatMap(({ specs, suites: inner = [] }) => [
    ...specs
      .filter(({ ok }) => !ok)
      .flatMap(({ file, title, tests }) =>
        tests.map(({ projectName, results }) => {
          const errors = results
            .flatMap((result) => result.errors)
            .map(
              ({ message = '', location }) => `line ${location?.line ?? '?'}: ${inBrief(message)}`,
            )
          return `${file} [${projectName}]: ${title}: ${errors.join('; ')}`
        }),
      ),
    ...failedSpecs(inner),
  ])
}

/** @param {string[]} args @param {Record<string, string>} [more] */
const vitest = (args, more) => (/** @type {string} */ report) =>
  runTool(
    'node_modules/vitest/vitest.mjs',
    ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`, ...args],
    more,
  )

say('Checking format, lint and types ...')
await check('Format', 'node_modules/oxfmt/bin/oxfmt', ['--check'])
await check('Lint', 'node_modules/oxlint/bin/oxlint', [
  '--deny-warnings',
  '--report-unused-disable-directives',
])
for (const part of ['tsconfig.json', 'tsconfig.sw.json', 'tsconfig.node.json'])
  await check(`Types of ${part}`, 'node_modules/typescript/bin/tsc', ['-p', part])

// Some unit tests start PostgreSQL servers of their own.
if (findPostgres() === undefined) await installDebianPackage('postgresql')
const bin = findPostgres()
if (bin === undefined)
  leftOut.push(
    'the tests on PostgreSQL (no PostgreSQL 15 or newer here, and none could be installed)',
  )

say('Running the unit tests ...')
await suite('Unit tests', vitest([]), vitestCounts)

if (bin !== undefined) {
  say('Running the server tests on PostgreSQL ...')
  try {
    postgres = await startPostgres(bin)
    const onPostgres = vitest(['--project', 'node', 'server', 'tests/contract'], {
      TEST_DATABASE_URL: postgres.url,
    })
    await suite('Server tests on PostgreSQL', onPostgres, vitestCounts)
    postgres.stop()
    postgres = undefined
  } catch (error) {
    failed += 1
    failures.push(`PostgreSQL: ${error instanceof Error ? error.message : String(error)}`)
  }
}

say('Building ...')
const isBuilt = await check('Build', 'scripts/build.mjs', [])

say('Running the end-to-end tests ...')
if (!isBuilt) {
  failed += 1
  failures.push('End-to-end tests: there is no build to run them on')
} else if (await ensureChromium()) {
  await suite(
    'End-to-end tests',
    (report) =>
      runTool('node_modules/@playwright/test/cli.js', ['test', '--reporter=line,json'], {
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      }),
    playwrightCounts,
  )
} else {
  failed += 1
  failures.push(
    'End-to-end tests: no Chromium was found or could be installed; set CHROMIUM_PATH to one',
  )
}

for (const failure of failures) say(`Failed: ${failure}`)
for (const part of leftOut) say(`Left out: ${part}`)
say(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
