import { execFileSync, fork } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * @typedef {{ failures: import('./runner.mjs').Failure[], ms: Map<string, number>, isTimedOut: boolean }} Outcome
 * @typedef {{ untilFailure: boolean, limitOf: (test: string) => number }} Limits
 */

/** The time limit for starting the tests on a loaded machine. */
const START_MS = 60_000

/** All files of the checkout that git does not ignore. @param {string} root */
export const filesOf = (root) =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\0')
    .filter((file) => file !== '')

/** A temporary copy of the checkout, and the process that runs its tests. */
export class CheckoutCopy {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #runner
  /** @type {Set<string>} Files written since the last run. */
  #changed = new Set()

  /** @param {string} root @param {string[]} files */
  constructor(root, files) {
    this.folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'saleroom-mutants-')))
    this.notes = path.join(this.folder, 'node_modules', '.cache', 'reach.txt')
    for (const file of files)
      cpSync(path.join(root, file), path.join(this.folder, file), { recursive: true })
    // With its own cache, so that databases migrated by changed code are not used elsewhere.
    const packages = path.join(this.folder, 'node_modules')
    mkdirSync(path.join(packages, '.cache'), { recursive: true })
    for (const name of readdirSync(path.join(root, 'node_modules')))
      if (!name.startsWith('.') || name === '.bin')
        symlinkSync(path.join(root, 'node_modules', name), path.join(packages, name))
  }

  /** @param {string} file */
  read(file) {
    return readFileSync(path.join(this.folder, file), 'utf8')
  }

  /** @param {string} file @param {string} text */
  write(file, text) {
    writeFileSync(path.join(this.folder, file), text)
    this.#changed.add(path.join(this.folder, file))
  }

  /**
   * Runs test files in the given order.
   * @param {string[]} tests @param {Limits} limits how long each may take
   * @returns {Promise<Outcome>}
   */
  async run(tests, { untilFailure, limitOf }) {
    const isFirst = this.#runner === undefined
    const runner = (this.#runner ??= this.#start(untilFailure))
    /** @type {Map<string, number>} */
    const ms = new Map()
    const changed = [...this.#changed]
    this.#changed.clear()
    const outcome = await new Promise((/** @type {(outcome: Outcome) => void} */ resolve) => {
      /** @type {NodeJS.Timeout | undefined} */
      let limit
      const startTimer = (/** @type {number} */ limitMs) => {
        clearTimeout(limit)
        limit = setTimeout(
          () => end({ failures: [{ test: '', reason: 'the run hung' }], ms, isTimedOut: true }),
          limitMs,
        )
      }
      const end = (/** @type {Outcome} */ result) => {
        clearTimeout(limit)
        runner.removeAllListeners()
        resolve(result)
      }
      runner.on('message', (/** @type {import('./runner.mjs').Report} */ report) => {
        if ('failures' in report) return end({ failures: report.failures, ms, isTimedOut: false })
        ms.set(path.relative(this.folder, report.done).replaceAll(path.sep, '/'), report.ms)
        startTimer(limitOf(tests[ms.size] ?? ''))
      })
      runner.on('exit', () => {
        this.#runner = undefined
        end({ failures: [{ test: '', reason: 'the tests ended early' }], ms, isTimedOut: false })
      })
      startTimer((isFirst ? START_MS : 0) + limitOf(tests[0] ?? ''))
      runner.send({
        tests: tests.map((test) => path.join(this.folder, test)),
        changed,
      })
    })
    // The run of all tests happens once, so its process is not reused.
    if (outcome.isTimedOut || !untilFailure) this.#stop()
    return outcome
  }

  /** @param {boolean} untilFailure */
  #start(untilFailure) {
    const { TEST_DATABASE_URL: _, ...env } = process.env
    return fork(
      fileURLToPath(new URL('./runner.mjs', import.meta.url)),
      untilFailure ? ['--until-failure'] : [],
      {
        cwd: this.folder,
        // In its own process group, so that hanging children are killed with it.
        detached: true,
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        env: { ...env, MUTANTS_REACH: this.notes, VITEST: 'true', NODE_ENV: 'test' },
      },
    )
  }

  #stop() {
    const runner = this.#runner
    this.#runner = undefined
    if (runner?.pid === undefined) return
    runner.removeAllListeners()
    try {
      process.kill(process.platform === 'win32' ? runner.pid : -runner.pid, 'SIGKILL')
    } catch {
      // It has already ended.
    }
  }

  close() {
    this.#stop()
    rmSync(this.folder, { recursive: true, force: true })
  }
}
