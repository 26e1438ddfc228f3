import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
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

it('a file of a list is verified without a server or a database, and the exit code tells', () => {
  const place = mkdtempSync(path.join(tmpdir(), 'saleroom-verify-'))
  const file = path.join(place, 'list.csv')
  const verify = (line: string) => {
    writeFileSync(file, `address,amount\r\n${line}\r\n`)
    return run('allocations', 'verify', file)
  }
  const right = verify('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed,7')
  expect([right.status, right.stderr]).toEqual([0, 'Database: /nowhere\n'])
  expect(right.stdout).toMatch(/Wallets: 1\nSmallest units: 7\nMerkle root: 0x[\da-f]{64}\nSHA-256/)
  expect(right.stdout).toContain('not compared with the lists of a database: There is no database')
  const wrong = verify('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed,-7')
  expect([wrong.status, wrong.stdout]).toEqual([
    1,
    expect.stringContaining('Line 2: "-7" is not an amount.\n'),
  ])
  rmSync(place, { recursive: true })
})

it.each([
  [['thaw', 'AURA'], 'There is no command thaw.'],
  [['freeze'], 'Missing argument: project.'],
  [['verify'], 'Missing argument: file.'],
  [['list', 'AURA', 'HELIX'], 'Unexpected argument "HELIX".'],
  [['freeze', 'AURA', '--decimals', '37'], '--decimals must be a whole number from 0 to 36.'],
  [['verify', 'docs'], 'docs is not a file.'],
])('the command allocations %j is refused with the way on', (args, message) => {
  const { status, stderr } = run('allocations', ...args)
  expect([status, stderr.startsWith(message)]).toEqual([1, true])
})
