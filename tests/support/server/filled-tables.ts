import { sql } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'

/** The names of all tables. */
export async function tablesOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`.execute(db)
  return rows.map(({ name }) => name)
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
  numeric: '1',
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

export async function hasRows(db: Db, table: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.id(table)}`.execute(db)
  return rows.length > 0
}

/** Adds a row to each table that has none, without checking its foreign keys. */
export async function fillEveryTable(db: Db): Promise<void> {
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
