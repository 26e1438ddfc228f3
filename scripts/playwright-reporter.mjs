import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** @param {string} message @returns the message on one line, shortened */
const toLine = (message) => stripVTControlCharacters(message).replaceAll(/\s+/g, ' ').slice(0, 400)

/** Reports Playwright's results to `npm test` (see vitest-reporter.mjs), with a time per journey. */
export default class PlaywrightReporter {
  /** @type {import('./vitest-reporter.mjs').TestReport} */
  #report = { passed: 0, failed: 0, failures: [], times: [] }

  /** The line reporter writes to the terminal. */
  printsToStdio() {
    return false
  }

  /**
   * @param {import('@playwright/test/reporter').TestCase} test
   * @param {import('@playwright/test/reporter').TestResult} result
   */
  onTestEnd(test, result) {
    const { parent, location, title } = test
    const name = `${path.basename(location.file)} [${parent.project()?.name ?? ''}]: ${title}`
    this.#report.times.push({ name, ms: result.duration })
    if (result.status === 'passed') {
      this.#report.passed += 1
      return
    }
    const errors = result.errors.map(
      ({ message = '', location: at }) => `line ${at?.line ?? '?'}: ${toLine(message)}`,
    )
    this.#report.failed += 1
    this.#report.failures.push(`${name}: ${errors.join('; ') || result.status}`)
  }

  /** @param {import('@playwright/test/reporter').TestError} error outside of all tests */
  onError(error) {
    this.#report.failures.push(`outside of a test: ${toLine(error.message ?? '')}`)
  }

  onEnd() {
    writeFileSync(process.env['SALEROOM_TEST_REPORT'] ?? '', JSON.stringify(this.#report))
  }
}
