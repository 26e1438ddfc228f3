import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#server/db/engine/open.ts'
import { addProject, addUser } from './builders.ts'
import { readBaseline, resetDatabase, schemaOf, type Baseline } from './database-reset.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'
import { fillEveryTable, hasRows, tablesOf } from './filled-tables.ts'

async function stateOf(db: Db) {
  const rows: Record<string, unknown[]> = {}
  for (const table of await tablesOf(db))
    rows[table] = (await sql`select * from ${sql.id(table)}`.execute(db)).rows
  const sequences = await sql`select * from pg_sequences order by sequencename`.execute(db)
  const settings = await sql`select name, setting from pg_settings
    where name not like 'plpgsql.%'`.execute(db)
  return { rows, sequences: sequences.rows, settings: settings.rows, schema: await schemaOf(db) }
}

// These tests use the embedded database in a run on PostgreSQL too.
delete process.env['TEST_DATABASE_URL']

describe('a reused database in memory', () => {
  test('equals a fresh one after every table was filled', async () => {
    const fresh = await openTestDatabase({ isOwn: true })
    const expected = await stateOf(fresh.db)
    await fresh.close()

    const first = await openTestDatabase()
    await fillEveryTable(first.db)
    const tables = await tablesOf(first.db)
    const filled = await Promise.all(tables.map((table) => hasRows(first.db, table)))
    expect(tables.filter((_table, at) => !filled[at])).toEqual([])
    await sql`set search_path = nowhere`.execute(first.db)
    await first.close()

    const second = await openTestDatabase()
    expect(await stateOf(second.db)).toEqual(expected)
    await second.close()
  })

  test('restarts its sequences at one, also after a rejected row', async () => {
    const first = await openTestDatabase()
    await expect(addUser(first.db, { role: null as never })).rejects.toThrow('role')
    await first.close()
    const second = await openTestDatabase()
    expect((await addUser(second.db)).id).toBe(1)
    await second.close()
  })

  test('is not shared with another open test', async () => {
    const [one, other] = [await openTestDatabase(), await openTestDatabase()]
    await addProject(one.db, { id: 'AURA' })
    expect(await other.db.selectFrom('projects').select('id').execute()).toEqual([])
    await one.close()
    await other.close()
  })

  test('is not reused once a test has changed its schema, and closing it fails', async () => {
    const first = await openTestDatabase()
    const before = await stateOf(first.db)
    await sql`create table marks (n int)`.execute(first.db)
    await expect(first.close()).rejects.toThrow('New: column marks n')
    const second = await openTestDatabase()
    expect(await stateOf(second.db)).toEqual(before)
    await second.close()
  })
})

describe('a reset', () => {
  let own: TestDatabase
  let baseline: Baseline
  beforeAll(async () => {
    own = await openTestDatabase({ isOwn: true })
    baseline = await readBaseline(own.db)
  })
  afterAll(() => own.close())

  test.each([
    [
      'a trigger that is off',
      'alter table users disable trigger all',
      'New: trigger D',
      'alter table users enable trigger all',
    ],
    [
      'a function',
      'create function broken() returns int language sql as $$ select 1 $$',
      'New: function',
      'drop function broken',
    ],
    [
      'a setting',
      'alter database postgres set work_mem = 64',
      'New: setting',
      'alter database postgres reset all',
    ],
    ['an open transaction', 'begin', 'transaction block', 'rollback'],
    [
      'another row of the migrations',
      `insert into schema_migrations (name) values ('x')`,
      'migrations wrote',
      `delete from schema_migrations where name = 'x'`,
    ],
    [
      'figures of the planner',
      `insert into projects (id, created_at, updated_at) values ('A', now(), now()); analyze`,
      'New: figures',
      'delete from pg_statistic where starelid >= 16384',
    ],
  ])('refuses %s', async (_what, statement, message, undo) => {
    await sql.raw(statement).execute(own.db)
    await expect(resetDatabase(own.db, baseline)).rejects.toThrow(message)
    await sql.raw(undo).execute(own.db)
    await resetDatabase(own.db, baseline)
  })
})
