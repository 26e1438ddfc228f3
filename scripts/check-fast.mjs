import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { run } from './prerequisites.mjs'
import { root } from './sources.mjs'

// `npm run check:fast`: for use while editing. Format, lint and types of what has changed since the
// main branch, and the tests nearest to it. Those that take a database or start servers, and all
// beyond a number, are named and left to `npm test`.

const MAX_TEST_FILES = 20
/** Who imports one of these works with a database or a server. */
const SLOW = /^tests\/support\/(?:database|postgres|api-process|bundle)\.|^server\/db\/open\.ts$/
const CODE = /\.(?:tsx?|mjs|js)$/
const TEST = /\.test\.tsx?$/
const CONFIGS = {
  'tsconfig.json': /^src\//,
  'tsconfig.sw.json': /^sw\//,
  'tsconfig.node.json': /^(?:server|tests|scripts)\/|^[^/]+\.config\.ts$|^src\/(?:wire|domain)\//,
}

/** @param {string[]} args */
function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' })
    .split('\n')
    .filter(Boolean)
}

/** Where this work left the main branch; without one, the last commit. */
function base() {
  for (const branch of ['origin/main', 'main'])
    try {
      return git('merge-base', 'HEAD', branch)[0] ?? 'HEAD'
    } catch {
      // There is no such branch here.
    }
  return 'HEAD'
}

/**
 * The files of the checkout that each file imports: imports are written one way, with their endings.
 * @param {string[]} files
 */
function readImports(files) {
  return new Map(
    files.map((file) => {
      const text = readFileSync(path.join(root, file), 'utf8')
      const found = [...text.matchAll(/(?:from|import\(?)\s*'(\.\/|#)([^'\n]+)'/g)]
      const targets = found.map(([, how, rest = '']) =>
        how === '#' ? rest : path.posix.join(path.posix.dirname(file), rest),
      )
      return /** @type {const} */ ([file, targets])
    }),
  )
}

/**
 * What leads to some files by imports, the nearest first, themselves included.
 * @param {ReadonlyMap<string, string[]>} imports @param {readonly string[]} from
 */
function reachedFrom(imports, from) {
  const reached = new Set(from)
  for (const target of reached)
    for (const [file, targets] of imports) if (targets.includes(target)) reached.add(file)
  return [...reached]
}

const changed = [
  ...new Set([
    ...git('diff', '--name-only', '--diff-filter=d', base()),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]),
]
if (changed.length === 0) {
  console.log('Nothing has changed since the main branch.')
  process.exit(0)
}
console.log(`${changed.length} files have changed since the main branch.`)

let hasFailed = false
/** @param {string} name @param {string[]} args of Node */
async function check(name, args) {
  console.log(`\n${name} ...`)
  if ((await run(process.execPath, args)) === 0) return
  hasFailed = true
  console.error(`${name}: failed`)
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
  reachedFrom(
    imports,
    files.filter((file) => SLOW.test(file)),
  ),
)
const related = reachedFrom(imports, changed).filter((file) => TEST.test(file))
const quick = related.filter((file) => !slow.has(file))
const chosen = quick.slice(0, MAX_TEST_FILES)
if (chosen.length > 0)
  await check(`Tests: the ${chosen.length} files nearest to the change`, [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=dot',
    ...chosen,
  ])
const left = related.filter((file) => !chosen.includes(file))
if (left.length > 0) console.log(`\nLeft to npm test: ${left.join(', ')}`)
console.log(hasFailed ? '\nSomething failed.' : '\nAll of it passed.')
process.exitCode = hasFailed ? 1 : 0
