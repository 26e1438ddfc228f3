import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmbedded, type Db } from '#server/db/engine/open.ts'
import { migrate } from '#server/db/migrations/migrate.ts'
import { fillBench } from '#tests/bench/server-data.ts'
import { serverPrograms } from '#tests/support/journeys/bundle.mjs'
import {
  amountOf,
  FIRST_SALE_AT,
  hashOf,
  rateWhile,
  startSender,
  watchMemory,
} from '#tests/support/oracles/numbered-sale.ts'
import { startApi, type ApiProcess } from '#tests/support/server/api-process.ts'
import { addIngestKey, addProject } from '#tests/support/server/builders.ts'
import { byExtent, EXTENT } from '#tests/support/server/test-extent.ts'
import { until } from '#tests/support/server/until.ts'

const isLong = EXTENT === 'long'
/** Purchases that are there before. */
const PURCHASES = byExtent({ change: 0, long: 300_000 })
const EVENTS_PER_SECOND = byExtent({ change: 400, long: 2000 })
const BATCH = byExtent({ change: 20, long: 100 })
/** Events of each sale before the backup, and after it. */
const MARGIN = byExtent({ change: 200, long: 5000 })
/** A short test shares the machine with others, so when its garbage is collected is left open. */
const MAX_MEMORY_MB = byExtent({ change: Infinity, long: 200 })
const SALES = ['ALPHA', 'BRAVO']

let root: string
let commands: string
let server: ApiProcess | undefined
beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'saleroom-backup-load-'))
  commands = await serverPrograms()
})
afterAll(async () => {
  await server?.kill()
  rmSync(root, { recursive: true, force: true })
})

const data = () => path.join(root, 'data')
const backups = () => path.join(root, 'backups')
const log = (line: string) => {
  if (isLong) console.log(line)
}

/** Runs a command of the operator, beside the server if one runs. */
const runCommand = (...args: string[]) => runWith({}, ...args)

