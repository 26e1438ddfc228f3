import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '#scripts/free-port.mjs'
import { openFolder } from '#tests/support/e2e-database.ts'
import { copyDemoData } from '#tests/support/e2e-demo-data.ts'
import { spawnServer, startServer } from '#tests/support/e2e-server.ts'
import { ALL, expect, test } from '#tests/support/e2e.ts'

/** Starts a server that must fail. @returns its exit code and its output without progress lines */
async function refusal(env: Record<string, string>) {
  const { child, output } = spawnServer(env)
  if (child.exitCode === null) await once(child, 'exit')
  return { code: child.exitCode, output: output() }
}

const folders: string[] = []
async function newFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'saleroom-start-'))
  folders.push(folder)
  return folder
}
test.afterAll(async () => {
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })))
})

test('A port in use is reported in one line, and the data stays unchanged', ALL, async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' && address !== null ? String(address.port) : ''
  const folder = await newFolder()
  await copyDemoData(folder)
  const { code, output } = await refusal({ SALEROOM_DATA: folder, PORT: port })
  other.close()
  expect(code).toBe(1)
  expect(output).toContain(port)
  expect(output).not.toMatch(/\n\s+at /)
  const server = await startServer({ SALEROOM_DATA: folder })
  expect(await server.stop()).toBe(0)
  // The folder may be inside a checkout.
  expect(await readFile(path.join(folder, '.gitignore'), 'utf8')).toBe('*\n')
})

test('Demo data is neither served to other machines nor created for that', ALL, async () => {
  const folder = await newFolder()
  await copyDemoData(folder)
  const PORT = String(await freePort())
  const isPublic = { PORT, PUBLIC_URL: 'https://sales.example' }
  for (const [data, reason] of [
    [folder, 'This database has the demo accounts'],
    [await newFolder(), 'An empty database gets the demo accounts'],
  ] as const) {
    const { code, output } = await refusal({ SALEROOM_DATA: data, ...isPublic })
    expect(code).toBe(1)
    expect(output).toContain(`${reason}, whose passwords are public, and PUBLIC_URL is`)
    expect(output).not.toMatch(/\n\s+at /)
  }
})

test('A folder that cannot be written is reported in one line', ALL, async () => {
  const folder = await newFolder()
  const inTheWay = path.join(folder, 'file')
  await writeFile(inTheWay, '')
  await chmod(folder, 0o500)
  const { code, output } = await refusal({
    SALEROOM_DATA: path.join(inTheWay, 'data'),
    PORT: String(await freePort()),
  })
  await chmod(folder, 0o700)
  expect(code).toBe(1)
  expect(output).toMatch(/can't be written/)
  expect(output).not.toMatch(/\n\s+at /)
})

test(
  'A second server on the same folder is rejected, and the first keeps running',
  ALL,
  async () => {
    const folder = await newFolder()
    await copyDemoData(folder)
    const first = await startServer({ SALEROOM_DATA: folder })
    const { code, output } = await refusal({
      SALEROOM_DATA: folder,
      PORT: String(await freePort()),
    })
    expect(code).toBe(1)
    expect(output).toMatch(/in use/)
    expect(output).not.toMatch(/\n\s+at /)
    expect((await fetch(`${first.url}/v1/health`)).status).toBe(200)
    expect(await first.stop()).toBe(0)
  },
)

test('A database of a newer version is left alone', ALL, async () => {
  const folder = await newFolder()
  await copyDemoData(folder)
  const database = await openFolder(folder)
  await database.query(`insert into schema_migrations (name) values ('999-future')`)
  await database.close()
  const { code, output } = await refusal({ SALEROOM_DATA: folder, PORT: String(await freePort()) })
  expect(code).toBe(1)
  expect(output).toMatch(/newer/)
  expect(output).not.toMatch(/\n\s+at /)
})

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  test(`${signal} finishes, closes the database and exits with 0`, ALL, async () => {
    const folder = await newFolder()
    await copyDemoData(folder)
    const server = await startServer({ SALEROOM_DATA: folder })
    expect(await server.stop(signal)).toBe(0)
    const again = await startServer({ SALEROOM_DATA: folder })
    expect(await again.stop()).toBe(0)
  })

test('A Node version that is too old is reported in one line', ALL, async () => {
  // The check reads only the version, so no old Node is needed.
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      '--import',
      `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'18.20.8'})`,
      'scripts/start.mjs',
    ],
    { encoding: 'utf8' },
  )
  expect(status).toBe(1)
  expect(stderr.trim().split('\n')).toEqual([expect.stringContaining('20.19')])
})
