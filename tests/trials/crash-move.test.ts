import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openEmbedded, openPostgres, type Db } from '#server/db/engine/open.ts'
import { migrate } from '#server/db/migrations/migrate.ts'
import { findDifference } from '#server/db/move/compare.ts'
import { readTables } from '#server/db/move/tables.ts'
import { chance } from '#server/demo/random.ts'
import { fillBench } from '#tests/bench/server-data.ts'
import { serverPrograms } from '#tests/support/journeys/bundle.mjs'
import { addUser } from '#tests/support/server/builders.ts'
import { tablesOf } from '#tests/support/server/filled-tables.ts'
import { startCluster, whyNoPostgres, type Cluster } from '#tests/support/server/postgres.ts'
import { byExtent, EXTENT } from '#tests/support/server/test-extent.ts'

const isLong = EXTENT === 'long'
const KILLS = byExtent({ change: 2, long: 10 })
const PURCHASES = byExtent({ change: 2000, long: 100_000 })

const random = chance('crash of a move')
const missing = whyNoPostgres()
if (missing !== null) console.warn(`Interrupted moves are not tested: ${missing}`)

let folder: string
let programs: string
let cluster: Cluster
const children: ChildProcess[] = []

beforeAll(async () => {
  if (missing !== null) return
  programs = await serverPrograms()
  folder = mkdtempSync(path.join(tmpdir(), 'saleroom-crash-move-'))
  cluster = await startCluster()
  await inSource(async (db) => {
    await migrate(db)
    await addUser(db, { role: 'admin' })
    await fillBench(db, PURCHASES, () => {})
  })
})
afterAll(() => {
  if (missing !== null) return
  // A test that timed out leaves its move running.
  for (const child of children) child.kill('SIGKILL')
  cluster.remove()
  rmSync(folder, { recursive: true, force: true })
})

async function inSource<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
  const { db, close } = await openEmbedded(path.join(folder, 'db'))
  try {
    return await work(db)
  } finally {
    await close()
  }
}

/** Starts a move that reports the lines of its output. */
function startMove(url: string) {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [path.join(programs, 'commands.js'), 'move', url], {
    env: { PATH, HOME, SALEROOM_DATA: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const lines: string[] = []
  const reader = createInterface({ input: child.stdout })
  reader.on('line', (line) => lines.push(line))
  const ended = once(child, 'close')
  return {
    child,
    lines,
    ended,
    /** Resolves when the n-th line was printed or the move has ended. */
    async reach(n: number) {
      while (lines.length < n && child.exitCode === null && child.signalCode === null)
        await Promise.race([once(reader, 'line'), ended])
    },
  }
}

const isMarked = () => existsSync(path.join(folder, 'moved.json'))

/** `nothing` or `all`, by a comparison of the target with the source; else what differs. */
async function readState(url: string): Promise<string> {
  const target = openPostgres(url)
  try {
    const names = await tablesOf(target.db)
    if (!names.includes('users')) return 'nothing'
    // Waits for the locks of the killed move: until the server has rolled it back, or committed it.
    const { rows } = await sql<{ n: number }>`
      select (select count(*) from users) + (select count(*) from projects)
        + (select count(*) from transactions) + (select count(*) from dimension_rollups) as n`.execute(
      target.db,
    )
    if (rows[0]?.n === 0) return 'nothing'
    return await inSource(
      async (db) => (await findDifference(db, target.db, await readTables(db))) ?? 'all',
    )
  } finally {
    await target.close()
  }
}

describe.runIf(missing === null)('npm run move', () => {
  test(`kill -9 of a move, ${KILLS} times: never half, and the next one completes it`, async () => {
    const admin = openPostgres(cluster.url)
    await sql`create database whole`.execute(admin.db)
    await admin.close()
    const whole = startMove(cluster.url.replace('/postgres', '/whole'))
    await whole.ended
    expect(whole.child.exitCode).toBe(0)
    rmSync(path.join(folder, 'moved.json'))

    const url = cluster.url
    const checking = whole.lines.indexOf('Checking ...') + 1
    for (let round = 0; round < KILLS; round++) {
      const move = startMove(url)
      // The first is killed while it compares, or commits.
      await move.reach(round === 0 ? checking : random.whole(0, checking))
      await pause(random.next() * (isLong ? 2000 : 200))
      move.child.kill('SIGKILL')
      await move.ended
      const state = await readState(url)
      // The mark is written only once everything has been moved.
      expect({ round, state }).toEqual({
        round,
        state: expect.stringMatching(isMarked() ? /^all$/ : /^(?:nothing|all)$/),
      })
      rmSync(path.join(folder, 'moved.json'), { force: true })
    }
    const last = startMove(url)
    await last.ended
    expect([last.child.exitCode, isMarked()]).toEqual([0, true])
    expect(await readState(url)).toBe('all')
  })
})
