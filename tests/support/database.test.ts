import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#server/db/open.ts'
import { addProject, addUser } from './builders.ts'
import { readBaseline, resetDatabase, schemaOf, type Baseline } from './database-reset.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'

const tablesOf = async (db: Db) => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

async function stateOf(db: Db) {
  const rows: Record<string, unknown[]> = {}
  for (const table of await tablesOf(db))
    rows[table] = (await sql`select * from ${sql.id(table)}`.execute(db)).rows
  const sequences = await sql`select * from pg_sequences order by sequencename`.execute(db)
  const settings = await sql`select name, setting from pg_settings
    where name not like 'plpgsql.%'`.execute(db)
  return { rows, sequences: sequences.rows, settings: settings.rows, schema: await schemaOf(db) }
}

/** Values for columns that are not null and have no default, where check constraints allow them. */
const VALUES: Record<string, string> = {
  text: `'two'`,
  'text[]': `'{two}'`,
  uuid: 'gen_random_uuid()',
  bigint: '2',
  xid8: `'2'`,
  integer: '2',
  smallint: '2',
  numeric: '0',
  'timestamp with time zone': 'now()',
  bytea: `'2'`,
  jsonb: `'{}'`,
  boolean: 'true',
  inet: `'127.0.0.1'`,
  '"char"': `'2'`,
}

/** Columns that may be null but not in a row of the filled kind. */
const NEEDED = [
  ['factors', 'credential_id'],
  ['factors', 'public_key'],
  ['factors', 'sign_count'],
]

async function hasRows(db: Db, table: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.id(table)}`.execute(db)
  return rows.length > 0
}

async function fillEveryTable(db: Db): Promise<void> {
  const { rows } = await sql<{ table: string; column: string; type: string; check: string }>`
    select attrelid::regclass::text as table, attname as column,
      format_type(atttypid, null) as type,
      (select string_agg(substring(pg_get_constraintdef(oid) from '''[^'']*'''), '') from pg_constraint
        where conrelid = attrelid and contype = 'c' and conkey = array[attnum]) as check
    from pg_attribute
    where attnum > 0 and not attisdropped and attidentity = ''
      and (attnotnull or (attrelid::regclass::text, attname) in
        (select * from unnest(${NEEDED.map(([table]) => table)}::text[],
          ${NEEDED.map(([, column]) => column)}::text[])))
      and attrelid in (select oid from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r')`.execute(db)
  // On a replica foreign keys are not enforced.
  await sql`set session_replication_role = replica`.execute(db)
  for (const table of await tablesOf(db)) {
    if (await hasRows(db, table)) continue
    const columns = rows.filter((row) => row.table === table)
    const names = columns.map(({ column }) => sql.id(column))
    const values = columns.map(({ type, check }) =>
      sql.raw((/text|char/.test(type) ? check : null) ?? VALUES[type] ?? 'null'),
    )
    await sql`
      insert into ${sql.id(table)} (${sql.join(names)}) values (${sql.join(values)})`.execute(db)
  }
  await sql`reset session_replication_role`.execute(db)
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
