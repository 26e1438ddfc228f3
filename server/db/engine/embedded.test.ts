import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fill, mountDisk, unmount } from '#tests/support/server/small-disk.ts'
import { startEmbedded } from './embedded.ts'
import { databaseOn, embeddedPool, openEmbedded } from './open.ts'
import { analyzeGrown, vacuumChanged } from './statistics.ts'

let folder: string
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'saleroom-embedded-'))
  // Creating the database takes most of the time, so all tests share it.
  await (await openEmbedded(folder)).close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('data survives closing and opening', async () => {
  const first = await openEmbedded(folder)
  await sql`create table amounts (n numeric(38,18))`.execute(first.db)
  await sql`insert into amounts values (${'12345678901234567890.123456789012345678'})`.execute(
    first.db,
  )
  await first.close()
  const second = await openEmbedded(folder)
  const { rows } = await sql<{ n: string; all: number }>`
    select n, count(*) over () as all from amounts`.execute(second.db)
  expect(rows).toEqual([{ n: '12345678901234567890.123456789012345678', all: 1 }])
  await second.close()
})

test('every commit calls fsync', async () => {
  const embedded = await startEmbedded(folder, () => {})
  const db = databaseOn(embeddedPool(embedded.config))
  await sql`create table marks (n int)`.execute(db)
  const before = await embedded.countSyncs()
  for (let n = 0; n < 25; n++) await sql`insert into marks values (${n})`.execute(db)
  expect((await embedded.countSyncs()) - before).toBeGreaterThanOrEqual(25)
  await db.destroy()
  await embedded.close()
})

test('a table that has changed much is vacuumed and analyzed, once', async () => {
  const { db, close } = await openEmbedded(folder)
  await sql`create table grown (n int)`.execute(db)
  await sql`create table small (n int)`.execute(db)
  await sql`insert into grown select generate_series(1, 5000)`.execute(db)
  await sql`insert into small values (1)`.execute(db)
  const changed = async () => {
    // The counts are otherwise written once a second.
    await sql`select pg_stat_force_next_flush()`.execute(db)
    return (await vacuumChanged(db)).filter((name) => /grown|small/.test(name))
  }
  expect(await changed()).toEqual(['grown'])
  const { rows } = await sql<{ n: number }>`
    select reltuples::integer as n from pg_class where relname = 'grown'`.execute(db)
  expect(rows).toEqual([{ n: 5000 }])
  expect(await changed()).toEqual([])
  await sql`delete from grown where n <= 3000`.execute(db)
  expect(await changed()).toEqual(['grown'])
  await close()
})

test('a table that grows by magnitudes is analyzed each time, and not in between', async () => {
  const { db, close } = await openEmbedded(folder)
  await sql`create table growing (n int)`.execute(db)
  const growTo = async (size: number) => {
    await sql`insert into growing
      select generate_series((select count(*) from growing) + 1, ${size}::integer)`.execute(db)
    await sql`select pg_stat_force_next_flush()`.execute(db)
    return (await analyzeGrown(db)).includes('growing')
  }
  expect(await growTo(90)).toBe(false)
  expect(await growTo(110)).toBe(true)
  expect(await growTo(400)).toBe(false)
  expect(await growTo(450)).toBe(true)
  const { rows } = await sql<{ n: number }>`
    select reltuples::integer as n from pg_class where relname = 'growing'`.execute(db)
  expect(rows).toEqual([{ n: 450 }])
  await close()
})

test('there is a checkpoint every five minutes, but none while the files are copied', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { db, files, close } = await openEmbedded(folder)
  const passFiveMinutes = async () => {
    // Without a change there is no checkpoint.
    await sql`select pg_current_xact_id()`.execute(db)
    vi.advanceTimersByTime(5 * 60_000)
    const { rows } = await sql<{ place: string }>`
      select checkpoint_lsn::text as place from pg_control_checkpoint()`.execute(db)
    return rows[0]?.place
  }
  const first = await passFiveMinutes()
  const second = await passFiveMinutes()
  expect(second).not.toBe(first)
  await files?.keepLog(async () => expect(await passFiveMinutes()).toBe(second))
  expect(await passFiveMinutes()).not.toBe(second)
  await close()
  vi.useRealTimers()
})

test('a second server on the same folder fails with one line and changes nothing', async () => {
  const first = await openEmbedded(folder)
  await expect(openEmbedded(folder)).rejects.toThrow('is in use by another Saleroom server')
  expect((await sql`select 1 as one`.execute(first.db)).rows).toEqual([{ one: 1 }])
  await first.close()
  const next = await openEmbedded(folder)
  await next.close()
})

test('a folder that is not writable fails with one line', async () => {
  const file = path.join(folder, 'file')
  writeFileSync(file, '')
  await expect(openEmbedded(path.join(file, 'db'))).rejects.toThrow(
    /^The folder of the database can't be written: /,
  )
})

test('errors and transactions do not affect other users of the connection', async () => {
  const { db, close } = await openEmbedded(folder)
  await sql`create table contended (n int primary key)`.execute(db)
  const acts = Array.from({ length: 60 }, (_, n) =>
    db
      .transaction()
      .execute(async (tx) => {
        await sql`insert into contended values (${n})`.execute(tx)
        if (n % 3 === 0) await sql`insert into contended values (${n})`.execute(tx)
        if (n % 3 === 1) throw new Error('rolled back')
        return n
      })
      .catch(() => null),
  )
  const committed = (await Promise.all(acts)).filter((n) => n !== null)
  const { rows } = await sql<{ n: number }>`select n from contended order by n`.execute(db)
  expect(rows.map(({ n }) => n)).toEqual(committed)
  expect(committed).toHaveLength(20)
  await close()
})

const disk = mountDisk(300)
if (disk === null) console.warn('The test of a full disk is skipped: this user may not mount one')
afterAll(() => {
  if (disk !== null) unmount(disk)
})

test.runIf(disk !== null)(
  'a log that can’t be written stops the database at once, and the next start has what was committed',
  async () => {
    const data = path.join(disk ?? '', 'db')
    const onLost = vi.fn<(error: Error) => void>()
    const first = await openEmbedded(data, { onLost })
    await sql`create table bought (text text)`.execute(first.db)
    await sql`insert into bought values ('committed')`.execute(first.db)
    const filler = fill(disk ?? '', 8)
    // Writes into the log alone.
    const log = () =>
      sql`select pg_logical_emit_message(true, 'test', repeat('x', 4000000))`.execute(first.db)
    const refused = expect.objectContaining({ code: '53100', severity: 'PANIC' })
    await expect(
      (async () => {
        for (let n = 0; n < 100; n++) await log()
      })(),
    ).rejects.toEqual(refused)
    expect(onLost.mock.calls).toEqual([[refused]])
    await first.close()

    rmSync(filler)
    const second = await openEmbedded(data)
    const { rows } = await sql`select text from bought`.execute(second.db)
    expect(rows).toEqual([{ text: 'committed' }])
    await second.close()
  },
)
