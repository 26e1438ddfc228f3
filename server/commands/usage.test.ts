import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { root } from '#scripts/sources.mjs'
import { serverPrograms } from '#tests/support/journeys/bundle.mjs'
import { byExtent } from '#tests/support/server/test-extent.ts'

const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
const COMMANDS = [
  ...new Set(
    Object.values(scripts).flatMap((script) => /command\.mjs ([\w-]+)/.exec(script)?.[1] ?? []),
  ),
]

let folder: string
beforeAll(async () => {
  folder = await serverPrograms()
})

/** Runs a command without a database. */
function run(...args: string[]) {
  const env = { PATH: process.env['PATH'] ?? '', SALEROOM_DATA: '/nowhere' }
  return spawnSync(process.execPath, [path.join(folder, 'commands.js'), ...args], {
    encoding: 'utf8',
    env,
    cwd: root,
  })
}

it('package.json has a script for every command', () => {
  const { status, stderr } = run('nonsense')
  const [, listed = ''] = /Commands: (.*)\.\n$/.exec(stderr) ?? []
  expect([status, listed.split(', ').toSorted()]).toEqual([1, COMMANDS.toSorted()])
})

it.each([
  // Each takes half a second.
  ...byExtent({ change: COMMANDS.slice(0, 2), all: COMMANDS }).map((name) => ({
    name,
    args: ['AURA', '--help'],
  })),
  { name: 'users', args: ['-h'] },
])('$name $args prints the usage without a database', ({ name, args }) => {
  const { status, stdout, stderr } = run(name, ...args)
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(new RegExp(`^Usage: npm run ${name}\\b`))
})

it.each([
  ['nofile.csv', 'The file nofile.csv does not exist.'],
  ['package.json/nofile.csv', 'The file package.json/nofile.csv does not exist.'],
  ['docs', 'docs is not a file. Name a file.'],
])('an import of %s reports the problem with the file', (file, message) => {
  const { status, stderr } = run('import', file)
  expect([status, stderr]).toEqual([1, `${message}\n`])
})
