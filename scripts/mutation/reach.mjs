import { appendFileSync } from 'node:fs'

/** @type {Map<string, Set<string>>} What each test file of this process has reached already. */
const known = new Map()

/**
 * Called by every function of a copy that is being mapped: notes which test file got there.
 * @param {string} unit the file and the function's place in it
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
