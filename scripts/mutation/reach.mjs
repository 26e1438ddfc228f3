import { appendFileSync } from 'node:fs'

/** @type {Map<string, Set<string>>} The functions that each test file has reached already. */
const known = new Map()

/**
 * Records that the current test file has reached a function. Every function of an instrumented copy
 * calls it.
 * @param {string} unit the file and the function's start in it
 */
export function noteReach(unit) {
  const worker = /** @type {{ filepath?: string } | undefined} */ (
    Reflect.get(globalThis, '__vitest_worker__')
  )
  const test = worker?.filepath
  const notes = process.env['MUTANTS_REACH']
  if (test === undefined || notes === undefined) return
  let units = known.get(test)
  if (!units) known.set(test, (units = new Set()))
  if (units.has(unit)) return
  units.add(unit)
  appendFileSync(notes, `${test}\t${unit}\n`)
}
