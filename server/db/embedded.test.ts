import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbedded } from './embedded.ts'
import { databaseOn, embeddedPool, openEmbedded } from './open.ts'

let folder: string
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'saleroom-embedded-'))
  // Making the database is most of the time: once for all of these.
  await (await openEmbedded(folder)).close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('what was written is there after closing and opening again', async () => {
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

test('every commit is asked to be kept by the disk', async () => {
  const embedded = await startEmbedded(folder, () => {})
  const db = databaseOn(embeddedPool(embedded.config))
  await sql`create table marks (n int)`.execute(db)
  const before = await embedded.countSyncs()
  for (let n = 0; n < 25; n++) await sql`insert into marks values (${n})`.execute(db)
  expect((await embedded.countSyncs()) - before).toBeGreaterThanOrEqual(25)
  await db.destroy()
  await embedded.close()
})

test('a second server on the same folder is refused in one line, and harms nothing', async () => {
  const first = await openEmbedded(folder)
  await expect(openEmbedded(folder)).rejects.toThrow('is in use by another Saleroom server')
  expect((await sql`select 1 as one`.execute(first.db)).rows).toEqual([{ one: 1 }])
  await first.close()
  const next = await openEmbedded(folder)
  await next.close()
})

test('a folder that can not be written is told in one line', async () => {
  const file = path.join(folder, 'file')
  writeFileSync(file, '')
  await expect(openEmbedded(path.join(file, 'db'))).rejects.toThrow(
    /^The folder of the database can't be written: /,
  )
})

test('errors and transactions do not mix up those who share the connection', async () => {
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
  const kept = (await Promise.all(acts)).filter((n) => n !== null)
  const { rows } = await sql<{ n: number }>`select n from contended order by n`.execute(db)
  expect(rows.map(({ n }) => n)).toEqual(kept)
  expect(kept).toHaveLength(20)
  await close()
})