async function runWith(
  env: Record<string, string>,
  ...args: string[]
): Promise<{ code: number | null; output: string }> {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, [path.join(commands, 'commands.js'), ...args], {
    env: { PATH, SALEROOM_DATA: data(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, errors] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { code: child.exitCode, output: out + errors }
}

/** Creates the database with its projects. @returns the ingest key of each sale */
async function prepare(): Promise<Map<string, string>> {
  const { db, close } = await openEmbedded(path.join(data(), 'db'))
  await migrate(db)
  if (PURCHASES > 0) await fillBench(db, PURCHASES, log)
  else for (const id of SALES) await addProject(db, { id })
  const keys = new Map<string, string>()
  for (const id of SALES) keys.set(id, (await addIngestKey(db, id)).key)
  await close()
  return keys
}

test(`a backup under ${EVENTS_PER_SECOND} events per second has a prefix of the acknowledged purchases, exactly`, async () => {
  const keys = await prepare()
  server = await startApi({ SALEROOM_DATA: data(), SALEROOM_DEMO: '0' })
  const { url, pid } = server
  const senders = SALES.map((sale) =>
    startSender({ url, sale, key: keys.get(sale) ?? '' }, BATCH, EVENTS_PER_SECOND / SALES.length),
  )
  const acknowledged = () => senders.map((sender) => sender.acknowledged)
  const total = () => acknowledged().reduce((sum, count) => sum + count, 0)
  const memory = watchMemory(pid)
  const reach = (count: number) => Promise.all(senders.map((sender) => sender.reach(count)))

  const rateBefore = await rateWhile(total, () => reach(MARGIN))
  const memoryBefore = memory.takePeak()
  const least = acknowledged()
  let backup = { code: null as number | null, output: '' }
  const rateDuring = await rateWhile(total, async () => {
    backup = await runCommand('backup', backups())
  })
  const memoryDuring = memory.takePeak()
  const most = senders.map((sender) => sender.sent)
  const end = Math.max(...acknowledged()) + MARGIN
  const rateAfter = await rateWhile(total, () => reach(end))
  await Promise.all(senders.map((sender) => sender.stop()))
  memory.stop()
  expect(backup).toMatchObject({
    code: 0,
    output: expect.stringContaining('The secret is not in it.'),
  })
  log(
    `Events per second: ${[rateBefore, rateDuring, rateAfter].join(', ')} (before, during, after). Server's memory: ${memoryBefore} MB before, ${memoryDuring} MB during.\n${backup.output}`,
  )
  expect(memoryDuring - memoryBefore).toBeLessThan(MAX_MEMORY_MB)
  expect(await server.stop()).toBe(0)

  const restored = path.join(root, 'restored')
  const [name = ''] = readdirSync(backups())
  const secret = path.join(data(), 'secret')
  const result = await runCommand(
    'restore',
    path.join(backups(), name),
    '--to',
    restored,
    '--secret',
    secret,
  )
  log(result.output)
  expect(result).toMatchObject({
    code: 0,
    output: expect.stringMatching(/ALPHA: all figures equal their rows/),
  })
  expect(readFileSync(path.join(restored, 'secret'), 'utf8')).toBe(readFileSync(secret, 'utf8'))
  const { db, close } = await openEmbedded(path.join(restored, 'db'))
  for (const [place, sale] of SALES.entries()) {
    const { rows } = await sql<{ hash: string; usd: string }>`
      select transaction_hash as hash, trim_scale(payment_usd_amount)::text as usd from transactions
      where project_id = ${sale} and created_at >= ${new Date(FIRST_SALE_AT)} order by transaction_hash`.execute(
      db,
    )
    log(
      `${sale}: ${rows.length} purchases, acknowledged before ${least[place]}, sent ${most[place]}`,
    )
    const expected = rows.map((_, at) => ({ hash: hashOf(at + 1), usd: amountOf(at + 1) }))
    expect(rows).toEqual(expected)
    expect(rows.length).toBeGreaterThanOrEqual(least[place] ?? 0)
    expect(rows.length).toBeLessThanOrEqual(most[place] ?? 0)
  }
  await close()
})

test('without a server the command opens the database itself, and a restore refuses without the secret', async () => {
  const file = /^(\S+\.tar\.gz), [\d.]+ MB, [\d.]+ s$/m
  await until(async () => {
    // Backups of the same second would have the same name.
    const { code, output } = await runCommand('backup', backups(), '--keep', '1')
    expect([code, output]).toEqual([0, expect.stringMatching(file)])
  })
  const [name = '', ...others] = readdirSync(backups())
  expect(others).toEqual([])
  const restored = path.join(root, 'restored without secret')
  const refused = await runCommand('restore', path.join(backups(), name), '--to', restored)
  expect(refused).toEqual({
    code: 1,
    output: expect.stringMatching(
      /^The secret of the server is missing: .* Nothing was restored\.\n$/,
    ),
  })
  expect(existsSync(restored)).toBe(false)
})

test('a secret that a server would not read is refused', async () => {
  const [name = ''] = readdirSync(backups())
  const restored = path.join(root, 'restored with both')
  const args = ['restore', path.join(backups(), name), '--to', restored]
  const secret = path.join(data(), 'secret')
  const settings = { SALEROOM_SECRET: readFileSync(secret, 'utf8').trim() }
  for (const option of ['--secret', '--old-secret'])
    expect(await runWith(settings, ...args, option, secret)).toEqual({
      code: 1,
      output: expect.stringMatching(/^SALEROOM_SECRET is set, .* Nothing was restored\.\n$/),
    })
  const both = await runCommand(...args, '--without-secret', '--secret', secret)
  expect(both.output).toContain('--without-secret excludes --secret and --old-secret.')
  expect(existsSync(restored)).toBe(false)
})

/** Restores the newest backup with a program loaded before the command. */
async function restoreWith(preload: string, env: Record<string, string> = {}) {
  const [name = ''] = readdirSync(backups())
  const restored = path.join(root, 'restored in vain')
  const result = await runWith(
    { NODE_OPTIONS: `--import ${preload}`, ...env },
    'restore',
    path.join(backups(), name),
    '--to',
    restored,
    '--secret',
    path.join(data(), 'secret'),
  )
  expect(existsSync(restored)).toBe(false)
  return result
}

test('a restore on a failing disk leaves nothing, and gives the reason', async () => {
  const preload = path.join(import.meta.dirname, '..', 'support', 'server', 'failing-disk.mjs')
  expect(await restoreWith(preload, { SYNCS_BEFORE_FAILURE: '20' })).toEqual({
    code: 1,
    output: expect.stringMatching(
      /can't be opened .* Nothing was restored\. If the disk is full, free some space; .*\n$/,
    ),
  })
})

test('a restore whose database stops while it is checked leaves nothing, and ends', async () => {
  const stopsAtFirstQuery =
    "import{Worker}from'node:worker_threads';Worker.prototype.postMessage=Worker.prototype.terminate"
  const { code, output } = await restoreWith(
    `data:text/javascript,${encodeURIComponent(stopsAtFirstQuery)}`,
  )
  expect([code, output]).toEqual([
    1,
    expect.stringMatching(/^Database: .* has stopped\. Nothing was kept in .*\n$/m),
  ])
})

test('a backup before an upgrade has the database as the earlier version left it', async () => {
  const newest = await changeMigrations(async (db) => {
    const { rows } = await sql<{ name: string }>`
      delete from schema_migrations where name = (select max(name) from schema_migrations)
      returning name`.execute(db)
    return rows[0]?.name ?? ''
  })
  // Migrations would fail here: what they create exists.
  const { code } = await runCommand('backup', path.join(root, 'before an upgrade'))
  expect(code).toBe(0)
  const { rowCount } = await changeMigrations(async (db) => {
    const { rows } = await sql`select from schema_migrations where name = ${newest}`.execute(db)
    return { rowCount: rows.length }
  })
  expect(rowCount).toBe(0)
})

async function changeMigrations<Result>(change: (db: Db) => Promise<Result>): Promise<Result> {
  const { db, close } = await openEmbedded(path.join(data(), 'db'))
  try {
    return await change(db)
  } finally {
    await close()
  }
}
