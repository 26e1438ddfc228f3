import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isFunction, parseCode, walk } from './syntax.mjs'

/**
 * The test files that reach each function, and the duration of each test file.
 * @typedef {{ reached: Map<string, Set<string>>, ms: Map<string, number> }} TestMap
 * @typedef {import('./plan.mjs').Mutant} Mutant
 */

/** Only the first test file that opens a database runs the migrations; the others load a copy of it. */
const MIGRATES = /^server\/db\/migrations\//
const OPENS = 'server/db/engine/open.ts'

/** Adds a call of `noteReach` to the start of every function. @param {string} file @param {string} code */
function instrument(file, code) {
  /** @type {{ at: number, text: string }[]} */
  const marks = []
  walk(parseCode(file, code), (node) => {
    if (!isFunction(node) || !node['body']) return
    const { body } = node
    const call = `__reach(${JSON.stringify(`${file}#${node.start}`)})`
    if (body.type === 'BlockStatement') marks.push({ at: body.start + 1, text: `${call};` })
    else marks.push({ at: body.start, text: `(${call}, ` }, { at: body.end, text: ')' })
  })
  let text = code
  for (const { at, text: mark } of marks.toSorted((a, b) => b.at - a.at))
    text = text.slice(0, at) + mark + text.slice(at)
  const from = new URL('./reach.mjs', import.meta.url).pathname
  const head = `import { noteReach as __reach } from ${JSON.stringify(from)};`
  return `${head}__reach(${JSON.stringify(`${file}#module`)});${text}`
}

/**
 * Runs all tests once on unchanged code and records the functions that each reaches.
 * @param {import('./checkout-copy.mjs').CheckoutCopy} copy @param {string[]} files the areas' files
 * @param {string[]} tests
 * @returns {Promise<TestMap>}
 * @throws when a test fails twice
 */
export async function mapTests(copy, files, tests) {
  const kept = new Map(files.map((file) => [file, copy.read(file)]))
  for (const [file, code] of kept) copy.write(file, instrument(file, code))
  rmSync(copy.notes, { force: true })
  const limits = { untilFailure: false, limitOf: () => 600_000 }
  const { failures, ms } = await copy.run(tests, limits)
  const flaky = [...new Set(failures.map(({ test }) => test))]
  for (const { test, reason } of failures)
    console.log(`Failed on unchanged code: ${test}: ${reason}`)
  if (flaky.length > 0) {
    // A test that passes when repeated is flaky and is excluded. One that fails again is an error.
    const again = await copy.run(flaky, limits)
    if (flaky.includes('') || again.failures.length > 0)
      throw new Error('These tests failed twice.')
  }
  for (const [file, code] of kept) copy.write(file, code)
  /** @type {Map<string, Set<string>>} */
  const reached = new Map()
  const notes = existsSync(copy.notes) ? readFileSync(copy.notes, 'utf8') : ''
  for (const line of notes.trim().split('\n')) {
    const [test = '', unit = ''] = line.split('\t')
    const own = path.relative(copy.folder, test).replaceAll(path.sep, '/')
    if (flaky.includes(own)) continue
    reached.set(unit, (reached.get(unit) ?? new Set()).add(own))
  }
  return { reached, ms }
}

/**
 * The tests that reach a mutant, ordered by distance and then by duration.
 * @param {Mutant} mutant @param {TestMap} map
 */
export function testsFor({ file, unit }, { reached, ms }) {
  const tests = new Set(unit === 'module' ? [] : reached.get(`${file}#${unit}`))
  const whole = MIGRATES.test(file) ? OPENS : unit === 'module' ? file : undefined
  if (whole !== undefined)
    for (const [known, own] of reached)
      if (known.startsWith(`${whole}#`)) for (const test of own) tests.add(test)
  const distanceTo = (/** @type {string} */ test) => distance(file, test)
  return [...tests].toSorted(
    (a, b) => distanceTo(a) - distanceTo(b) || (ms.get(a) ?? 0) - (ms.get(b) ?? 0),
  )
}

/** @param {string} file @param {string} test */
function distance(file, test) {
  const stem = path.basename(file).replace(/\.\w+$/, '')
  const isNamesake = path.basename(test).startsWith(`${stem}.`)
  const folders = path.dirname(file).split('/')
  const others = path.dirname(test).split('/')
  const shared = folders.findIndex((folder, at) => folder !== others[at])
  const apart = folders.length - (shared === -1 ? folders.length : shared)
  return isNamesake ? apart - 10 : apart
}

/** @param {string} file @param {TestMap} map */
export function saveMap(file, { reached, ms }) {
  const units = [...reached].map(([unit, tests]) => [unit, [...tests]])
  writeFileSync(file, JSON.stringify({ units, ms: [...ms] }))
}

/** @param {string} file @returns {TestMap} */
export function loadMap(file) {
  /** @type {{ units: [string, string[]][], ms: [string, number][] }} */
  const { units, ms } = JSON.parse(readFileSync(file, 'utf8'))
  return { reached: new Map(units.map(([unit, tests]) => [unit, new Set(tests)])), ms: new Map(ms) }
}
