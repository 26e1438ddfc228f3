import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { root } from './sources.mjs'

const CHUNKS = [
  'boot',
  'shell',
  'LoginPage',
  'screens',
  'home',
  'EChart',
  'RankedCard',
  'ConversionsCard',
]

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'saleroom-build-'))
  mkdirSync(path.join(folder, 'client'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Checks a build whose login page has `loginBytes` of incompressible code. */
function check(loginBytes: number, hasWarned = false) {
  const chunks = CHUNKS.map((name) => [name, { file: `${name}.js` }])
  for (const name of CHUNKS) {
    const bytes = name === 'LoginPage' ? loginBytes : 1
    writeFileSync(path.join(folder, 'client', `${name}.js`), randomBytes(bytes))
  }
  writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(Object.fromEntries(chunks)))
  writeFileSync(path.join(folder, 'build.json'), JSON.stringify({ sources: '', hasWarned }))
  const args = [path.join(root, 'scripts', 'check-build.mjs'), folder]
  return spawnSync(process.execPath, args, { encoding: 'utf8' })
}

it('a build within its limits passes', () => {
  const { status, stdout, stderr } = check(129_000)
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toContain('/login')
})

it('a first load over its limit fails, with a list of its files', () => {
  const { status, stderr } = check(131_000)
  expect(status).toBe(1)
  expect(stderr).toMatch(/^Too large: \/login\n +131\.\d KB {2}LoginPage\.js\n/)
})

it('a build that printed warnings fails', () => {
  const { status, stderr } = check(1000, true)
  expect([status, stderr]).toEqual([1, 'The build printed warnings, see above.\n'])
})
