import { isTest, withoutComments } from './tree.ts'
import type { Violation, Tree } from './tree.ts'

const LEAST_MS = 30_000
/** Journeys, measurements and load have their own clocks; the rules themselves quote what they refuse. */
const OTHERS =
  /^tests\/(?:e2e|bench)\/|^tests\/support\/(?:journeys|house)\/|^tests\/support\/server\/until|^tests\/house/

const LIMITS = [
  /\b(?:timeout|testTimeout|hookTimeout|asyncUtilTimeout|timeoutMs)\s*:\s*([\d_]+)/g,
  /\bAbortSignal\.timeout\(\s*([\d_]+)/g,
  // The third argument of a test or a hook.
  /^ *\},\s*([\d_]+),?\s*\)/gm,
]
/** Waits for a second unless told otherwise: `until` of tests/support does it. */
const HASTY = /\bvi\.wait(?:For|Until)\(/g
/** A difference of times that decides something. */
const STOPWATCH =
  /\bexpect\([^;]*?(?:performance|Date)\.now\(\)\s*-\s*[a-z]|performance\.now\(\)\s*-\s*[a-z]/g

/**
 * Time limits of unit tests that a busy machine could miss, and verdicts by the clock, but for those
 * whose reason stands on the line above.
 */
export const hastyTests = (tree: Tree): Violation[] =>
  [...tree]
    .filter(([file]) => /\.tsx?$/.test(file) && isTest(file) && !OTHERS.test(file))
    .flatMap(([file, text]) => {
      const lines = text.split('\n')
      const code = withoutComments(text)
      const tooShort = LIMITS.flatMap((limit) =>
        [...code.matchAll(limit)].filter(
          ([, ms = '']) => Number(ms.replaceAll('_', '')) < LEAST_MS,
        ),
      )
      const found = [...tooShort, ...code.matchAll(HASTY), ...code.matchAll(STOPWATCH)]
      const at = found.map(
        ({ 0: match, index }) => code.slice(0, index + match.length).split('\n').length,
      )
      return [...new Set(at)]
        .filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(lines[line - 2] ?? ''))
        .map((line) => `${file}:${line}: ${lines[line - 1]?.trim()}`)
    })
