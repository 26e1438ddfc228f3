import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openEmbedded, openPostgres, type OpenDatabase } from '#server/db/engine/open.ts'
import { migrate } from '#server/db/migrations/migrate.ts'
import { chance } from '#server/demo/random.ts'
import { bundle } from '#tests/support/journeys/bundle.mjs'
import { addWriterRows, readSold } from '#tests/support/oracles/sale-writer-rows.ts'
import { startCluster, whyNoPostgres } from '#tests/support/server/postgres.ts'
import { byExtent } from '#tests/support/server/test-extent.ts'

const KILLS = byExtent({ change: 1, long: 100 })
const POWER_CUTS = byExtent({ change: 1, long: 12 })
const SALES_PER_CUT = byExtent({ change: 13, long: 37 })

const random = chance('crash')
const missing = whyNoPostgres()
let programs: string
let folder: string
const children: ChildProcess[] = []

beforeAll(async () => {
  programs = await bundle(`saleroom-crash-${process.pid}`, {
    writer: 'tests/support/oracles/sale-writer.ts',
    'pglite-worker': 'server/db/engine/pglite-worker.mjs',
    'tree-worker': 'server/allocations/tree-worker.mjs',
  })
  folder = mkdtempSync(path.join(tmpdir(), 'saleroom-crash-'))
  // Creating a database is slow, so all tests copy this one.
  const first = await openFolder(path.join(folder, 'prepared'))
  await prepare(first)
  await first.close()
})
afterAll(() => {
  // A test that timed out leaves its writer running.
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
  rmSync(programs, { recursive: true, force: true })
})

const fail = (error: Error) => {
  throw error
}
const openFolder = (where: string) =>
  openEmbedded(where, { onLost: () => {}, onMaintenanceError: fail })

const support = (file: string) =>
  fileURLToPath(new URL(`../support/server/${file}`, import.meta.url))

async function prepare(database: OpenDatabase): Promise<void> {
  await migrate(database.db)
  await addWriterRows(database.db)
}

interface Writer {
  /** The number of the last acknowledged sale. */
  acknowledged(): number
  /** Resolves when sale n is acknowledged or the writer has ended. */
  reach(n: number): Promise<void>
  ended: Promise<unknown>
  kill(): void
  lines: string[]
}

function write(
  args: readonly string[],
  preload: readonly string[] = [],
  env: Record<string, string> = {},
): Writer {
  const child = spawn(process.execPath, [...preload, path.join(programs, 'writer.js'), ...args], {
    env: { ...process.env, ...env },
    // Its errors when the database goes away are expected.
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const lines: string[] = []
  const reader = createInterface({ input: child.stdout })
  reader.on('line', (line) => lines.push(line))
  const acknowledged = () => Number(lines.findLast((line) => /^\d+$/.test(line)) ?? 0)
  children.push(child)
  const exited = once(child, 'exit')
  return {
    lines,
    acknowledged,
    async reach(n) {
      while (acknowledged() < n && child.exitCode === null)
        await Promise.race([once(reader, 'line'), exited])
    },
    // The last output may arrive after the exit.
    ended: once(child, 'close'),
    kill: () => child.kill('SIGKILL'),
  }
}

test(`kill -9 of the embedded database during writes, ${KILLS} times: no acknowledged sale is lost`, async () => {
  const where = path.join(folder, 'killed')
  cpSync(path.join(folder, 'prepared'), where, { recursive: true })
  let last = 0
  for (let round = 0; round < KILLS; round++) {
    const writer = write([where, String(last + 1)])
    await writer.reach(last + random.whole(2, 30))
    await pause(random.next() * 20)
    writer.kill()
    await writer.ended
    const database = await openFolder(where)
    const sold = await readSold(database.db, Math.max(last, writer.acknowledged()))
    await database.close()
    expect({ round, errors: sold.errors }).toEqual({ round, errors: [] })
    last = sold.last
  }
  expect(last).toBeGreaterThan(KILLS)
})

test('a failing disk ends the database at once, and no acknowledged sale is lost', async () => {
  const where = path.join(folder, 'failing')
  cpSync(path.join(folder, 'prepared'), where, { recursive: true })
  const preload = ['--import', support('failing-disk.mjs')]
  const writer = write([where, '1'], preload, { SYNCS_BEFORE_FAILURE: '60' })
  expect(await writer.ended).toEqual([1, null])
  const database = await openFolder(where)
  const { errors } = await readSold(database.db, writer.acknowledged())
  await database.close()
  expect(writer.acknowledged()).toBeGreaterThan(0)
  expect(errors).toEqual([])
})

test(`a power cut, ${POWER_CUTS} times: the embedded database opens, and no acknowledged sale is lost`, async () => {
  const where = path.join(folder, 'powered')
  const shadow = path.join(folder, 'shadow')
  cpSync(path.join(folder, 'prepared'), where, { recursive: true })
  cpSync(where, shadow, { recursive: true })
  const preload = ['--import', support('power-cut.mjs')]
  const writer = write([where, '1', shadow, String(SALES_PER_CUT), String(POWER_CUTS)], preload, {
    SHADOW_FROM: where,
    SHADOW_TO: shadow,
  })
  await writer.ended
  const cuts = writer.lines.flatMap((line) => {
    const [word, cut, n] = line.split(' ')
    return word === 'cut' ? [{ cut, sold: Number(n) }] : []
  })
  expect(cuts).toHaveLength(POWER_CUTS)
  for (const { cut, sold } of cuts) {
    const database = await openFolder(`${shadow}-${cut}`)
    expect({ cut, ...(await readSold(database.db, sold)) }).toEqual({
      cut,
      last: sold,
      errors: [],
    })
    await database.close()
  }
})

describe.runIf(missing === null)('on PostgreSQL', () => {
  test(`kill -9 of PostgreSQL during writes, ${KILLS} times: no acknowledged sale is lost`, async () => {
    const cluster = await startCluster()
    try {
      const database = openPostgres(cluster.url)
      await prepare(database)
      let last = 0
      for (let round = 0; round < KILLS; round++) {
        const writer = write([cluster.url, String(last + 1)])
        await writer.reach(last + random.whole(2, 40))
        await pause(random.next() * 20)
        cluster.kill()
        await writer.ended
        await restart(cluster)
        const sold = await readSold(database.db, Math.max(last, writer.acknowledged()))
        expect({ round, errors: sold.errors }).toEqual({ round, errors: [] })
        last = sold.last
      }
      expect(last).toBeGreaterThan(KILLS)
      await database.close()
    } finally {
      cluster.remove()
    }
  })
})

/** Retries the start, because child processes of a killed server hold its memory a little longer. */
async function restart(cluster: { start(): void }): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      cluster.start()
      return
    } catch (error) {
      if (attempt === 50) throw error
      await pause(100)
    }
  }
}
