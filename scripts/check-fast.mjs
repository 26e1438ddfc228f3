import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { run } from './prerequisites.mjs'
import { root } from './sources.mjs'

// `npm run check:fast`, for use while editing: checks format, lint and types of the files changed
// since the main branch, and runs the house rules and the tests nearest to the change. It skips tests
// that need a database or a server, and those over the maximum number.

const MAX_TEST_FILES = 20
/** The number of skipped test files that are listed. */
const MAX_SKIPPED = 5
const HOUSE_TEST = 'tests/house.test.ts'
/** A test that imports one of these needs a database or a server. */
const SLOW =
  /^tests\/support\/(?:server|journeys|screens)\/(?:database|postgres|api-process|bundle|screen-app)\.|^server\/db\/engine\/open\.ts$/
const CODE = /\.(?:tsx?|mjs|js)$/
const TEST = /\.test\.tsx?$/
const CONFIGS = {
  'tsconfig.json': /^src\//,
  'tsconfig.sw.json': /^sw\//,
  'tsconfig.node.json':
    /^(?:server|tests|scripts|docs\/examples)\/|^[^/]+\.config\.ts$|^src\/(?:wire|domain)\//,
}

/** @param {string[]} args */
function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' })
    .split('\n')
    .filter(Boolean)
}

/** The commit where this branch left the main branch; without a main branch, the last commit. */
function findBase() {
  for (const branch of ['origin/main', 'main'])
    try {
      return git('merge-base', 'HEAD', branch)[0] ?? 'HEAD'
    } catch {
      // The branch does not exist here.
    }
  return 'HEAD'
}

/**
 * The files that each file imports. Every import in this repository includes the file extension.
 * @param {string[]} files
 */
function readImports(files) {
  return new Map(
    files.map((file) => {
      const text = readFileSync(path.join(root, file), 'utf8')
      const found = [...text.matchAll(/(?:from|import\(?)\s*'(\.\/|#)([^'\n]+)'/g)]
      const targets = found.map(([, prefix, rest = '']) =>
        prefix === '#' ? rest : path.posix.join(path.posix.dirname(file), rest),
      )
      return /** @type {const} */ ([file, targets])
    }),
  )
}

/**
 * The given files and all files that import them, directly or not, the nearest first.
 * @param {ReadonlyMap<string, string[]>} imports @param {readonly string[]} from
 */
function dependentsOf(imports, from) {
  const dependents = new Set(from)
  for (const target of dependents)
    for (const [file, targets] of imports) if (targets.includes(target)) dependents.add(file)
  return [...dependents]
}

const changed = [
  ...new Set([
    ...git('diff', '--name-only', '--diff-filter=d', findBase()),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]),
]
if (changed.length === 0) {
  console.log('No files have changed since the main branch.')
  process.exit(0)
}
console.log(`${changed.length} files have changed since the main branch.`)

/** @type {string[]} */
const failed = []
/** @param {string} name @param {string[]} args arguments of Node */
async function check(name, args) {
  console.log(`\n${name} ...`)
  if ((await run(process.execPath, args)) !== 0) failed.push(name)
}

const code = changed.filter((file) => CODE.test(file))
await check('Format', [
  'node_modules/oxfmt/bin/oxfmt',
  '--check',
  '--no-error-on-unmatched-pattern',
  ...changed,
])
if (code.length > 0)
  await check('Lint', ['node_modules/oxlint/bin/oxlint', '--deny-warnings', ...code])
for (const [config, pattern] of Object.entries(CONFIGS))
  if (code.some((file) => pattern.test(file)))
    await check(`Types of ${config}`, ['node_modules/typescript/bin/tsc', '-p', config])

const files = git('ls-files', '--cached', '--others', '--exclude-standard').filter(
  (file) => CODE.test(file) && existsSync(path.join(root, file)),
)
const imports = readImports(files)
const slow = new Set(
  dependentsOf(
    imports,
    files.filter((file) => SLOW.test(file)),
  ),
)
const related = dependentsOf(imports, [HOUSE_TEST, ...changed]).filter((file) => TEST.test(file))
const quick = related.filter((file) => !slow.has(file))
const chosen = quick.slice(0, MAX_TEST_FILES)
await check(`Tests: the house rules and the ${chosen.length - 1} files nearest to the change`, [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--reporter=dot',
  ...chosen,
])
const skipped = related.filter((file) => !chosen.includes(file))
if (skipped.length > 0) {
  const nearest = skipped.slice(0, MAX_SKIPPED).join(', ')
  console.log(`\nSkipped: ${skipped.length} test files, which npm test runs; nearest: ${nearest}`)
}
console.log(failed.length > 0 ? `\nFailed: ${failed.join('; ')}` : '\nAll checks passed.')
process.exitCode = failed.length > 0 ? 1 : 0
