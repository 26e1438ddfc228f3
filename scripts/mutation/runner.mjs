import { BaseSequencer, createVitest } from 'vitest/node'

// Runs test files in one copy of the checkout. The process is reused, so that unchanged files stay
// compiled. Its parent kills it when a run hangs.

/** @typedef {{ tests: string[], changed: string[] }} Order */
/** @typedef {{ test: string, reason: string }} Failure */
/** @typedef {{ done: string, ms: number } | { failures: Failure[] }} Report */

const folder = process.cwd()

/** Ends a test that waits forever because of a change. */
const TEST_LIMIT_MS = 30_000

/** Keeps the order of the request. */
class RequestedOrder extends BaseSequencer {
  /** @override @param {import('vitest/node').TestSpecification[]} specs */
  async sort(specs) {
    return specs
  }
}

/** @param {Report} report */
const send = (report) => process.send?.(report)

const untilFailure = process.argv.includes('--until-failure')
const vitest = await createVitest('test', {
  root: folder,
  watch: false,
  run: true,
  bail: untilFailure ? 1 : 0,
  testTimeout: untilFailure ? TEST_LIMIT_MS : 3 * TEST_LIMIT_MS,
  fileParallelism: false,
  sequence: { sequencer: RequestedOrder },
  reporters: [
    {
      onTestModuleEnd(module) {
        const { duration, collectDuration, prepareDuration, environmentSetupDuration } =
          module.diagnostic()
        const ms = duration + collectDuration + prepareDuration + environmentSetupDuration
        send({ done: module.moduleId, ms: Math.round(ms) })
      },
    },
  ],
})
await vitest.globTestSpecifications()

/** @param {Order} order @returns {Promise<Failure[]>} */
async function runTests({ tests, changed }) {
  for (const file of changed) vitest.invalidateFile(file)
  // Failures of the previous run would end this one at once.
  vitest.state.idMap.clear()
  vitest.state.filesMap.clear()
  const specs = tests.flatMap((test) => vitest.getModuleSpecifications(test))
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specs)
  const failures = testModules
    .filter((module) => module.state() === 'failed')
    .map((module) => {
      const [test] = [...module.children.allTests('failed')]
      const [error] = (test?.result().errors ?? module.errors()) || []
      const [message = ''] = (error?.message ?? '').split('\n', 1)
      const reason = `${test?.fullName ?? 'ended early'} (${message})`
      return { test: module.relativeModuleId, reason }
    })
  const unhandled = unhandledErrors.map((error) => ({ test: '', reason: messageOf(error) }))
  return [...failures, ...unhandled]
}

/** @param {unknown} error */
const messageOf = (error) =>
  typeof error === 'object' && error !== null && 'message' in error
    ? String(error.message)
    : String(error)

process.on('message', (/** @type {Order} */ order) => {
  void runTests(order).then(
    (failures) => send({ failures }),
    (error) => send({ failures: [{ test: '', reason: messageOf(error) }] }),
  )
})
