import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { root } from '#scripts/sources.mjs'
import { bundle } from '#tests/support/bundle.mjs'

const COMMANDS = readdirSync(import.meta.dirname)
  .filter((file) => !file.includes('.test.'))
  .map((file) => path.basename(file, '.ts'))

let folder: string
beforeAll(async () => {
  const programs = Object.fromEntries(
    COMMANDS.map((name) => [name, path.join('server', 'commands', `${name}.ts`)]),
  )
  folder = await bundle(`saleroom-commands-${process.pid}`, programs)
})

/** Runs a command where there is no database. */
function run(name: string, ...words: string[]) {
  const args = [path.join(folder, `${name}.js`), ...words]
  const env = { PATH: process.env['PATH'] ?? '', SALEROOM_DATA: '/nowhere' }
  return spawnSync(process.execPath, args, { encoding: 'utf8', env, cwd: root })
}

it('every command of package.json is among those that are tried here', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const named = Object.values(scripts).flatMap(
    (script) => /command\.mjs ([\w-]+)/.exec(script)?.[1] ?? [],
  )
  expect([...new Set(named)].toSorted()).toEqual(COMMANDS.toSorted())
})

it.each([
  ...COMMANDS.map((name) => ({ name, words: ['AURA', '--help'] })),
  { name: 'users', words: ['-h'] },
])('$name $words answers how it is used, and needs no database', ({ name, words }) => {
  const { status, stdout, stderr } = run(name, ...words)
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(new RegExp(`^Usage: npm run ${name}\\b`))
})

it.each([
  ['nofile.csv', 'The file nofile.csv does not exist.'],
  ['package.json/nofile.csv', 'The file package.json/nofile.csv does not exist.'],
  ['docs', 'docs is not a file. Name a CSV file.'],
])('an import of %s says what is wrong with the file', (file, message) => {
  const { status, stderr } = run('import', file)
  expect([status, stderr]).toEqual([1, `${message}\n`])
})
