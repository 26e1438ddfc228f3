import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { root } from './sources.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'saleroom-build-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it.each([
  ['a build without warnings passes', false, [0, '']],
  ['a build that printed warnings fails', true, [1, 'The build printed warnings, see above.\n']],
])('%s', (_name, hasWarned, expected) => {
  const stamp = path.join(folder, 'build.json')
  writeFileSync(stamp, JSON.stringify({ sources: '', hasWarned }))
  const args = [path.join(root, 'scripts', 'check-build.mjs'), stamp]
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect([status, stderr]).toEqual(expected)
})
