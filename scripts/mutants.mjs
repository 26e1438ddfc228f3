import { existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ensurePackages, requireNode } from './prerequisites.mjs'
import { root } from './sources.mjs'

// `npm run test:mutants`: plants a fixed sample of small changes in the code, one at a time, and
// counts those that the unit and server tests notice. What is not noticed needs a test, or a reason
// in tests/mutants/survivors.json. Nothing in the checkout is changed: it works in copies.
// While working: --room domain, --file src/domain/money.ts, --count 20, --seed 2, --workers 1, and
// --map <file>, which keeps what the first run over unchanged code has found out.

requireNode()
await ensurePackages()

const { filesOfRoom, mutantsOfRoom, ROOMS, sample } = await import('./mutation/plan.mjs')
const { loadMap, mapTests, saveMap, testsFor } = await import('./mutation/map.mjs')
const { filesOf, Workshop } = await import('./mutation/workshop.mjs')

/** @typedef {import('./mutation/plan.mjs').Mutant} Mutant */
/** @typedef {'noticed' | 'timed out' | 'survived'} Fate */
/** @typedef {{ file: string, line: string, change: string, reason: string }} Reason */

const MIN_SCORE = 0.9
/** No test of product code, or one of real processes, which load their code by themselves. */
const OTHER_TESTS =
  /^(?:tests\/(?:house|icons|crash|postgres|support\/|e2e\/|bench\/)|scripts\/|sw\/)/
/** A test file that takes this many times as long as on unchanged code hangs. */
const SLOWEST = 10
const SLOWEST_MIN_MS = 45_000

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '20260101' },
    count: { type: 'string', default: '320' },
    room: { type: 'string' },
    file: { type: 'string', default: '' },
    workers: { type: 'string', default: '2' },
    map: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
})
const seed = Number(options.seed)
const rooms = Object.keys(ROOMS).filter((room) => [undefined, room].includes(options.room))
const files = filesOf(root).filter((file) => existsSync(`${root}${file}`))

/** @type {Map<string, Mutant[]>} */
const allOfRoom = new Map()
const mutants = rooms.flatMap((room) => {
  const byFile = mutantsOfRoom(root, files, room)
  allOfRoom.set(room, [...byFile.values()].flat())
  const count = Math.round(Number(options.count) / Object.keys(ROOMS).length)
  return sample(byFile, count, seed).filter(({ file }) => file.startsWith(options.file))
})
console.log(`${mutants.length} mutants in ${rooms.join(', ')}, seed ${seed}`)
if (options.list) {
  for (const mutant of mutants) console.log(describe(mutant))
  process.exit(0)
}

/** @type {Reason[]} */
const reasons = JSON.parse(readFileSync(`${root}tests/mutants/survivors.json`, 'utf8'))

/** @param {Mutant} mutant */
function describe({ file, line, kind, change }) {
  return `${file}:${line}  [${kind}]  ${change}`
}

/** @param {Mutant} mutant */
const reasonOf = ({ file, lineText, change }) =>
  reasons.find((one) => one.file === file && one.line === lineText && one.change === change)

const workshops = Array.from(
  { length: Math.max(1, Number(options.workers)) },
  () => new Workshop(root, files),
)
process.on('exit', () => {
  for (const workshop of workshops) workshop.close()
})
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.on(signal, () => process.exit(130))

const map = await findMap()
/** @type {Map<Mutant, Fate>} */
const fates = new Map()
const queue = [...mutants]
await Promise.all(workshops.map(work))
for (const workshop of workshops) workshop.close()
report()

async function findMap() {
  if (options.map !== undefined && existsSync(options.map)) return loadMap(options.map)
  const tests = files.filter((file) => /\.test\.tsx?$/.test(file) && !OTHER_TESTS.test(file))
  console.log(`Running ${tests.length} test files on unchanged code ...`)
  const [workshop] = workshops
  if (!workshop) throw new Error('There is no worker.')
  const sources = Object.keys(ROOMS).flatMap((room) => filesOfRoom(files, room))
  const made = await mapTests(workshop, [...new Set(sources)], tests)
  if (options.map !== undefined) saveMap(options.map, made)
  return made
}

/** @param {InstanceType<typeof Workshop>} workshop */
async function work(workshop) {
  for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
    const tests = testsFor(mutant, map)
    const code = workshop.read(mutant.file)
    workshop.write(mutant.file, code.slice(0, mutant.start) + mutant.text + code.slice(mutant.end))
    const { failures, isTimedOut } =
      tests.length === 0
        ? { failures: [], isTimedOut: false }
        : await workshop.run(tests, {
            untilFailure: true,
            limitOf: (test) => Math.max(SLOWEST_MIN_MS, SLOWEST * (map.ms.get(test) ?? 0)),
          })
    workshop.write(mutant.file, code)
    const fate = isTimedOut ? 'timed out' : failures.length > 0 ? 'noticed' : 'survived'
    fates.set(mutant, fate)
    const by =
      fate === 'noticed'
        ? `${failures[0]?.test}: ${failures[0]?.what}`
        : `${tests.length} test files`
    console.log(`${fates.size}/${mutants.length} ${fate}: ${describe(mutant)}  (${by})`)
  }
}

/** @param {number} share */
function percent(share) {
  return `${(100 * share).toFixed(1)} %`
}

function report() {
  let isGood = true
  console.log(`\nSeed ${seed}`)
  for (const room of rooms) {
    const own = mutants.filter((mutant) => mutant.room === room)
    const count = (/** @type {Fate} */ fate) =>
      own.filter((mutant) => fates.get(mutant) === fate).length
    // What changes nothing that anybody could notice is no miss: its reason says so.
    const excused = own.filter(
      (mutant) => fates.get(mutant) === 'survived' && reasonOf(mutant) !== undefined,
    )
    const seen = count('noticed') + count('timed out')
    const score = seen / Math.max(1, own.length - excused.length)
    if (own.length > 0 && score < MIN_SCORE) isGood = false
    console.log(
      `${room}: ${own.length} planted, ${count('noticed')} noticed, ${count('timed out')} timed out, ` +
        `${count('survived')} survived (${excused.length} of them change nothing): ` +
        `${percent(score)}; of all ${percent(seen / Math.max(1, own.length))}`,
    )
  }
  const survivors = mutants.filter((mutant) => fates.get(mutant) === 'survived')
  for (const mutant of survivors) {
    const reason = reasonOf(mutant)?.reason
    if (reason === undefined) isGood = false
    console.log(`survived: ${describe(mutant)}\n  ${reason ?? 'no reason is given'}`)
  }
  for (const reason of reasons) {
    const known = [...allOfRoom.values()].flat().filter((mutant) => reasonOf(mutant) === reason)
    const isInRooms = rooms.some((room) => ROOMS[room]?.test(reason.file))
    const isNoticed = mutants.some(
      (one) => reasonOf(one) === reason && fates.get(one) !== 'survived',
    )
    if (isInRooms && (known.length === 0 || isNoticed)) {
      isGood = false
      console.log(`stale reason: ${reason.file}  ${reason.change}`)
    }
  }
  process.exitCode = isGood ? 0 : 1
}
