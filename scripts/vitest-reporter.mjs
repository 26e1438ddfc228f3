import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/**
 * The report of a test runner for `npm test`, written as JSON to the file SALEROOM_TEST_REPORT.
 * `failures` also lists files that failed before their tests; the counts don't include those.
 * @typedef {{ passed: number, failed: number, failures: string[], times: TestTime[] }} TestReport
 * @typedef {{ name: string, ms: number }} TestTime how long a file or a journey took
 */

/** @param {string | undefined} message @returns its first line, without terminal colours */
const firstLine = (message = '') => stripVTControlCharacters(message).split('\n', 1)[0] ?? ''

/** Reports Vitest's results to `npm test`, with a time per file that includes hooks and imports. */
export default class VitestReporter {
  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly { message?: string }[]} unhandledErrors
   */
  onTestRunEnd(modules, unhandledErrors) {
    /** @type {TestReport} */
    const report = { passed: 0, failed: 0, failures: [], times: [] }
    for (const testModule of modules) {
      const file = path.relative(process.cwd(), testModule.moduleId)
      const took = testModule.diagnostic()
      report.times.push({
        name: file,
        ms:
          took.environmentSetupDuration + took.setupDuration + took.collectDuration + took.duration,
      })
      for (const error of testModule.errors())
        report.failures.push(`${file}: ${firstLine(error.message)}`)
      for (const suite of testModule.children.allSuites())
        for (const error of suite.errors())
          report.failures.push(`${file}: ${suite.fullName}: ${firstLine(error.message)}`)
      for (const test of testModule.children.allTests()) {
        const { state, errors } = test.result()
        if (state === 'passed') report.passed += 1
        if (state !== 'failed') continue
        report.failed += 1
        report.failures.push(`${file}: ${test.fullName}: ${firstLine(errors[0]?.message)}`)
      }
    }
    for (const error of unhandledErrors)
      report.failures.push(`outside of a test: ${firstLine(error.message)}`)
    writeFileSync(process.env['SALEROOM_TEST_REPORT'] ?? '', JSON.stringify(report))
  }
}
