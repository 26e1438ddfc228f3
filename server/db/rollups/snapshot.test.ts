import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#tests/support/server/database.ts'
import { inSnapshot, readRows } from './snapshot.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase({ isOwn: true })
})
afterAll(() => database.close())

test('a read that a replica had to give up is made again', async () => {
  let tries = 0
  const answer = await inSnapshot(database.db, async (tx) => {
    tries += 1
    // What a conflict with recovery looks like to who reads.
    if (tries < 3)
      await sql`do $$ begin raise exception 'conflict' using errcode = '40001'; end $$`.execute(tx)
    return tries
  })
  expect(answer).toBe(3)
})

test('a single statement that a replica had to give up is made again', async () => {
  const { db } = database
  await sql`create sequence tries`.execute(db)
  await sql`create function read_on_replica() returns bigint language plpgsql as $$ begin
    if nextval('tries') < 3 then raise exception 'conflict' using errcode = '40001'; end if;
    return currval('tries'); end $$`.execute(db)
  expect(await readRows(db, sql`select read_on_replica() as n`)).toEqual([{ n: 3 }])
})
