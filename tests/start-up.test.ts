import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#scripts/free-port.mjs'
import { openEmbedded } from '#server/db/engine/open.ts'
import { serverPrograms } from './support/journeys/bundle.mjs'
import { startApi, startRefusedApi } from './support/server/api-process.ts'
import { mountDisk, unmount } from './support/server/small-disk.ts'

const checkout = fileURLToPath(new URL('../', import.meta.url))
const root = mkdtempSync(path.join(tmpdir(), 'saleroom-start-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const newFolder = () => mkdtempSync(path.join(root, 'data-'))

/** The data of one server. */
const used = newFolder()

/** A start that must fail. @returns also the line for the operator, and whether there was a stack */
async function refused(env: Record<string, string>) {
  const { code, output } = await startRefusedApi(env)
  return { code, line: output.trim().split('\n').at(-1), hasStack: /\n\s+at /.test(output) }
}
const refusedWith = (reason: string) => ({
  code: 1,
  line: expect.stringContaining(reason),
  hasStack: false,
})

let secondStart: { code: number | null; output: string }
let health: number
let exitCode: number | null
beforeAll(async () => {
  const first = await startApi({ SALEROOM_DATA: used, SALEROOM_DEMO: '0' })
  secondStart = await startRefusedApi({ SALEROOM_DATA: used, SALEROOM_DEMO: '0' })
  health = (await fetch(`${first.url}/v1/health`)).status
  exitCode = await first.stop('SIGINT')
})

test('a second server on the same folder is rejected in one line, and the first keeps running', () => {
  expect(secondStart.code).toBe(1)
  expect(secondStart.output.trim()).toMatch(
    /^The database in .* is in use by another Saleroom server\..*$/,
  )
  expect(health).toBe(200)
})

test('git ignores the data, which may be inside a checkout', () => {
  expect(readFileSync(path.join(used, '.gitignore'), 'utf8')).toBe('*\n')
})

test('Ctrl-C and a supervisor’s signal end the server with 0, and the next start finds its data', async () => {
  expect(exitCode).toBe(0)
  const again = await startApi({ SALEROOM_DATA: used, SALEROOM_DEMO: '0' })
  expect(again.output()).not.toMatch(/migrated|password/)
  expect(await again.stop('SIGTERM')).toBe(0)
})

test('a program that starts the server learns which database is served', async () => {
  const main = JSON.stringify(path.join(await serverPrograms(), 'main.js'))
  const program = path.join(root, 'program.mjs')
  writeFileSync(
    program,
    `const { served } = await import(${main}); console.log(JSON.stringify(served)); process.kill(process.pid)`,
  )
  const PORT = String(await freePort())
  const { stdout } = spawnSync(process.execPath, [program], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', SALEROOM_DATA: used, SALEROOM_DEMO: '0', PORT },
  })
  expect(JSON.parse(/^\{.*$/m.exec(stdout)?.[0] ?? '')).toEqual({
    isDemo: false,
    name: used,
    folder: used,
  })
})

test('a port in use is reported in one line, before anything is stored', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  // A server that listens on a port has an address of this form.
  const port = String((other.address() as AddressInfo).port)
  const folder = path.join(newFolder(), 'data')
  expect(await refused({ SALEROOM_DATA: folder, PORT: port })).toEqual(
    refusedWith(`Port ${port} is already in use`),
  )
  expect(existsSync(folder)).toBe(false)
  other.close()
})

test('a folder that cannot be written is reported in one line', async () => {
  const file = path.join(newFolder(), 'file')
  writeFileSync(file, '')
  expect(await refused({ SALEROOM_DATA: path.join(file, 'data') })).toEqual(
    refusedWith("The folder of the database can't be written"),
  )
})

const disk = mountDisk()
if (disk === null) console.warn('The test of a full disk is skipped: this user may not mount one')
afterAll(() => {
  if (disk !== null) unmount(disk)
})

test.runIf(disk !== null)('a disk without space is reported in one line', async () => {
  expect(await refused({ SALEROOM_DATA: path.join(disk ?? '', 'data') })).toEqual(
    refusedWith('There is no space left on the disk of'),
  )
})

test('demo data is not created for other machines', async () => {
  // A migrated database without accounts: a new one takes longer.
  const folder = newFolder()
  cpSync(used, folder, { recursive: true })
  const { db, close } = await openEmbedded(path.join(folder, 'db'))
  await sql`delete from users`.execute(db)
  await close()
  expect(await refused({ SALEROOM_DATA: folder, PUBLIC_URL: 'https://sales.example' })).toEqual(
    refusedWith('An empty database gets the demo accounts, whose passwords are public'),
  )
})

test('a version of Node that is too old is reported in one line', () => {
  // The check reads only the version, so no old Node is needed.
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      '--import',
      `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'18.20.8'})`,
      'scripts/start.mjs',
    ],
    { cwd: checkout, encoding: 'utf8' },
  )
  expect(status).toBe(1)
  expect(stderr.trim().split('\n')).toEqual([expect.stringContaining('20.19')])
})

test('what runs before that check uses nothing that old versions of Node lack', () => {
  const scripts = new Map<string, string>()
  const read = (name: string) => {
    const text = readFileSync(path.join(checkout, 'scripts', name), 'utf8')
    scripts.set(name, text)
    for (const [, imported = ''] of text.matchAll(/^import .* from '\.\/([\w-]+\.mjs)'/gm))
      if (!scripts.has(imported)) read(imported)
  }
  read('start.mjs')
  expect([...scripts.keys()]).toContain('prerequisites.mjs')
  const imports = /^import (?:\w+, )?\{ (.*) \} from 'node:fs'/m
  const newer = [...scripts].filter(
    ([, text]) =>
      /\?\?=|&&=|\|\|=/.test(text) ||
      /\b(?:statfs|rm|cp)(?:Sync)?\b/.test(imports.exec(text)?.[1] ?? ''),
  )
  expect(newer.map(([name]) => name)).toEqual([])
})
