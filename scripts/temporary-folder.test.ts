import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { root } from './sources.mjs'

let parent: string
beforeEach(() => {
  // Short enough to be used as the parent folder.
  parent = mkdtempSync(path.join('/tmp', 's-'))
})
afterEach(() => rmSync(parent, { recursive: true, force: true }))

/** Runs a program that leaves a browser profile behind and then runs the code `last`. */
function leaveProfile(last: string) {
  const code = `
    const { enterTemporaryFolder } = await import('${new URL('./temporary-folder.mjs', import.meta.url).href}')
    enterTemporaryFolder()
    const { execFileSync } = await import('node:child_process')
    execFileSync(process.execPath, ['-e', \`
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'profile-'))
      fs.mkdirSync(path.join(folder, 'Default'))
      fs.writeFileSync(path.join(folder, 'Default', 'Cookies'), 'a')
    \`])
    console.log((await import('node:os')).tmpdir())
    ${last}`
  const env = { ...process.env, TMPDIR: parent, TMP: parent, TEMP: parent }
  return spawn(process.execPath, ['--input-type=module', '-e', code], { cwd: root, env })
}

it.each([
  ['ends', '', 0],
  ['fails', "throw new Error('failed')", 1],
  ['exits', 'process.exit(130)', 130],
])('the files in the temporary folder are deleted when a run %s', async (_how, last, status) => {
  const run = leaveProfile(last)
  const [folder] = (await once(run.stdout, 'data')) as [Buffer]
  const [code] = (await once(run, 'close')) as [number]
  expect(path.dirname(folder.toString().trim())).toBe(parent)
  expect([code, readdirSync(parent)]).toEqual([status, []])
})

it('an interrupted `npm test` leaves no files in the temporary folder', async () => {
  const env = { ...process.env, TMPDIR: parent, TMP: parent, TEMP: parent }
  const run = spawn(process.execPath, ['scripts/test.mjs'], { cwd: root, env, detached: true })
  await once(run.stdout, 'data')
  run.kill('SIGTERM')
  const [code] = (await once(run, 'close')) as [number]
  expect([code, readdirSync(parent)]).toEqual([130, []])
})
