import { existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ensurePackages, requireNode } from '#scripts/prerequisites.mjs'
import { root } from '#scripts/sources.mjs'

// `npm run test:mutants` runs mutation tests: it makes a fixed sample of small changes to the code,
// one at a time, and counts those that a unit or server test detects. A surviving mutant needs a test
// or a reason in scripts/mutation/survivors.json. All changes are made in copies of the checkout.
// Options: --area domain, --file src/domain/money/money.ts, --count 20, --seed 2, --workers 1, and
// --map <file>, which stores the map of tests to functions for later runs.

requireNode()
await ensurePackages()

const { filesInArea, mutantsInArea, AREAS, sample } = await import('./plan.mjs')
const { loadMap, mapTests, saveMap, testsFor } = await import('./map.mjs')
const { filesOf, CheckoutCopy } = await import('./checkout-copy.mjs')

/** @typedef {import('./plan.mjs').Mutant} Mutant */
/** @typedef {'killed' | 'timed out' | 'survived'} Outcome */
/** @typedef {{ file: string, line: string, change: string, reason: string }} Reason */

const MIN_SCORE = 0.9
/** Tests of other code, or of separate processes, which don't load the mutated code. */
const OTHER_TESTS =
  /^(?:tests\/(?:house|icons|postgres|trials|support\/|e2e\/|bench\/)|scripts\/|sw\/)/
/** A test file that takes this many times as long as on unchanged code counts as hanging. */
const TIMEOUT_FACTOR = 10
const MIN_TIMEOUT_MS = 45_000

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '20260101' },
    count: { type: 'string', default: '320' },
    area: { type: 'string' },
    file: { type: 'string', default: '' },
    workers: { type: 'string', default: '2' },
    map: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
})
const seed = Number(options.seed)
const areas = Object.keys(AREAS).filter((area) => [undefined, area].includes(options.area))
const files = filesOf(root).filter((file) => existsSync(`${root}${file}`))

/** @type {Map<string, Mutant[]>} */
const mutantsByArea = new Map()
const mutants = areas.flatMap((area) => {
  const byFile = mutantsInArea(root, files, area)
  mutantsByArea.set(area, [...byFile.values()].flat())
  const count = Math.round(Number(options.count) / Object.keys(AREAS).length)
  return sample(byFile, count, seed).filter(({ file }) => file.startsWith(options.file))
})
console.log(`${mutants.length} mutants in ${areas.join(', ')}, seed ${seed}`)
if (options.list) {
  for (const mutant of mutants) console.log(describe(mutant))
  process.exit(0)
}

/** @type {Reason[]} */
const reasons = JSON.parse(readFileSync(`${root}scripts/mutation/survivors.json`, 'utf8'))

/** @param {Mutant} mutant */
function describe({ file, line, kind, change }) {
  return `${file}:${line}  [${kind}]  ${change}`
}

/** @param {Mutant} mutant */
const reasonOf = ({ file, lineText, change }) =>
  reasons.find((one) => one.file === file && one.line === lineText && one.change === change)

const copies = Array.from(
  { length: Math.max(1, Number(options.workers)) },
  () => new CheckoutCopy(root, files),
)
process.on('exit', () => {
  for (const copy of copies) copy.close()
})
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.on(signal, () => process.exit(130))

const map = await findMap()
/** @type {Map<Mutant, Outcome>} */
const outcomes = new Map()
const queue = [...mutants]
await Promise.all(copies.map(work))
for (const copy of copies) copy.close()
report()

async function findMap() {
  if (options.map !== undefined && existsSync(options.map)) return loadMap(options.map)
  const tests = files.filter((file) => /\.test\.tsx?$/.test(file) && !OTHER_TESTS.test(file))
  console.log(`Running ${tests.length} test files on unchanged code ...`)
  const [copy] = copies
  if (!copy) throw new Error('--workers must be at least 1.')
  const sources = Object.keys(AREAS).flatMap((area) => filesInArea(files, area))
  const made = await mapTests(copy, [...new Set(sources)], tests)
  if (options.map !== undefined) saveMap(options.map, made)
  return made
}

/** @param {InstanceType<typeof CheckoutCopy>} copy */
async function work(copy) {
  for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
    const tests = testsFor(mutant, map)
    const code = copy.read(mutant.file)
    copy.write(mutant.file, code.slice(0, mutant.start) + mutant.text + code.slice(mutant.end))
    const { failures, isTimedOut } =
      tests.length === 0
        ? { failures: [], isTimedOut: false }
        : await copy.run(tests, {
            untilFailure: true,
            limitOf: (test) => Math.max(MIN_TIMEOUT_MS, TIMEOUT_FACTOR * (map.ms.get(test) ?? 0)),
          })
    copy.write(mutant.file, code)
    const outcome = isTimedOut ? 'timed out' : failures.length > 0 ? 'killed' : 'survived'
    outcomes.set(mutant, outcome)
    const by =
      outcome === 'killed'
        ? `${failures[0]?.test}: ${failures[0]?.reason}`
        : `${tests.length} test files`
    console.log(`${outcomes.size}/${mutants.length} ${outcome}: ${describe(mutant)}  (${by})`)
  }
}

/** @param {number} share */
function percent(share) {
  return `${(100 * share).toFixed(1)} %`
}

function report() {
  let isGood = true
  console.log(`\nSeed ${seed}`)
  for (const area of areas) {
    const own = mutants.filter((mutant) => mutant.area === area)
    const count = (/** @type {Outcome} */ fate) =>
      own.filter((mutant) => outcomes.get(mutant) === fate).length
    // A mutant that changes no behaviour is excused; its reason says why.
    const excused = own.filter(
      (mutant) => outcomes.get(mutant) === 'survived' && reasonOf(mutant) !== undefined,
    )
    const detected = count('killed') + count('timed out')
    const score = detected / Math.max(1, own.length - excused.length)
    if (own.length > 0 && score < MIN_SCORE) isGood = false
    console.log(
      `${area}: ${own.length} mutants, ${count('killed')} killed, ${count('timed out')} timed out, ` +
        `${count('survived')} survived (${excused.length} of them equivalent): ` +
        `${percent(score)} detected; ${percent(detected / Math.max(1, own.length))} of all`,
    )
  }
  const survivors = mutants.filter((mutant) => outcomes.get(mutant) === 'survived')
  for (const mutant of survivors) {
    const reason = reasonOf(mutant)?.reason
    if (reason === undefined) isGood = false
    console.log(`survived: ${describe(mutant)}\n  ${reason ?? 'no reason given'}`)
  }
  for (const reason of reasons) {
    const known = [...mutantsByArea.values()].flat().filter((mutant) => reasonOf(mutant) === reason)
    const isIn = (/** @type {string} */ area) => AREAS[area]?.test(reason.file) ?? false
    // A file that has moved out of every area is in none of those examined.
    const isExamined = areas.some(isIn) || !Object.keys(AREAS).some(isIn)
    const isKilled = mutants.some(
      (one) => reasonOf(one) === reason && outcomes.get(one) !== 'survived',
    )
    if (isExamined && (known.length === 0 || isKilled)) {
      isGood = false
      console.log(`stale reason: ${reason.file}  ${reason.change}`)
    }
  }
  process.exitCode = isGood ? 0 : 1
}
