import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { targetOf } from './circles.ts'
import { importsOf } from './imports.ts'
import { isCode, root } from './tree.ts'
import type { Tree, Violation } from './tree.ts'

/** What `npm test` may cost, counted and not timed: who adds one moves one. */
export const BUDGET = {
  journeys: 80,
  /** Of a folder of src/features, or of a file that is named after none. */
  journeysOfFeature: 5,
  databaseFiles: 130,
  screenFiles: 115,
}

/** What opens a database or starts a server, for the test that imports it. */
const DATABASES =
  /^tests\/support\/(?:server\/(?:database|postgres|api-process)|screens\/screen-app)\.ts$/

/** The test files of `npm test` whose imports, or the imports of those, open a database. */
export function databaseFiles(tree: Tree): string[] {
  const imported = new Map(
    [...tree].map(([file, text]) => [
      file,
      isCode(file) ? importsOf(text).flatMap(({ from }) => targetOf(file, from) ?? []) : [],
    ]),
  )
  const reaches = (file: string, seen: Set<string>): boolean =>
    DATABASES.test(file) ||
    (imported.get(file) ?? []).some((next) => {
      if (seen.has(next)) return false
      seen.add(next)
      return reaches(next, seen)
    })
  return [...tree.keys()].filter(
    (file) =>
      /\.test\.tsx?$/.test(file) &&
      !file.startsWith('tests/trials/') &&
      reaches(file, new Set([file])),
  )
}

/** The test files that have the globals of a browser. */
export const screenFiles = (tree: Tree): string[] =>
  [...tree.keys()].filter((file) => file.endsWith('.test.tsx'))

/** The files of the journeys of `npm test`, relative to tests/e2e, one for each journey. */
export function listJourneys(): string[] {
  const playwright = path.join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  const printed = execFileSync(
    process.execPath,
    [playwright, 'test', '--list', '--reporter=json'],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, SALEROOM_TESTS: 'change' },
    },
  )
  const filesOf = ({ specs = [], suites = [] }: Suite): string[] => [
    ...specs.flatMap(({ file, tests }) => tests.map(() => file)),
    ...suites.flatMap(filesOf),
  ]
  // The runner's report has this form.
  return (JSON.parse(printed) as { suites: Suite[] }).suites.flatMap(filesOf)
}

interface Suite {
  specs?: { file: string; tests: unknown[] }[]
  suites?: Suite[]
}

/** Where a run has more journeys than the budget allows, in all or for one feature. */
export function journeysOverBudget(
  files: readonly string[],
  features: readonly string[],
): Violation[] {
  const counts = new Map<string, number>()
  for (const file of files) {
    const name = file.replace(/\.spec\.ts$/, '')
    const feature = features
      .filter((one) => name === one || name.startsWith(`${one}-`))
      .toSorted((a, b) => b.length - a.length)[0]
    counts.set(feature ?? name, (counts.get(feature ?? name) ?? 0) + 1)
  }
  return [
    ...over('journeys', files.length, BUDGET.journeys),
    ...[...counts].flatMap(([name, count]) =>
      over(`journeys of ${name}`, count, BUDGET.journeysOfFeature),
    ),
  ]
}

/** @param what is counted @param most the number allowed */
export const over = (what: string, count: number, most: number): Violation[] =>
  count > most ? [`${count} ${what} in npm test; at most ${most}: move one`] : []
